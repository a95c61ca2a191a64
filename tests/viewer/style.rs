//! How items are drawn: background, size, number per page, colour scheme.

use thirtyfour::Key;

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, image};
use crate::page::{Page, grouped, ink};

/// Canvas pixels of an item's width, and CSS pixels per canvas pixel.
const SCALE: &str = "(() => {
    const canvas = $('page-grid canvas');
    const rect = canvas.getBoundingClientRect();
    return [rect.width / canvas.width, rect.height / canvas.height];
})()";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_background_is_light_or_dark() -> Result {
    let folder = Folder::new("background")?;
    let files = [folder.images("images", 30)?];
    let inverted: Vec<_> = image(3).map(|value| [value, value, value, 255]).collect();
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        assert_eq!(page.pixels(3, 8, 6).await?, ink(image(3)));
        page.shows("style-controls", &["0–255"]).await?;
        page.click_at("//label[normalize-space()='dark']").await?;
        page.gives(&Page::pixels_of(3, 8, 6), &inverted).await?;
        page.shows("style-controls", &["0–255"]).await?;
        page.press("i").await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn dark_colours_are_not_pure_black_and_white() -> Result {
    let folder = Folder::new("dark")?;
    let files = [folder.array("images", &[1, 1, 2], &[0_u8, 255])?];
    Page::open_in(Window::DARK, async |page| {
        page.drop(&files).await?;
        page.says(&["1 image", "page 1 of"]).await?;
        page.gives(&Page::pixels_of(0, 1, 2), [[0x1d, 0x1d, 0x1a, 255], [0xec, 0xe9, 0xe1, 255]]).await?;
        page.press("i").await?;
        page.gives(&Page::pixels_of(0, 1, 2), [[0xec, 0xe9, 0xe1, 255], [0x1d, 0x1d, 0x1a, 255]]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn cells_grow_and_shrink_in_whole_pixels() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        let size = page.field("Size").await?;
        let mut before = (0.0, u32::MAX);
        size.send_keys(Key::Home).await?;
        let steps: u32 = page.value("Number($('[type=range]').max)").await?;
        assert!(steps >= 5, "{steps}");
        for step in 0..=steps {
            page.gives("Number($('[type=range]').value)", step).await?;
            // The cells follow when their pixels are there.
            let scale = "Number(new URLSearchParams(location.hash.slice(1)).get('z'))";
            page.gives(&format!("$('[role=gridcell]').offsetWidth === 28 * {scale}"), true).await?;
            let fits = "(() => {
                const canvas = $('page-grid canvas').getBoundingClientRect();
                const frame = $('.frame').getBoundingClientRect();
                return canvas.right <= frame.right + 0.5 && canvas.bottom <= frame.bottom + 0.5;
            })()";
            page.gives(fits, true).await.map_err(|error| format!("at step {step}: {error}"))?;
            page.gives("$('[role=gridcell]')?.dataset.index", "0").await?;
            page.gives(&format!("$('[role=gridcell]').offsetWidth > {}", before.0), true).await?;
            let (x, y): (f64, f64) = page.value(SCALE).await?;
            assert!(x.fract() == 0.0 && x >= 1.0 && (x - y).abs() < f64::EPSILON, "at step {step}: {x} x {y}");
            let shown: (f64, u32) =
                page.value("[$('[role=gridcell]').offsetWidth, $$('[role=gridcell]').length]").await?;
            assert!(shown.1 <= before.1, "at step {step}: {shown:?} after {before:?}");
            before = shown;
            size.send_keys(Key::Right).await?;
        }
        page.gives("getComputedStyle($('page-grid canvas')).imageRendering", "pixelated").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_page_can_have_a_fixed_number_of_items() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        let fitting: u32 = page.value("$$('[role=gridcell]').length").await?;
        for (size, pages) in [("50", "200"), ("1,000", "10"), ("200", "50")] {
            page.choose_per_page(size).await?;
            page.says(&[&format!("page 1 of {pages}")]).await?;
            page.gives("$$('[role=gridcell]').length", size.replace(',', "").parse::<u32>()?).await?;
        }
        // A long page scrolls, and what comes into view is painted.
        page.choose_per_page("1,000").await?;
        page.says(&["page 1 of 10"]).await?;
        page.on("[data-index=\"999\"]", "scrollIntoView()").await?;
        let inked = "(() => {
            const canvas = $('page-grid canvas');
            const [cell, sheet] = [$('[data-index=\"999\"]'), canvas].map((part) => part.getBoundingClientRect());
            const scale = canvas.width / sheet.width;
            const at = [(cell.left - sheet.left) * scale, (cell.top - sheet.top) * scale].map(Math.round);
            const { data } = canvas.getContext('2d').getImageData(...at, 28, 28);
            return data.some((value, i) => i % 4 < 3 && value < 64 && data[i - (i % 4) + 3] === 255);
        })()";
        page.gives(inked, true).await?;
        page.choose_per_page("fit window").await?;
        page.gives("$$('[role=gridcell]').length", fitting).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_narrow_screen_shows_the_same() -> Result {
    Page::open_in(Window::NARROW, async |page| {
        page.gives("document.documentElement.scrollWidth <= 360", true).await?;
        page.open_sample().await?;
        page.gives("document.documentElement.scrollWidth <= 360", true).await?;
        page.gives("$$('[role=gridcell]').length >= 20", true).await?;
        page.click("Next page").await?;
        page.says(&["page 2 of"]).await?;
        let item: u32 = page.value("Number($('[role=gridcell]').dataset.index)").await?;
        page.click_item(item).await?;
        page.shows("item-panel h2", &[&format!("item {}", grouped(item))]).await?;
        page.gives("document.documentElement.scrollWidth <= 360", true).await?;
        // The panel is over what was touched, which is there again when it closes.
        let top = "$('item-panel').getBoundingClientRect().top >= $('main').getBoundingClientRect().top";
        page.gives(top, true).await?;
        page.gives("$('nav').getBoundingClientRect().top === $('.goto').getBoundingClientRect().top", true).await?;
        page.click("Close item").await?;
        page.gives("$$('item-panel').length", 0).await?;
        page.gives("Number($('[role=gridcell]').dataset.index)", item).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn more_closes_when_the_user_goes_on_elsewhere() -> Result {
    Page::open(async |page| {
        page.open_sample().await?;
        page.rests().await?;
        let open = "$('.more').open";
        page.click_at("//details[@class='more']/summary").await?;
        page.gives(open, true).await?;
        page.choose("Palette", "viridis").await?;
        page.gives(open, true).await?;
        page.click_item(3).await?;
        page.gives(open, false).await?;
        page.click_at("//details[@class='more']/summary").await?;
        page.gives(open, true).await?;
        page.press(Key::Escape).await?;
        page.gives(open, false).await?;
        // The item stays open.
        page.shows("item-panel h2", &["item 3"]).await
    })
    .await
}
