//! Line plots of signals.

use serde_json::json;
use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

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
