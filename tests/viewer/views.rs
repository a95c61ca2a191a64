//! Arrays that are not images, and the ways to look at them.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// A matrix of 30 rows, the numbers from 0 on in tenths, but for one NaN and one infinity.
fn matrix() -> Vec<f32> {
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
            page.gives("[$$('look-controls').length, $$('.way, axis-controls').length]", [1, 0]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_matrix_is_a_heat_map_of_rows() -> Result {
    let folder = Folder::new("views-heat")?;
    let files = [folder.array("sensor-data", &[30, 4], &matrix())?, folder.labels("sensor-labels", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.gives("$('.way select').value", "heat").await?;
        page.gives("$$('[role=gridcell]')[17].ariaLabel", "Row 17, label 7").await?;
        page.gives("$('[role=grid]').getAttribute('aria-colcount')", "1").await?;
        // One pixel per value, and no gap between the rows.
        page.gives("$('page-grid canvas').width", 4).await?;
        let row = |greys: [u8; 4]| greys.map(|grey| [grey, grey, grey, 255]).to_vec();
        page.gives(&Page::pixels_of(17, 1, 4), row([109, 107, 105, 103])).await?;
        page.gives(&Page::pixels_of(1, 1, 2), [[246, 246, 246, 255], [255, 0, 208, 255]]).await?;
        page.is_accessible("a heat map").await?;
        page.click_item(2).await?;
        page.shows("item-panel", &["item 2"]).await?;
        page.run("$('item-panel details').open = true;", vec![]).await?;
        page.gives("$$('value-table td').map((cell) => cell.innerText).slice(-3)", ["0.8", "0.9", "Infinity"]).await
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
        page.rests().await?;
        page.choose("Show as", "signals").await?;
        page.gives("$$('[role=gridcell]')[3].ariaLabel", "Signal 3").await?;
        page.gives("location.hash.includes('show=signals')", true).await?;
        page.is_accessible("signals").await?;
        page.click_item(3).await?;
        page.shows("item-panel", &["item 3"]).await?;
        // The cursor goes from value to value.
        page.run("$('.picture').focus();", vec![]).await?;
        page.press(Key::Right + Key::Right).await?;
        page.shows("item-panel", &["row 0, column 1: value 1.3"]).await?;
        page.is_accessible("a signal in the panel").await?;
        page.press(Key::Escape + "").await?;
        page.click("Reset view").await?;
        page.gives("[$('.way select').value, location.hash.includes('show')]", ("heat", false)).await?;
        page.run("location.hash = location.hash + '&show=table';", vec![]).await?;
        page.gives("$('.way select').value", "table").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_has_a_row_per_item_that_is_selected() -> Result {
    let folder = Folder::new("views-table")?;
    let files = [folder.array("sensor-data", &[30, 4], &matrix())?, folder.labels("sensor-labels", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.choose("Show as", "table").await?;
        page.gives(
            "$$('item-table tr:nth-child(2) :is(th, td)').map((cell) => cell.innerText)",
            ["0", "0", "0.1", "0.2", "0.3"],
        )
        .await?;
        page.gives("$$('item-table tr:nth-child(3) td')[1].innerText", "NaN").await?;
        page.gives("$$('page-grid, page-nav').length", 0).await?;
        page.is_accessible("a table").await?;
        page.run("document.activeElement.blur();", vec![]).await?;
        page.press("7").await?;
        page.gives("$$('item-table tr th:first-child').map((cell) => cell.innerText)", ["7", "17", "27"]).await?;
        page.gives("$$('item-table tr:nth-child(3) td')[1].innerText", "6.9").await?;
        page.find("//item-table//button[.='17']").await?.click().await?;
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
        page.run("$('item-table .window').scrollTop = 1e9;", vec![]).await?;
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
async fn a_signal_is_a_line_plot() -> Result {
    let folder = Folder::new("views-plot")?;
    let values: Vec<f64> = (0_u16..1001).map(|value| f64::from(value) / 4.0 - 50.0).collect();
    let file = folder.array("ramp", &[1001], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.gives("$('line-plot .area').ariaLabel", "Line plot of 1,001 values of ramp, from -50 to 200").await?;
        page.gives("$$('line-plot .places li').map((tick) => tick.innerText).includes('400')", true).await?;
        page.gives("$$('line-plot .heights li').map((tick) => tick.innerText).includes('100')", true).await?;
        page.is_accessible("a line plot").await?;
        page.run("$('line-plot .area').focus();", vec![]).await?;
        page.press(Key::Home + Key::Right).await?;
        page.shows("line-plot .readout", &["item 1: -49.75"]).await?;
        page.press(Key::End + Key::Enter).await?;
        page.shows("item-panel", &["item 1000"]).await?;
        page.press(Key::Escape + "").await?;
        page.gives("document.activeElement.matches('line-plot .area')", true).await?;
        // It keeps to what is selected.
        page.run("location.hash = location.hash + '&items=100..104';", vec![]).await?;
        page.gives("$('line-plot .area').ariaLabel", "Line plot of 5 values of ramp, from -25 to -24").await?;
        page.choose("Show as", "labels").await?;
        page.gives("$$('[role=gridcell]')[1].ariaLabel", "Label 101, -24.75").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_are_a_table_or_a_line_if_wished() -> Result {
    let folder = Folder::new("views-labels")?;
    let labels = folder.labels("plain-labels", 30)?;
    let columns = folder.array("some-labels", &[3, 4], &(0..12).collect::<Vec<i32>>())?;
    Page::open(async |page| {
        page.drop(&[labels]).await?;
        page.rests().await?;
        page.gives("$('.way select').value", "labels").await?;
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
async fn flattened_images_can_be_looked_at_as_numbers() -> Result {
    let folder = Folder::new("views-folded")?;
    let pixels: Vec<u8> = (0..=255).cycle().take(5 * 3072).collect();
    let files =
        [folder.array("cifar-images", &[5, 3072], &pixels)?, folder.array("flat-images", &[5, 784], &pixels[..3920])?];
    Page::open(async |page| {
        for (file, says) in files.into_iter().zip(["3072 values as 3 x 32 x 32", "784 values as 28 x 28"]) {
            page.drop(&[file]).await?;
            page.says(&[says]).await?;
            page.gives("$('.way select').value", "images").await?;
            page.choose("Show as", "heat map").await?;
            page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Row 4").await?;
            page.choose("Show as", "table").await?;
            page.gives("$$('item-table tr:nth-child(2) td')[5].innerText", "5").await?;
        }
        Ok(())
    })
    .await
}
