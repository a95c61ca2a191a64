//! Back and Forward: the steps of the browser's history.

use serde_json::json;
use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::{Page, grouped};
use crate::paging::{PAGE, train_and_test};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_closes_the_item_and_leads_to_the_dataset_before() -> Result {
    let folder = Folder::new("back")?;
    let files = train_and_test(&folder)?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.dataset("train").await?;
        page.says(&["train-images", "3,000 images"]).await?;
        page.rests().await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        let on_the_page: (u32, u32) = page.value(PAGE).await?;
        page.click_item(on_the_page.0 + 3).await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(on_the_page.0 + 3))]).await?;
        page.click("Next item").await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(on_the_page.0 + 4))]).await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('i')", (on_the_page.0 + 4).to_string()).await?;

        // Each item is a step.
        let item = |by| format!("item {}", grouped(on_the_page.0 + by));
        page.driver.back().await?;
        page.shows("item-panel h2", &[&item(3)]).await?;
        page.driver.back().await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives(PAGE, on_the_page).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &[&item(3)]).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &[&item(4)]).await?;
        page.click("Close item").await?;
        page.gives("$$('item-panel').length", 0).await?;

        page.dataset("test").await?;
        page.says(&["test-images", "page 1 of"]).await?;
        page.click_item(5).await?;
        page.shows("item-panel h2", &["5 item 5"]).await?;
        page.driver.back().await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.says(&["test-images", "page 1 of"]).await?;
        page.driver.back().await?;
        page.says(&["train-images", "page 2 of"]).await?;
        page.gives(PAGE, on_the_page).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_were_dropped_one_after_the_other_are_steps_of_the_history() -> Result {
    let folder = Folder::new("back-drops")?;
    Page::open(async |page| {
        for name in ["first-images", "second-images", "third-images"] {
            // Browsers pass over entries that the page made without its user.
            page.click_at("//h1").await?;
            page.drop(&[folder.images(name, 30)?]).await?;
            page.says(&[name, "30 images"]).await?;
            page.rests().await?;
        }
        for name in ["second-images", "first-images"] {
            page.driver.back().await?;
            page.says(&[name, "30 images"]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_leads_from_a_file_that_was_opened_to_the_first_screen() -> Result {
    let folder = Folder::new("first-screen")?;
    Page::open(async |page| {
        // Browsers pass over entries that the page made without its user.
        page.click_at("//h1").await?;
        page.drop(&[folder.images("first-images", 30)?]).await?;
        page.says(&["first-images", "30 images"]).await?;
        page.rests().await?;
        page.click_item(5).await?;
        page.shows("item-panel h2", &["item 5"]).await?;

        page.run("history.go(-2);", vec![]).await?;
        page.gives("['.intro', '.centre', 'item-panel'].map(part => $$(part).length)", [1, 0, 0]).await?;
        page.gives("location.hash", "").await?;
        // What was open still is.
        page.driver.forward().await?;
        page.says(&["first-images", "30 images", "page 1 of"]).await?;
        page.driver.back().await?;
        page.gives("$$('.intro').length", 1).await?;
        page.dataset("first").await?;
        page.says(&["first-images", "30 images", "page 1 of"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_undoes_the_last_of_page_filter_and_item() -> Result {
    const TITLE: &str = "$$('item-panel h2').map(text)";
    let folder = Folder::new("steps")?;
    let files = [folder.images("images", 3_000)?, folder.labels("labels", 3_000)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        let on_the_page: (u32, u32) = page.value(PAGE).await?;
        page.press("3").await?;
        page.says(&["300 of 3,000, label 3", "page 1 of"]).await?;
        page.click_item(23).await?;
        page.shows("item-panel h2", &["3 item 23"]).await?;
        // A setting is no step.
        page.press("i").await?;

        page.driver.back().await?;
        page.gives(TITLE, json!([])).await?;
        page.says(&["300 of 3,000, label 3", "page 1 of"]).await?;
        page.driver.back().await?;
        page.says(&["3,000 images", "page 2 of"]).await?;
        page.gives(PAGE, on_the_page).await?;
        page.driver.back().await?;
        page.says(&["3,000 images", "page 1 of"]).await?;
        page.gives("$('[type=radio][value=dark]').checked", true).await?;

        for _ in 0..3 {
            page.driver.forward().await?;
        }
        page.shows("item-panel h2", &["3 item 23"]).await?;
        page.says(&["300 of 3,000, label 3"]).await?;
        // One step back closes what was just opened, as Escape does.
        page.press(Key::Escape + "").await?;
        page.gives(TITLE, json!([])).await?;
        page.driver.forward().await?;
        page.shows("item-panel h2", &["3 item 23"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn back_undoes_another_layout() -> Result {
    let folder = Folder::new("layout-step")?;
    let files = [folder.images("images", 300)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["300 images", "8 × 6"]).await?;
        page.rests().await?;
        page.press("b").await?;
        page.click_at("//bytes-view//summary").await?;
        page.enter("Shape", "600 x 4 x 6").await?;
        page.says(&["600 images", "4 × 6"]).await?;
        page.driver.back().await?;
        page.says(&["300 images", "8 × 6"]).await?;
        page.driver.forward().await?;
        page.says(&["600 images", "4 × 6"]).await
    })
    .await
}
