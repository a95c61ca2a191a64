//! Arrays of many dimensions, of which slices are seen.

use thirtyfour::Key;

use crate::Result;
use crate::containers::npy;
use crate::files::Folder;
use crate::page::{Page, ink};

/// The numbers from 0 on, around and around.
fn counting(count: u32) -> Vec<u8> {
    (0..=249).cycle().take(count as usize).collect()
}

/// The elements of an item of [`counting`], from its first on, with so many between two.
fn elements(first: u32, step: u32, count: u32) -> Vec<[u8; 4]> {
    ink((0..count).map(|at| ((first + at * step) % 250).to_le_bytes()[0]))
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_slice_of_five_dimensions_is_chosen_by_its_axes() -> Result {
    let folder = Folder::new("axes-5")?;
    let file = folder.array("rank-5-images", &[3, 2, 5, 8, 6], &counting(3 * 480))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["3 images", "8 × 6", "dimensions 3 and 4, dimension 1 at 0, dimension 2 at 2"]).await?;
        page.rests().await?;
        page.gives("$('.view select').value", "slice").await?;
        page.gives(&Page::pixels_of(1, 1, 6), elements(480 + 2 * 48, 1, 6)).await?;
        page.is_accessible("a slice").await?;

        // A slider has its number beside it, and both have the keyboard.
        page.on("[aria-label=\"Dimension 2\"]", "focus()").await?;
        page.press(Key::Right + Key::Right).await?;
        page.says(&["dimension 2 at 4"]).await?;
        page.gives(&Page::pixels_of(1, 1, 6), elements(480 + 4 * 48, 1, 6)).await?;
        page.gives("location.hash.includes('axes=0,4,r,c')", true).await?;
        page.gives("$('[aria-label=\"Dimension 2, 0–4\"]').value", "4").await?;
        page.enter("Dimension 1, 0–1", "1").await?;
        page.says(&["dimension 1 at 1, dimension 2 at 4"]).await?;
        page.gives(&Page::pixels_of(1, 1, 6), elements(480 + 240 + 4 * 48, 1, 6)).await?;
        // There is no such place.
        page.enter("Dimension 1, 0–1", "7").await?;
        page.run("document.activeElement.blur();", vec![]).await?;
        page.gives("$('[aria-label=\"Dimension 1, 0–1\"]').value", "1").await?;
        page.press("jj").await?;
        page.says(&["dimension 1 at 1, dimension 2 at 2"]).await?;

        // Rows along another dimension: what they were along is cut.
        page.choose("Rows", "dim. 2 (5)").await?;
        page.says(&["5 × 6", "dimensions 2 and 4, dimension 1 at 1, dimension 3 at 0"]).await?;
        page.gives(&Page::pixels_of(2, 5, 1), elements(2 * 480 + 240, 48, 5)).await?;
        page.choose("Columns", "dim. 2 (5)").await?;
        page.says(&["6 × 5", "dimensions 4 and 2"]).await?;

        // The panel, its values and its table are of the same slice.
        page.click_item(2).await?;
        page.shows("item-panel", &["item 2"]).await?;
        page.on("item-panel > details", "open = true").await?;
        page.on(".picture", "focus()").await?;
        page.press(Key::Right + Key::Right + Key::Down).await?;
        let value = (2 * 480 + 240 + 48 + 1) % 250;
        page.shows("item-panel", &[&format!("row 1, column 1: value {value}")]).await?;
        page.gives("[$$('value-table tr').length, $('value-table tr').cells.length]", [7, 6]).await?;
        page.gives("$('value-table .at').innerText", value.to_string()).await?;
        page.is_accessible("a slice in the panel").await?;
        page.press(Key::Escape + "").await?;

        let hash: String = page.value("location.hash").await?;
        page.reset_view().await?;
        page.says(&["8 × 6"]).await?;
        page.gives("location.hash.includes('axes')", false).await?;
        page.run(&format!("location.hash = {hash:?};"), vec![]).await?;
        page.says(&["6 × 5", "dimensions 4 and 2, dimension 1 at 1, dimension 3 at 0"]).await?;

        // All of an item is a strip still.
        page.choose("Show as", "images").await?;
        page.says(&["80 × 6", "slices one below the other"]).await?;
        page.gives("$$('axis-controls').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn four_dimensions_are_seen_as_a_whole_where_they_fit() -> Result {
    let folder = Folder::new("axes-4")?;
    let strip = folder.array("strip-images", &[2, 5, 8, 6], &counting(2 * 240))?;
    let colour = folder.array("colour-images", &[2, 8, 6, 3], &counting(2 * 144))?;
    let volume = folder.array("volume-images", &[2, 40, 8, 6], &counting(2 * 1920))?;
    Page::open(async |page| {
        page.drop(&[strip]).await?;
        page.says(&["40 × 6", "slices one below the other"]).await?;
        page.choose("Show as", "slices").await?;
        page.says(&["8 × 6", "dimension 1 at 2"]).await?;
        page.run("document.activeElement.blur();", vec![]).await?;
        page.press("k").await?;
        page.says(&["dimension 1 at 3"]).await?;
        page.gives(&Page::pixels_of(0, 1, 6), elements(3 * 48, 1, 6)).await?;

        page.drop(&[colour]).await?;
        page.says(&["8 × 6", "3 channels last, as colour"]).await?;
        page.choose("Show as", "slices").await?;
        page.says(&["dimensions 1 and 2"]).await?;
        page.gives("$$('axis-controls select').map((select) => select.value)", ["0", "1", "2"]).await?;
        // One channel.
        page.choose("Colour", "none").await?;
        page.says(&["dimensions 1 and 2, dimension 3 at 0"]).await?;
        page.gives(&Page::pixels_of(1, 1, 6), elements(144, 3, 6)).await?;
        page.choose("Colour", "dim. 3 (3)").await?;
        page.gives("$$('axis-controls [type=range]').length", 0).await?;

        page.drop(&[volume]).await?;
        page.says(&["8 × 6", "dimension 1 at 19"]).await?;
        page.gives("$('.view select').value", "slice").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn six_dimensions_have_a_slider_for_each_cut_dimension() -> Result {
    let folder = Folder::new("axes-6")?;
    let values: Vec<i16> = (0..2 * 3 * 2 * 4 * 5 * 6).collect();
    let file = folder.array("rank-6-images", &[2, 3, 2, 4, 5, 6], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["2 images", "5 × 6", "dimension 1 at 1, dimension 2 at 0, dimension 3 at 1", "i16"]).await?;
        page.rests().await?;
        page.gives("$$('axis-controls [type=range]').map(({ max }) => max)", ["2", "1", "3"]).await?;
        page.enter("Dimension 3, 0–3", "3").await?;
        page.enter("Dimension 1, 0–2", "2").await?;
        page.says(&["dimension 1 at 2, dimension 2 at 0, dimension 3 at 3"]).await?;
        page.click_item(1).await?;
        page.shows("item-panel", &["item 1"]).await?;
        page.on(".picture", "focus()").await?;
        page.press(Key::Right + "").await?;
        page.shows("item-panel", &["row 0, column 0: value 1290"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_in_the_last_dimension_come_first_when_the_user_says_so() -> Result {
    let folder = Folder::new("items-last")?;
    // 40 items of 8 x 8, whose values are six times their numbers.
    let elements: Vec<u8> = (0..64).flat_map(|_| (0..40).map(|item| 6 * item)).collect();
    let images = folder.write("X.npy", &npy("|u1", "False", "(8, 8, 40)", &elements))?;
    let labels =
        folder.write("y.npy", &npy("|u1", "False", "(40,)", &(0..40).map(|item| item % 10).collect::<Vec<u8>>()))?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["X.npy", "8 images", "8 × 40"]).await?;
        page.shows("layout-notes", &["The last dimension of 8 × 8 × 40 may count the images."]).await?;
        page.click("Read as 40 images of 8 × 8").await?;
        page.says(&["X.npy", "40 images", "8 × 8"]).await?;
        page.gives(&Page::pixels_of(9, 8, 8), ink([54; 64])).await?;
        page.shows("layout-notes", &["The file has the shape 8 × 8 × 40. Its last dimension counts the images."])
            .await?;
        // Labels of the same number fit then.
        page.drop(&[labels]).await?;
        page.says(&["40 images", "labels from y.npy"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 1).await?;
        page.click("Read as the header says").await?;
        page.says(&["X.npy", "8 images", "8 × 40"]).await
    })
    .await
}
