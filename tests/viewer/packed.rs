//! Files in xz, bzip2 and Zstandard, dropped like any other file.

use idxlens::format::encode::encode;

use crate::Result;
use crate::files::{Folder, image};
use crate::packed_files::{BZIP2, LZ4, XZ, ZSTD};
use crate::page::{Page, ink};
use crate::tar_writer;

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";

/// A frame of Zstandard with these bytes as they are.
fn frame(bytes: &[u8]) -> Vec<u8> {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(0);
    let mut frame = [b"\x28\xB5\x2F\xFD\xA0", &length(bytes).to_le_bytes()[..]].concat();
    let blocks: Vec<_> = bytes.chunks(1 << 16).collect();
    for (at, block) in blocks.iter().enumerate() {
        let is_last = u32::from(at + 1 == blocks.len());
        frame.extend_from_slice(&(length(block) << 3 | is_last).to_le_bytes()[..3]);
        frame.extend_from_slice(block);
    }
    frame
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn packed_files_open_under_their_names_without_the_extension() -> Result {
    let folder = Folder::new("packed")?;
    let labels = folder.write("train-labels-idx1-ubyte.zst", &frame(&encode(&[3], &[7_u8; 3])?))?;
    for (extension, bytes) in [("xz", XZ), ("bz2", BZIP2), ("zst", ZSTD), ("lz4", LZ4)] {
        let images = folder.write(&format!("train-images-idx3-ubyte.{extension}"), bytes)?;
        Page::open(async |page| {
            page.drop(&[images, labels.clone()]).await?;
            page.says(&["train-images-idx3-ubyte", "3 images", "2 × 2", "train-labels-idx1-ubyte"]).await?;
            page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
            page.gives("$$('[role=alert]').length", 0).await?;
            page.shows("file-pairing", &[&*format!("train-images-idx3-ubyte.{extension}"), "from the start"]).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_archive_in_a_packed_file_opens() -> Result {
    let folder = Folder::new("packed tar")?;
    let pixels: Vec<u8> = (0..30).flat_map(image).collect();
    let archive = tar_writer::archive(&[
        tar_writer::entry("set/train-images-idx3-ubyte", &encode(&[30, 8, 6], &pixels)?),
        tar_writer::entry("set/train-labels-idx1-ubyte", &encode(&[30], &[7_u8; 30])?),
    ]);
    let file = folder.write("set.tar.zst", &frame(&archive))?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["train-images-idx3-ubyte", "30 images", "8 × 6"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 7", "Image 1, label 7", "Image 2, label 7"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_comes_before_the_damage_of_a_packed_file_opens_with_one_alert() -> Result {
    let folder = Folder::new("cut packed")?;
    let images = frame(&encode(&[200, 28, 28], &vec![7_u8; 200 * 784])?);
    let cut = folder.write("cut-images-idx3-ubyte.zst", &images[..images.len() - 1000])?;
    // A window of 512 MiB.
    let large = folder.write("large.zst", b"\x28\xB5\x2F\xFD\0\x98\x19\0\0idx")?;
    Page::open(async |page| {
        page.drop(&[cut]).await?;
        page.says(&["cut-images-idx3-ubyte", "200 images", "28 × 28"]).await?;
        page.shows(".messages", &["cut-images-idx3-ubyte.zst", "ends early, at byte 155,834", "idxlens opens"]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        // It was opened, in part, and not skipped.
        page.gives("$$('.tally').length", 0).await?;
        page.drop(&[large]).await?;
        page.shows(".messages", &["large.zst", "536,870,912 bytes of memory"]).await?;
        page.gives("$$('[role=alert]').length", 2).await
    })
    .await
}
