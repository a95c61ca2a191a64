//! Roles and names for assistive technology, and the findings of axe-core.

use std::sync::OnceLock;
use std::{env, fs};

use thirtyfour::Key;

use crate::Result;
use crate::browser::{self, Window};
use crate::files::Folder;
use crate::page::Page;
use crate::skip;

/// The source of axe-core; nothing without npm.
fn axe() -> Result<Option<&'static str>> {
    static SOURCE: OnceLock<String> = OnceLock::new();
    let Ok(file) = env::var("IDXLENS_AXE") else {
        skip::missing("npm, for axe-core,");
        return Ok(None);
    };
    if SOURCE.get().is_none() {
        SOURCE.set(fs::read_to_string(file)?).ok();
    }
    Ok(SOURCE.get().map(String::as_str))
}

impl Page {
    /// Fails if axe-core finds anything in the page as it is, or if it has to be scrolled sideways to be read.
    pub(crate) async fn is_accessible(&self, state: &str) -> Result {
        // The system's colours are not the page's to choose, and axe-core takes the page's for the ones that are seen.
        const RUN: &str = "
            const forced = matchMedia('(forced-colors: active)').matches;
            return axe.run({ rules: { 'color-contrast': { enabled: !forced } } }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
                nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`)));";
        let widths = "[document.scrollingElement.scrollWidth, document.scrollingElement.clientWidth]";
        let (needed, there): (u32, u32) = self.value(widths).await?;
        if needed > there {
            return Err(format!("{state}: the page is {needed} wide where {there} are in view").into());
        }
        self.has_whole_controls(state).await?;
        let Some(source) = axe()? else { return Ok(()) };
        self.gives("document.getAnimations().length", 0).await?;
        if !self.value::<bool>("'axe' in window").await? {
            self.driver.execute(source, vec![]).await?;
        }
        let found: Vec<String> = self.driver.execute(RUN, vec![]).await?.convert()?;
        if found.is_empty() { Ok(()) } else { Err(format!("{state}:\n{}", found.join("\n")).into()) }
    }

    /// Fails if the text of a control is cut, or if a part of a control is beside the window.
    async fn has_whole_controls(&self, state: &str) -> Result {
        const CUT: &str = "$$('button, select, summary, label').filter((control) => {
                const { left, right } = control.getBoundingClientRect();
                // Names of files and classes may be cut, and WebKit counts the longest option of a choice.
                const isCut = !control.querySelector('bdi, .name, option') && control.scrollWidth > control.clientWidth + 1;
                const scrolls = control.closest('dataset-tabs, class-histogram, names-question, .window');
                return isCut || (!scrolls && (left < -1 || right > innerWidth + 1));
            }).map((control) => `${control.localName} ${text(control) || control.ariaLabel}`)";
        let cut: Vec<String> = self.value(CUT).await?;
        if cut.is_empty() { Ok(()) } else { Err(format!("{state}: cut controls: {}", cut.join(", ")).into()) }
    }

    /// The statistics, and a selected item.
    async fn is_accessible_with_statistics_and_selection(&self) -> Result {
        self.click_at("//details[@class='section'][statistics-view]/summary").await?;
        self.shows("statistics-view .spread", &["std"]).await?;
        self.is_accessible("statistics").await?;
        self.click_at("//details[@class='section'][statistics-view]/summary").await?;
        self.on("[role=gridcell]", "focus()").await?;
        self.press("x").await?;
        self.shows("selection-bar", &["1 selected"]).await?;
        self.press("s").await?;
        self.gives("$$('.bookmarked').length", 1).await?;
        self.is_accessible("a selected item with a bookmark").await?;
        // On a narrow screen the drawer lies over it.
        self.on("selection-bar .export", "click()").await?;
        self.shows("export-view .files", &["Save labels"]).await?;
        self.is_accessible("the export").await?;
        self.click("Close").await?;
        self.on("[role=gridcell]", "focus()").await?;
        self.press(Key::Escape).await?;
        Ok(())
    }

    /// The sample, and images beside it.
    async fn are_accessible_side_by_side(&self, folder: &Folder) -> Result {
        self.drop(&[folder.images("other-images", 50)?, folder.labels("other-labels", 50)?]).await?;
        self.says(&["50 images"]).await?;
        self.rests().await?;
        self.click("Compare").await?;
        self.shows("compare-pane summary-line", &["digits", "10,000 images", "page"]).await?;
        self.gives("$('class-histogram li button').textContent.includes(' 5, 10.0% of other')", true).await?;
        self.is_accessible("two datasets side by side").await?;
        self.on("compare-pane [role=gridcell]", "click()").await?;
        self.shows("item-panel h2", &["of digits"]).await?;
        self.is_accessible("an item of the second").await?;
        self.click("Close item").await?;
        self.click("Compare").await?;
        self.gives("$$('[role=grid]').length", 1).await
    }

    /// A file in the wrong byte order, read in the right one, and its bytes.
    async fn is_accessible_read_otherwise(&self, folder: &Folder) -> Result {
        let targets: Vec<f32> =
            (0..40_u16).map(|item| f32::from_bits((f32::from(item) + 0.5).to_bits().swap_bytes())).collect();
        self.drop(&[folder.array("backward-labels", &[40], &targets)?]).await?;
        self.dataset("backward").await?;
        self.shows("layout-notes", &["These values look little-endian."]).await?;
        self.is_accessible("a suggestion").await?;
        self.click("Read as little-endian").await?;
        self.shows("layout-notes", &["are read as f32, little-endian"]).await?;
        self.is_accessible("a file that is read otherwise").await?;
        self.press("b").await?;
        self.shows("bytes-view", &["element type: f32", "not as this header says"]).await?;
        self.is_accessible("the bytes").await?;
        self.press(Key::Escape).await
    }

    /// Labels of several columns, by one of which items are sorted and chosen.
    async fn is_accessible_by_columns(&self, folder: &Folder) -> Result {
        let columns: Vec<i32> = (0..60).flat_map(|item| [item % 10, 4, item, 0, 0, 0, 0, 0]).collect();
        self.drop(&[folder.array("qmnist-labels", &[60, 8], &columns)?]).await?;
        self.dataset("qmnist").await?;
        self.click_item(3).await?;
        self.shows("item-panel .columns", &["2: NIST writer 3"]).await?;
        self.is_accessible("labels of several columns").await?;
        self.run(
            "for (const part of document.querySelectorAll('.settings, item-finder details')) part.open = true;",
            vec![],
        )
        .await?;
        self.choose("Sort", "NIST writer").await?;
        self.enter("Numbers in that column", "1-8").await?;
        self.says(&["class 1–8, by NIST writer"]).await?;
        self.is_accessible("a filter by a column").await?;
        self.click_at("//filter-chip/button").await?;
        self.choose("Sort", "number").await?;
        self.run("document.activeElement.blur(); $('item-finder details').open = false;", vec![]).await?;
        self.on(".settings", "open = !isNarrow").await?;
        Ok(())
    }

    /// Goes through the states that the page can be in.
    pub(crate) async fn is_accessible_throughout(&self, folder: &Folder) -> Result {
        self.is_accessible("first screen").await?;
        self.visit("#d=train&i=7").await?;
        self.shows(".intro", &["This link leads to"]).await?;
        self.is_accessible("first screen with a link").await?;
        self.visit("").await?;

        self.open_sample().await?;
        self.is_accessible("a page").await?;
        self.press("i").await?;
        // The background begins as the system's colours are.
        let dark = "document.querySelector('[type=radio][value=dark]').checked";
        self.gives(&format!("{dark} !== matchMedia('(prefers-color-scheme: dark)').matches"), true).await?;
        self.is_accessible("an inverted page").await?;
        self.press("i").await?;
        self.run("for (const part of document.querySelectorAll('.settings, .more')) part.open = true;", vec![]).await?;
        self.choose("Range", "fixed").await?;
        self.click("Transpose").await?;
        self.shows("shape-controls", &["Images are transposed."]).await?;
        self.enter("Shape", "1 x 2").await?;
        self.shows("shape-controls", &["An item has 784 values"]).await?;
        self.is_accessible("colours and shape").await?;
        self.reset_view().await?;
        self.is_accessible_with_statistics_and_selection().await?;
        self.run("$('.more').open = false; if (isNarrow) $('.settings').open = false;", vec![]).await?;
        self.enter("Go to item", "42").await?;
        self.shows("item-panel h2", &["item 42"]).await?;
        self.click_at("//item-review//summary").await?;
        self.gives("document.activeElement.matches('item-review input')", true).await?;
        self.click_at("//item-panel/details/summary").await?;
        self.gives("$$('value-table tr').length > 5", true).await?;
        self.choose("Numbers", "hexadecimal").await?;
        self.click("Bookmark").await?;
        self.gives("$('.bookmark').ariaPressed", "true").await?;
        self.is_accessible("an item with a bookmark and its values in hexadecimal").await?;
        // On a narrow screen it is a drawer.
        self.run("document.querySelector('.settings').open = true;", vec![]).await?;
        self.choose("Names", "Fashion-MNIST").await?;
        self.shows("item-panel h2", &["item 42"]).await?;
        self.gives("$('class-histogram bdi').innerText", "0 T-shirt/top").await?;
        self.is_accessible("named classes").await?;
        self.choose("Names", "my own").await?;
        // Typing starts from the names in use.
        self.gives("$('label-controls textarea').value.includes('1 Trouser')", true).await?;
        self.gives("$('class-histogram bdi').innerText", "0 T-shirt/top").await?;
        self.is_accessible("names to be typed").await?;
        self.choose("Names", "none").await?;
        self.run("document.querySelector('.settings').open = !isNarrow;", vec![]).await?;
        self.click("Close item").await?;
        self.gives("$$('item-panel').length", 0).await?;

        self.press("7").await?;
        self.says(&["of 10,000, label 7"]).await?;
        self.is_accessible("the items of a class").await?;
        self.on("class-histogram .choice button", "click()").await?;
        self.says(&["all but label 7"]).await?;
        self.run(
            "for (const part of document.querySelectorAll('.settings, item-finder details')) part.open = true;",
            vec![],
        )
        .await?;
        self.choose("Sort", "random").await?;
        self.enter("Items", "none").await?;
        self.shows("item-finder .problem", &["Can’t read “none”."]).await?;
        self.is_accessible("all but a class, at random, and a list that is none").await?;
        self.enter("Items", "99999").await?;
        self.says(&["0 of 10,000"]).await?;
        self.is_accessible("nothing that a filter asks for").await?;
        self.on("filter-chip button", "click()").await?;
        self.choose("Sort", "number").await?;
        self.run("document.activeElement.blur(); $('item-finder details').open = false;", vec![]).await?;
        self.on(".settings", "open = !isNarrow").await?;

        self.press("?").await?;
        self.shows("dialog[open]", &["Keyboard shortcuts"]).await?;
        self.is_accessible("the shortcuts").await?;
        self.click("Close").await?;

        self.are_accessible_side_by_side(folder).await?;
        let labels = folder.labels("alone-labels", 300)?;
        let unknown = folder.write("page.html", b"<!DOCTYPE html>")?;
        let mismatched = [folder.images("odd-images", 60)?, folder.labels("odd-labels", 50)?];
        self.drop(&[labels, unknown]).await?;
        self.dataset("alone").await?;
        self.says(&["300 labels", "page 1 of"]).await?;
        self.shows("[role=alert]", &["page.html"]).await?;
        self.is_accessible("labels alone, and an error").await?;
        self.run("for (const part of document.querySelectorAll('[role=alert] details')) part.open = true;", vec![])
            .await?;
        self.is_accessible_by_columns(folder).await?;
        self.is_accessible_read_otherwise(folder).await?;
        self.drop(&mismatched).await?;
        self.says(&["60 images", "odd-labels"]).await?;
        self.gives("$$('[role=alert]').length", 2).await?;
        self.is_accessible("several datasets, and two alerts").await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_in_light_colours() -> Result {
    let folder = Folder::new("axe-light")?;
    Page::open_in(Window::LIGHT, async |page| page.is_accessible_throughout(&folder).await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_in_dark_colours() -> Result {
    let folder = Folder::new("axe-dark")?;
    Page::open_in(Window::DARK, async |page| page.is_accessible_throughout(&folder).await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_on_a_narrow_screen() -> Result {
    let folder = Folder::new("axe-narrow")?;
    Page::open_in(Window::NARROW, async |page| page.is_accessible_throughout(&folder).await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_on_a_narrow_screen_in_dark_colours() -> Result {
    let folder = Folder::new("axe-narrow-dark")?;
    Page::open_in(Window::NARROW_DARK, async |page| page.is_accessible_throughout(&folder).await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_in_twice_the_size() -> Result {
    let folder = Folder::new("axe-zoomed")?;
    Page::open_in(Window::ZOOMED, async |page| page.is_accessible_throughout(&folder).await).await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_with_text_of_twice_the_size() -> Result {
    let folder = Folder::new("axe-text")?;
    Page::open_in(Window::LARGE_TEXT, async |page| {
        if !browser::enlarges_text()? {
            skip::report("this browser's driver cannot enlarge text");
            return Ok(());
        }
        page.gives("getComputedStyle(document.documentElement).fontSize", "32px").await?;
        page.is_accessible_throughout(&folder).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn axe_finds_nothing_in_the_colours_of_the_system() -> Result {
    let folder = Folder::new("axe-forced")?;
    Page::open_in(Window::FORCED, async |page| {
        if !browser::forces_colours()? {
            skip::report("this browser's driver cannot force the system's colours");
            return Ok(());
        }
        page.gives("matchMedia('(forced-colors: active)').matches", true).await?;
        page.is_accessible_throughout(&folder).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn everything_has_its_role_and_name() -> Result {
    let folder = Folder::new("roles")?;
    let files = [folder.images("train-images", 2_000)?, folder.labels("train-labels", 2_000)?];
    Page::open(async |page| {
        let input = "(() => {
            const inputs = [...document.querySelectorAll('input[type=file]')];
            return inputs.map((input) => [input.multiple, input.hasAttribute('accept'), input.ariaLabel]);
        })()";
        page.gives(input, [(true, false, "Open files")]).await?;
        page.drop(&files).await?;
        page.says(&["2,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives(input, [(true, false, "Open files")]).await?;
        page.choose_per_page("100").await?;
        page.says(&["page 1 of 20"]).await?;

        // The rows of all pages are counted, and the last one may be short.
        let columns: u32 = page.value("Number($('[role=grid]').ariaColCount)").await?;
        let rows = 100_u32.div_ceil(columns);
        page.gives("$('[role=grid]').ariaLabel", "Images of train").await?;
        page.gives("Number($('[role=grid]').ariaRowCount)", 20 * rows).await?;
        page.gives("$$('[role=row]').length", rows).await?;
        page.click("Last page").await?;
        page.gives(
            "$$('[role=row]').map((row) => Number(row.ariaRowIndex))",
            (19 * rows + 1..=20 * rows).collect::<Vec<_>>(),
        )
        .await?;
        page.gives(
            "$$('[role=gridcell]').every((cell, i) => Number(cell.ariaColIndex) === i % COLUMNS + 1)"
                .replace("COLUMNS", &columns.to_string())
                .as_str(),
            true,
        )
        .await?;
        // Tab stops once in the whole grid, and never where there is nothing to do.
        page.gives("$('class-histogram ul').tabIndex", -1).await?;
        page.gives("$$('[role=grid] [tabindex=\"0\"]').length", 1).await?;
        page.gives("$$('[role=status]').length", 1).await?;
        page.gives(
            "$$('nav button').map((button) => button.ariaLabel)",
            ["First page", "Previous page", "Next page", "Last page"],
        )
        .await
    })
    .await
}
