//! Files that are shown while they are unpacked: those in bzip2, as in xz and Zstandard, those of a tar archive in gzip, and the first
//! array of a pickle.

use std::io::Write as _;
use std::path::PathBuf;
use std::slice;

use bzip2::{Compression, write::BzEncoder};
use idxlens::format::encode::gzip;
use idxlens::format::{element::ElementType, header::Header};

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, grouped, ink};
use crate::pickle_writer as pickle;
use crate::tar_writer;

/// Unpacking so many images takes some seconds.
const ITEMS: u32 = 2_000_000;
/// Images that are packed once. The file repeats them.
const PART: u32 = 10_000;
const LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

/// The header of the images, and the elements of a part of them.
fn images() -> Result<(Vec<u8>, Vec<u8>)> {
    let header = Header::new(ElementType::U8, vec![ITEMS, 8, 6])?.to_bytes();
    Ok((header, (0..PART).map(|item| item % 1000).flat_map(image).collect()))
}

/// The images in bzip2: a stream for each part, and one for the header.
fn packed(folder: &Folder) -> Result<(PathBuf, Vec<u8>)> {
    let stream = |bytes: &[u8]| -> Result<Vec<u8>> {
        let mut encoder = BzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    };
    let (header, part) = images()?;
    let file = [stream(&header)?, stream(&part)?.repeat((ITEMS / PART) as usize)].concat();
    Ok((folder.write("train-images-idx3-ubyte.bz2", &file)?, file))
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_packed_file_is_shown_while_it_is_unpacked() -> Result {
    let folder = Folder::new("growing-packed")?;
    let (images, file) = packed(&folder)?;
    let labels = folder.labels("train-labels-idx1-ubyte", ITEMS)?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["images so far", "8 × 6", "u8"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        // What the user does meanwhile stays.
        page.click_item(3).await?;
        page.run("window.before = $('[data-index=\"3\"]').getBoundingClientRect().toJSON();", vec![]).await?;
        page.says(&["train-images-idx3-ubyte,", "2,000,000 images,"]).await?;
        page.rests().await?;
        page.gives("JSON.stringify($('[data-index=\"3\"]').getBoundingClientRect()) === JSON.stringify(before)", true)
            .await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives("$$('[role=alert], .intake, .tally').length", 0).await?;
        page.shows("file-pairing", &["train-images-idx3-ubyte.bz2", "from the start"]).await?;
        page.drop(&[labels]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;

        // One that ends early has one alert.
        let cut = folder.write("cut-images-idx3-ubyte.bz2", &file[..file.len() / 2])?;
        page.drop(&[cut]).await?;
        page.says(&["cut-images-idx3-ubyte,", "images so far"]).await?;
        page.says(&["of 2,000,000 images,"]).await?;
        page.shows(".messages", &["cut-images-idx3-ubyte.bz2", "ends early", "idxlens opens"]).await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_is_unpacked_stays_when_that_is_cancelled() -> Result {
    let folder = Folder::new("growing-packed-cancelled")?;
    let (images, _) = packed(&folder)?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&images)).await?;
        page.says(&["images so far"]).await?;
        page.on(".intake button", "click()").await?;
        page.shows(".messages", &["Only the first", "You cancelled the rest."]).await?;
        page.says(&["of 2,000,000 images,"]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('.tally').length", 0).await?;
        page.drop(&[images]).await?;
        page.says(&["images so far"]).await?;
        page.says(&["2,000,000 images,"]).await?;
        page.rests().await?;
        page.gives("$$('[role=alert]').map(text)", [(); 0]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_files_of_an_archive_are_shown_while_it_is_unpacked() -> Result {
    let folder = Folder::new("growing-archive")?;
    let (header, part) = images()?;
    let elements = part.repeat((ITEMS / PART) as usize);
    let labels: Vec<u8> = (0..=9_u8).cycle().take(ITEMS as usize).collect();
    let labels = [&Header::new(ElementType::U8, vec![ITEMS])?.to_bytes()[..], &labels].concat();
    let file = [&header[..], &elements].concat();
    let packed = gzip(&part).repeat((ITEMS / PART) as usize);
    // The record of a file, its elements, and what pads them.
    let entry = |name: &str| {
        let entry = tar_writer::entry(name, &file).bytes();
        let start = 512 + header.len();
        [&gzip(&entry[..start])[..], &packed, &gzip(&entry[start + elements.len()..])].concat()
    };
    let others = gzip(&tar_writer::entry("set/train-labels-idx1-ubyte", &labels).bytes());
    let parts = [
        gzip(&tar_writer::entry("set/notes.md", b"nothing but words").bytes()),
        entry("set/train-images-idx3-ubyte"),
        others,
        entry("set/t10k-images-idx3-ubyte"),
        gzip(&[0; 1024]),
    ];
    let archive = folder.write("set.tar.gz", &parts.concat())?;
    Page::open(async |page| {
        page.drop(&[archive]).await?;
        page.says(&["set.tar.gz/set/train-images-idx3-ubyte", "images so far", "8 × 6"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.click_item(3).await?;
        // The files that come later leave the first in view.
        page.says(&["2,000,000 images,", "labels from set.tar.gz/set/train-labels-idx1-ubyte"]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives("$$('.intake').length", 0).await?;
        page.rests().await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["train", "t10k"]).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_first_array_of_a_pickle_is_shown_while_it_is_unpacked() -> Result {
    let folder = Folder::new("growing-pickle")?;
    let (_, part) = images()?;
    let pixels = part.repeat((ITEMS / PART) as usize);
    // The textbooks' file has rows of pixels, of pictures that are squares.
    let rows = ITEMS * 48 / 256;
    let pair = |sizes: &[u32], pixels: &[u8]| {
        let labels: Vec<u8> = (0..=9).cycle().take(sizes[0] as usize).collect();
        pickle::tuple(&[
            pickle::array(sizes, "u1", "|", false, pixels),
            pickle::array(&sizes[..1], "u1", "|", false, &labels),
        ])
    };
    let all = pickle::tuple(&[pair(&[rows, 256], &pixels), pair(&[30, 256], &[7; 30 * 256])]);
    let textbook = folder.write("mnist.pkl.gz", &gzip(&pickle::file(&all)))?;
    let images = pickle::array(&[ITEMS, 8, 6], "u1", "|", false, &pixels);
    let alone = gzip(&pickle::file(&images));
    let cut = folder.write("cut.pkl.gz", &alone[..alone.len() * 3 / 4])?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&textbook)).await?;
        page.says(&["mnist.pkl.gz,", "images so far", "16 × 16", "no labels"]).await?;
        page.gives(&Page::pixels_of(0, 16, 16), ink(pixels[..256].to_vec())).await?;
        page.click_item(3).await?;
        // At the end, it is known what it is called.
        page.says(&["mnist.pkl.gz/train.images.npy,", &format!("{} images,", grouped(rows)), "train.labels"]).await?;
        page.rests().await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.shows("item-panel", &["item 3"]).await?;
        page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", ["train", "test"]).await?;
        page.gives("$$('[role=alert], .intake').length", 0).await?;
        // It is not opened twice.
        page.drop(&[textbook]).await?;
        page.rests().await?;
        page.gives("$$('dataset-tabs bdi').length", 2).await?;

        page.drop(&[cut]).await?;
        page.says(&["cut.pkl.gz,", "of 2,000,000 images,", "8 × 6"]).await?;
        page.gives("$$('dataset-tabs bdi').length", 3).await?;
        page.gives("$$('[role=alert]').length", 1).await
    })
    .await
}
