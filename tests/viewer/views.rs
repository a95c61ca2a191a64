//! Arrays that are not images, and the ways to look at them.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// A matrix of 30 rows, the numbers from 0 on in tenths, but for one NaN and one infinity.
pub(crate) fn matrix() -> Vec<f32> {
    let mut values: Vec<f32> = (0_u8..120).map(|value| f32::from(value) / 10.0).collect();
    (values[5], values[10]) = (f32::NAN, f32::INFINITY);
    values
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_leave_nothing_to_choose() -> Result {
    let folder = Folder::new("views-images")?;
    let files =
        [folder.images("rank-3-images", 5)?, folder.array("square-images", &[5, 32, 32], &[7_u8; 5 * 32 * 32])?];
    Page::open(async |page| {
        for file in files {
            page.drop(&[file]).await?;
            page.rests().await?;
            page.gives("[$$('style-controls').length, $$('style-controls .view, axis-controls').length]", [1, 0])
                .await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn switching_between_images_and_a_matrix_updates_the_page() -> Result {
    let folder = Folder::new("views-turns")?;
    let files = [folder.images("letter-images", 30)?, folder.array("sensor-data", &[30, 4], &matrix())?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        for _ in 0..2 {
            page.dataset("sensor").await?;
            page.shows("colour-legend", &["0–11.9"]).await?;
            page.dataset("letter").await?;
            page.says(&["letter-images", "30 images", "page 1 of 1"]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn rows_are_signals_and_the_link_says_so() -> Result {
    let folder = Folder::new("views-signals")?;
    let file = folder.array("sensor-data", &[30, 4], &matrix())?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.choose("Show as", "signals").await?;
        page.says(&["30 signals", "4 values each"]).await?;
        page.gives("$$('[role=gridcell]')[3].ariaLabel", "Signal 3").await?;
        page.gives("location.hash.includes('show=signals')", true).await?;
        page.is_accessible("signals").await?;
        page.click_item(3).await?;
        page.shows("item-panel", &["item 3"]).await?;
        // The cursor goes from value to value.
        page.on(".picture", "focus()").await?;
        page.press(Key::Right + Key::Right).await?;
        page.shows("item-panel", &["row 0, column 1: value 1.3"]).await?;
        page.is_accessible("a signal in the panel").await?;
        page.press(Key::Escape + "").await?;
        page.reset_view().await?;
        page.gives("[$('.view select').value, location.hash.includes('show')]", ("heat", false)).await?;
        page.run("location.hash = location.hash + '&show=table';", vec![]).await?;
        page.gives("$('.view select').value", "table").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_has_a_row_for_each_match() -> Result {
    let folder = Folder::new("views-table")?;
    let files = [folder.array("sensor-data", &[30, 4], &matrix())?, folder.labels("sensor-labels", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.choose("Show as", "table").await?;
        page.says(&["30 rows", "4 values each"]).await?;
        page.gives(
            "$$('item-table tr:nth-child(2) :is(th, td)').map((cell) => cell.innerText)",
            ["0", "0", "0.1", "0.2", "0.3"],
        )
        .await?;
        page.gives("$$('item-table tr:nth-child(3) td')[1].innerText", "NaN").await?;
        page.gives("[$$('page-grid').length, $$('page-nav input').length]", [0, 1]).await?;
        page.is_accessible("a table").await?;
        page.run("document.activeElement.blur();", vec![]).await?;
        page.press("7").await?;
        page.gives("$$('item-table tr th:first-child').map((cell) => cell.innerText)", ["7", "17", "27"]).await?;
        page.gives("$$('item-table tr:nth-child(3) td')[1].innerText", "6.9").await?;
        page.click_at("//item-table//button[.='17']").await?;
        page.shows("item-panel", &["item 17"]).await?;
        page.gives("document.activeElement.closest('item-panel') !== null", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_of_many_rows_holds_those_in_view() -> Result {
    let folder = Folder::new("views-long-table")?;
    let values: Vec<i32> = (0..300_000).collect();
    let file = folder.array("long-data", &[100_000, 3], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.choose("Show as", "table").await?;
        page.gives("$$('item-table tr').length > 3 && $$('item-table tr').length < 60", true).await?;
        page.on("item-table .window", "scrollTop = 1e9").await?;
        page.gives(
            "$$('item-table tr:last-child :is(th, td)').map((cell) => cell.innerText)",
            ["99999", "299997", "299998", "299999"],
        )
        .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn colours_are_where_the_values_say() -> Result {
    let folder = Folder::new("views-channels")?;
    // Slopes of three colours, pixel by pixel, flattened as in CIFAR, whose channels are apart.
    let pixel = |image: u32, row: u32, column: u32, channel: u32| {
        (image * 9 + row * 5 + column * (channel + 1) + 60 * channel).to_le_bytes()[0]
    };
    let mut beside = Vec::new();
    for image in 0..30 {
        for at in 0..3072 {
            beside.push(pixel(image, at / 96, at / 3 % 32, at % 3));
        }
    }
    let file = folder.array("cifar-images", &[30, 3072], &beside)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["32 × 32", "3 channels last, as colour"]).await?;
        page.shows("layout-notes", &["stored pixel by pixel: red, green, blue", "Shown as 32 × 32 × 3."]).await?;
        page.rests().await?;
        page.gives(&Page::pixels_of(0, 1, 2), [[0, 60, 120, 255], [1, 62, 123, 255]]).await?;
        page.is_accessible("channels by the values").await?;
        page.click("Show as 3 × 32 × 32").await?;
        page.says(&["32 × 32", "3 channels first, as colour"]).await?;
        page.gives("$$('layout-notes').length", 0).await?;
        page.gives("location.hash.includes('shape=3x32x32')", true).await?;
        page.reset_view().await?;
        page.says(&["3 channels last, as colour"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_can_be_a_table_or_a_line() -> Result {
    let folder = Folder::new("views-labels")?;
    let labels = folder.labels("plain-labels", 30)?;
    let columns = folder.array("some-labels", &[3, 4], &(0..12).collect::<Vec<i32>>())?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        page.rests().await?;
        page.gives("$('.view select').value", "labels").await?;
        page.choose("Show as", "line plot").await?;
        page.gives("$('line-plot .area').ariaLabel", "Line plot of 30 values of plain, from 0 to 9").await?;
        page.drop(&[columns]).await?;
        page.dataset("some").await?;
        page.choose("Show as", "table").await?;
        page.gives(
            "$$('item-table tr:nth-child(4) :is(th, td)').map((cell) => cell.innerText)",
            ["2", "8", "9", "10", "11"],
        )
        .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn flattened_images_can_be_shown_as_numbers() -> Result {
    let folder = Folder::new("views-folded")?;
    let pixels: Vec<u8> = (0..=255).cycle().take(5 * 3072).collect();
    let files =
        [folder.array("cifar-images", &[5, 3072], &pixels)?, folder.array("flat-images", &[5, 784], &pixels[..3920])?];
    Page::open(async |page| {
        for (file, says) in files.into_iter().zip(["3,072 values as 3 × 32 × 32", "784 values as 28 × 28"]) {
            page.drop(&[file]).await?;
            page.says(&[says]).await?;
            page.gives("$('.view select').value", "images").await?;
            page.choose("Show as", "heat map").await?;
            page.gives("$('heat-map canvas').height", 5).await?;
            page.choose("Show as", "table").await?;
            page.gives("$$('item-table tr:nth-child(2) td')[5].innerText", "5").await?;
        }
        Ok(())
    })
    .await
}
