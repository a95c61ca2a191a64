//! The check: what is worth a look in a dataset.

use std::fs;
use std::path::Path;

use serde_json::json;
use thirtyfour::Key;

use crate::files::{Folder, noise};
use crate::page::Page;
use crate::{ROOT, Result};

/// The cards, as they are read out.
const CARDS: &str = "$$('finding-card').map((card) => card.ariaLabel)";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn hidden_label_errors_are_found() -> Result {
    Page::open(async |page| {
        page.click_at("//button[@value='errors']").await?;
        page.says(&["360 images"]).await?;
        page.click("Check").await?;
        page.gives("new URLSearchParams(location.hash.slice(1)).get('mode')", "suspects").await?;
        page.shows("check-view", &["MB of memory"]).await?;
        // Only the grid has an order, a size and pages. What hides leaves its room.
        let hides = "['sort-control', '.size'].map((part) => getComputedStyle($(`style-controls ${part}`)).visibility)";
        page.gives(hides, ["hidden", "hidden"]).await?;
        page.gives("text($('[role=status]')).includes('page 1')", false).await?;
        page.click("Check 360 images").await?;
        page.shows("check-findings", &["360 images compared in"]).await?;
        // Each card suggests another label.
        let suggests = "(name) => /label \\d, suggested \\d/.test(name)";
        page.gives(&format!("{CARDS}.length > 5 && {CARDS}.every({suggests})"), true).await?;
        // A picture opens at the right, and Back leads to the grid.
        page.run("$('finding-card .pictures button').click()", vec![]).await?;
        page.gives("$$('item-panel').length", 1).await?;
        page.gives("$$('similar-items .similar button').length", 6).await?;
        page.click("Grid").await?;
        page.gives("$$('check-view').length", 0).await?;
        page.gives("$$('[role=gridcell]').length > 10", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pages_of_cards_begin_at_their_top_with_what_is_below_in_view() -> Result {
    let bounds = |part: &str| format!("$('{part}').getBoundingClientRect()");
    Page::open(async |page| {
        page.click_at("//button[@value='errors']").await?;
        page.says(&["360 images"]).await?;
        page.click("Check").await?;
        page.click("Check 360 images").await?;
        page.shows("check-findings", &["360 images compared in"]).await?;
        page.gives("$$('finding-card .similar button').length > 30", true).await?;
        page.gives(&format!("{}.bottom <= innerHeight", bounds("check-view footer")), true).await?;
        // The similar pictures are on one line, no text is cut, and all cards are equally high.
        let lines = "(parts) => new Set([...parts.children].map((part) => part.getBoundingClientRect().top)).size";
        page.gives(&format!("$$('finding-card .similar').map({lines}).every((count) => count === 1)"), true).await?;
        page.gives("$$('finding-card .second').every((part) => part.scrollHeight <= part.clientHeight + 1)", true)
            .await?;
        page.gives("new Set($$('finding-card').map(({ offsetHeight }) => offsetHeight)).size", 1).await?;
        // Another digit of the count moves nothing.
        let width = format!("String({}.width)", bounds("check-view .reviewed"));
        let before: String = page.value(&width).await?;
        page.gives("text($('check-view .reviewed'))", "0 of 29 reviewed").await?;
        page.on("check-view .reviewed", "replaceChildren('29 of 29 reviewed')").await?;
        page.gives(&width, before).await?;
        for action in ["$('check-view .next').click()", "$$('check-findings .findings button')[3].click()"] {
            page.on("check-view", "scrollTo(0, 10000)").await?;
            page.gives("$('check-view').scrollTop > 0", true).await?;
            page.run(action, vec![]).await?;
            page.gives("$('check-view').scrollTop", 0).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_dropped_or_pasted_picture_finds_similar_images() -> Result {
    let folder = Folder::new("picture")?;
    // The picture of a sample, which is made before the tests.
    let digits = fs::read(Path::new(ROOT).join("www/samples/digits.png"))?;
    let picture = [folder.write("drawn.png", &digits)?];
    let broken = [folder.write("broken.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?];
    Page::open(async |page| {
        page.click_at("//button[@value='errors']").await?;
        page.says(&["360 images"]).await?;
        page.rests().await?;
        page.drop(&picture).await?;
        page.gives("$$('sketch-view .similar button').length", 24).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.paste(&broken).await?;
        page.shows("sketch-view", &["This browser can’t open broken.png as a picture."]).await?;
        page.run("$('sketch-view .similar button').click()", vec![]).await?;
        page.gives("[$$('sketch-view dialog').length, $$('item-panel').length]", (0, 1)).await?;

        // The user may have wanted to open it.
        page.drop(&picture).await?;
        page.shows("sketch-view", &["The images most similar to drawn.png"]).await?;
        page.click("Open as separate dataset").await?;
        page.gives("$$('sketch-view dialog').length", 0).await?;
        page.shows("[role=alert]", &["drawn.png"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn signals_are_called_signals() -> Result {
    Page::open(async |page| {
        page.click_at("//button[@value='signals']").await?;
        page.says(&["200 signals"]).await?;
        page.click("Check").await?;
        page.shows("check-view", &["idxlens compares the signals with one another.", "Check 200 signals"]).await?;
        page.shows("check-findings", &["Signals per class"]).await?;
        page.click("Map").await?;
        page.shows("map-start", &["See all signals at once", "Compare 200 signals"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn equal_images_are_found_within_and_across_datasets() -> Result {
    let folder = crate::files::Folder::new("equal")?;
    // All images of these files are different, and the first ones of both are equal. Only one has a class 9.
    let files = [
        folder.images("train-images", 120)?,
        folder.array("train-labels", &[120], &(0..120_u8).map(|item| item % 9).collect::<Vec<_>>())?,
        folder.images("t10k-images", 60)?,
        folder.labels("t10k-labels", 60)?,
    ];
    Page::open(async |page| {
        page.visit("#d=t10k&mode=leaks").await?;
        page.drop(&files).await?;
        page.shows("check-view", &["Compared with train"]).await?;
        page.click("Check 60 images").await?;
        page.shows("check-findings", &["180 images compared in"]).await?;
        page.gives("$$('check-findings [aria-current=true]').map(text)", json!(["Also in other datasets 60"])).await?;
        let unknown = "$$('check-findings .facts button').map(text).filter((fact) => fact.startsWith('Label not'))";
        page.gives(unknown, json!(["Label not in train 6"])).await?;
        page.gives("$$('finding-card').length > 3", true).await?;
        // Arrow keys move between the cards, and the pages of cards.
        page.run("$('finding-card').focus()", vec![]).await?;
        page.press(Key::Right + "").await?;
        page.gives("[...document.querySelectorAll('finding-card')].indexOf(document.activeElement)", 1).await?;
        page.press(Key::End + "").await?;
        page.gives("text($('check-view nav span')).endsWith('60 of 60')", true).await?;
        page.click("Show all in the grid").await?;
        page.says(&["60 of 60"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn copies_are_listed_though_another_dataset_has_them() -> Result {
    let folder = Folder::new("copies")?;
    // 40 images of random values, of which the last two are the first; the other dataset has it, too.
    let mut next = noise();
    let mut pixels: Vec<u8> = (0..38 * 48).map(|_| next()).collect();
    let (first, others) = (pixels[..48].to_vec(), (0..29 * 48).map(|_| next()).collect::<Vec<_>>());
    pixels.extend(first.iter().chain(&first));
    let files = [
        folder.array("own-images", &[40, 8, 6], &pixels)?,
        folder.array("other-images", &[30, 8, 6], &[first, others].concat())?,
    ];
    Page::open(async |page| {
        page.visit("#d=own&mode=duplicates").await?;
        page.drop(&files).await?;
        // The other has been read then.
        page.shows(".begin .facts", &["Compared with other"]).await?;
        page.click("Check 40 images").await?;
        page.shows("check-findings", &["Duplicates 1", "Also in other datasets 1", "70 images compared in"]).await?;
        page.gives(&format!("{CARDS}.length"), 1).await?;
        page.click("Select all but one of each").await?;
        page.shows("selection-bar", &["2 selected"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_search_for_similar_images_waits_for_another_check() -> Result {
    let folder = Folder::new("waits")?;
    let other = folder.images("other-images", 60)?;
    let find = "$$('similar-items .find').length";
    Page::open(async |page| {
        page.open_sample().await?;
        page.drop(&[other]).await?;
        page.dataset("other").await?;
        page.click_item(3).await?;
        page.gives(find, 1).await?;
        page.dataset("digits").await?;
        page.click("Check").await?;
        page.click("Check 10,000 images").await?;
        page.dataset("other").await?;
        page.click("Grid").await?;
        page.click_item(3).await?;
        page.shows("similar-items", &["Another dataset is being checked."]).await?;
        page.gives(find, 0).await?;
        page.gives(find, 1).await?;
        page.click("Find similar images").await?;
        page.gives("$$('similar-items .similar button').length", 6).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_slider_decides_which_images_are_nearly_identical() -> Result {
    let folder = Folder::new("near")?;
    // 40 images of random values, of which the last one is nearly the first.
    let mut next = noise();
    let mut pixels: Vec<u8> = (0..39 * 48).map(|_| next()).collect();
    let copy: Vec<u8> = pixels[..48].iter().map(|value| value.saturating_add(next() / 40)).collect();
    pixels.extend(copy);
    let file = folder.array("near-images", &[40, 8, 6], &pixels)?;
    let slide = |to: &str| {
        format!(
            "const slider = $('distance-slider input'); slider.value = {to}; slider.dispatchEvent(new Event('input'))"
        )
    };
    Page::open(async |page| {
        page.visit("#mode=near-duplicates").await?;
        page.drop(&[file]).await?;
        page.click("Check 40 images").await?;
        page.shows("check-findings", &["Near duplicates 1", "40 images compared in"]).await?;
        page.gives("$$('finding-card .difference').length", 1).await?;
        page.run(&slide("0"), vec![]).await?;
        page.shows("finding-list h2", &["No two of the compared images are nearly identical."]).await?;
        page.gives("$$('distance-slider .outside button').length > 1", true).await?;
        page.run(&slide("slider.max"), vec![]).await?;
        page.gives("parseInt(text($('finding-list h2'))) > 0", true).await?;
        page.run(&slide("0.2"), vec![]).await?;
        page.shows("finding-list h2", &["1 group of nearly identical images"]).await?;
        page.click("Exclude all but one of each").await?;
        page.shows(".reviewed", &["1 of 1 reviewed"]).await?;
        page.shows("finding-list .done", &["1 kept, 1 excluded"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_check_is_cancelled_and_begins_again() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.click("Check").await?;
        page.click("Check 10,000 images").await?;
        for _ in 0..2 {
            page.gives("$$('check-view [role=progressbar]').length", 1).await?;
            page.click_at("//check-view//button[@class='cancel']").await?;
            page.shows("check-view .progress", &["The check was cancelled."]).await?;
            page.gives("$$('check-view [role=progressbar]').length", 0).await?;
            page.click("Check again").await?;
        }
        page.gives("$$('check-view [role=progressbar]').length", 1).await
    })
    .await
}
