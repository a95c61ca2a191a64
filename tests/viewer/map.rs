//! The map: all images as points, similar ones close together.

use std::f64::consts::TAU;
use std::iter;

use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, noise};
use crate::page::Page;

/// The item that the tip names.
const POINTED: &str = "text($('map-view .tip'))";
const SELECTED: &str = "text($('selection-bar'))";

impl Page {
    /// Opens the sample with errors in its labels, and waits until its map is finished.
    async fn open_map(&self) -> Result {
        self.click_at("//button[@value='errors']").await?;
        self.says(&["360 images"]).await?;
        self.click("Map").await?;
        self.click("Compare 360 images").await?;
        self.shows("map-view", &["The map is finished.", "Map of digits-with-12-errors.", "carry no meaning"]).await
    }

    /// Drags the mouse along a way over the map, given as parts of its width and height, while Shift and other keys are
    /// held down.
    async fn draw_around(&self, corners: &[[f64; 2]], others: &[Key]) -> Result {
        let [left, top, width, height]: [f64; 4] = self
            .value("(({ left, top, width, height }) => [left, top, width, height])($('map-view .area').getBoundingClientRect())")
            .await?;
        #[expect(clippy::cast_possible_truncation, reason = "the corners are on the screen")]
        let at = |[x, y]: [f64; 2]| ((left + x * width) as i64, (top + y * height) as i64);
        let (x, y) = at(corners[0]);
        let mut chain = self.driver.action_chain().move_to(x, y).key_down(Key::Shift);
        for key in others {
            chain = chain.key_down(key.clone());
        }
        chain = chain.click_and_hold();
        for &corner in &corners[1..] {
            let (x, y) = at(corner);
            chain = chain.move_to(x, y);
        }
        chain = chain.release().key_up(Key::Shift);
        for key in others {
            chain = chain.key_up(key.clone());
        }
        Ok(chain.perform().await?)
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_map_is_drawn_and_used_by_keys() -> Result {
    Page::open(async |page| {
        page.open_map().await?;
        page.gives("location.hash.endsWith('&mode=map')", true).await?;
        // Ten classes, told apart by colours and by names on the map.
        page.gives("$$('map-view .legend li').length", 10).await?;
        page.gives("new Set($$('map-view .legend li').map((entry) => entry.style.cssText)).size", 10).await?;
        page.gives("$$('map-view .names li').length >= 8", true).await?;
        let name = "$('map-view .area').ariaLabel.replace(/^Map of [^:]+/, '')";
        page.gives(name, ": 360 images, coloured by class").await?;
        page.is_accessible("a map").await?;
        // Arrow keys lead from one image to the next, and Enter opens it at the right.
        page.on("map-view .area", "focus()").await?;
        page.press(Key::Right + "").await?;
        page.gives(&format!("/^Image \\d+, label \\d/.test({POINTED})"), true).await?;
        let first: String = page.value(POINTED).await?;
        page.press(Key::Right + "").await?;
        page.gives(&format!("{POINTED} !== {first:?}"), true).await?;
        page.press("x").await?;
        page.gives(&format!("{SELECTED}.startsWith('1 selected')"), true).await?;
        page.press(Key::Enter + "").await?;
        page.gives("$$('item-panel .picture').length", 1).await?;
        // The selection is that of the grid.
        page.click("Grid").await?;
        page.gives("$$('map-view').length", 0).await?;
        page.gives(&format!("{SELECTED}.startsWith('1 selected')"), true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_lasso_selects_what_is_inside() -> Result {
    Page::open(async |page| {
        page.open_map().await?;
        page.draw_around(&[[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]], &[]).await?;
        page.gives(&format!("{SELECTED}.startsWith('360 selected')"), true).await?;
        page.draw_around(&[[0.01, 0.01], [0.5, 0.01], [0.5, 0.99], [0.01, 0.99]], &[]).await?;
        page.gives(&format!("parseInt({SELECTED}) > 0 && parseInt({SELECTED}) < 360"), true).await?;
        // Ctrl adds to the selection, and Alt takes away from it.
        let left: u32 = page.value(&format!("parseInt({SELECTED})")).await?;
        page.draw_around(&[[0.5, 0.01], [0.99, 0.01], [0.99, 0.99], [0.5, 0.99]], &[Key::Control]).await?;
        page.gives(&format!("{SELECTED}.startsWith('360 selected')"), true).await?;
        page.draw_around(&[[0.01, 0.01], [0.5, 0.01], [0.5, 0.99], [0.01, 0.99]], &[Key::Alt]).await?;
        page.gives(&format!("{SELECTED}.startsWith('{} selected')", 360 - left), true).await?;
        page.press(Key::Escape + "").await?;
        page.gives("$$('selection-bar').some((bar) => text(bar).includes(' selected'))", false).await?;
        // Only images that match the filter are there.
        page.press("4").await?;
        page.draw_around(&[[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]], &[]).await?;
        page.gives(&format!("parseInt({SELECTED}) > 10 && parseInt({SELECTED}) < 60"), true).await?;
        // Colours can tell what the check found.
        page.choose("Colour by", "Finding").await?;
        page.shows("map-view .legend", &["Suspect labels", "no finding"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pointing_at_an_image_shows_it_and_a_click_opens_it() -> Result {
    Page::open(async |page| {
        page.open_map().await?;
        // The name of a class stands at one of its images.
        let place = "(({ left, top, width, height }) => [left + width / 2, top + height / 2])\
            ($$('map-view .names li').find((name) => text(name).includes('3')).getBoundingClientRect())";
        let [x, y]: [f64; 2] = page.value(place).await?;
        #[expect(clippy::cast_possible_truncation, reason = "the place is on the screen")]
        let (x, y) = (x as i64, y as i64);
        page.driver.action_chain().move_to(x, y).perform().await?;
        page.gives(&format!("/^Image \\d+, label \\d/.test({POINTED})"), true).await?;
        let pointed: String = page.value(POINTED).await?;
        page.driver.action_chain().click().perform().await?;
        let item = "Number(text($('item-panel h2')).match(/item (\\d+)/)[1])";
        page.gives(&format!("{pointed:?}.startsWith(`Image ${{{item}}},`)"), true).await?;
        // The wheel, keys and buttons zoom; where there is room, the images themselves are drawn.
        let picture = "$('map-view canvas').toDataURL()";
        let before: String = page.value(picture).await?;
        page.click("Zoom in").await?;
        page.gives(&format!("{picture} !== {before:?}"), true).await?;
        let zoomed: String = page.value(picture).await?;
        page.click("All").await?;
        page.gives(&format!("{picture} !== {zoomed:?}"), true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_map_is_shown_while_the_images_are_compared() -> Result {
    // So many images are compared for longer than this test takes.
    const COUNT: u32 = 60_000;
    let folder = Folder::new("compared")?;
    // Noise, on halves whose brightness puts the classes on a circle.
    let mut next = noise();
    let mut image = |class: u32| {
        let halves = [f64::cos, f64::sin].map(|side| 60.0 * (1.0 + side(TAU * f64::from(class) / 10.0)));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "they are from 0 to 120")]
        let pixels = halves.into_iter().flat_map(|half| iter::repeat_n(half as u8, 392));
        pixels.map(|half| half + next() / 2).collect::<Vec<_>>()
    };
    let pixels: Vec<u8> = (0..COUNT).flat_map(|item| image(item % 10)).collect();
    let files = [folder.array("bright-images", &[COUNT, 28, 28], &pixels)?, folder.labels("bright-labels", COUNT)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["60,000 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click("Map").await?;
        page.click("Compare 60,000 images").await?;
        page.shows("map-layout", &["Comparing all images with one another", "Cancel"]).await?;
        page.gives("$('map-layout [role=progressbar]').ariaLabel", "Progress of the comparison").await?;
        page.gives("$('map-view canvas').width > 1", true).await?;
        page.gives("$$('map-view .names li').length >= 8", true).await?;
        page.click_at("//map-layout/button").await?;
        page.shows("map-start", &["Compare 60,000 images"]).await
    })
    .await
}
