//! Heat maps of matrices.

use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;
use crate::views::matrix;

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
