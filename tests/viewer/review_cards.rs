//! Reviews of what the check or the grid lists, card by card.

use std::path::PathBuf;

use idxlens::format::encode::encode;
use serde_json::Value;
use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::Folder;
use crate::page::Page;
use crate::review::{CATCH, CELL};

/// What was decided about the entry of a card, by its place.
const DECISION: &str = "((place) => $$('finding-card')[place].ariaDescription)";

impl Page {
    /// Opens 400 figures, and checks them.
    async fn check_figures(&self, files: &[PathBuf]) -> Result {
        self.drop(files).await?;
        self.says(&["400 images", "page 1 of"]).await?;
        self.rests().await?;
        self.click("Check").await?;
        self.click("Check 400 images").await?;
        self.shows("check-findings", &["400 images compared in"]).await
    }
}

/// Side of the images of [`figures`].
const SIDE: u32 = 16;

/// Images of 400 items in ten classes: a bar whose place and direction are the class's own, with some noise.
fn figures() -> Vec<u8> {
    let pixels = (0..400_u32).flat_map(|item| (0..SIDE * SIDE).map(move |pixel| (item, pixel)));
    let value = |(item, pixel): (u32, u32)| {
        let class = item % 10;
        let across = if class < 5 { pixel / SIDE } else { pixel % SIDE };
        let noise =
            (item.wrapping_mul(2_654_435_761).wrapping_add(pixel).wrapping_mul(2_246_822_519)).to_be_bytes()[0] / 4;
        if across.abs_diff(2 + 3 * (class % 5)) < 2 { 190 + noise } else { noise }
    };
    pixels.map(value).collect()
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn planted_errors_are_cleaned_by_keyboard_alone() -> Result {
    const ERRORS: [u32; 4] = [23, 118, 301, 377];
    let folder = Folder::new("review-check")?;
    let right: Vec<u8> = (0..=9).cycle().take(400).collect();
    let mut wrong = right.clone();
    for item in ERRORS {
        wrong[item as usize] = (wrong[item as usize] + 3) % 10;
    }
    let files = [
        folder.array("figures-images-idx3-ubyte.gz", &[400, SIDE, SIDE], &figures())?,
        folder.array("figures-labels-idx1-ubyte", &[400], &wrong)?,
    ];
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        page.on(".modes [value=suspects]", "focus()").await?;
        page.press(Key::Enter).await?;
        page.on("check-view .start", "focus()").await?;
        page.press(Key::Enter).await?;
        page.shows("check-findings", &["400 images compared in"]).await?;
        // The first card has the focus. Tab leads past the pictures of the others.
        page.gives("document.activeElement.localName", "finding-card").await?;
        page.gives("$$('finding-card .similar button').some(({ tabIndex }) => tabIndex === 0)", true).await?;
        page.gives("$$('finding-card:not(:focus) .similar button').every(({ tabIndex }) => tabIndex < 0)", true)
            .await?;
        page.gives(
            "document.querySelector('check-view .keys').textContent.slice(0, 28)",
            "Enter accepts the suggestion",
        )
        .await?;
        let count: usize = page.value("Number(text($('check-view .reviewed')).split(' ')[2])").await?;
        for reviewed in 0..count {
            page.gives("text($('check-view .reviewed'))", format!("{reviewed} of {count} reviewed")).await?;
            let name: String = page.value("document.activeElement.ariaLabel").await?;
            let item: u32 = name.trim_start_matches("Image ").split(',').next().unwrap_or_default().parse()?;
            page.press(if ERRORS.contains(&item) { Key::Enter } else { Key::Backspace }).await?;
        }
        page.gives("text($('check-view .reviewed'))", format!("{count} of {count} reviewed")).await?;
        let kept = if count > 4 { format!(", {} kept", count - 4) } else { String::new() };
        page.shows("review-summary", &[&format!("Review 4 labels changed{kept}")]).await?;
        // The last card keeps the focus, and the page says that all are reviewed.
        page.gives("document.activeElement.localName", "finding-card").await?;
        page.shows(
            "check-view .done",
            &[&format!("All {count} reviewed: 4 labels changed{kept}."), "Save corrected labels"],
        )
        .await?;
        // One step back shows its card, and once more makes the decision again.
        page.press_with_control("z").await?;
        page.gives("text($('check-view .reviewed'))", format!("{} of {count} reviewed", count - 1)).await?;
        page.gives("document.activeElement.dataset.decision", "").await?;
        page.press_with_control("y").await?;
        page.gives("document.activeElement.dataset.decision.length > 0", true).await?;
        let places = "$$('review-summary button').map((button) => String(button.getBoundingClientRect().top))";
        let before: Vec<String> = page.value(places).await?;
        page.press_with_control("s").await?;
        let (name, bytes) = page.saved(1).await?;
        assert_eq!((name.as_str(), bytes), ("figures-labels-idx1-ubyte-corrected", encode(&[400], &right)?));
        // The message is in view, and has moved nothing.
        page.shows("review-summary .note", &["Saved figures-labels-idx1-ubyte-corrected"]).await?;
        page.gives("$('review-summary .note').getBoundingClientRect().bottom <= innerHeight", true).await?;
        page.gives(places, before).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn cards_take_digits_typed_labels_buttons_and_selections() -> Result {
    let folder = Folder::new("review-cards")?;
    let mut labels: Vec<u8> = (0..=9).cycle().take(400).collect();
    for item in [23, 118, 301, 377] {
        labels[item] = (labels[item] + 3) % 10;
    }
    let files = [
        folder.array("figures-images-idx3-ubyte", &[400, SIDE, SIDE], &figures())?,
        folder.array("figures-labels-idx1-ubyte", &[400], &labels)?,
    ];
    Page::open(async |page| {
        page.check_figures(&files).await?;
        page.gives("$$('finding-card').length >= 4", true).await?;
        page.on("finding-card", "focus()").await?;
        // A digit that no card takes leads to one, and filters nothing.
        page.on("finding-card:focus", "blur()").await?;
        page.press("5").await?;
        page.gives("$$('finding-card').indexOf(document.activeElement)", 0).await?;
        page.gives(&format!("{DECISION}(0)"), Value::Null).await?;
        page.gives("$('filter-chip button') === undefined", true).await?;
        page.press("5").await?;
        page.gives(&format!("{DECISION}(0)"), "corrected to 5").await?;
        page.gives("$$('finding-card').indexOf(document.activeElement)", 1).await?;
        page.press("x").await?;
        page.gives(&format!("{DECISION}(1)"), "excluded").await?;
        page.press("u").await?;
        page.gives(&format!("{DECISION}(2)"), "unclear").await?;
        page.press(Key::Left + "").await?;
        page.press(Key::Left + "l").await?;
        page.gives("document.activeElement.matches('card-actions input')", true).await?;
        page.press("no class" + Key::Enter).await?;
        page.shows("card-actions .problem", &["Can’t read “no class”."]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('finding-card').indexOf(document.activeElement)", 1).await?;
        page.press("l").await?;
        page.press("8" + Key::Enter).await?;
        page.gives(&format!("{DECISION}(1)"), "corrected to 8").await?;
        // By touch or mouse.
        page.click_at("(//finding-card)[1]//summary").await?;
        page.click_at("(//finding-card)[1]//button[@value='clear']").await?;
        page.gives(&format!("{DECISION}(0)"), Value::Null).await?;
        page.click_at("(//finding-card)[1]//button[@value='kept']").await?;
        page.gives(&format!("{DECISION}(0)"), "label kept").await?;
        // A decision about one of several selected items is about all of them.
        page.on("finding-card", "focus()").await?;
        page.press(" ").await?;
        page.press(Key::Right + " ").await?;
        page.shows("selection-bar", &["2 selected"]).await?;
        page.press("x").await?;
        page.gives(
            &format!("[{DECISION}(0), {DECISION}(1), {DECISION}(2)]"),
            ["selected, excluded", "selected, excluded", "unclear"],
        )
        .await?;
        page.press_with_control("z").await?;
        page.gives(&format!("[{DECISION}(0), {DECISION}(1)]"), ["selected, label kept", "selected, corrected to 8"])
            .await?;
        // The next visit goes on at the first card that is not decided.
        page.visit("").await?;
        page.check_figures(&files).await?;
        page.gives("$$('finding-card').indexOf(document.activeElement)", 3).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_the_grid_lists_is_reviewed_like_a_finding() -> Result {
    let folder = Folder::new("review-listed")?;
    let mut images: Vec<u8> = (1..=30).flat_map(|value| [value; 16]).collect();
    images[4 * 16..7 * 16].fill(0);
    let labels: Vec<u8> = (0..=9).cycle().take(30).collect();
    let files = [folder.array("blank-images", &[30, 4, 4], &images)?, folder.array("blank-labels", &[30], &labels)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click("Check").await?;
        page.shows("check-findings", &["In the grid 30", "All zero 3"]).await?;
        page.click_at("//check-findings//button[contains(., 'All zero')]").await?;
        page.shows("finding-list h2", &["3 images in the grid"]).await?;
        page.shows("check-findings", &["In the grid 3 "]).await?;
        page.gives("$$('finding-card .number').map(text)", ["item 4", "item 5", "item 6"]).await?;
        page.on("finding-card", "focus()").await?;
        page.press("x").await?;
        page.gives(&format!("{DECISION}(0)"), "excluded").await?;
        page.gives("$$('finding-card').indexOf(document.activeElement)", 1).await?;
        page.press("3").await?;
        page.gives(&format!("{DECISION}(1)"), "corrected to 3").await?;
        page.shows(".reviewed", &["2 of 3 reviewed"]).await?;
        page.click("Show all in the grid").await?;
        page.says(&["3 of 30"]).await?;
        page.gives(&format!("[{CELL}(4), {CELL}(5)]"), (("4", "excluded"), ("5→3", "corrected to 3"))).await?;
        // Without a filter, all images are listed.
        page.click("Check").await?;
        page.click_at("//check-findings//button[contains(., 'In the grid')]").await?;
        page.click_at("//filter-chip/button").await?;
        page.shows("finding-list h2", &["30 images in the grid"]).await?;
        page.shows(".reviewed", &["2 of 30 reviewed"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_new_class_waits_for_enter_and_groups_with_two_labels_for_the_user() -> Result {
    let folder = Folder::new("review-doubts")?;
    // The last two images are copies of the first two. One has the label of its copy, and the other has not.
    let images: Vec<u8> =
        (1..=20_u8).chain([1, 2]).flat_map(|value| (0..16).map(move |pixel| value * 11 + pixel)).collect();
    let labels: Vec<u8> = (0..=4).cycle().take(20).chain([0, 4]).collect();
    let files = [folder.array("twins-images", &[22, 4, 4], &images)?, folder.array("twins-labels", &[22], &labels)?];
    Page::open(async |page| {
        page.visit("#mode=duplicates").await?;
        page.drop(&files).await?;
        page.click("Check 22 images").await?;
        page.shows("check-findings", &["Duplicates 2", "22 images compared in"]).await?;
        page.click("Exclude all but one of each").await?;
        page.shows(".reviewed", &["1 of 2 reviewed"]).await?;
        page.gives("$('finding-card').classList.contains('disagree')", true).await?;
        page.gives(&format!("{DECISION}(0)"), Value::Null).await?;
        page.click_at("//check-findings//button[contains(., 'In the grid')]").await?;
        page.shows("finding-list h2", &["22 images in the grid"]).await?;
        page.on("finding-card", "focus()").await?;
        page.press("7").await?;
        page.gives("document.activeElement.matches('card-actions input')", true).await?;
        page.gives(&format!("{DECISION}(0) === 'corrected to 7'"), false).await?;
        page.press(Key::Enter).await?;
        page.gives(&format!("{DECISION}(0)"), "corrected to 7").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn keys_decide_about_the_card_that_the_user_sees() -> Result {
    let folder = Folder::new("review-seen")?;
    let files = [
        folder.array("figures-images", &[400, SIDE, SIDE], &figures())?,
        folder.array("figures-labels", &[400], &(0..=9).cycle().take(400).collect::<Vec<u8>>())?,
    ];
    let large = Window { width: 1920, height: 1080, ..Window::LIGHT };
    Page::open_in(large, async |page| {
        page.visit("#mode=listed").await?;
        page.drop(&files).await?;
        page.shows("finding-list h2", &["400 images in the grid"]).await?;
        page.on("finding-card", "focus()").await?;
        page.press(Key::End).await?;
        let focused = "text(document.activeElement.querySelector('.number'))";
        page.gives(focused, "item 399").await?;
        // Other cards have the room of these now.
        let cards = "$$('finding-card').length";
        let before: usize = page.value(cards).await?;
        page.on("finding-list", "style.width = '300px'").await?;
        page.gives(&format!("{cards} !== {before}"), true).await?;
        page.gives(focused, "item 399").await?;
        page.on("finding-list", "style.width = ''").await?;
        page.gives(cards, before).await?;
        page.gives(focused, "item 399").await?;
        // A key that is held down decides once, and filters nothing.
        let held = "new KeyboardEvent('keydown', { key: '5', repeat: true, bubbles: true, cancelable: true })";
        page.on("finding-card:focus", &format!("dispatchEvent({held})")).await?;
        page.gives("$('filter-chip button') === undefined", true).await?;
        page.press("x").await?;
        page.shows(".reviewed", &["1 of 400 reviewed"]).await?;
        page.gives(focused, "item 0").await?;
        // A label that the file cannot hold is refused where it was typed.
        page.press("l").await?;
        page.press("300" + Key::Enter).await?;
        page.shows("card-actions .problem", &["300"]).await?;
        page.gives("document.activeElement.matches('card-actions input')", true).await?;
        page.shows(".reviewed", &["1 of 400 reviewed"]).await
    })
    .await
}
