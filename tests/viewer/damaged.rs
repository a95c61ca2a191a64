//! Files that are damaged, or something else.

use crate::Result;
use crate::files::{Folder, image, mnist};
use crate::page::{Page, ink};
use std::fs;

use idxlens::format::encode::{encode, gzip};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_truncated_file_shows_its_items_and_a_good_file_opens_too() -> Result {
    let folder = Folder::new("truncated")?;
    let whole = fs::read(folder.images("whole", 600)?)?;
    let files = [
        folder.write("train-images-idx3-ubyte", &whole[..16 + 48 * 250 + 5])?,
        folder.labels("train-labels-idx1-ubyte", 600)?,
        folder.images("t10k-images-idx3-ubyte.gz", 90)?,
        folder.labels("t10k-labels-idx1-ubyte.gz", 90)?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("[role=alert]", &["train-images-idx3-ubyte", "250 of 600", "byte 12,021"]).await?;
        page.says(&["250 of 600 images"]).await?;
        page.rests().await?;
        assert_eq!(page.pixels(11, 8, 6).await?, ink(image(11)));
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 249, label 9").await?;

        page.dataset("t10k").await?;
        page.says(&["t10k-images-idx3-ubyte.gz", "90 images"]).await?;
        page.gives("$$('[role=gridcell]')[5].ariaLabel", "Image 5, label 5").await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.click("Dismiss: train-images-idx3-ubyte").await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn half_a_download_of_mnist_shows_the_images_that_came() -> Result {
    let Some(mnist) = mnist() else { return Ok(()) };
    let folder = Folder::new("half")?;
    let half = &fs::read(mnist.join("t10k-images-idx3-ubyte.gz"))?[..824_000];
    let files = [
        folder.write("t10k-images-idx3-ubyte.gz", half)?,
        mnist.join("t10k-labels-idx1-ubyte.gz"),
        mnist.join("train-labels-idx1-ubyte.gz"),
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.shows("[role=alert]", &["t10k-images-idx3-ubyte.gz", "of 10,000"]).await?;
        page.says(&["of 10,000 images"]).await?;
        page.gives("$$('[role=gridcell]')[0].ariaLabel", "Image 0, label 7").await?;
        page.dataset("MNIST train").await?;
        page.says(&["60,000 labels"]).await?;
        page.gives(
            "$$('[role=gridcell]').slice(0, 5).map((cell) => cell.ariaLabel)",
            ["Label 0, 5", "Label 1, 0", "Label 2, 4", "Label 3, 1", "Label 4, 9"],
        )
        .await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_wrong_checksum_shows_everything_and_warns() -> Result {
    let folder = Folder::new("checksum")?;
    let mut file = fs::read(folder.images("good.gz", 60)?)?;
    let checksum = file.len() - 8;
    file[checksum] ^= 1;
    let file = [folder.write("images.gz", &file)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.shows("[role=alert]", &["images.gz", "checksum"]).await?;
        page.says(&["60 images"]).await?;
        page.rests().await?;
        assert_eq!(page.pixels(59, 8, 6).await?, ink(image(59)));
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn files_that_are_not_idx_are_listed_with_a_reason_and_the_rest_opens() -> Result {
    let folder = Folder::new("foreign")?;
    let cases: [(&str, &[u8], &str, &str); 7] = [
        (
            "photo.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "can’t be read",
            "89 50 4E 47 0D 0A 1A 0A 00 00 00 0D 49 48 44 52",
        ),
        (
            "train-images-idx3-ubyte.gz",
            b"<!DOCTYPE html><html>403",
            "web page",
            "3C 21 44 4F 43 54 59 50 45 20 68 74 6D 6C 3E 3C",
        ),
        (
            "archive.zip",
            b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0",
            "zip archive",
            "50 4B 03 04 14 00 00 00 08 00 00 00 00 00 00 00",
        ),
        (
            "pointer",
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n",
            "git-lfs",
            "76 65 72 73 69 6F 6E 20 68 74 74 70 73 3A 2F 2F",
        ),
        ("empty", b"", "empty", ""),
        ("odd", b"\0\0\x07\x01\0\0\0\x01\0", "element type", "00 00 07 01 00 00 00 01 00"),
        (
            "huge",
            b"\0\0\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            "2^64",
            "00 00 08 03 FF FF FF FF FF FF FF FF FF FF FF FF",
        ),
    ];
    let mut files = vec![folder.images("good-images", 20)?];
    for (name, bytes, ..) in cases {
        files.push(folder.write(name, bytes)?);
    }
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["good-images", "20 images"]).await?;
        page.gives("$$('[role=alert]').length", cases.len()).await?;
        // The alerts say as much as a count.
        page.gives("$$('.tally').length", 0).await?;
        for (name, _, reason, head) in cases {
            let alert = format!("//*[@role='alert'][.//bdi='{name}']");
            // There are many, so each shows two lines.
            page.click_at(&format!("{alert}/details/summary")).await?;
            page.click_at(&format!("{alert}//summary[.='Details']")).await?;
            let text = page.find(&alert).await?.text().await?;
            assert!(text.contains(reason) && text.contains(head), "{name}: {text}");
        }
        page.click("Dismiss all").await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.says(&["good-images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_reason_for_cut_off_gzip_data_appears_once() -> Result {
    let folder = Folder::new("cut")?;
    let file = gzip(&encode(&[600, 8, 6], &(0..600).flat_map(image).collect::<Vec<_>>())?);
    let file = [folder.write("images.gz", &file[..file.len() - 20])?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.shows("[role=alert]", &["The gzip data ends early, at byte", "of 600 items are shown."]).await?;
        page.gives("$$('[role=alert] .what').length", 0).await?;
        page.gives("text($('[role=alert] .why'))", "The download or the copy was interrupted. Download it again.").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn consequences_of_corrupt_bytes_are_details() -> Result {
    let folder = Folder::new("changed")?;
    let mut bytes = encode(&[10, 8, 6], &(0..10).flat_map(image).collect::<Vec<_>>())?;
    bytes.extend(b"more");
    let mut file = gzip(&bytes);
    let checksum = file.len() - 8;
    file[checksum] ^= 1;
    let file = [folder.write("images.gz", &file)?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.shows("[role=alert]", &["its checksum is", "At least one item may be wrong", "Download it again."])
            .await?;
        page.gives("$('[role=alert]').innerText.includes('4 bytes')", false).await?;
        page.click_at("//*[@role='alert']//summary[.='Details']").await?;
        page.gives("$$('[role=alert] .message').length", 2).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn class_names_alone_are_reported_as_class_names() -> Result {
    let folder = Folder::new("mapping")?;
    let file = [folder.write("emnist-balanced-mapping.txt", b"0 48\n1 49\n2 50\n")?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.shows("[role=alert]", &["class names without their labels", "Drop the dataset’s images and labels"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_bomb_ends_early() -> Result {
    let folder = Folder::new("bomb")?;
    let mut bytes = encode(&[10, 8, 6], &(0..10).flat_map(image).collect::<Vec<_>>())?;
    bytes.resize(64 << 20, 0);
    let file = [folder.write("images.gz", &gzip(&bytes))?];
    Page::open(async |page| {
        page.drop(&file).await?;
        page.shows("[role=alert]", &["images.gz", "The data continues after byte 496"]).await?;
        page.says(&["10 images"]).await?;
        page.gives("$$('[role=gridcell]').length", 10).await
    })
    .await
}
