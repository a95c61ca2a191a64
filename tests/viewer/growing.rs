//! Datasets that grow while their file is being converted.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::slice;

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::{Folder, image, noise};
use crate::matlab_writer;
use crate::page::{Page, grouped, ink};
use crate::parquet_writer::{file, numbers, pictures};
use crate::pictures::{archive, pngs};
use crate::tar_writer;

/// Rows of the table. They take some seconds to convert.
const ROWS: u32 = 1_200_000;
const LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
/// How many items the page says there are.
const ITEMS: &str = "Number(/([\\d,]+) images/.exec($('[role=status]').innerText)?.[1].replaceAll(',', ''))";

/// The pixels of an image.
fn pixels(item: u32) -> impl Iterator<Item = u8> {
    image(item).chain([0; 16])
}

/// A table of labels and of images with 8 × 8 pixels, with another line after them.
fn table(folder: &Folder, last: &str) -> Result<PathBuf> {
    let mut text = String::from("label");
    for pixel in 0..64 {
        write!(text, ",{}x{}", pixel / 8 + 1, pixel % 8 + 1)?;
    }
    let header = text.len();
    for item in 0..1000 {
        write!(text, "\n{}", item % 10)?;
        for pixel in pixels(item) {
            write!(text, ",{pixel}")?;
        }
    }
    let rows = text.split_off(header).repeat(ROWS as usize / 1000);
    folder.write("big.csv.gz", &gzip(format!("{text}{rows}\n{last}").as_bytes()))
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_is_shown_while_it_is_converted() -> Result {
    let folder = Folder::new("growing")?;
    let file = table(&folder, "")?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.says(&["images so far", "8 × 8", "u8"]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 8, 8), ink(pixels(3))).await?;
        // What the user does meanwhile stays.
        page.click_item(3).await?;
        page.press("s").await?;
        page.run("window.before = $('[data-index=\"3\"]').getBoundingClientRect().toJSON();", vec![]).await?;
        page.says(&[&format!("{} images,", grouped(ROWS)), "8 × 8"]).await?;
        page.rests().await?;
        page.gives("JSON.stringify($('[data-index=\"3\"]').getBoundingClientRect()) === JSON.stringify(before)", true)
            .await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.gives("$$('.bookmarked').map((cell) => cell.dataset.index)", ["3"]).await?;
        // Dropped once more, it is the same file.
        page.drop(&[file]).await?;
        page.rests().await?;
        page.gives("$$('.intake').length", 0).await?;
        page.gives("$$('dataset-tabs bdi').length", 1).await?;
        page.says(&[&format!("{} images,", grouped(ROWS))]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_is_converted_stays_when_that_is_cancelled() -> Result {
    let folder = Folder::new("growing-cancelled")?;
    let file = table(&folder, "")?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.says(&["images so far"]).await?;
        page.on(".intake button", "focus()").await?;
        page.on(".intake button", "click()").await?;
        page.gives("document.activeElement.role", "gridcell").await?;
        page.shows(".messages", &["Only the first", "You cancelled the rest."]).await?;
        page.gives("/so far/.test($('[role=status]').innerText)", false).await?;
        page.gives(&format!("({ITEMS}) < {ROWS}"), true).await?;
        page.gives(&Page::pixels_of(3, 8, 8), ink(pixels(3))).await?;
        // The alert has said it.
        page.gives("$$('.tally').length", 0).await?;
        page.drop(&[file]).await?;
        page.says(&[&format!("{} images,", grouped(ROWS))]).await?;
        page.gives("/You cancelled/.test(text(document.body))", false).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn to_close_what_is_converted_ends_the_conversion() -> Result {
    let folder = Folder::new("growing-closed")?;
    let files = [table(&folder, "")?, folder.images("small-images", 20)?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["images so far"]).await?;
        page.click("Close dataset").await?;
        // The other file of the drop opens.
        page.says(&["20 images, 8 × 6"]).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["small"]).await?;
        page.gives("$$('.intake').length", 0).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(&files[..1]).await?;
        page.says(&["images so far"]).await?;
        page.click("Close dataset").await?;
        page.shows("h2", &["Look inside MNIST"]).await?;
        page.gives("$$('.intake').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_comes_before_a_fault_stays() -> Result {
    let folder = Folder::new("growing-fault")?;
    let file = table(&folder, "1,2,3\n4,5,6\n")?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        let line = format!("Line {} of the table has 3 fields", grouped(ROWS + 2));
        page.shows(".messages", &[&line, &format!("The first {} rows are open", grouped(ROWS))]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(&Page::pixels_of(3, 8, 8), ink(pixels(3))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn elements_get_a_wider_type_while_they_are_shown() -> Result {
    let folder = Folder::new("growing-wider")?;
    // The last row has a value that is no byte.
    let last: Vec<String> = pixels(3).skip(1).map(|pixel| pixel.to_string()).collect();
    let file = table(&folder, &format!("3,300,{}", last.join(",")))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["images so far", "8 × 8", "u8"]).await?;
        page.click_item(3).await?;
        page.says(&[&format!("{} images,", grouped(ROWS + 1)), "8 × 8", "i32"]).await?;
        page.rests().await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_that_are_typed_meanwhile_stay() -> Result {
    let folder = Folder::new("growing-names")?;
    let file = table(&folder, "")?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["images so far", "8 × 8"]).await?;
        page.choose("Names", "my own").await?;
        page.gives("document.activeElement.tagName", "TEXTAREA").await?;
        page.press("cat").await?;
        page.says(&[&format!("{} images,", grouped(ROWS))]).await?;
        page.rests().await?;
        page.gives(LABELS, ["Image 0, label 0, cat", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("document.activeElement.tagName", "TEXTAREA").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_in_a_matlab_file_are_shown_while_they_are_unpacked() -> Result {
    const ITEMS: u32 = 160_000;
    let folder = Folder::new("growing-matlab")?;
    // Noise of four bits takes long to unpack. Columns of an image are together.
    let mut noise = noise();
    let stored: Vec<u8> = (0..ITEMS * 784).map(|_| noise() & 0xF0).collect();
    let fourth: Vec<u8> = (0..784).map(|place| stored[3 * 784 + place % 28 * 28 + place / 28]).collect();
    let labels: Vec<u8> = (0..ITEMS).map(|item| (item % 10).to_le_bytes()[0]).collect();
    let images = matlab_writer::compressed(&matlab_writer::array("X", &[28, 28, ITEMS], &stored));
    let labels = matlab_writer::compressed(&matlab_writer::array("y", &[ITEMS, 1], &labels));
    let labels_last = folder.write("last.mat", &matlab_writer::file(&[images.clone(), labels.clone()]))?;
    let labels_first = folder.write("first.mat", &matlab_writer::file(&[labels, images]))?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&labels_first)).await?;
        page.says(&["images so far", "28 × 28", "u8", "labels from first.mat/y.npy"]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.says(&[&format!("{} images,", grouped(ITEMS)), "labels from first.mat/y.npy"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 1).await
    })
    .await?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&labels_last)).await?;
        page.says(&["images so far", "28 × 28", "u8", "no labels"]).await?;
        page.gives(&Page::pixels_of(3, 28, 28), ink(fourth.clone())).await?;
        page.click_item(3).await?;
        page.says(&[&format!("{} images,", grouped(ITEMS)), "labels from last.mat/y.npy"]).await?;
        page.rests().await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 28, 28), ink(fourth)).await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives("$$('[role=alert], .tally').length", 0).await
    })
    .await?;
    // The second is complete before all that was shown of it is read.
    Page::open(async |page| {
        page.drop(&[labels_last, labels_first]).await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;
        page.says(&[&format!("{} images,", grouped(ITEMS)), "labels from last.mat/y.npy"]).await?;
        page.rests().await?;
        page.gives("$$('[role=alert], .tally').map(text)", [(); 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pictures_are_shown_while_they_are_gathered() -> Result {
    const TIMES: usize = 2400;
    let folder = Folder::new("growing-pictures")?;
    let files = pngs(&archive()?)?;
    let names: Vec<_> =
        (0..40 * TIMES).map(|at| format!("birds/{}/{at:06}.png", ["0-owl", "1-wren"][at % 2])).collect();
    let entries: Vec<_> =
        names.iter().zip(files.iter().cycle()).map(|(name, file)| tar_writer::entry(name, file)).collect();
    let tar = folder.write("birds.tar", &tar_writer::archive(&entries))?;
    let groups = vec![&files[..]; TIMES];
    let labels: Vec<i64> = (0..40).map(|at| at % 2).collect();
    let columns = [pictures("image", &groups), numbers("label", &vec![&labels[..]; TIMES])];
    let hub = folder.write("birds.parquet", &file(&columns, ""))?;
    for (dropped, labels) in [
        (tar, ["Image 0, label 0, owl", "Image 1, label 0, owl", "Image 2, label 0, owl"]),
        (hub, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 0"]),
    ] {
        Page::open(async |page| {
            page.drop(&[dropped]).await?;
            page.says(&["images so far", "6 × 8", "u8"]).await?;
            page.gives(LABELS, labels).await?;
            page.click_item(3).await?;
            page.says(&["96,000 images,"]).await?;
            page.rests().await?;
            page.gives(LABELS, labels).await?;
            page.shows("item-panel", &["item 3"]).await?;
            page.gives("$$('dataset-tabs bdi').length", 1).await?;
            page.gives("$$('[role=alert], .tally').length", 0).await
        })
        .await?;
    }
    Ok(())
}
