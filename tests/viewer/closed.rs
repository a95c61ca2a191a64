//! Datasets that were closed, or not shown for long.

use std::path::PathBuf;

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, image};
use crate::page::{Page, ink};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_workers_of_datasets_that_are_not_shown_end_and_start_again() -> Result {
    let folder = Folder::new("workers")?;
    let files: Result<Vec<PathBuf>> =
        (10..22).map(|count| folder.images(&format!("set-of-{count}-images"), count)).collect();
    // Other tests leave workers behind that end later.
    Page::open_in(Window::LIGHT, async |page| {
        page.drop(&files?).await?;
        page.gives("$$('dataset-tabs bdi').length", 12).await?;
        for count in 10..22 {
            page.dataset(&format!("set-of-{count}")).await?;
            page.says(&[&format!("{count} images, 8 × 6")]).await?;
            page.gives("$$('[role=gridcell]').length", count).await?;
        }
        // Eight, and the one that waits for the next dataset.
        page.has_workers(9).await?;
        // The tabs take no room from the buttons beside them.
        page.gives("$$('.masthead > button').every((button) => button.scrollWidth <= button.clientWidth)", true)
            .await?;
        page.dataset("set-of-10").await?;
        page.says(&["10 images, 8 × 6"]).await?;
        page.gives(&Page::pixels_of(7, 8, 6), ink(image(7))).await?;
        page.click_item(7).await?;
        page.shows("item-panel", &["mean"]).await?;
        page.has_workers(9).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_to_a_dataset_that_was_closed_keeps_the_way_forward() -> Result {
    let folder = Folder::new("closed")?;
    let [one, other] = [folder.images("one-images", 10)?, folder.images("other-images", 12)?];
    let hash = "decodeURIComponent(location.hash)";
    Page::open(async |page| {
        page.drop(&[one]).await?;
        page.says(&["10 images"]).await?;
        page.drop(&[other]).await?;
        page.says(&["12 images"]).await?;
        page.dataset("one").await?;
        page.says(&["10 images"]).await?;
        page.click_item(3).await?;
        page.gives(hash, "#d=one&i=3").await?;
        page.click("Close dataset").await?;
        page.says(&["12 images"]).await?;
        page.gives(hash, "#d=other").await?;
        page.driver.back().await?;
        page.gives(hash, "#d=one&i=3").await?;
        page.shows(".messages", &["This link leads to item 3"]).await?;
        // The page shows what is open, and the entry still leads to what was closed.
        page.says(&["12 images"]).await?;
        page.rests().await?;
        page.gives(hash, "#d=one&i=3").await?;
        page.driver.forward().await?;
        page.gives(hash, "#d=other").await?;
        page.says(&["12 images"]).await
    })
    .await
}

/// The first screen has no settings, whatever is open behind it.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn on_the_first_screen_keys_change_nothing_behind_it() -> Result {
    let folder = Folder::new("behind")?;
    let files = [folder.images("set-images", 300)?];
    Page::open(async |page| {
        // Browsers pass over entries that the page made without its user.
        page.click_at("//h1").await?;
        page.drop(&files).await?;
        page.says(&["300 images"]).await?;
        page.rests().await?;
        let (hash, cells): (String, u32) = page.value("[location.hash, $$('[role=gridcell]').length]").await?;
        page.driver.back().await?;
        page.gives("$$('.intro').length", 1).await?;
        page.press("i+p7]").await?;
        page.press("?").await?;
        page.shows("dialog[open]", &["Keyboard shortcuts"]).await?;
        page.press(Key::Escape + "").await?;
        page.driver.forward().await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.gives("[location.hash, $$('[role=gridcell]').length]", (hash, cells)).await
    })
    .await
}
