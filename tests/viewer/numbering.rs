//! Items counted from 1, wherever the user reads or types a number.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_are_counted_from_one() -> Result {
    let folder = Folder::new("from-one")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.find_and_sort().await?;
        page.enter("Items", "100-109").await?;
        page.says(&["10 of 3,000, items 100–109, page 1 of"]).await?;
        page.click_at("//input[@type='checkbox'][ancestor::item-finder]").await?;
        // The same items, by other numbers; only the address, and what is made for programs, count from 0.
        page.says(&["10 of 3,000, items 101–110, numbered from 1, page 1 of"]).await?;
        page.gives("$('.items input').value", "101-110").await?;
        page.gives("$('[role=gridcell]').dataset.index", "100").await?;
        page.gives("$('[role=gridcell]').ariaLabel", "Image 101, label 0").await?;
        page.gives("$('[role=row] > span').innerText.split('\\t').at(-1)", "101").await?;
        page.gives("location.hash", "#d=images&items=100..109").await?;
        page.enter("Items", "1, 3000").await?;
        page.says(&["2 of 3,000, items 1, 3,000"]).await?;
        page.gives("location.hash", "#d=images&items=0,2999").await?;
        page.enter("Items", "0").await?;
        page.shows("item-finder .problem", &["There is no item 0 (1–3,000)."]).await?;
        page.enter("Items", "2,999, 3,000").await?;
        page.shows("item-finder .problem", &["2999, or 2 and 999?"]).await?;
        page.enter("Items", "100,200, 3,000").await?;
        let grouped = "3000, or 3 and 000?";
        page.shows("item-finder .problem", &[grouped]).await?;
        page.click_at("//filter-chip/button").await?;

        page.gives("$('.goto').title || $('.goto input').title", "1–3,000").await?;
        page.enter("Go to item", "0").await?;
        page.shows(".problem", &["There is no item 0 (1–3,000)."]).await?;
        page.enter("Go to item", "3000").await?;
        page.shows("item-panel h2", &["9 item 3,000"]).await?;
        page.gives("location.hash", "#d=images&i=2999").await?;
        page.gives("$('.goto input').value", "3000").await?;
        page.press("b").await?;
        page.shows("bytes-view", &["Item 3,000: 48 bytes"]).await?;
        page.press(Key::Escape).await?;

        page.run("$('[role=gridcell]').focus(); window.copied = []; navigator.clipboard.writeText = async (text) => void copied.push(text);", vec![]).await?;
        let first: u32 = page.value("Number($('[role=gridcell]').dataset.index)").await?;
        page.press("x").await?;
        page.click("Copy numbers").await?;
        page.gives("copied", [(first + 1).to_string()]).await?;

        // The choice holds on the next visit, too.
        page.visit("#d=images&i=7").await?;
        page.shows(".intro", &["This link leads to item 8"]).await?;
        page.drop(&files).await?;
        page.shows("item-panel h2", &["7 item 8"]).await?;
        page.find_and_sort().await?;
        page.click_at("//input[@type='checkbox'][ancestor::item-finder]").await?;
        page.shows("item-panel h2", &["7 item 7"]).await?;
        page.gives("$('[role=status]').innerText.includes('numbered')", false).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn numbers_stand_beside_names() -> Result {
    let folder = Folder::new("numbers-and-names")?;
    let files = [folder.images("fashion-images", 3_000)?, folder.labels("fashion-labels", 3_000)?];
    // The name above, the number below, and neither on the next picture.
    let stacked = "(() => {
        const [cell, next] = [$('[data-index=\"9\"]'), $$('[role=row]')[1]].map((part) => part.getBoundingClientRect());
        const range = document.createRange();
        range.selectNodeContents($('[role=row] > span'));
        const number = range.getBoundingClientRect();
        const name = $('[data-index=\"9\"] bdi').getBoundingClientRect();
        return [name.top < number.top, number.bottom <= next.top + 1, number.height > 0, cell.bottom <= next.top + 1];
    })()";
    let count = "$$('[role=gridcell]').length";
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.shows("[data-index='9']", &["9 Ankle boot"]).await?;
        page.gives(stacked, [true; 4]).await?;
        // A page has as many items without names.
        let named: u32 = page.value(count).await?;
        page.choose("Names", "none").await?;
        page.gives("text($('[data-index=\"9\"]'))", "9").await?;
        page.gives(count, named).await?;
        page.choose("Names", "Fashion-MNIST").await?;
        page.gives(stacked, [true; 4]).await?;
        // With enough room they are in one line.
        page.gives("$$('style-controls [type=range]').length", 1).await?;
        page.run("const size = $('style-controls [type=range]'); size.value = size.max; size.dispatchEvent(new Event('input', { bubbles: true }));", vec![]).await?;
        page.gives("$('[role=grid]').classList.contains('stacked')", false).await?;
        page.gives("$$('[role=row] > span').length > 0", true).await
    })
    .await
}
