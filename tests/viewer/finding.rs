//! Filters and orders: by class, by number, sorted, shuffled.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, mnist};
use crate::page::Page;

/// The numbers and names of the cells.
const CELLS: &str = "$$('[role=gridcell]').map((cell) => [Number(cell.dataset.index), cell.ariaLabel])";
const NUMBERS: &str = "$$('[role=gridcell]').map((cell) => Number(cell.dataset.index))";
/// The classes that are chosen.
const CHOSEN: &str = "$$('class-histogram [aria-pressed=true] bdi').map((name) => name.innerText).filter(Boolean)";

/// A word of the address.
fn word(name: &str) -> String {
    format!("new URLSearchParams(location.hash.slice(1)).get('{name}')")
}

impl Page {
    /// Clicks a class, with Shift if others are to stay.
    async fn choose_class(&self, label: u32, shift: bool) -> Result {
        let class = format!("//class-histogram//button[@value='{label}']");
        if !shift {
            return self.click_at(&class).await;
        }
        let class = self.find(&class).await?;
        let chain = self.driver.action_chain().key_down(Key::Shift).click_element(&class).key_up(Key::Shift);
        Ok(chain.perform().await?)
    }

    /// Unfolds the fields.
    pub(crate) async fn find_and_sort(&self) -> Result {
        self.click_at("//item-finder//summary").await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn show_me_the_sevens() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('filter-chip, .choice:not([inert])').length", 0).await?;
        page.choose_class(7, false).await?;
        page.says(&["10,000 images", "1,028 of 10,000, label 7, page 1 of"]).await?;
        page.shows("filter-chip", &["label 7"]).await?;
        page.gives(CHOSEN, ["7"]).await?;
        page.gives(&word("f"), "7").await?;
        // The first items of that label, by their own numbers.
        page.gives(&format!("{NUMBERS}.slice(0, 5)"), [0, 17, 26, 34, 36]).await?;
        page.gives(&format!("{CELLS}.every(([item, name]) => name === `Image ${{item}}, label 7`)"), true).await?;

        page.choose_per_page("1,000").await?;
        page.says(&["1,028 of 10,000", "page 1 of 2"]).await?;
        page.click("Last page").await?;
        page.gives(&format!("{NUMBERS}.length"), 28).await?;
        page.click("First page").await?;
        page.choose_per_page("fit window").await?;

        page.choose_class(5, true).await?;
        page.says(&["1,920 of 10,000, labels 5, 7"]).await?;
        page.gives(CHOSEN, ["5", "7"]).await?;
        page.click("Hide these").await?;
        page.says(&["8,080 of 10,000, all but labels 5, 7"]).await?;
        page.gives(CHOSEN, ["0", "1", "2", "3", "4", "6", "8", "9"]).await?;
        page.gives(&word("but"), "5,7").await?;
        page.click_at("//filter-chip/button").await?;
        page.says(&["u8, labels from"]).await?;
        page.gives("$('[role=status]').innerText.includes(' of 10,000')", false).await?;
        page.gives("[location.hash, $$('filter-chip').length, $$('.choice:not([inert])').length]", ("#d=t10k", 0, 0))
            .await?;
        page.gives(CHOSEN, Vec::<String>::new()).await?;
        // Once more is all again, too.
        page.choose_class(3, false).await?;
        page.says(&["1,010 of 10,000, label 3"]).await?;
        page.choose_class(3, false).await?;
        page.gives("$$('filter-chip').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_panel_walks_through_the_matches() -> Result {
    let folder = Folder::new("walk")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.choose_class(4, false).await?;
        page.says(&["300 of 3,000, label 4"]).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 3)"), [4, 14, 24]).await?;
        page.click_item(14).await?;
        page.shows("item-panel h2", &["4 item 14"]).await?;
        page.click("Next item").await?;
        page.shows("item-panel h2", &["item 24"]).await?;
        page.press(",").await?;
        page.press(",").await?;
        page.shows("item-panel h2", &["item 4"]).await?;
        page.gives("$('[aria-label=\"Previous item\"]').ariaDisabled", "true").await?;
        page.press("r").await?;
        page.gives("Number($('item-panel h2 span').innerText.replace(/\\D/g, '')) % 10", 4).await?;

        page.enter("Go to item", "1234").await?;
        page.shows("item-panel h2", &["item 1,234"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 1234, label 4").await?;
        page.enter("Go to item", "1235").await?;
        page.shows(".problem", &["Item 1,235 does not match this filter."]).await?;
        page.shows("item-panel h2", &["item 1,234"]).await?;
        page.press(Key::Escape).await?;

        // The item stays when all are shown again; its page is the one where it is among them.
        page.click_at("//filter-chip/button").await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 1234, label 4").await?;
        page.gives(&format!("{NUMBERS}.includes(1235)"), true).await?;
        page.click("Next item").await?;
        page.shows("item-panel h2", &["item 1,235"]).await?;
        page.click("Next item with the same label").await?;
        page.shows("item-panel h2", &["5 item 1,245"]).await?;
        page.press("<").await?;
        page.press("<").await?;
        page.shows("item-panel h2", &["5 item 1,225"]).await?;
        page.enter("Go to item", "2999").await?;
        page.click("Next item with the same label").await?;
        page.shows(".same-label", &["This is the last item with this label."]).await?;
        // An item that no longer matches leaves the panel, too.
        page.choose_class(2, false).await?;
        page.says(&["300 of 3,000, label 2"]).await?;
        page.gives("$$('item-panel').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_are_sorted_shuffled_and_listed() -> Result {
    let folder = Folder::new("sorted")?;
    let files = [folder.images("images", 2_000)?, folder.labels("labels", 2_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["2,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.find_and_sort().await?;
        page.choose("Sort", "number, descending").await?;
        page.says(&["descending, page 1 of"]).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 3)"), [1999, 1998, 1997]).await?;
        page.choose("Sort", "label, descending").await?;
        page.gives(&format!("{CELLS}.slice(0, 2)"), [(9, "Image 9, label 9"), (19, "Image 19, label 9")]).await?;
        page.gives(&word("sort"), "-label").await?;
        page.choose("Sort", "random").await?;
        page.says(&["shuffled, seed"]).await?;
        page.enter("Seed", "7").await?;
        page.says(&["shuffled, seed 7"]).await?;
        let shuffled: Vec<u32> = page.value(NUMBERS).await?;
        page.gives(&word("seed"), "7").await?;
        page.enter("Seed", "8").await?;
        page.says(&["shuffled, seed 8"]).await?;
        page.gives(&format!("JSON.stringify({NUMBERS}) === '{shuffled:?}'.replaceAll(' ', '')"), false).await?;
        page.enter("Seed", "7").await?;
        page.gives(NUMBERS, &shuffled).await?;
        page.enter("Seed", "x").await?;
        page.shows("item-finder .problem", &["Seed: 0–4,294,967,295"]).await?;
        page.enter("Seed", "7").await?;

        page.enter("Label", "1, 3-4").await?;
        page.says(&["600 of 2,000, labels 1, 3–4, shuffled, seed 7"]).await?;
        page.gives(CHOSEN, ["1", "3", "4"]).await?;
        page.enter("Items", "0-99 1500").await?;
        page.says(&["30 of 2,000, labels 1, 3–4, items 0–99, 1,500"]).await?;
        page.choose("Sort", "number").await?;
        page.gives(&format!("{NUMBERS}.slice(0, 4)"), [1, 3, 4, 11]).await?;
        page.gives(&format!("{NUMBERS}.length"), 30).await?;
        page.enter("Items", "cats").await?;
        page.shows("item-finder .problem", &["Can’t read “cats”. Try 17, 0-99."]).await?;
        page.enter("Items", "2000-2010").await?;
        page.shows("item-finder .problem", &["There is no item 2,000 (0–1,999)."]).await?;
        page.enter("Items", "3, 1,999").await?;
        let grouped = "1999, or 1 and 999?";
        page.shows("item-finder .problem", &[grouped]).await?;
        page.enter("Items", "103,203,303").await?;
        page.says(&["items 103, 203, 303"]).await?;
        page.enter("Items", "99-0").await?;
        page.says(&["30 of 2,000, labels 1, 3–4, items 0–99"]).await?;
        page.enter("Label", "17").await?;
        page.says(&["0 of 2,000, label 17"]).await?;
        page.shows(".nothing", &["No items match this filter."]).await?;
        page.gives("['.all', '.save'].map((part) => $(`item-finder ${part}`).disabled)", [true, true]).await?;
        page.click_at("//filter-chip/button").await?;
        page.gives(&format!("{NUMBERS}[0]"), 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn classes_are_found_by_their_names() -> Result {
    let folder = Folder::new("found-names")?;
    let images = folder.images("fashion-train-images", 400)?;
    // Two columns: the second is that of the first, from the other end.
    let columns: Vec<u8> =
        (0..400_u32).flat_map(|item| [item % 10, 9 - item % 10].map(|n| n.to_le_bytes()[0])).collect();
    let labels = folder.array("fashion-train-labels-idx2-ubyte", &[400, 2], &columns)?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        page.choose("Names", "Fashion-MNIST").await?;
        page.choose_class(9, false).await?;
        page.says(&["40 of 400, label 9 Ankle boot"]).await?;
        page.shows("filter-chip", &["label 9 Ankle boot"]).await?;
        page.find_and_sort().await?;
        page.enter("Label", "SHIRT, 9").await?;
        page.says(&["120 of 400, labels 0 T-shirt/top, 6 Shirt, 9 Ankle boot"]).await?;
        page.enter("Label", "Shirt").await?;
        page.says(&["40 of 400, label 6 Shirt"]).await?;
        page.enter("Label", "boat").await?;
        page.shows("item-finder .problem", &["Can’t read “boat”. Try 3, 5-7."]).await?;
        // A label of another column is another thing; sorting goes on with what the labels are now.
        page.choose("Sort", "label").await?;
        page.gives(&format!("{NUMBERS}[0]"), 6).await?;
        page.choose("Column", "column 1").await?;
        page.gives(&format!("{CELLS}[0]"), (9, "Image 9, label 0")).await?;
        page.gives("$$('filter-chip').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_leads_into_a_filtered_view() -> Result {
    let folder = Folder::new("filtered-link")?;
    let files = [folder.images("train-images", 6_000)?, folder.labels("train-labels", 6_000)?];
    Page::open(async |page| {
        page.visit("#d=train&i=4821&f=1,2&sort=random&seed=3").await?;
        page.drop(&files).await?;
        page.says(&["1,200 of 6,000, labels 1, 2, shuffled, seed 3"]).await?;
        page.shows("item-panel h2", &["1 item 4,821"]).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 4821, label 1").await?;
        let hash: String = page.value("location.hash").await?;
        let cells: Vec<u32> = page.value(NUMBERS).await?;
        page.click("Close item").await?;
        page.visit(&hash).await?;
        page.drop(&files).await?;
        page.shows("item-panel h2", &["1 item 4,821"]).await?;
        page.gives(NUMBERS, cells).await?;

        // An item that the filter leaves out is not shown; what the filter says is.
        page.visit("#d=train&i=4820&f=1").await?;
        page.drop(&files).await?;
        page.says(&["600 of 6,000, label 1, page 1 of"]).await?;
        page.gives(&format!("{NUMBERS}.slice(0, 2)"), [1, 11]).await?;
        page.gives("[$$('item-panel').length, location.hash]", (0, "#d=train&f=1")).await?;
        page.shows("[role=alert]", &["Item 4,820 does not match the filter of this link."]).await?;

        // The images may be there before their labels are.
        page.visit("#d=train&at=501&f=1").await?;
        page.drop(&files[..1]).await?;
        page.says(&["6,000 images", "label 1"]).await?;
        page.shows(".centre", &["No items match this filter."]).await?;
        page.gives("[$$('[role=gridcell]').length, location.hash]", (0, "#d=train&at=501&f=1")).await?;
        page.drop(&files[1..]).await?;
        page.says(&["600 of 6,000, label 1, page"]).await?;
        page.gives(&format!("{NUMBERS}.includes(501)"), true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn classes_are_chosen_by_keys_alone() -> Result {
    let folder = Folder::new("class-keys")?;
    let files = [folder.images("images", 1_000)?, folder.labels("labels", 1_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["1,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('class-histogram li button:enabled').length", 10).await?;
        page.press("7").await?;
        page.says(&["100 of 1,000, label 7"]).await?;
        page.press("7").await?;
        page.gives("$$('filter-chip').length", 0).await?;
        page.gives("$$('class-histogram ul [tabindex=\"0\"]').length", 1).await?;
        page.on("class-histogram button", "focus()").await?;
        page.press(Key::Down + Key::Down + Key::Enter).await?;
        page.says(&["100 of 1,000, label 2"]).await?;
        page.press(Key::End + Key::Up).await?;
        page.gives("text(document.activeElement)", "8 100").await?;
        let chain = page.driver.action_chain().key_down(Key::Shift).send_keys(Key::Enter).key_up(Key::Shift);
        chain.perform().await?;
        page.says(&["200 of 1,000, labels 2, 8"]).await?;
        page.press(Key::Tab + Key::Enter).await?;
        page.says(&["800 of 1,000, all but labels 2, 8"]).await?;
        page.press(Key::Tab + Key::Enter).await?;
        page.gives("$$('filter-chip').length", 0).await?;
        page.gives("text(document.activeElement)", "8 100").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_finger_chooses_several_classes() -> Result {
    let folder = Folder::new("touch")?;
    let files = [folder.images("images", 1_000)?, folder.labels("labels", 1_000)?];
    Page::open_in(Window::NARROW, async |page| {
        page.drop(&files).await?;
        page.says(&["1,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let tap = async |label: u32| {
            let class = format!("class-histogram [value='{label}']");
            page.on(&class, "dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))").await
        };
        tap(1).await?;
        page.says(&["100 of 1,000, label 1"]).await?;
        tap(3).await?;
        page.says(&["200 of 1,000, labels 1, 3"]).await?;
        tap(1).await?;
        page.says(&["100 of 1,000, label 3"]).await?;
        page.click("Hide these").await?;
        page.says(&["900 of 1,000, all but label 3"]).await?;
        page.on("filter-chip button", "click()").await?;
        page.gives("$$('filter-chip').length", 0).await?;
        // Selecting takes two taps, and the drawer gives way to the items.
        page.click_at("//details[@class='settings']/summary").await?;
        page.click("Select items").await?;
        page.click_item(2).await?;
        page.gives("$$('.selected').map((cell) => cell.dataset.index)", ["2"]).await
    })
    .await
}
