//! The presentation to an audience: large items, and labels that are hidden at first.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// The slides, as they are read out and as they are seen.
const SLIDES: &str = "$$('presentation-slide button').map((slide) => `${slide.ariaLabel}: ${slide.innerText.trim()}`)";
const POSITION: &str = "$('presentation-view .position').innerText";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_are_hidden_until_they_are_asked_for() -> Result {
    let folder = Folder::new("presentation")?;
    let files = [folder.images("train-images", 30)?, folder.labels("train-labels", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.click_item(8).await?;
        page.shows("item-panel h2", &["8 item 8"]).await?;
        page.press("f").await?;
        page.gives(SLIDES, ["Image 8: ?"]).await?;
        page.gives(POSITION, "Image 8 (9 of 30)").await?;
        page.gives("location.hash", "#d=train&at=8&mode=one").await?;
        page.press(" ").await?;
        page.gives(SLIDES, ["Image 8, label 8: 8"]).await?;
        // Another item is another question.
        page.press(Key::Right + "").await?;
        page.gives(SLIDES, ["Image 9: ?"]).await?;
        page.click_at("//presentation-slide/button").await?;
        page.gives(SLIDES, ["Image 9, label 9: 9"]).await?;
        page.click_at("//presentation-view//label[contains(., 'Keep')]").await?;
        page.click("Previous (←)").await?;
        page.gives(SLIDES, ["Image 8, label 8: 8"]).await?;
        // Space still hides and shows the labels, and does not press the button.
        page.press(" ").await?;
        page.gives(SLIDES, ["Image 8: ?"]).await?;
        page.press(" ").await?;
        page.gives(SLIDES, ["Image 8, label 8: 8"]).await?;
        // The image is as large as the window allows, with whole pixels, and has its values.
        let height = "$('presentation-slide canvas').clientHeight";
        page.gives(&format!("{height} > innerHeight / 3 && {height} * devicePixelRatio % 8"), 0).await?;
        page.click("Values").await?;
        page.gives("$('presentation-slide .inside').hidden", false).await?;
        // Back ends the presentation, and shows where it began.
        page.run("history.back()", vec![]).await?;
        page.gives("$$('presentation-view dialog').length", 0).await?;
        page.shows("item-panel h2", &["8 item 8"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn values_are_written_where_they_have_room() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.press("f").await?;
        page.click("Values").await?;
        page.gives("$('presentation-slide .inside').hidden", false).await?;
        // The cells of a grid are too small. Keys still work.
        page.press("g").await?;
        page.gives("$('presentation-view .values').ariaDisabled", "true").await?;
        page.press("v").await?;
        page.press("g").await?;
        page.gives("$('presentation-slide .inside').hidden", false).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_presents_a_grid_of_what_is_found() -> Result {
    let folder = Folder::new("presented-grid")?;
    let files = [folder.images("train-images", 300)?, folder.labels("train-labels", 300)?];
    Page::open(async |page| {
        page.visit("#d=train&f=7&mode=grid").await?;
        page.drop(&files).await?;
        page.gives("$$('presentation-slide button').length > 1", true).await?;
        page.gives(&format!("{SLIDES}[1]"), "Image 17: ?").await?;
        let shown: usize = page.value("$$('presentation-slide button').length").await?;
        page.gives(POSITION, format!("1–{shown} of 30")).await?;
        page.gives("$('presentation-view dialog').scrollHeight <= innerHeight", true).await?;
        page.is_accessible("a presentation").await?;
        // One label, then all.
        page.click_at("//presentation-slide[2]/button").await?;
        page.gives(&format!("{SLIDES}.slice(0, 2)"), ["Image 7: ?", "Image 17, label 7: 7"]).await?;
        page.click("Show labels").await?;
        page.gives(&format!("{SLIDES}.every((slide) => slide.endsWith('label 7: 7'))"), true).await?;
        page.press(Key::PageDown + "").await?;
        page.gives(&format!("{SLIDES}[0]"), format!("Image {}: ?", 10 * shown + 7)).await?;
        page.press("g").await?;
        page.gives(SLIDES, [format!("Image {}: ?", 10 * shown + 7)]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('presentation-view dialog').length", 0).await?;
        page.says(&["30 of 300, label 7"]).await?;
        page.gives("document.activeElement.role", "gridcell").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_presentation_is_one_step_of_the_history() -> Result {
    let folder = Folder::new("presented-step")?;
    let files = [folder.images("train-images", 300)?];
    let dialogs = "$$('presentation-view dialog').length";
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.press("f").await?;
        page.gives(POSITION, "Image 0 (1 of 300)").await?;
        page.press(Key::End + "").await?;
        page.gives(POSITION, "Image 299 (300 of 300)").await?;
        page.run("history.back()", vec![]).await?;
        page.gives(dialogs, 0).await?;
        page.says(&["page 1 of"]).await?;
        // Where it ends otherwise, the page with its last image is shown, and Back leads to where it began.
        page.press("f").await?;
        page.gives(POSITION, "Image 0 (1 of 300)").await?;
        page.press(Key::End + "").await?;
        page.gives(POSITION, "Image 299 (300 of 300)").await?;
        page.press(Key::Escape).await?;
        page.gives(dialogs, 0).await?;
        page.gives("$$('[data-index=\"299\"]').length", 1).await?;
        page.run("history.back()", vec![]).await?;
        page.says(&["page 1 of"]).await?;
        page.gives(dialogs, 0).await
    })
    .await
}
