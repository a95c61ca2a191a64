//! Nothing on the page moves or is covered on narrow screens, such as a phone's.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;
use crate::stillness::{LAST, OBSERVE, PLACES, SHIFTS, WHOLE};

/// The bounds of the grid, and how many items it shows.
const GRID: &str = "(() => {
        const { top, bottom } = $('page-grid').getBoundingClientRect();
        return [Math.round(top), Math.round(bottom), $$('[role=gridcell]').length];
    })()";

/// The upper edge of the first alert.
const ALERT: &str = "Math.round($('[role=alert]').getBoundingClientRect().top)";

/// The facts about the files that are not whole in their two rows of chips.
const CUT: &str = "$$('.masthead .chip:not(.spoken)').filter((chip) => {
        const rows = $('.masthead summary-line').getBoundingClientRect();
        return chip.getBoundingClientRect().bottom > rows.bottom + 1;
    }).map(text)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_narrow_screen_an_item_covers_the_grid_and_moves_nothing() -> Result {
    let folder = Folder::new("still-narrow")?;
    let files = [folder.images("images", 5_000)?, folder.labels("labels", 5_000)?];
    let broken = folder.write("broken-idx3-ubyte", b"no numbers at all")?;
    Page::open_in(Window::NARROW, async |page| {
        page.run(OBSERVE, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('class-histogram li').length", 10).await?;
        let places: Vec<String> = page.value(PLACES).await?;
        let grid: Vec<u32> = page.value(GRID).await?;
        page.gives(CUT, Vec::<String>::new()).await?;
        page.click_item(3).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        page.gives(PLACES, &places).await?;
        page.gives("$('item-panel .picture').clientWidth > 0.85 * innerWidth", true).await?;
        page.click("Close item").await?;
        page.gives(LAST, true).await?;
        // A filter and a message take no room from the grid, either.
        page.on("class-histogram li:nth-child(4) button", "click()").await?;
        page.shows("filter-chip", &["label 3"]).await?;
        page.gives(GRID, &grid).await?;
        page.click("Next page").await?;
        page.gives("$('page-nav nav input').value", "2").await?;
        page.gives(SHIFTS, Vec::<String>::new()).await?;
        page.drop(&[broken]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(GRID, &grid).await?;
        page.gives(LAST, true).await?;
        // A message that comes lies over the one that is there, and the user can see both.
        page.run("location.hash = '#d=train&i=7';", vec![]).await?;
        page.shows(".pending", &["This link leads to"]).await?;
        page.gives(LAST, true).await?;
        page.gives(SHIFTS, Vec::<String>::new()).await?;
        page.click("All messages").await?;
        page.gives(&format!("$('.pending').getBoundingClientRect().bottom < {ALERT}"), true).await?;
        page.click("All messages").await?;
        page.gives(LAST, true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_narrow_screen_a_review_fits_and_moves_no_card() -> Result {
    // Wherever the next card, which gets the focus, has scrolled it to.
    let first = "Math.round($('finding-card').getBoundingClientRect().top + $('check-view').scrollTop)";
    Page::open_in(Window::NARROW, async |page| {
        page.click_at("//button[@value='errors']").await?;
        page.says(&["360 images"]).await?;
        page.click("Check").await?;
        page.click("Check 360 images").await?;
        page.gives("$$('finding-card .similar button').length > 30", true).await?;
        let before: i32 = page.value(first).await?;
        page.on("finding-card [value=accept]", "click()").await?;
        page.shows("review-summary", &["1 label changed"]).await?;
        page.gives(first, before).await?;
        page.gives(
            &format!("$$('review-summary button').length >= 5 && $$('review-summary button').every({WHOLE})"),
            true,
        )
        .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_narrow_screen_a_second_dataset_and_a_wrong_number_move_and_cover_nothing() -> Result {
    let folder = Folder::new("still-tabs")?;
    let files = [folder.images("a-images", 5_000)?, folder.images("b-images", 3_000)?];
    Page::open_in(Window::NARROW, async |page| {
        page.run(OBSERVE, vec![]).await?;
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        page.says(&["5,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives(SHIFTS, Vec::<String>::new()).await?;
        for field in ["page-nav nav input", "page-nav .goto input"] {
            page.on(field, "focus()").await?;
            page.press_with_control("a").await?;
            page.press("90000" + Key::Enter).await?;
            page.shows("page-nav .problem", &["There is no", "90,000"]).await?;
            let beside = format!(
                "(() => {{
                    const [problem, field, grid] = ['.problem', '{field}', 'page-grid'].map((part) => $(part).getBoundingClientRect());
                    return problem.top >= grid.bottom && (problem.left >= field.right || problem.right <= field.left);
                }})()"
            );
            page.gives(&beside, true).await?;
            page.press(Key::Escape).await?;
        }
        page.gives(SHIFTS, Vec::<String>::new()).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_narrow_screen_predictions_leave_the_lines_where_they_are() -> Result {
    let folder = Folder::new("still-predictions")?;
    let files = [folder.images("train-images", 30)?, folder.labels("train-labels", 30)?];
    let predictions = folder.write("predictions.csv", "0\n1\n2\n".repeat(10).as_bytes())?;
    let lines = "$$('.masthead, dataset-tabs, drop-zone, .present, summary-line, .modes button:first-child')
        .map((part) => part.getBoundingClientRect()).map(({ x, y }) => `${x} ${y}`)";
    Page::open_in(Window::NARROW, async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        let before: Vec<String> = page.value(lines).await?;
        page.drop(&[predictions]).await?;
        page.shows("prediction-view", &["10.00% accuracy"]).await?;
        page.gives(lines, before).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_a_phone_the_progress_of_several_datasets_moves_nothing() -> Result {
    const BUTTONS: &str =
        "$$('.masthead :is(.help, .present)').map((it) => Math.round(it.getBoundingClientRect().top))";
    let folder = Folder::new("still-phone")?;
    let files = [folder.images("a-images", 500)?, folder.images("b-images", 300)?];
    for width in [361, 390, 480] {
        Page::open_in(Window { width, ..Window::NARROW }, async |page| {
            page.drop(&files).await?;
            page.says(&["500 images", "page 1 of"]).await?;
            page.rests().await?;
            page.gives("$$('.compare').length", 1).await?;
            let places: Vec<i32> = page.value(BUTTONS).await?;
            // Small files are read at once.
            let shown = format!(
                "(() => {{
                    const progress = document.querySelector('read-progress');
                    for (const part of [progress, ...progress.children]) part.hidden = false;
                    progress.querySelector('.figures').textContent = '95.9 of 157.2 MB, 50,000 images';
                    return progress.offsetWidth > 0 ? {BUTTONS} : [];
                }})()"
            );
            page.gives(&shown, &places).await
        })
        .await?;
    }
    Ok(())
}
