//! Files that go away or change while they are open.

use std::{
    fs::{self, File},
    slice,
};

use idxlens::format::encode::encode;

use crate::Result;
use crate::browser;
use crate::files::{Folder, image};
use crate::page::{Page, ink};
use crate::reading::{HAVE_ARRIVED, large};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_plain_file_that_disappears_leaves_its_items() -> Result {
    let folder = Folder::new("deleted")?;
    let file = folder.images("deleted-images", 200_000)?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.says(&["200,000 images"]).await?;
        page.rests().await?;
        let first = page.pixels(0, 8, 6).await?;
        let moved = folder.path().join("moved");
        fs::create_dir(&moved)?;
        let moved = moved.join("deleted-images");
        fs::rename(&file, &moved)?;
        page.click("Last page").await?;
        page.shows("[role=alert]", &["deleted-images", "after it was dropped", "Drop it again"]).await?;
        page.gives("$$('[role=alert]').length", 1).await?;
        page.click("First page").await?;
        page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
        page.gives(&Page::pixels_of(0, 8, 6), first).await?;
        // Dropped again it is read from where it is now.
        page.drop(&[moved]).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.click("Last page").await?;
        page.gives(&Page::pixels_of(199_999, 8, 6), ink(image(199_999))).await?;
        page.gives("[$$('[role=alert]').length, $$('dataset-tabs button').length]", [0, 1]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_array_in_a_file_that_goes_away_comes_back_with_it() -> Result {
    let folder = Folder::new("part-deleted")?;
    let first = encode(&[20, 8, 6], &(0..20).flat_map(image).collect::<Vec<u8>>())?;
    let second = encode(&[200_000, 8, 6], &(0..200_000).flat_map(image).collect::<Vec<u8>>())?;
    let file = folder.write("both-images", &[first, second].concat())?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.click("Open as separate dataset").await?;
        page.says(&["200,000 images"]).await?;
        page.rests().await?;
        let moved = folder.path().join("moved");
        fs::create_dir(&moved)?;
        let moved = moved.join("both-images");
        fs::rename(&file, &moved)?;
        page.click("Last page").await?;
        page.shows("[role=alert]", &["both-images", "Drop it again"]).await?;
        page.drop(&[moved]).await?;
        // The link leads to the whole file.
        page.says(&["20 images"]).await?;
        page.dataset("both, from byte 992").await?;
        page.says(&["200,000 images"]).await?;
        page.gives("$$('[role=alert]').filter((alert) => alert.innerText.includes('Drop it again')).length", 0).await?;
        page.click("First page").await?;
        page.click("Last page").await?;
        page.gives(&Page::pixels_of(199_999, 8, 6), ink(image(199_999))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_changes_while_it_is_open_is_reported() -> Result {
    let folder = Folder::new("written")?;
    let file = folder.images("written-images", 200_000)?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.says(&["200,000 images"]).await?;
        page.rests().await?;
        let mut bytes = fs::read(&file)?;
        bytes.extend_from_slice(&[0; 48]);
        fs::write(&file, bytes)?;
        page.click("Last page").await?;
        if browser::notices_writes()? {
            page.shows("[role=alert]", &["written-images", "changed, moved or"]).await?;
        }
        // Dropped again it is another file, and whole.
        page.drop(slice::from_ref(&file)).await?;
        page.shows("[role=alert]", &["written-images", "48 bytes follow"]).await?;
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", "Image 199999").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_gz_that_is_cut_off_while_it_is_read_keeps_its_items() -> Result {
    let folder = Folder::new("faults-cut")?;
    let file = large(&folder, "cut-images.gz", 1024)?;
    Page::open(async |page| {
        page.drop(slice::from_ref(&file)).await?;
        page.gives(HAVE_ARRIVED, true).await?;
        File::options().write(true).open(&file)?.set_len(1 << 20)?;
        page.shows("[role=alert]", &["cut-images.gz", "changed, moved or"]).await?;
        page.gives("$$('[role=progressbar]').length", 0).await?;
        page.says(&["stopped at"]).await?;
        let items: u32 = page
            .value("Number($('[role=status]').innerText.match(/stopped at ([\\d,]+)/)[1].replaceAll(',', ''))")
            .await?;
        assert!(0 < items && items < 1_048_576, "{items}");
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).ariaLabel", format!("Image {}", items - 1)).await
    })
    .await
}
