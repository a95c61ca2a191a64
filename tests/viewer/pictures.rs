//! Pictures in folders, which open as images with the folders as their classes.

use std::slice;

use idxlens::format::element::ElementType;
use idxlens::format::encode::gzip;
use idxlens::format::export::{Folder as Class, Pictures};
use idxlens::format::layout::Layout;
use idxlens::format::zip::Archive;
use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, image};
use crate::matlab_writer;
use crate::page::{Page, ink};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 4).map((cell) => cell.ariaLabel)";

/// A zip archive of 40 images of 8 x 6 pixels, half of them in each of two classes.
pub(crate) fn archive() -> Result<Vec<u8>> {
    let layout = Layout::new(ElementType::U8, vec![40, 6, 8])?;
    let class = |folder: &str, name: &str| Class { folder: folder.to_owned(), name: name.to_owned() };
    let classes = [(0.0, class("0-owl", "owl")), (1.0, class("1-wren", "wren"))];
    let mut pictures = Pictures::new(&layout, Some(ElementType::U8), 40, classes).ok_or("no images")?;
    let elements: Vec<u8> = (0..40).flat_map(image).collect();
    let labels: Vec<f64> = (0..40).map(|item| f64::from(item % 2)).collect();
    pictures.push(&elements, &(0..40).collect::<Vec<_>>(), &labels)?;
    pictures.finish();
    Ok(pictures.take_output())
}

/// The PNG files in that archive, in the order of the items.
pub(crate) fn pngs(archive: &[u8]) -> Result<Vec<Vec<u8>>> {
    let mut zip = Archive::new(archive.len() as u64);
    while let Some(wanted) = zip.wanted() {
        zip.push(&archive[usize::try_from(wanted.start)?..usize::try_from(wanted.end)?])?;
    }
    let pngs = zip.members().iter().filter(|member| member.name() != "metadata.csv");
    pngs.map(|it| Ok(archive[usize::try_from(it.range().start)?..usize::try_from(it.range().end)?].to_vec())).collect()
}

/// A picture of an item that the browser decodes.
pub(crate) fn bmp(item: u32) -> Vec<u8> {
    let pixels: Vec<u8> = image(item).collect();
    let rows = pixels.chunks(8).rev().flat_map(|row| row.iter().flat_map(|&gray| [gray; 3]));
    let numbers = [198_u32, 0, 54, 40, 8, 6].map(u32::to_le_bytes);
    [b"BM", numbers.as_flattened(), &[1, 0, 24, 0], &[0; 24], &rows.collect::<Vec<_>>()].concat()
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_archive_of_pictures_in_class_folders_opens_as_it_was_exported() -> Result {
    let folder = Folder::new("picture-archive")?;
    let file = folder.write("birds.zip", &archive()?)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["birds.zip/birds-images", "40 images", "6 × 8", "u8", "labels from birds.zip/birds-labels"])
            .await?;
        page.gives(FIRST_LABELS, [0, 1, 2, 3].map(|item| format!("Image {item}, label 0, owl"))).await?;
        page.gives(&Page::pixels_of(3, 6, 8), ink(image(6))).await?;
        page.gives("$$('[role=alert], names-question, .tally').length", 0).await?;
        page.shows("label-controls", &["Names of the folders."]).await?;
        page.gives("$('label-controls .names select').selectedOptions[0].text", "from the folders").await?;
        page.shows("dataset-tabs, .masthead", &["birds"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_folder_of_pictures_opens_without_those_that_are_damaged_or_of_another_size() -> Result {
    let folder = Folder::new("picture-folder")?;
    let pngs = pngs(&archive()?)?;
    folder.write("digits/3/1.png", &pngs[0])?;
    // Many archives deflate pictures again; a file can be like that, too.
    folder.write("digits/3/2.png", &gzip(&pngs[2]))?;
    folder.write("digits/12/10.bmp", &bmp(5))?;
    folder.write("digits/12/9.bmp", &bmp(7))?;
    folder.write("digits/12/cut.png", &pngs[1][..pngs[1].len() - 30])?;
    folder.write("digits/12/empty.png", b"")?;
    folder.write("digits/3/wide.gif", b"GIF89a\x09\0\x06\0\0\0\0;")?;
    folder.write("digits/note.txt", b"drawn by hand")?;
    Page::open(async |page| {
        page.pick_folder(folder.path()).await?;
        page.says(&["digits/digits-images", "4 images", "6 × 8", "u8", "digits/digits-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 12", "Image 1, label 12", "Image 2, label 3", "Image 3, label 3"])
            .await?;
        page.gives(&Page::pixels_of(0, 6, 8), ink(image(7))).await?;
        page.shows(".messages", &["1 of 7 pictures is not 6 × 8 and was left out", "digits/3/wide.gif"]).await?;
        page.shows(".messages", &["2 of 7 pictures can’t be read and were left out", "cut.png"]).await?;
        // An image has the name of its picture, although others were left out.
        page.click_item(1).await?;
        page.gives("$('item-panel .source bdi').textContent", "picture-folder/digits/12/10.bmp").await?;
        page.press(Key::Right + Key::Right + "").await?;
        page.gives("$('item-panel .source bdi').textContent", "picture-folder/digits/3/2.png").await
    })
    .await
}

/// A picture of 10 × 6 images of 16 × 16 pixels, that the browser decodes, and the first of these.
fn sheet() -> (Vec<u8>, Vec<u8>) {
    let pixel = |x: u32, y: u32| {
        let [column, row] = [x % 16, y % 16].map(|at| at.wrapping_sub(4));
        let number = y / 16 * 10 + x / 16;
        let is_inside = column < 8 && row < 8;
        if is_inside {
            u8::try_from(100 + (number * 7 + column * row * (number % 5 + 1)) % 150).unwrap_or(0)
        } else {
            0
        }
    };
    let row = |y: u32| (0..160).flat_map(move |x| [pixel(x, y); 3]);
    let numbers = [54 + 3 * 160 * 96, 0, 54, 40, 160, 96].map(u32::to_le_bytes);
    let pixels: Vec<u8> = (0..96).rev().flat_map(row).collect();
    let first = (0..16).flat_map(|y| (0..16).map(move |x| pixel(x, y))).collect();
    ([b"BM", numbers.as_flattened(), &[1, 0, 24, 0], &[0; 24], &pixels].concat(), first)
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_picture_of_many_images_is_cut_as_the_user_says() -> Result {
    let folder = Folder::new("sheet")?;
    let (bmp, first) = sheet();
    let file = folder.write("sheet.bmp", &bmp)?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.shows("[role=alert]", &["one picture of 96 × 160 pixels", "Open as one image"]).await?;
        // It is a question.
        page.gives("$$('[role=alert].severe').length", 0).await?;
        page.click("Cut into 60 images of 16 × 16").await?;
        page.says(&["sheet.bmp/sheet-images", "60 images", "16 × 16", "u8", "no labels"]).await?;
        page.gives(&Page::pixels_of(0, 16, 16), ink(first.into_iter())).await?;
        page.gives("$$('[role=alert], .tally').length", 0).await?;
        page.gives("document.activeElement.role", "gridcell").await?;
        page.click("Close dataset").await?;

        // Another size, of which one does not fit.
        page.drop(&[file]).await?;
        page.enter("Other size", "17").await?;
        page.shows("[role=alert] .problem", &["Images of “17” do not fill 96 × 160 pixels"]).await?;
        page.enter("Other size", "32x20").await?;
        page.says(&["sheet.bmp/sheet-images", "24 images", "32 × 20"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn one_picture_that_is_damaged_or_another_format_is_no_sheet() -> Result {
    let folder = Folder::new("no-sheet")?;
    let png = &pngs(&archive()?)?[0];
    let cut = folder.write("cut.png", &png[..png.len() - 30])?;
    let array = |name, sizes: &[u32], len| matlab_writer::array(name, sizes, &vec![7; len]);
    let named = matlab_writer::file(&[array("X", &[40, 8, 6], 40 * 48), array("y", &[40, 1], 40)]);
    let [named, other] = [folder.write("named.png", &named)?, folder.write("other.png", &named)?];
    let labels = folder.labels("labels", 5)?;
    Page::open(async |page| {
        page.drop(&[cut]).await?;
        page.shows("[role=alert]", &["cut.png", "This picture can’t be read", "It is damaged"]).await?;
        page.drop(&[named, labels]).await?;
        page.says(&["named.png/X", "40 images", "named.png/y"]).await?;
        // Beside a dataset it is nothing to look for.
        page.drop(&[other]).await?;
        page.says(&["other.png/X"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pictures_beside_other_data_are_skipped() -> Result {
    let folder = Folder::new("picture-beside")?;
    let pngs = pngs(&archive()?)?;
    folder.images("set/train-images", 40)?;
    folder.write("set/doc/one.png", &pngs[0])?;
    folder.write("set/doc/two.png", &pngs[1])?;
    folder.write("set/metadata.jsonl", b"{\"file_name\": \"doc/one.png\", \"label\": 1}\n")?;
    Page::open(async |page| {
        page.pick_folder(folder.path()).await?;
        page.says(&["set/train-images", "40 images"]).await?;
        page.shows(".tally", &["1 file opened, 3 skipped"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}
