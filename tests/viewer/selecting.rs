//! Several items: selected, then copied, filtered or saved.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, mnist};
use crate::page::Page;

/// The numbers of the selected items on the page.
const SELECTED: &str = "$$('.selected').map((cell) => Number(cell.dataset.index))";
const NUMBERS: &str = "$$('[role=gridcell]').map((cell) => Number(cell.dataset.index))";
/// How many items there are on the page, and how high the grid is.
const LAYOUT: &str = "[$$('[role=gridcell]').length, $('page-grid').clientHeight]";
/// Keeps the widths of what is copied, and what is saved.
const CATCH: &str = "
    window.copied = [];
    navigator.clipboard.writeText = async (text) => void copied.push(text);
    navigator.clipboard.write = async ([item]) => {
        copied.push((await createImageBitmap(await item.getType('image/png'))).width);
    };
    window.saved = [];
    HTMLAnchorElement.prototype.click = function () {
        const entry = { name: this.download };
        saved.push(entry);
        const image = new Image();
        image.src = this.href;
        image.decode().then(() => {
            const canvas = new OffscreenCanvas(image.width, image.height);
            const context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            const { data } = context.getImageData(0, 0, image.width, image.height);
            const transparent = data.filter((value, at) => at % 4 === 3 && value < 255).length;
            Object.assign(entry, { width: image.width, height: image.height, transparent });
        });
    };";

impl Page {
    /// Clicks an item while a key is held down.
    async fn click_with(&self, key: Key, item: u32) -> Result {
        let cell = self.find(&format!("//*[@role='gridcell'][@data-index='{item}']")).await?;
        let chain = self.driver.action_chain().key_down(key.clone()).click_element(&cell).key_up(key);
        Ok(chain.perform().await?)
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_are_selected_by_mouse_and_by_keys() -> Result {
    let folder = Folder::new("marks")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('selection-bar').length", 0).await?;
        let (count, height): (u32, u32) = page.value(LAYOUT).await?;
        page.click_with(Key::Control, 3).await?;
        page.gives(SELECTED, [3]).await?;
        page.shows("selection-bar", &["1 selected"]).await?;
        page.gives("$$('[role=status]').length", 1).await?;
        // The grid stays as it is.
        page.gives(LAYOUT, (count, height)).await?;
        page.gives("$('[role=grid]').ariaMultiSelectable", "true").await?;
        page.gives("$('[data-index=\"3\"]').ariaSelected", "true").await?;
        page.click_with(Key::Shift, 6).await?;
        page.gives(SELECTED, [3, 4, 5, 6]).await?;
        page.click_with(Key::Control, 4).await?;
        page.gives(SELECTED, [3, 5, 6]).await?;

        // By keys: the item with the focus, and all on the way of it.
        page.on("[data-index=\"10\"]", "focus()").await?;
        page.press("x").await?;
        page.gives(SELECTED, [3, 5, 6, 10]).await?;
        page.driver
            .action_chain()
            .key_down(Key::Shift)
            .send_keys(Key::Right + Key::Right)
            .key_up(Key::Shift)
            .perform()
            .await?;
        page.gives(SELECTED, [3, 5, 6, 10, 11, 12]).await?;
        page.shows("selection-bar", &["6 selected"]).await?;
        page.run(CATCH, vec![]).await?;
        page.click("Copy numbers").await?;
        page.gives("copied", ["3, 5-6, 10-12"]).await?;
        page.shows("selection-bar", &["6 selected", "numbers copied"]).await?;

        // An item is open, and is not one of them.
        page.click_item(20).await?;
        page.shows("item-panel h2", &["item 20"]).await?;
        page.gives("[$('[data-index=\"20\"]').ariaCurrent, $('[data-index=\"20\"]').ariaSelected]", ("true", ()))
            .await?;
        page.press(Key::Escape).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.shows("selection-bar", &["6 selected"]).await?;

        page.click("Show only these").await?;
        page.says(&["6 of 3,000, items 3, 5–6, 10–12"]).await?;
        page.gives(NUMBERS, [3, 5, 6, 10, 11, 12]).await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('items')", "3,5..6,10..12").await?;
        page.click("Clear selection").await?;
        page.gives("$$('.selected').length", 0).await?;
        page.shows("cleared-note", &["6 deselected."]).await?;
        page.click("Undo").await?;
        page.shows("selection-bar", &["6 selected"]).await?;
        page.gives(SELECTED, [3, 5, 6, 10, 11, 12]).await?;
        page.on("[role=gridcell]", "focus()").await?;
        page.press(Key::Escape).await?;
        page.gives("$$('.selected').length", 0).await?;
        page.press("u").await?;
        page.gives(SELECTED, [3, 5, 6, 10, 11, 12]).await?;
        page.click("Clear selection").await?;
        page.gives("$$('.selected').length", 0).await?;
        page.gives("$('[role=grid]').ariaMultiSelectable", ()).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn all_matches_are_selected_and_saved() -> Result {
    let Some(folder) = mnist() else { return Ok(()) };
    let files = [folder.join("t10k-images-idx3-ubyte.gz"), folder.join("t10k-labels-idx1-ubyte.gz")];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10,000 images"]).await?;
        page.click_at("//class-histogram//button[@value='5']").await?;
        page.says(&["892 of 10,000"]).await?;
        page.click_at("//item-finder//summary").await?;
        page.click("Select all 892").await?;
        page.shows("selection-bar", &["892 selected"]).await?;
        page.run(CATCH, vec![]).await?;
        page.click("Save as PNG").await?;
        page.shows("selection-bar", &["892 selected", "saved"]).await?;
        page.gives(
            "[saved[0].name, saved[0].width > 1000, saved[0].height > 1000]",
            ("MNIST t10k-892.png", true, true),
        )
        .await?;
        page.press(Key::Escape).await?;
        page.gives("$$('.selected').length", 0).await?;

        // A finger has no Ctrl: a click can select instead.
        page.click("Select items").await?;
        page.click_item(8).await?;
        page.click_item(15).await?;
        page.gives(SELECTED, [8, 15]).await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.click("Clear selection").await?;
        page.click("Done").await?;
        page.click("Save page as PNG").await?;
        let columns: u32 = page.value("Number($('[role=grid]').ariaColCount)").await?;
        // Twice as large as on the page, with a gap at both ends.
        page.gives("[saved[1].name, saved[1].width]", ("MNIST t10k-from-8.png", 2 * (8 + columns * 64))).await?;
        page.gives("saved[1].transparent", 0).await?;
        page.click_item(8).await?;
        page.shows("item-panel h2", &["5 item 8"]).await?;
        page.click("Copy image").await?;
        page.shows("item-panel .share", &["Copied."]).await?;
        page.gives("copied", [18 * 28]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn signals_are_saved_as_lines() -> Result {
    Page::open(async |page| {
        page.visit("#sample=signals").await?;
        page.says(&["200 signals"]).await?;
        page.rests().await?;
        page.find_and_sort().await?;
        page.run(CATCH, vec![]).await?;
        page.click("Save page as PNG").await?;
        let grid = "[Number($('[role=grid]').ariaColCount), $$('[role=gridcell]').length]";
        let (columns, count): (u32, u32) = page.value(grid).await?;
        // Twice as large as usual on the page: 160 × 80, a line of text, and gaps.
        let size = (2 * (8 + columns * 168), 2 * (8 + count.div_ceil(columns) * 104));
        page.gives("[saved[0].width, saved[0].height]", size).await?;
        page.click_item(2).await?;
        page.shows("item-panel h2", &["item 2"]).await?;
        page.click("Copy image").await?;
        page.gives("copied", [1024]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_rubber_band_selects_the_items_that_it_touches() -> Result {
    let folder = Folder::new("band")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let cell = async |item: i64| page.find(&format!("//*[@role='gridcell'][@data-index='{item}']")).await;
        let columns: i64 = page.value("Number($('[role=grid]').ariaColCount)").await?;
        let chain = page.driver.action_chain().drag_and_drop_element(&cell(1).await?, &cell(columns + 2).await?);
        chain.perform().await?;
        page.gives(SELECTED, [1, 2, columns + 1, columns + 2]).await?;
        page.shows("selection-bar", &["4 selected"]).await?;
        page.gives("$$('item-panel, .band').length", 0).await?;
        // A click is a click.
        page.click_item(5).await?;
        page.shows("item-panel h2", &["item 5"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_phone_taps_select_until_the_user_is_done() -> Result {
    let folder = Folder::new("taps")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open_in(Window::NARROW, async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let layout: (u32, u32) = page.value(LAYOUT).await?;
        page.on(".settings > summary", "click()").await?;
        page.click("Select items").await?;
        // The bar says so before there is a selection, and every item has the place of a tick.
        page.shows("selection-bar", &["Done", "0 selected", "to select"]).await?;
        page.gives("$$('selection-bar button:disabled').length", 6).await?;
        page.gives("getComputedStyle($('[data-index=\"3\"]'), '::after').borderStyle", "solid").await?;
        page.click_item(3).await?;
        page.gives(SELECTED, [3]).await?;
        page.shows("selection-bar", &["1 selected"]).await?;
        page.click("Clear selection").await?;
        page.shows("selection-bar", &["0 selected", "to select"]).await?;
        page.click_item(3).await?;
        page.shows("selection-bar", &["1 selected"]).await?;
        // It covers no item.
        page.gives(LAYOUT, layout).await?;
        page.gives(
            "$('selection-bar').getBoundingClientRect().bottom <= $('page-grid').getBoundingClientRect().top",
            true,
        )
        .await?;
        page.click("Done").await?;
        page.shows("selection-bar", &["1 selected", "of 3,000"]).await?;
        page.click_item(5).await?;
        page.shows("item-panel h2", &["item 5"]).await?;
        // The actions go with the dataset.
        page.run("document.querySelector('file-pairing .close').click()", vec![]).await?;
        page.gives("[$$('.intro').length, $$('selection-bar').length]", [1, 0]).await
    })
    .await
}
