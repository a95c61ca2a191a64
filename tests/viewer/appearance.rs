//! How values become colours, and how images are turned and shaped.

use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};

/// The notes over the grid.
const NOTES: &str = "$$('style-notes p').map((note) => note.innerText)";

/// A word of the address's hash.
fn word(name: &str) -> String {
    format!("new URLSearchParams(location.hash.slice(1)).get('{name}')")
}

/// An image of [`Folder::images`], turned: pixel by pixel, where it comes from.
fn turned(item: u32, rows: usize, columns: usize, from: impl Fn(usize, usize) -> (usize, usize)) -> Vec<[u8; 4]> {
    let stored: Vec<u8> = image(item).collect();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    ink(places.map(|(row, column)| from(row, column)).map(|(row, column)| stored[row * 6 + column]))
}

impl Page {
    /// Unfolds the controls that are folded away at first.
    async fn unfold_look(&self) -> Result {
        self.click_at("//summary[normalize-space()='More']").await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn emnist_is_transposed_with_a_note_that_can_undo_it() -> Result {
    let folder = Folder::new("emnist")?;
    let files = [folder.images("emnist-letters-test-images-idx3-ubyte.gz", 30)?];
    let transposed = turned(3, 6, 8, |row, column| (column, row));
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "6 × 8", "transposed", "page 1 of"]).await?;
        page.gives(&Page::pixels_of(3, 6, 8), &transposed).await?;
        page.gives(NOTES, ["EMNIST stores rows as columns, so its images are shown transposed. Show as stored"])
            .await?;
        page.click("Show as stored").await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.says(&["30 images, 8 × 6, u8"]).await?;
        page.gives(NOTES, [] as [&str; 0]).await?;
        page.gives(&word("o"), "0").await?;
        page.press("t").await?;
        page.gives(&Page::pixels_of(3, 6, 8), &transposed).await?;
        page.gives(&word("o"), None::<&str>).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_turn_and_their_values_with_them() -> Result {
    let folder = Folder::new("turned")?;
    let files = [folder.images("images", 30)?];
    let right = turned(3, 6, 8, |row, column| (7 - column, row));
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("$$('[aria-label=\"Transpose\"], style-notes').length", 0).await?;
        page.gives("$('page-grid').getBoundingClientRect().bottom <= $('page-nav').getBoundingClientRect().top", true)
            .await?;
        page.unfold_look().await?;
        page.click("Rotate right").await?;
        page.says(&["6 × 8, rotated right"]).await?;
        page.gives(&Page::pixels_of(3, 6, 8), &right).await?;
        page.shows("shape-controls", &["Images are rotated right."]).await?;
        page.gives(
            "$$('.turns button').map((button) => button.ariaPressed)",
            ["true", "", "true", "false"].map(|on| (!on.is_empty()).then_some(on)),
        )
        .await?;
        page.gives(&word("o"), "th").await?;

        page.click_item(3).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        page.gives("[$('item-panel canvas').width, $('item-panel canvas').height]", [8, 6]).await?;
        page.enter_item().await?;
        page.press(Key::Right).await?;
        let stored: Vec<u8> = image(3).collect();
        page.shows(".readout", &[&format!("row 0, column 0: value {}", stored[42])]).await?;
        page.press(Key::Right).await?;
        page.shows(".readout", &[&format!("row 0, column 1: value {}", stored[36])]).await?;
        page.click_at("//item-panel/details/summary").await?;
        page.gives(
            "text($$('value-table tr')[1]).split(' ').slice(1, 4)",
            [42, 36, 30].map(|at| stored[at].to_string()),
        )
        .await?;

        let hash: String = page.value("location.hash").await?;
        page.visit(&hash).await?;
        page.drop(&files).await?;
        page.says(&["6 × 8, rotated right"]).await?;
        page.gives(&Page::pixels_of(3, 6, 8), &right).await?;

        page.press("h").await?;
        page.gives(&Page::pixels_of(3, 6, 8), turned(3, 6, 8, |row, column| (column, row))).await?;
        page.press("v").await?;
        page.says(&["rotated left"]).await?;
        page.press("R").await?;
        page.says(&["30 images, 8 × 6, u8"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn colours_are_chosen_and_the_legend_shows_their_values() -> Result {
    let folder = Folder::new("palettes")?;
    let files = [folder.array("images", &[1, 1, 3], &[0_u8, 51, 255])?];
    let ends = |first: [u8; 3], last: [u8; 3]| [first, last].map(|[red, green, blue]| [red, green, blue, 255]);
    let drawn = "(() => {
        const { data } = $('page-grid canvas').getContext('2d').getImageData(0, 0, 3, 1);
        return [[...data.subarray(0, 4)], [...data.subarray(8, 12)]];
    })()";
    let legend = "(() => {
        const { data } = $('colour-legend canvas').getContext('2d').getImageData(0, 0, 256, 1);
        return [[...data.subarray(0, 4)], [...data.subarray(255 * 4)]];
    })()";
    let viridis = ends([0x44, 0x01, 0x54], [0xFD, 0xE7, 0x25]);
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["1 image", "page 1 of"]).await?;
        page.shows("style-controls", &["0–255"]).await?;
        page.gives(legend, ends([255; 3], [0; 3])).await?;
        page.gives("$('.palette select').selectedOptions[0].label", "greyscale").await?;
        page.choose("Palette", "viridis").await?;
        page.gives(drawn, viridis).await?;
        page.gives(legend, viridis).await?;
        page.shows("style-controls", &["0–255"]).await?;
        // Single keys are for whoever is not in a choice.
        page.run("document.activeElement.blur();", vec![]).await?;
        page.press("i").await?;
        page.gives(drawn, [viridis[1], viridis[0]]).await?;
        page.press("p").await?;
        page.gives(&word("pal"), "magma").await?;
        page.gives(drawn, ends([0xFC, 0xFD, 0xBF], [0x00, 0x00, 0x04])).await?;
        page.reset_view().await?;
        page.gives(drawn, ends([255; 3], [0; 3])).await?;
        page.gives("location.hash", "#d=images").await?;
        page.gives("document.querySelector('.reset').disabled", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_range_of_values_is_shown_and_can_be_set() -> Result {
    let folder = Folder::new("range")?;
    let values = [-1.0_f32, 0.0, f32::NAN, 3.0, 1.0, 2.0, 3.0, f32::INFINITY];
    let files = [folder.array("images", &[2, 2, 2], &values)?];
    let [white, black, nan, infinity] =
        [[255; 4], [0, 0, 0, 255], [255, 0, 208, 255], [255, 128, 0, 255]] as [[u8; 4]; 4];
    let grey = |value: u8| [value, value, value, 255];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["2 images", "page 1 of"]).await?;
        page.rests().await?;
        page.shows("style-controls", &["−1 to 3", "NaN", "+∞"]).await?;
        page.gives(
            "$$('colour-legend li').map((entry) => [entry.innerText, entry.title])",
            [("NaN", "1 value"), ("+∞", "1 value")],
        )
        .await?;
        page.gives(&Page::pixels_of(0, 2, 2), [white, grey(191), nan, black]).await?;
        page.unfold_look().await?;
        page.choose("Range", "each item: min–max").await?;
        page.shows("colour-legend", &["min–max", "of each item"]).await?;
        page.gives(&Page::pixels_of(1, 2, 2), [white, grey(127), black, infinity]).await?;
        page.click_item(1).await?;
        page.shows("item-panel", &["1–3"]).await?;
        page.press("m").await?;
        page.gives(&Page::pixels_of(1, 2, 2), [grey(127), grey(64), black, infinity]).await?;
        page.gives("$$('item-panel .range').length", 0).await?;

        // It folds when something else is used.
        page.unfold_look().await?;
        page.choose("Range", "fixed").await?;
        page.gives("$$('.ends input').map((input) => input.value)", ["-1", "3"]).await?;
        page.enter("Minimum", "2").await?;
        page.gives(&word("range"), "2..3").await?;
        page.gives(&Page::pixels_of(1, 2, 2), [white, white, black, infinity]).await?;
        page.shows("style-controls", &["2–3", "fixed"]).await?;
        page.enter("Maximum", "1").await?;
        page.shows("colour-controls", &["Type two numbers, the smaller one first."]).await?;
        page.gives(&word("range"), "2..3").await?;
        page.choose("Range", "of the file").await?;
        page.choose("Palette", "blue to red").await?;
        page.shows("style-controls", &["−3 to 3", "symmetric around 0"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_of_few_shades_are_seen_until_brighter_ones_are() -> Result {
    // Black and white images as 0 and 1. In the other file, one of the last has a pixel of 200.
    let mask: Vec<u8> = (0..48).map(|at| u8::from(at % 5 < 2)).collect();
    let pixels = mask.repeat(8_000);
    let mut brighter = pixels.clone();
    brighter[7_900 * 48] = 200;
    let folder = Folder::new("dim")?;
    let masks = folder.array("masks", &[8_000, 8, 6], &pixels)?;
    let others = folder.array("others", &[8_000, 8, 6], &brighter)?;
    Page::open(async |page| {
        page.drop(&[masks]).await?;
        page.says(&["8,000 images"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(mask.iter().map(|value| value * 255))).await?;
        page.shows("colour-legend", &["0–1", "values seen so far"]).await?;
        // The first images are drawn before the brighter one is measured, and then anew.
        page.drop(&[others]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(mask.iter().copied())).await?;
        page.shows("colour-legend", &["0–255", "range of u8"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn flat_images_get_the_typed_shape() -> Result {
    let folder = Folder::new("reshape")?;
    let files = [folder.array("images", &[10, 50], &(0..250_u8).chain(0..250).collect::<Vec<_>>())?];
    let colour = folder.array("colour", &[3, 75], &(0..225_u8).collect::<Vec<_>>())?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["10 rows, 50 values each"]).await?;
        page.unfold_look().await?;
        page.gives("[$('shape-controls input').placeholder, $('shape-controls input').value]", ["50", ""]).await?;
        page.gives(
            "[...document.querySelectorAll('shape-controls option')].map((option) => option.value)",
            ["50", "5 × 10", "10 × 5"],
        )
        .await?;
        page.click_at("//shape-controls//shape-chips/button[.='5 × 10']").await?;
        page.says(&["10 images, 5 × 10, u8"]).await?;
        page.gives(&Page::pixels_of(4, 5, 10), ink(200..250)).await?;
        page.gives(&word("shape"), "5x10").await?;
        page.enter("Shape", "7 x 7").await?;
        page.shows("shape-controls", &["An item has 50 values, not 49."]).await?;
        page.enter("Shape", "seven").await?;
        page.shows("shape-controls", &["Try 28 × 28 or 32 × 32 × 3."]).await?;
        page.gives(&word("shape"), "5x10").await?;

        page.drop(&[colour]).await?;
        page.dataset("colour").await?;
        page.says(&["3 rows, 75 values each"]).await?;
        page.unfold_look().await?;
        page.gives("$('shape-controls input').placeholder", "75").await?;
        page.enter("Shape", "5 x 5 x 3").await?;
        page.says(&["3 images, 5 × 5, 3 channels last, as colour"]).await?;
        let last: Vec<[u8; 4]> = (0..25).map(|pixel| [75 + 3 * pixel, 76 + 3 * pixel, 77 + 3 * pixel, 255]).collect();
        page.gives(&Page::pixels_of(1, 5, 5), last).await?;
        page.enter("Shape", "3 x 5 x 5").await?;
        let first: Vec<[u8; 4]> = (75..100).map(|red| [red, red + 25, red + 50, 255]).collect();
        page.gives(&Page::pixels_of(1, 5, 5), first).await?;
        page.click_item(1).await?;
        page.enter_item().await?;
        page.press(Key::Right).await?;
        page.shows(".readout", &["row 0, column 0: value 75, 100, 125"]).await?;
        page.click_at("//item-panel/details/summary").await?;
        page.gives("$$('value-table td')[1].innerText", "75 100 125").await?;
        page.reset_view().await?;
        page.says(&["3 rows, 75 values each"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_bright_background_is_reported() -> Result {
    let folder = Folder::new("dark-ink")?;
    let pixels: Vec<u8> = (0..30 * 64).map(|at| if [27, 28, 35, 36].contains(&(at % 64)) { 0 } else { 255 }).collect();
    let files = [folder.array("scans", &[30, 8, 8], &pixels)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.gives(NOTES, ["The background of these images is white in the file. Show dark on light"]).await?;
        page.click("Show dark on light").await?;
        page.gives(NOTES, [] as [&str; 0]).await?;
        page.gives(&Page::pixels_of(2, 1, 1), [[255; 4]]).await?;
        page.gives(&word("inv"), "1").await
    })
    .await
}
