//! Arrays that are not images, and the ways to look at them.

use serde_json::json;
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
            page.gives("[$$('style-controls').length, $$('style-controls .view, axis-controls').length]", [1, 0])
                .await?;
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
        page.says(&["30 rows", "4 values each", "f32", "labels from sensor-labels"]).await?;
        page.gives("$('.view select').value", "heat").await?;
        page.gives("$('heat-map .window').ariaLabel", "Heat map of sensor, 30 rows of 4 values").await?;
        // One pixel for each value, one row for each item.
        page.gives("[$('heat-map canvas').width, $('heat-map canvas').height > 20]", (4, true)).await?;
        let row = |greys: [u8; 4]| greys.map(|grey| [grey, grey, grey, 255]).to_vec();
        page.gives(&heat(17, 4), row([109, 107, 105, 103])).await?;
        page.gives(&heat(1, 2), [[246, 246, 246, 255], [255, 0, 208, 255]]).await?;
        page.shows("colour-legend", &["0–11.9", "NaN", "+∞"]).await?;
        page.gives("text($$('heat-map .down li')[3])", "3 3").await?;
        page.gives("$$('heat-map .across li').map((tick) => tick.innerText)", ["0", "1", "2", "3"]).await?;
        page.is_accessible("a heat map").await?;

        // The value at the cursor, by keyboard and under the pointer.
        page.on("heat-map .window", "focus()").await?;
        page.press(Key::Down + "").await?;
        page.shows("heat-map .readout", &["row 0, label 0, column 0: value 0"]).await?;
        page.press(Key::Down + Key::Right).await?;
        page.shows("heat-map .readout", &["row 1, label 1, column 1: value NaN"]).await?;
        let point = "const { left, top, width, height } = $('heat-map canvas').getBoundingClientRect();
            const rows = $('heat-map canvas').height;
            const [clientX, clientY] = [left + width * 0.6, top + (height * 4.5) / rows];
            $('heat-map canvas').dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));";
        page.run(point, vec![]).await?;
        page.shows("heat-map .readout", &["row 4, label 4, column 2: value 1.8"]).await?;
        page.press_with_control(Key::End).await?;
        page.shows("heat-map .readout", &["row 29, label 9, column 3: value 11.9"]).await?;
        page.press(Key::Enter + "").await?;
        page.shows("item-panel", &["item 29"]).await?;
        page.press(Key::Escape + "").await?;
        page.gives("document.activeElement.matches('heat-map .window')", true).await?;

        // Larger and smaller values, other colours, a filter, an item by its number.
        let wide: f64 = page.value("$('heat-map canvas').clientWidth").await?;
        page.press("+").await?;
        page.gives(&format!("$('heat-map canvas').clientWidth > {wide}"), true).await?;
        page.press("i").await?;
        page.press_with_control(Key::Home).await?;
        page.gives(&heat(0, 1), row([0, 0, 0, 0])[..1].to_vec()).await?;
        page.press("7").await?;
        page.says(&["3 of 30"]).await?;
        page.gives("$('heat-map canvas').height", 3).await?;
        page.press(Key::Control + Key::Home + Key::Null + Key::Down).await?;
        page.shows("heat-map .readout", &["row 17, label 7, column 0: value 6.8"]).await?;
        page.press("7").await?;
        page.enter("Go to item", "2").await?;
        page.shows("item-panel", &["item 2"]).await?;
        page.on("item-panel > details", "open = true").await?;
        page.gives("$$('value-table td').map((cell) => cell.innerText).slice(-3)", ["0.8", "0.9", "Infinity"]).await
    })
    .await
}

/// The colours of the first values of a row in view.
fn heat(row: u32, columns: u32) -> String {
    format!(
        "(() => {{
            const {{ data }} = $('heat-map canvas').getContext('2d').getImageData(0, {row}, {columns}, 1);
            return Array.from({{ length: {columns} }}, (_, i) => [...data.subarray(4 * i, 4 * i + 4)]);
        }})()"
    )
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
async fn a_large_matrix_is_scrolled_and_its_place_is_in_the_link() -> Result {
    let folder = Folder::new("views-large-heat")?;
    let values: Vec<i32> = (0..20_000 * 500).collect();
    let file = folder.array("large-data", &[20_000, 500], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.gives("$('heat-map .window').ariaLabel", "Heat map of large, 20,000 rows of 500 values").await?;
        // Only the part in view is painted.
        page.gives("$('heat-map canvas').height > 50 && $('heat-map canvas').height < 3000", true).await?;
        page.on("heat-map .window", "focus()").await?;
        page.press_with_control(Key::End).await?;
        page.shows("heat-map .readout", &["row 19,999, column 499: value 9999999"]).await?;
        page.gives("Number(/at=(\\d+)/.exec(location.hash)?.[1]) > 17000", true).await?;
        page.enter("Go to item", "12345").await?;
        page.shows("item-panel", &["item 12,345"]).await?;
        page.gives("$$('heat-map .open').length", 1).await?;
        page.press(Key::Escape + "").await?;
        page.run("location.hash = '#d=large&at=5000';", vec![]).await?;
        page.gives("$('heat-map .down li').innerText.slice(0, 3)", "5,0").await
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
async fn a_signal_is_a_line_plot() -> Result {
    let folder = Folder::new("views-plot")?;
    let values: Vec<f64> = (0_u16..1001).map(|value| f64::from(value) / 4.0 - 50.0).collect();
    let file = folder.array("ramp", &[1001], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.gives("$('line-plot .area').ariaLabel", "Line plot of 1,001 values of ramp, from −50 to 200").await?;
        page.says(&["ramp, 1,001 values, f64"]).await?;
        // With so many different numbers there are no classes.
        page.gives("$$('class-histogram, label-controls').length", 0).await?;
        page.gives("$$('line-plot .places li').map((tick) => tick.innerText).includes('400')", true).await?;
        page.gives("$$('line-plot .heights li').map((tick) => tick.innerText).includes('100')", true).await?;
        page.is_accessible("a line plot").await?;
        page.on("line-plot .area", "focus()").await?;
        page.press(Key::Home + Key::Right).await?;
        page.shows("line-plot .readout", &["item 1: −49.75"]).await?;
        page.press(Key::End + Key::Enter).await?;
        page.shows("item-panel", &["item 1,000"]).await?;
        page.press(Key::Escape + "").await?;
        page.gives("document.activeElement.matches('line-plot .area')", true).await?;
        // It shows the matches only.
        page.run("location.hash = location.hash + '&items=100..104';", vec![]).await?;
        page.gives("$('line-plot .area').ariaLabel", "Line plot of 5 values of ramp, from −25 to −24").await?;
        page.choose("Show as", "labels").await?;
        page.gives("$$('[role=gridcell]')[1].ariaLabel", "Label 101, -24.75").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_line_can_be_zoomed() -> Result {
    let folder = Folder::new("views-zoom")?;
    // A ramp of two million, which is prepared bit by bit, with one peak.
    let mut values: Vec<f32> = (0..1000_u16).cycle().take(2_000_000).map(f32::from).collect();
    values[1_234_567] = 5000.0;
    let file = folder.array("long", &[2_000_000], &values)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.shows("line-plot .shown", &["All 2,000,000 values, from 0 to 5000"]).await?;
        page.gives("$('line-plot .shown').innerText.includes('prepared')", false).await?;
        page.is_accessible("a long line").await?;
        page.gives("$('[aria-label=\"Show all\"]').disabled", true).await?;

        // Keys, around the middle.
        page.on("line-plot .area", "focus()").await?;
        page.press("+").await?;
        page.shows("line-plot .shown", &["Values 500,000–1,499,999 of 2,000,000, from 0 to 5000"]).await?;
        page.press("+").await?;
        page.shows("line-plot .shown", &["Values 750,000–1,249,999 of 2,000,000"]).await?;
        page.gives("location.hash.includes('span=750000..1249999')", true).await?;
        page.press("-").await?;
        page.shows("line-plot .shown", &["Values 500,000–1,499,999 of"]).await?;
        page.press("z").await?;
        page.shows("line-plot .shown", &["All 2,000,000 values"]).await?;

        // The wheel, where the pointer is: at a quarter, to the pixel. A pixel has 2,900 values.
        let wheel = "const { left, top, width } = $('line-plot .area').getBoundingClientRect();
            $('line-plot .area').dispatchEvent(new WheelEvent('wheel', { deltaY: -400, clientX: left + width / 4, clientY: top + 9, bubbles: true, cancelable: true }));";
        page.run(wheel, vec![]).await?;
        page.gives("/^Values (248|249|250),...–1,(248|249|250),... of/.test($('line-plot .shown').innerText)", true).await?;

        // A pointer drags it, two fingers spread it.
        page.run("location.hash = location.hash.replace(/span=[^&]*/, 'span=1000..1999');", vec![]).await?;
        page.shows("line-plot .shown", &["Values 1,000–1,999 of 2,000,000, from 0 to 999"]).await?;
        let drag = "const area = $('line-plot .area');
            area.setPointerCapture = () => {};
            const { left, top, width } = area.getBoundingClientRect();
            const point = (type, pointerId, share) => area.dispatchEvent(new PointerEvent(type, { pointerId, clientX: left + width * share, clientY: top + 9, bubbles: true }));
            for (const [type, pointerId, share] of arguments[0]) point(type, pointerId, share);";
        let moves = [("pointerdown", 1, 0.25), ("pointermove", 1, 0.75), ("pointerup", 1, 0.75)];
        page.run(drag, vec![json!(moves)]).await?;
        page.gives("/^Values (499|500|501)–1,/.test($('line-plot .shown').innerText)", true).await?;
        let moves = [
            ("pointerdown", 1, 0.25),
            ("pointerdown", 2, 0.75),
            ("pointermove", 2, 1.0),
            ("pointermove", 1, 0.0),
            ("pointerup", 1, 0.0),
            ("pointerup", 2, 1.0),
        ];
        page.run(drag, vec![json!(moves)]).await?;
        page.gives("/^Values 7(49|50|51)–1,2(49|50|51) of/.test($('line-plot .shown').innerText)", true).await?;

        // The cursor takes what is shown along.
        page.press(Key::End + "").await?;
        page.shows("line-plot .readout", &["item 1,999,999: 999"]).await?;
        page.gives("$('line-plot .shown').innerText.includes('–1,999,999 of')", true).await?;
        page.is_accessible("a part of a line").await?;
        page.click("Show all").await?;
        page.gives("location.hash.includes('span')", false).await?;
        page.click("Zoom in").await?;
        page.gives("location.hash.includes('span')", true).await?;
        page.reset_view().await?;
        page.shows("line-plot .shown", &["All 2,000,000 values"]).await
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
