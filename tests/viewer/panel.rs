//! The item panel: one large item with its values.

use thirtyfour::{By, Key};

use crate::Result;
use crate::browser::Window;
use crate::files::{Folder, image};
use crate::page::Page;

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_panel_shows_an_item_and_its_neighbours() -> Result {
    let folder = Folder::new("panel")?;
    let files = [folder.images("train-images", 30)?, folder.labels("train-labels", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click_item(28).await?;
        page.shows("item-panel h2", &["8 item 28"]).await?;
        let drawn = "[...$('item-panel canvas').getContext('2d').getImageData(0, 0, 6, 8).data]
            .filter((_, i) => i % 4 === 0).map((value) => 255 - value)";
        page.gives(drawn, image(28).collect::<Vec<_>>()).await?;
        page.click("Next item").await?;
        page.shows("item-panel h2", &["9 item 29"]).await?;
        page.gives("$('[aria-label=\"Next item\"]').ariaDisabled", "true").await?;
        page.click("Next item").await?;
        page.click("Previous item").await?;
        page.shows("item-panel h2", &["8 item 28"]).await?;
        page.gives(drawn, image(28).collect::<Vec<_>>()).await?;
        page.gives("$('[role=gridcell][aria-selected=true]').ariaLabel", "Image 28, label 8").await?;
        page.click("Close item").await?;
        page.gives("$$('item-panel, [aria-selected=true]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_panel_is_as_wide_as_the_user_likes() -> Result {
    let folder = Folder::new("panel-width")?;
    let files = [folder.images("train-images", 30)?];
    let width = "$('.right').clientWidth";
    let filled = "Math.abs($('.picture').clientWidth - $('.picture canvas').clientWidth) < 2";
    // Whether the way to other pages is one line, with all its parts.
    let nav = "(() => {
            const { height, right } = $('page-nav').getBoundingClientRect();
            const parts = $$('page-nav :is(button, input)').map((part) => part.getBoundingClientRect());
            return height < 60 && parts.every((part) => part.width > 20 && part.right <= right);
        })()";
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.click_item(28).await?;
        page.shows("item-panel h2", &["item 28"]).await?;
        page.gives("$$('.picture .inside').length", 1).await?;
        page.gives(filled, true).await?;
        let before: u32 = page.value(width).await?;
        let edge = page.find("//*[@role='separator']").await?;
        edge.focus().await?;
        page.press(Key::Left + Key::Left + Key::Left).await?;
        page.gives(width, before + 72).await?;
        page.gives(filled, true).await?;
        // The image is as high as the window allows at most.
        page.press(Key::End).await?;
        page.gives(&format!("{width} > innerWidth / 2"), true).await?;
        page.gives(nav, true).await?;
        page.press(Key::Home).await?;
        page.gives(&format!("{width} <= 252"), true).await?;
        page.driver.action_chain().drag_and_drop_element_by_offset(&edge, -200, 0).perform().await?;
        page.gives(&format!("Math.abs({width} - 452) < 4"), true).await?;
        page.gives("String(getSelection())", "").await?;
        page.reload().await?;
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.gives(&format!("Math.abs({width} - 452) < 4"), true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_link_says_which_file_it_means() -> Result {
    let (folder, other) = (Folder::new("linked")?, Folder::new("linked-other")?);
    let files = [folder.images("train-images", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.click_item(28).await?;
        page.run("navigator.clipboard.writeText = async (text) => (window.copied = text)", vec![]).await?;
        page.click("Copy link").await?;
        page.shows(".share", &["Copied."]).await?;
        page.gives("copied === location.href + '&file=train-images&print=30x8x6-u8'", true).await?;
        page.run("copied = ''", vec![]).await?;
        page.press(Key::Escape).await?;
        page.gives("location.hash.includes('i=')", false).await?;
        page.click("Copy link to what is shown").await?;
        page.shows("file-pairing", &["Only people with the same files can open it"]).await?;
        page.gives("copied === location.href + '&file=train-images&print=30x8x6-u8'", true).await?;
        page.click_item(28).await?;
        page.run("navigator.clipboard.writeText = () => Promise.reject()", vec![]).await?;
        page.click("Copy link").await?;
        page.gives("$('.share input').value === location.href + '&file=train-images&print=30x8x6-u8'", true).await?;

        page.visit("#d=train&i=28&file=train-images&print=30x8x6-u8-00c0ffee").await?;
        page.shows(".intro .link", &["leads to item 28 of train-images, which is 30 × 8 × 6, u8. Drop that file"])
            .await?;
        page.drop(&[other.images("train-images", 31)?]).await?;
        page.shows(
            "[role=alert]",
            &["The link leads to another file of this name: 30 × 8 × 6, u8, checksum 00c0ffee, not 31 × 8 × 6, u8."],
        )
        .await?;
        page.drop(&files).await?;
        page.shows("item-panel h2", &["item 28"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.says(&["30 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_value_under_the_pointer_is_read_out() -> Result {
    let folder = Folder::new("pointer")?;
    let files = [folder.images("images", 30)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click_item(12).await?;
        page.shows("item-panel h2", &["item 12"]).await?;
        let canvas = page.driver.find(By::Css("item-panel canvas")).await?;
        page.gives("$('item-panel canvas').width", 6).await?;
        let values: Vec<u8> = image(12).collect();
        let (width, height): (i64, i64) = page
            .value("['width', 'height'].map((side) => $('item-panel canvas').getBoundingClientRect()[side]).map(Math.round)")
            .await?;
        for (row, column) in [(0, 0), (7, 5), (3, 2), (0, 5)] {
            // The driver counts from the middle.
            let x = (2 * column + 1) * width / 12 - width / 2;
            let y = (2 * row + 1) * height / 16 - height / 2;
            page.driver.action_chain().move_to_element_with_offset(&canvas, x, y).perform().await?;
            let value = values[usize::try_from(row * 6 + column)?];
            page.shows(".readout", &[&format!("row {row}, column {column}: value {value}")]).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_table_has_the_exact_values() -> Result {
    let folder = Folder::new("table")?;
    let values = [0.1_f32, -2.5, 16_777_217.0, 1.0e-30, 0.0, 7.0];
    let small = folder.array("f32-images", &[1, 2, 3], &values)?;
    let large: Vec<u8> = (0..500 * 400_u32).map(|value| value.to_le_bytes()[0] ^ value.to_le_bytes()[1]).collect();
    let long = folder.array("large-images", &[1, 500, 400], &large)?;
    Page::open(async |page| {
        page.drop(&[small]).await?;
        page.says(&["f32-images", "page 1 of"]).await?;
        page.rests().await?;
        page.click_item(0).await?;
        page.click_at("//item-panel/details/summary").await?;
        let exact = ["0.1", "-2.5", "16777216", "1e-30", "0", "7"];
        page.gives("$$('value-table tr + tr td').map((cell) => cell.title)", exact).await?;

        page.drop(&[long]).await?;
        page.says(&["large-images", "500 × 400", "page 1 of"]).await?;
        page.rests().await?;
        page.click_item(0).await?;
        page.gives("$('value-table tr + tr td')?.innerText", large[0].to_string()).await?;
        page.gives("$$('value-table tr + tr td').length < 2000", true).await?;
        page.on("value-table .window", "scrollTo(1e9, 1e9)").await?;
        page.gives(
            "[$$('value-table th[scope=row]').at(-1).innerText, $$('value-table th[scope=col]').at(-1).innerText]",
            ["499", "399"],
        )
        .await?;
        page.gives("$$('value-table tr + tr td').at(-1).innerText", large[large.len() - 1].to_string()).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_opened_item_is_in_sight_whatever_was_wrong_before() -> Result {
    let folder = Folder::new("in-sight")?;
    let mut files = vec![folder.images("images", 400)?];
    for number in 0..30 {
        files.push(folder.write(&format!("page-{number}.html"), b"<!DOCTYPE html>")?);
    }
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["400 images", "page 1 of"]).await?;
        page.rests().await?;
        // Many are one line each, until they are opened.
        page.gives("$$('[role=alert]').length", 30).await?;
        page.gives("$$('[role=alert] .why').length", 0).await?;
        page.on(".right", "scrollTop = 1e6").await?;
        page.click_item(3).await?;
        page.shows("item-panel h2", &["item 3"]).await?;
        let in_sight = "(() => {
            const { top, bottom } = $('.picture').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight && bottom - top > 100;
        })()";
        page.gives(in_sight, true).await?;
        page.on(".right", "scrollTop = 1e6").await?;
        page.press(Key::Right).await?;
        page.shows("item-panel h2", &["item 4"]).await?;
        page.gives(in_sight, true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_error_below_an_item_is_scrolled_into_view() -> Result {
    let folder = Folder::new("panel-below")?;
    let files = [folder.array::<u8>("images", &[30, 28, 28], &vec![0; 30 * 28 * 28])?];
    let wrong = [folder.write("wrong-images", b"PK\x03\x04")?];
    Page::open_in(Window { height: 600, ..Window::LIGHT }, async |page| {
        page.drop(&files).await?;
        page.rests().await?;
        page.click_item(3).await?;
        page.click_at("//item-panel/details/summary").await?;
        page.shows("value-table", &["0 1 2 3 4"]).await?;
        page.drop(&wrong).await?;
        page.shows("[role=alert]", &["wrong-images"]).await?;
        page.gives("$('[role=alert]').getBoundingClientRect().bottom <= innerHeight", true).await
    })
    .await
}
