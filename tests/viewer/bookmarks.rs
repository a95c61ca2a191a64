//! Bookmarks: items to be found again, on later visits too.

use crate::browser::{self, Window};
use crate::files::Folder;
use crate::page::Page;
use crate::{Result, skip};

/// The numbers of the items with a bookmark, of those on the page.
const BOOKMARKED: &str = "$$('.bookmarked').map((cell) => Number(cell.dataset.index))";
const NUMBERS: &str = "$$('[role=gridcell]').map((cell) => Number(cell.dataset.index))";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn bookmarks_outlive_a_visit() -> Result {
    let folder = Folder::new("bookmarks")?;
    let files = [folder.images("a/images.gz", 3_000)?, folder.labels("a/labels.gz", 3_000)?];
    let other = folder.array("b/images.gz", &[3_000, 8, 6], &vec![1_u8; 3_000 * 48])?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("[$$('.bookmarked').length, document.querySelector('.bookmarks').hidden]", (0, true)).await?;
        page.on("[data-index=\"3\"]", "focus()").await?;
        page.press("s").await?;
        page.gives(BOOKMARKED, [3]).await?;
        page.gives("$('[data-index=\"3\"]').ariaDescription", "bookmarked").await?;
        page.click_item(20).await?;
        page.shows("item-panel h2", &["item 20"]).await?;
        page.click("Bookmark").await?;
        page.gives(BOOKMARKED, [3, 20]).await?;
        page.gives("$('.bookmark').ariaPressed", "true").await?;
        page.press("s").await?;
        page.gives(BOOKMARKED, [3]).await?;
        page.gives("$('.bookmark').ariaPressed", "false").await?;
        page.click("Close item").await?;
        // Selected items all at once.
        page.on("[data-index=\"10\"]", "focus()").await?;
        page.press("x").await?;
        page.shows("selection-bar", &["1 selected"]).await?;
        page.click_at("//selection-bar/button[.='Bookmark']").await?;
        page.gives(BOOKMARKED, [3, 10]).await?;
        page.gives("Object.keys(localStorage)[0].replace(/[0-9a-f]{8}$/, '')", "idxlens.bookmarks:3000x8x6-u8-")
            .await?;
        page.gives("Object.values(localStorage)", ["3,10"]).await?;

        page.visit("").await?;
        page.drop(&files).await?;
        page.gives(BOOKMARKED, [3, 10]).await?;
        page.find_and_sort().await?;
        page.shows(".bookmarks", &["2 bookmarks"]).await?;
        page.click_at("//*[@class='bookmarks']/button[.='Show only these']").await?;
        page.says(&["2 of 3,000, items 3, 10"]).await?;
        page.gives(NUMBERS, [3, 10]).await?;
        page.gives("location.hash", "#d=images.gz&items=3,10").await?;
        // Another file of the same name has none of them.
        page.drop(&[other]).await?;
        page.gives("$$('dataset-tabs button').length > 1", true).await?;
        page.says(&["no labels"]).await?;
        page.gives("$$('.bookmarked').length", 0).await?;
        page.dataset("images.gz").await?;
        page.gives(BOOKMARKED, [3, 10]).await?;
        page.click("Remove all").await?;
        page.gives("[$$('.bookmarked').length, localStorage.length]", [0, 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn without_storage_bookmarks_last_as_long_as_the_page() -> Result {
    let folder = Folder::new("bookmarks-forbidden")?;
    let images = folder.images("images", 300)?;
    Page::open(async |page| {
        page.run("Storage.prototype.setItem = () => { throw new DOMException('no', 'SecurityError'); };", vec![])
            .await?;
        page.drop(&[images]).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("document.querySelector('item-finder').matches(':defined')", true).await?;
        page.on("[data-index=\"3\"]", "focus()").await?;
        page.press("s").await?;
        page.gives(BOOKMARKED, [3]).await?;
        page.shows("[role=alert]", &["Bookmarks can’t be saved here."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn signs_stay_inside_their_cells_with_large_text() -> Result {
    let folder = Folder::new("signs")?;
    let files = [folder.images("images", 100)?, folder.labels("labels", 100)?];
    // How far the star, the tick and the frame are outside the cell.
    let outside = "(() => {
            const cell = $('.selected.bookmarked');
            const [star, tick, frame] = [[$('.selected bdi'), '::before'], [cell, '::after'], [cell, '::before']]
                .map(([part, pseudo]) => getComputedStyle(part, pseudo));
            return [[star.top, star.left], [tick.top, tick.right], [frame.top, frame.right], [frame.top, frame.left]];
        })()";
    Page::open_in(Window::LARGE_TEXT, async |page| {
        if !browser::enlarges_text()? {
            skip::report("this browser's driver cannot enlarge text");
            return Ok(());
        }
        page.drop(&files).await?;
        page.says(&["100 images"]).await?;
        page.on("[data-index=\"0\"]", "focus()").await?;
        page.press("xs").await?;
        page.gives("$$('.selected.bookmarked').length", 1).await?;
        page.gives(outside, [["-4px", "-8px"]; 4]).await
    })
    .await
}
