//! Everything by the keyboard alone.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// The role and name of the element with the focus.
const FOCUS: &str = "(document.activeElement.ariaLabel ?? document.activeElement.innerText).trim()";

impl Page {
    /// Presses Tab until something is focused.
    async fn tab_to(&self, css: &str) -> Result {
        for _ in 0..60 {
            if self.value(&format!("document.activeElement.matches({css:?})")).await? {
                return Ok(());
            }
            self.press(Key::Tab).await?;
        }
        Err(format!("Tab does not lead to {css}").into())
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_sample_can_be_used_without_a_mouse() -> Result {
    Page::open(async |page| {
        page.tab_to("input[type=file]").await?;
        page.tab_to(".sample[value='digits']").await?;
        page.press(Key::Enter).await?;
        page.says(&["10,000 images", "page 1 of"]).await?;
        page.rests().await?;

        page.tab_to("[role=gridcell]").await?;
        let name = async |item: u32| -> Result<String> {
            page.value(&format!("$('[data-index=\"{item}\"]')?.ariaLabel ?? 'none'")).await
        };
        let columns: u32 = page.value("Number($('[role=grid]').ariaColCount)").await?;
        let count: u32 = page.value("$$('[role=gridcell]').length").await?;
        page.gives(FOCUS, name(0).await?).await?;
        page.press(Key::Right).await?;
        page.gives(FOCUS, name(1).await?).await?;
        page.press(Key::Down).await?;
        page.gives(FOCUS, name(columns + 1).await?).await?;
        page.press(Key::End).await?;
        page.gives(FOCUS, name(2 * columns - 1).await?).await?;
        page.press(Key::Home).await?;
        page.gives(FOCUS, name(columns).await?).await?;
        page.press(Key::Up + Key::Left).await?;
        page.gives(FOCUS, name(0).await?).await?;
        // Beyond the page's end the next page begins.
        page.press(Key::PageDown).await?;
        page.says(&["page 2 of"]).await?;
        page.gives("Number(document.activeElement.dataset.index)", count).await?;
        page.press(Key::Left).await?;
        page.says(&["page 1 of"]).await?;
        page.gives("Number(document.activeElement.dataset.index)", count - 1).await?;
        page.press(Key::Right).await?;
        page.gives("Number(document.activeElement.dataset.index)", count).await?;
        page.press_with_control(Key::End).await?;
        page.gives("document.activeElement.dataset.index", "9999").await?;
        page.press_with_control(Key::Home).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        page.press("]").await?;
        page.says(&["page 2 of"]).await?;
        page.press("[").await?;
        page.says(&["page 1 of"]).await?;

        page.press(Key::Right + Key::Enter).await?;
        page.shows("item-panel h2", &["item 1"]).await?;
        page.press(Key::Down + Key::Down + Key::Right).await?;
        page.shows(".readout", &["row 1, column 1: value"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("document.activeElement.dataset.index", "1").await?;

        page.press("g").await?;
        page.press("4321" + Key::Enter).await?;
        page.shows("item-panel h2", &["item 4,321"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("$$('[data-index=\"4321\"]').length", 1).await?;
        page.press("r").await?;
        page.shows("item-panel h2", &["item"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;

        page.press("g").await?;
        page.press("0" + Key::Enter).await?;
        page.press(Key::Escape).await?;
        page.says(&["page 1 of"]).await?;
        // Many keyboards have brackets only with Option on a Mac, or with AltGr, which Windows reports as Ctrl and Alt.
        page.run(&key("key: ']', altKey: true"), vec![]).await?;
        page.says(&["page 2 of"]).await?;
        // WebKit's events have no such modifiers.
        let has_modifiers = "new KeyboardEvent('keydown', { modifierAltGraph: true }).getModifierState('AltGraph')";
        if !page.value::<bool>(has_modifiers).await? {
            return Ok(());
        }
        page.run(&key("key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true"), vec![]).await?;
        page.says(&["page 1 of"]).await?;
        // With Caps Lock a browser reports an upper-case letter without Shift.
        page.run(&key("key: 'R', modifierCapsLock: true"), vec![]).await?;
        page.shows("item-panel h2", &["item"]).await
    })
    .await
}

/// A script that sends a key to the page.
fn key(properties: &str) -> String {
    format!(
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ bubbles: true, cancelable: true, {properties} }}));"
    )
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_view_has_a_key_and_the_focus_goes_there() -> Result {
    let folder = Folder::new("view-keys")?;
    let files = [folder.images("images", 400)?, folder.labels("labels", 400)?];
    let focused = |css: &str| format!("document.activeElement.matches({css:?})");
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        page.press("C").await?;
        page.gives(&focused("check-view .start"), true).await?;
        page.press("M").await?;
        page.gives(&focused("map-start .start"), true).await?;
        page.press("G").await?;
        page.gives(&focused("[role=gridcell]"), true).await?;
        // Without predictions their key does nothing.
        page.press("P").await?;
        page.gives(&focused("[role=gridcell]"), true).await?;
        // In a field a letter is a letter.
        page.press("g").await?;
        page.press("C").await?;
        page.gives("document.activeElement.value", "C").await?;
        page.press(Key::Escape).await?;
        // Tab leads to each button, and Enter on to the view.
        page.on(".modes [value='']", "focus()").await?;
        page.press(Key::Tab + Key::Tab).await?;
        page.gives(&focused(".modes [value=suspects]"), true).await?;
        page.press(Key::Enter).await?;
        page.gives(&focused("check-view .start"), true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn single_keys_change_the_style_and_can_be_disabled() -> Result {
    let folder = Folder::new("keys")?;
    let files = [folder.images("images", 400)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        let width = "$('[role=gridcell]').offsetWidth";
        let usual: u32 = page.value(width).await?;
        page.press("+").await?;
        page.gives(&format!("{width} > {usual}"), true).await?;
        page.press("-").await?;
        page.gives(width, usual).await?;
        page.press("-").await?;
        page.gives(&format!("{width} < {usual}"), true).await?;
        page.press("=").await?;
        page.gives(width, usual).await?;

        let inverted = "$('[type=radio][value=dark]').checked";
        page.press("i").await?;
        page.gives(inverted, true).await?;
        // In a field a letter is a letter.
        page.press("g").await?;
        page.press("i?-").await?;
        page.gives("document.activeElement.value", "i?-").await?;
        page.gives("[$$('dialog').length, $('[type=radio][value=dark]').checked]", (0, true)).await?;
        // Tab might lead out of the page.
        page.press(Key::Escape).await?;

        page.press("?").await?;
        page.shows("dialog[open]", &["Keyboard shortcuts", "PgDn", "go to an item", "Single-key shortcuts"]).await?;
        // Beside the button is the title, however far the list is scrolled.
        page.on("dialog[open]", "scrollTo(0, 10000)").await?;
        let beside = "(({ left, bottom }) => document.elementFromPoint(left - 4, bottom - 1).localName)";
        page.gives(&format!("{beside}($('dialog[open] .close').getBoundingClientRect())"), "h2").await?;
        page.press("i").await?;
        page.gives(inverted, true).await?;
        page.tab_to("dialog input").await?;
        page.press(Key::Space).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('dialog').length", 0).await?;
        page.press("i").await?;
        page.press(Key::PageDown).await?;
        page.says(&["page 2 of"]).await?;
        page.gives(inverted, true).await?;
        page.gives("location.hash.includes('at=')", true).await?;

        // The choice is remembered.
        page.reload().await?;
        page.drop(&files).await?;
        page.says(&["400 images", "page 2 of"]).await?;
        page.press("i").await?;
        page.press(Key::PageUp).await?;
        page.says(&["page 1 of"]).await?;
        page.gives(inverted, true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_number_without_an_item_is_reported_and_escape_leaves_the_field() -> Result {
    let folder = Folder::new("numbers")?;
    let files = [folder.images("images", 5_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.shows(".goto", &["0–4,999"]).await?;
        page.press("g").await?;
        page.press("5000" + Key::Enter).await?;
        page.shows(".problem", &["There is no item 5,000 (0–4,999)."]).await?;
        page.gives("document.activeElement.ariaInvalid", "true").await?;
        for wrong in ["1.5", "abc", "-3", "1,23"] {
            page.press(wrong + Key::Enter).await?;
            page.shows(".problem", &[&format!("Can’t read “{wrong}”. Try 0–4,999.")]).await?;
            page.gives("document.activeElement.ariaInvalid", "true").await?;
            page.gives("document.activeElement.ariaDescription", format!("Can’t read “{wrong}”. Try 0–4,999.")).await?;
        }
        page.press("#4,821" + Key::Enter).await?;
        page.shows("item-panel h2", &["item 4,821"]).await?;
        page.gives("$$('.problem, [aria-invalid]').length", 0).await?;
        page.press("g").await?;
        page.press("12" + Key::Escape).await?;
        page.gives("$('.goto input').value", "4821").await?;
        page.gives("document.activeElement.dataset.index", "4821").await?;
        page.shows("item-panel h2", &["item 4,821"]).await?;
        // Escape in a field is about the field, and Ctrl+A about what is typed.
        page.click_at("//item-finder//summary").await?;
        page.on("item-finder [placeholder^='17']", "focus()").await?;
        page.press("12").await?;
        page.press_with_control("a").await?;
        page.press(Key::Escape).await?;
        page.gives("$('item-finder [placeholder^=\"17\"]').value", "").await?;
        page.shows("item-panel h2", &["item 4,821"]).await?;
        page.gives("$$('selection-bar').length", 0).await?;
        page.on("[data-index='4821']", "focus()").await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_focus_follows_the_user() -> Result {
    let folder = Folder::new("focus")?;
    let files =
        [folder.images("one-images", 400)?, folder.images("two-images", 300)?, folder.images("three-images", 200)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button').length", 3).await?;
        page.dataset("one").await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        page.tab_to("file-pairing .close").await?;
        page.press(Key::Enter + Key::Enter).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        page.gives("document.activeElement.matches('dataset-tabs [aria-pressed=true]')", true).await?;

        // A click leaves the arrows to the grid; Enter goes into the image.
        page.click_item(5).await?;
        page.shows("item-panel h2", &["item 5"]).await?;
        page.press(Key::Right).await?;
        page.shows("item-panel h2", &["item 6"]).await?;
        page.press(".").await?;
        page.shows("item-panel h2", &["item 7"]).await?;
        page.gives("document.activeElement.dataset.index", "7").await?;
        page.enter_item().await?;
        page.press(Key::Down).await?;
        page.shows(".readout", &["row 0, column 0: value"]).await?;
        page.press(".").await?;
        page.shows("item-panel h2", &["item 8"]).await?;
        page.press(",").await?;
        page.shows("item-panel h2", &["item 7"]).await?;
        page.gives("document.activeElement.matches('.picture')", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_open_take_the_focus_but_not_from_a_field() -> Result {
    let folder = Folder::new("first-focus")?;
    let [one, two] = [folder.images("one-images", 400)?, folder.images("two-images", 300)?];
    Page::open(async |page| {
        page.drop(&[one]).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        page.press("g").await?;
        page.drop(&[two]).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.gives("document.activeElement.matches('.goto input')", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_higher_than_the_window_is_seen_before_it_is_turned() -> Result {
    let folder = Folder::new("high")?;
    let files = [folder.images("images", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.choose_per_page("1,000").await?;
        page.says(&["page 1 of 3"]).await?;
        page.click_item(0).await?;
        page.press(Key::Escape).await?;
        page.gives("document.activeElement.dataset.index", "0").await?;
        // A moment later the grid has more cells, in the room of the panel.
        let (mut before, mut columns) = (0, 0);
        for _ in 0..30 {
            page.press(Key::PageDown).await?;
            page.gives(&format!("Number(document.activeElement.dataset.index) > {before}"), true).await?;
            let (item, rows, in_row): (u32, u32, u32) = page
                .value("[Number(document.activeElement.dataset.index), Math.ceil($('.frame').clientHeight / $('[role=row]').offsetHeight), Number($('[role=grid]').ariaColCount)]")
                .await?;
            columns = in_row;
            assert!(item - before <= columns * rows, "from {before} to {item}");
            before = item;
            if item >= 1_000 {
                break;
            }
        }
        assert!((1_000..1_000 + columns).contains(&before), "{before}");
        page.says(&["page 2 of 3"]).await?;
        // The wheel does the same: backwards, the page before is seen from its end.
        page.run("$('.frame').scrollTop = 0; $('[role=grid]').dispatchEvent(new WheelEvent('wheel', { deltaY: -120, bubbles: true }));", vec![]).await?;
        page.says(&["page 1 of 3"]).await?;
        page.gives("$('.frame').scrollTop > 100", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_filter_that_closes_the_panel_leads_the_focus_to_the_items() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.press(Key::Enter).await?;
        page.shows("item-panel h2", &["item 0"]).await?;
        page.gives("document.activeElement.closest('item-panel') !== null", true).await?;
        let label: u32 = page.value("Number($('item-panel h2 bdi').innerText)").await?;
        page.press(((label + 1) % 10).to_string()).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("document.activeElement.role", "gridcell").await?;
        page.press(Key::Right + Key::Enter).await?;
        page.shows("item-panel h2", &["item"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_focus_stays_when_what_had_it_is_gone() -> Result {
    const HAS_FOCUS: &str = "document.activeElement !== document.body && document.activeElement.checkVisibility()";
    let folder = Folder::new("kept-focus")?;
    let files = [folder.images("set-images", 40)?, folder.labels("set-labels", 40)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["40 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click("Check").await?;
        // Both buttons are gone once they are pressed.
        page.click("Check 40 images").await?;
        page.shows("check-findings", &["40 images compared"]).await?;
        page.gives(HAS_FOCUS, true).await?;
        page.click("Grid").await?;
        page.on("[data-index=\"3\"]", "focus()").await?;
        page.press("x").await?;
        page.click("Clear selection").await?;
        page.gives(HAS_FOCUS, true).await
    })
    .await
}
