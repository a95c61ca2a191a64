//! Pages: buttons, fields, the wheel and swipes turn them.

use std::path::PathBuf;

use serde_json::json;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;

/// The items of the first and of the last cell.
pub(crate) const PAGE: &str = "(() => {
    const cells = $$('[role=gridcell]');
    return [cells[0], cells.at(-1)].map((cell) => Number(cell.dataset.index));
})()";

/// Two splits with 3,000 and 2,000 images, and their labels.
pub(crate) fn train_and_test(folder: &Folder) -> Result<[PathBuf; 4]> {
    Ok([
        folder.images("train-images", 3_000)?,
        folder.labels("train-labels", 3_000)?,
        folder.images("test-images", 2_000)?,
        folder.labels("test-labels", 2_000)?,
    ])
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn numbers_of_seven_digits_are_seen_whole() -> Result {
    let folder = Folder::new("digits")?;
    let files = [folder.labels("labels", 1_300_000)?];
    for window in [Window::LIGHT, Window::NARROW] {
        Page::open_in(window, async |page| {
            page.drop(&files).await?;
            page.rests().await?;
            page.enter("Go to item", "1234567").await?;
            page.shows("item-panel h2", &["item 1,234,567"]).await?;
            page.gives("$('.goto input').scrollWidth <= $('.goto input').clientWidth", true).await?;
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn every_page_can_be_reached() -> Result {
    let folder = Folder::new("pages")?;
    let files = [folder.images("images", 1_234)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["1,234 images", "page 1 of"]).await?;
        page.rests().await?;
        page.choose_per_page("100").await?;
        page.says(&["page 1 of 13"]).await?;
        page.gives(PAGE, [0, 99]).await?;
        page.gives("$('[aria-label=\"Previous page\"]').ariaDisabled", "true").await?;
        page.click("Next page").await?;
        page.says(&["page 2 of 13"]).await?;
        page.gives(PAGE, [100, 199]).await?;
        page.click("Last page").await?;
        page.says(&["page 13 of 13"]).await?;
        page.gives(PAGE, [1_200, 1_233]).await?;
        page.gives("$('[aria-label=\"Next page\"]').ariaDisabled", "true").await?;
        page.click("Previous page").await?;
        page.gives(PAGE, [1_100, 1_199]).await?;
        page.click("First page").await?;
        page.gives(PAGE, [0, 99]).await?;
        page.enter("Page", "7").await?;
        page.gives(PAGE, [600, 699]).await?;
        page.enter("Page", "14").await?;
        page.shows(".problem", &["There is no page 14 (1–13)."]).await?;
        page.gives(PAGE, [600, 699]).await?;
        page.enter("Page", "13").await?;
        page.gives(PAGE, [1_200, 1_233]).await?;
        page.enter("Go to item", "1,050").await?;
        page.gives(PAGE, [1_000, 1_099]).await?;
        page.shows("item-panel h2", &["item 1,050"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn wheel_and_swipe_turn_pages() -> Result {
    let folder = Folder::new("wheel")?;
    let files = [folder.images("images", 5_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        let wheel = "$('[role=grid]').dispatchEvent(new WheelEvent('wheel', { deltaY: 120, bubbles: true }));";
        page.run(wheel, vec![]).await?;
        page.says(&["page 2 of"]).await?;
        let swipe = "
            const grid = $('[role=grid]');
            // WebKitGTK lets no script make a Touch.
            const touch = (x) => ({ clientX: x, clientY: 300 });
            const told = (type, touches, x) =>
                grid.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches: [touch(x)] }));
            told('touchstart', [touch(600)], 600);
            told('touchend', [], 400);";
        page.run(swipe, vec![]).await?;
        page.says(&["page 3 of"]).await?;
        // A trackpad keeps sending smaller and smaller steps after the fingers have left it.
        let flick = "
            const grid = $('[role=grid]');
            const [first, largest] = arguments;
            const steps = [...first, ...Array.from({ length: 50 }, (_, at) => Math.round(largest * 0.95 ** at))];
            window.hasFlicked = false;
            const next = () => {
                window.hasFlicked = !steps.length;
                if (hasFlicked) return;
                grid.dispatchEvent(new WheelEvent('wheel', { deltaY: steps.shift(), bubbles: true }));
                setTimeout(next, 16);
            };
            setTimeout(next, 250);";
        // The last is two flicks: a soft one, and before it ends a hard one.
        let soft_and_hard = [6, 30, 70, 90, 80, 60, 40, 20, 9, 4, 5, 40, 150];
        let flicks = [(&[6, 30, 70][..], 90, 4), (&[3, 80, 240], 400, 5), (&soft_and_hard, 400, 7)];
        for (first, largest, page_number) in flicks {
            page.run(flick, vec![json!(first), json!(largest)]).await?;
            page.gives("hasFlicked", true).await?;
            page.says(&[&format!("page {page_number} of")]).await?;
        }
        Ok(())
    })
    .await
}
