//! Two datasets side by side.

use std::path::PathBuf;

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, mnist};
use crate::host::{Host, Manners};
use crate::page::Page;
use crate::server::Server;

/// The name of the first cell of each grid.
const FIRST: &str = "$$('[role=grid]').map((grid) => grid.querySelector('[role=gridcell]').ariaLabel)";
/// The element that has the focus.
const FOCUSED: &str = "document.activeElement.ariaLabel";

/// A dataset of `train` with 600 images, and one of `test` with 400, in which every class is there once in twenty.
fn sets(folder: &Folder) -> Result<[PathBuf; 4]> {
    let rare: Vec<u8> = (0..20).cycle().take(400).map(|label: u8| if label < 10 { label } else { 3 }).collect();
    Ok([
        folder.images("train-images", 600)?,
        folder.labels("train-labels", 600)?,
        folder.images("test-images", 400)?,
        folder.array("test-labels", &[400], &rare)?,
    ])
}

impl Page {
    /// Opens both sets, and puts `test` beside `train`.
    async fn compare(&self, files: &[PathBuf]) -> Result {
        self.drop(files).await?;
        self.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["train", "test"]).await?;
        self.rests().await?;
        self.dataset("train").await?;
        self.says(&["train-images", "600 images"]).await?;
        self.rests().await?;
        self.click("Compare").await?;
        self.shows("compare-pane summary-line", &["test, test-images", "400 images", "page 1 of"]).await?;
        self.gives("$$('[role=status], output').length", 1).await?;
        self.gives(FIRST, ["Image 0, label 0"; 2]).await
    }

    /// Waits until each pane's summary contains these.
    async fn says_of_both(&self, first: &[&str], second: &[&str]) -> Result {
        self.shows(".notes summary-line", first).await?;
        self.shows("compare-pane summary-line", second).await
    }
}

/// A word of the address's hash.
fn word(name: &str) -> String {
    format!("new URLSearchParams(location.hash.slice(1)).get('{name}')")
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_filter_applies_to_both_panes() -> Result {
    let folder = Folder::new("compare")?;
    let files = sets(&folder)?;
    Page::open(async |page| {
        page.drop(&files[..2]).await?;
        page.says(&["600 images"]).await?;
        page.rests().await?;
        page.gives("$$('.compare').length", 0).await?;
        page.compare(&files[2..]).await?;
        // The list of classes is as wide as its column.
        let is_whole = "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)($('class-histogram ul'))";
        page.gives(is_whole, true).await?;
        // A line of facts above each.
        page.gives("$$('.notes > summary-line').map((line) => line.clientHeight)", [26, 26]).await?;

        // The same cells, as large as those beside them.
        page.gives("new Set($$('[role=gridcell]').map((cell) => cell.offsetWidth)).size", 1).await?;
        page.gives(
            "$$('page-grid').map((grid) => grid.getBoundingClientRect().width).every((width) => width > 300)",
            true,
        )
        .await?;
        page.gives("text($('class-histogram .legend'))", "train test").await?;
        let shares = "$('class-histogram li:nth-child(4) button').textContent.replace(/\\s+/g, ' ')";
        page.gives(shares, "3 60, 10.0% of train 220, 55.0% of test ").await?;
        let bars = "$$('class-histogram li:nth-child(4) i').map((bar) => bar.style.getPropertyValue('--share'))";
        page.gives(&format!("{bars}.map((share) => Number(share).toFixed(2))"), ["0.18", "1.00"]).await?;

        page.press("3").await?;
        page.says_of_both(&["60 of 600, label 3", "page 1 of"], &["220 of 400, label 3", "page 1 of"]).await?;
        page.gives(FIRST, ["Image 3, label 3"; 2]).await?;
        page.on("item-finder details", "open = true").await?;
        page.choose("Sort", "number, descending").await?;
        page.gives(FIRST, ["Image 593, label 3", "Image 399, label 3"]).await?;
        page.press("i").await?;
        page.gives(
            "$$('page-grid canvas').map((canvas) => canvas.getContext('2d').getImageData(7, 0, 1, 1).data[0] < 255)",
            [true, true],
        )
        .await?;
        page.on("filter-chip button", "click()").await?;
        page.gives(FIRST, ["Image 599, label 9", "Image 399, label 3"]).await?;

        // The map is of one dataset, and has the room of both.
        page.click("Map").await?;
        page.gives("$$('map-view, compare-pane').map((it) => it.localName)", ["map-view"]).await?;
        page.gives("$('map-view').getBoundingClientRect().width > 2 * $('.side').clientWidth", true).await?;
        page.click("Grid").await?;
        page.gives(FIRST, ["Image 599, label 9", "Image 399, label 3"]).await?;

        page.click("Compare").await?;
        page.gives(FIRST, ["Image 599, label 9"]).await?;
        page.gives("$$('[role=status]').length", 1).await?;
        page.gives("document.activeElement.innerText", "Compare").await?;
        page.gives("text($('class-histogram li:nth-child(4) button'))", "3 60").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_comparison_rearranges_the_page_in_one_step() -> Result {
    let folder = Folder::new("one-step")?;
    let files = sets(&folder)?;
    for window in [Window::LIGHT, Window::NARROW] {
        Page::open_in(window, async |page| {
            page.drop(&files).await?;
            page.gives("$$('dataset-tabs button').length", 2).await?;
            page.rests().await?;
            page.gives("$$('class-histogram li').length", 10).await?;
            page.run(
                "window.steps = new Set();
                const take = (list) => list.getEntries().forEach(({ startTime }) => window.steps.add(startTime));
                new PerformanceObserver(take).observe({ type: 'layout-shift' });",
                vec![],
            )
            .await?;
            page.click("Compare").await?;
            page.shows("compare-pane summary-line", &["images", "page 1 of"]).await?;
            page.rests().await?;
            page.press("3").await?;
            page.shows("compare-pane summary-line", &["label 3"]).await?;
            // Not every browser counts them.
            page.gives("window.steps.size <= 1", true).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_pane_has_its_pages_and_the_panel_names_the_dataset() -> Result {
    let folder = Folder::new("panes")?;
    let files = sets(&folder)?;
    Page::open(async |page| {
        page.compare(&files).await?;
        page.choose_per_page("50").await?;
        page.says_of_both(&["train", "page 1 of 12"], &["test", "page 1 of 8"]).await?;
        // No class ends between its name and its bars.
        let last_row = "(() => {
            const list = $('class-histogram ul');
            const [{ height }] = list.children[0].getClientRects();
            return (list.clientHeight - 4) % height < 1 || (list.clientHeight - 4) % height > height - 1;
        })()";
        page.gives(last_row, true).await?;
        page.on("compare-pane [aria-label=\"Last page\"]", "click()").await?;
        page.says_of_both(&["train", "page 1 of 12"], &["test", "page 8 of 8"]).await?;
        page.gives(&word("right-at"), "350").await?;

        // Keys mean the pane that has the focus.
        page.on("compare-pane [data-index=\"360\"]", "focus()").await?;
        page.press("[").await?;
        page.says_of_both(&["train", "page 1 of 12"], &["test", "page 7 of 8"]).await?;
        page.gives(FOCUSED, "Image 310, label 3").await?;
        page.press(Key::Right + "").await?;
        page.gives(FOCUSED, "Image 311, label 3").await?;
        page.gives(&word("d"), "train").await?;
        page.press(Key::Enter + "").await?;
        page.shows("item-panel h2", &["3 item 311 of test"]).await?;
        page.gives(&format!("[{}, {}, {}]", word("d"), word("i"), word("left")), ["test", "311", "train"]).await?;
        page.gives("$('dataset-tabs [aria-pressed=true] bdi').innerText", "test").await?;
        page.press(".").await?;
        page.shows("item-panel h2", &["3 item 312 of test"]).await?;

        // Turning the other's pages leaves the item where it is; choosing another does not.
        page.on(".centre [aria-label=\"Next page\"]", "click()").await?;
        page.says_of_both(&["train", "page 2 of 12"], &["test", "page 7 of 8"]).await?;
        page.shows("item-panel h2", &["item 312 of test"]).await?;
        page.press(Key::Escape + "").await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives(FOCUSED, "Image 312, label 3").await?;
        page.on(".centre [data-index=\"57\"]", "focus()").await?;
        page.press("x").await?;
        page.shows("selection-bar", &["1 selected of train"]).await?;
        page.gives(&word("right-at"), "300").await?;
        page.press("g").await?;
        page.press("420").await?;
        page.press(Key::Enter + "").await?;
        page.shows("item-panel h2", &["0 item 420 of train"]).await?;
        page.says_of_both(&["train", "page 9 of 12"], &["test", "page 7 of 8"]).await?;

        // Back goes back to the page before; and what was beside it comes back with the files.
        page.driver.back().await?;
        page.gives("$$('item-panel').length", 0).await?;
        let hash: String = page.value("location.hash").await?;
        assert_eq!(hash, "#d=train&at=50&n=50&right=test&right-at=300");
        page.visit(&hash).await?;
        page.drop(&files).await?;
        page.says_of_both(&["train", "page 2 of 12"], &["test", "page 7 of 8"]).await?;
        page.gives("location.hash", hash).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_opens_both_from_their_addresses() -> Result {
    let folder = Folder::new("both")?;
    sets(&folder)?;
    let host = Host::start(folder.path(), Manners::GOOD)?;
    Page::open_from(Server::at(&host.address), async |page| {
        let link = "#images=data/train-images&labels=data/train-labels&d=train&f=3&n=50\
                    &right=test&right-at=200&right-images=data/test-images&right-labels=data/test-labels";
        page.visit(link).await?;
        // At the page that holds the nearest item of those asked for.
        page.says_of_both(&["train", "60 of 600, label 3"], &["test", "220 of 400, label 3", "page"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["train", "test"]).await?;
        page.gives(&word("right-images"), "data/test-images").await?;
        page.reload().await?;
        page.says_of_both(&["train", "60 of 600, label 3"], &["test", "220 of 400, label 3"]).await?;

        // A file that cannot be fetched is reported, and the user can drop it.
        page.visit("#images=data/train-images&d=train&right=test&right-images=data/gone").await?;
        page.says(&["train-images", "600 images"]).await?;
        page.shows("[role=alert]", &["gone", "File not found (404)"]).await?;
        page.gives(&format!("[{}, {}]", word("right"), word("right-images")), [Some("test"), None]).await?;
        page.shows(".messages", &["This link also leads to test. Open its files"]).await?;
        page.drop(&[folder.path().join("test-images")]).await?;
        page.says_of_both(&["train", "600 images"], &["test", "400 images"]).await?;
        page.gives("$$('.pending').length", 0).await?;

        // An address says enough.
        page.visit("#images=data/train-images&right-images=data/test-images").await?;
        page.says_of_both(&["train", "600 images"], &["test", "400 images"]).await?;

        page.visit("#sample=digits&d=digits&left=train&left-images=data/train-images").await?;
        page.says_of_both(&["train", "600 images", "no labels"], &["digits", "10,000 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn sets_that_have_little_in_common_are_shown_all_the_same() -> Result {
    let folder = Folder::new("unlike")?;
    let train = [folder.images("train-images", 600)?, folder.labels("train-labels", 600)?];
    let wide: Vec<u8> = (0..=255).cycle().take(30 * 12 * 5).collect();
    let wide = folder.array("wide-images", &[30, 12, 5], &wide)?;
    let wave: Vec<f32> = (0_u8..=49).cycle().take(2_000).map(|step| f32::from(step) / 8.0).collect();
    let wave = folder.array("wave", &[2_000], &wave)?;
    Page::open(async |page| {
        page.drop(&[wide]).await?;
        page.says(&["wide-images"]).await?;
        page.rests().await?;
        page.drop(&train).await?;
        page.says(&["train-images"]).await?;
        page.rests().await?;
        page.press("c").await?;
        page.says_of_both(&["train", "8 × 6"], &["wide", "12 × 5", "no labels"]).await?;
        page.gives("text($('class-histogram .legend'))", "train wide: no labels").await?;
        page.gives("$('class-histogram li button').textContent", "0 60").await?;
        page.press("4").await?;
        page.says_of_both(&["60 of 600, label 4"], &["0 of 30, label 4"]).await?;
        page.shows("compare-pane .nothing", &["No items match this filter."]).await?;
        page.press("4").await?;
        page.gives(FIRST, ["Image 0, label 0", "Image 0"]).await?;

        // A third replaces neither of the two until the user chooses it; then it takes the place of the current one.
        page.drop(&[wave]).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["wide", "train", "wave"]).await?;
        page.says_of_both(&["train", "600 images"], &["wide", "30 images"]).await?;
        page.dataset("wave").await?;
        page.says_of_both(&["wave", "2,000 values"], &["wide", "30 images"]).await?;
        page.gives("$$('line-plot').length", 1).await?;
        page.dataset("wide").await?;
        page.gives(&word("left"), "wave").await?;
        page.dataset("train").await?;
        page.says_of_both(&["wave", "2,000 values"], &["train", "600 images"]).await?;
        page.press("cc").await?;
        page.says_of_both(&["train", "600 images"], &["wide", "30 images"]).await?;

        // Closing either dataset leaves the other.
        page.click("Close dataset").await?;
        page.says(&["wide-images", "30 images"]).await?;
        page.gives("$$('[role=grid]').length", 1).await?;
        page.gives(&word("right"), None::<&str>).await?;
        page.press("c").await?;
        page.shows("compare-pane .note", &["Only image grids can be compared."]).await?;
        page.click("Close dataset").await?;
        page.says(&["wave", "2,000 values"]).await?;
        page.gives("$$('.compare, compare-pane').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_second_is_below_the_first_where_there_is_no_room() -> Result {
    let folder = Folder::new("below")?;
    let files = sets(&folder)?;
    for window in [Window::NARROW_DARK, Window { width: 900, ..Window::LIGHT }] {
        Page::open_in(window, async |page| {
            page.compare(&files).await?;
            let below = "(() => {
                const [one, two] = $$('page-grid').map((grid) => grid.getBoundingClientRect());
                return one.bottom < two.top && Math.abs(one.left - two.left) < 1 && one.height > 150 && two.height > 150;
            })()";
            page.gives(below, true).await?;
            page.gives("document.documentElement.scrollWidth <= innerWidth", true).await?;
            page.on("compare-pane [data-index=\"5\"]", "click()").await?;
            page.shows("item-panel h2", &["5 item 5 of test"]).await?;
            page.gives("$('item-panel').getBoundingClientRect().bottom <= innerHeight", true).await?;
            page.gives("document.documentElement.scrollWidth <= innerWidth", true).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn mnist_beside_notmnist() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files =
        |folder: PathBuf| ["images-idx3", "labels-idx1"].map(|kind| folder.join(format!("t10k-{kind}-ubyte.gz")));
    let other = files(folder.with_file_name("notmnist"));
    Page::open(async |page| {
        page.drop(&files(folder)).await?;
        page.says(&["10,000 images"]).await?;
        page.rests().await?;
        page.drop(&other).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["MNIST t10k", "notMNIST t10k"]).await?;
        page.rests().await?;
        page.dataset("MNIST t10k").await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 7").await?;
        page.click("Compare").await?;
        page.gives(FIRST, ["Image 0, label 7", "Image 0, label 3, D"]).await?;
        let one = "1 / 1 B 1,135, 11.3% of MNIST t10k 1,000, 10.0% of notMNIST t10k ";
        page.gives("$$('class-histogram li button')[1].textContent", one).await?;
        // Each class has a picture of both.
        page.gives("$$('class-histogram li canvas').length", 20).await?;
        page.press("3").await?;
        page.says_of_both(&["1,010 of 10,000, label 3"], &["1,000 of 10,000, label 3 D"]).await
    })
    .await
}
