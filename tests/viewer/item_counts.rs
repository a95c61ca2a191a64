//! Files that have more or fewer items than their header says.

use idxlens::format::encode::{encode, gzip};

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};

/// A file of so many images of 8 × 6 whose header says another number. A prime number of them is not as long as images of
/// another size.
fn under(header: u32, items: u32) -> Result<Vec<u8>> {
    let mut file = encode(&[items, 8, 6], &(0..items).flat_map(image).collect::<Vec<_>>())?;
    file[4..8].copy_from_slice(&header.to_be_bytes());
    Ok(file)
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_header_with_another_number_of_items_is_repaired_with_one_click() -> Result {
    let folder = Folder::new("counts")?;
    let more = folder.write("more-images", &under(20, 31)?)?;
    // So much follows that it is not unpacked to its end.
    let many = folder.write("many-images.gz", &gzip(&under(20, 401)?))?;
    let fewer = folder.write("fewer-images", &under(40, 31)?)?;
    Page::open(async |page| {
        page.drop(&[more]).await?;
        page.says(&["20 images"]).await?;
        page.shows("[role=alert]", &["528 bytes follow", "11 more items", "gives too few items, or extra data"])
            .await?;
        page.click("Show all 31 items").await?;
        page.says(&["31 images"]).await?;
        page.gives(&Page::pixels_of(30, 8, 6), ink(image(30))).await?;
        page.gives("[$$('[role=alert]').length, location.hash]", (0, "#d=more&as=u8,31x8x6,16")).await?;

        page.drop(&[many]).await?;
        page.dataset("many").await?;
        page.click("Show all 401 items").await?;
        page.says(&["401 images"]).await?;

        page.drop(&[fewer]).await?;
        page.dataset("fewer").await?;
        page.says(&["31 of 40 images"]).await?;
        page.shows("[role=alert]", &["after 31 of 40 items. These are shown.", "the header gives too many items"])
            .await?;
        page.gives("$$('[role=alert] .why').length", 0).await?;
        page.click("Read as 31 items").await?;
        page.gives("text($('[role=status]')).includes('31 of')", false).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.click("Read as the header says").await?;
        page.says(&["31 of 40 images"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_part_of_an_item_says_nothing_about_their_number() -> Result {
    let folder = Folder::new("parts")?;
    let cut = under(30, 30)?;
    let cut = folder.write("cut-images", &cut[..cut.len() - 5])?;
    let longer = folder.write("longer-images", &[&under(30, 30)?[..], b"end"].concat())?;
    Page::open(async |page| {
        page.drop(&[cut, longer]).await?;
        page.shows("[role=alert]", &["cut-images", "after 29 of 30 items. These are shown."]).await?;
        page.shows("[role=alert]", &["longer-images", "3 bytes follow", "less than one item"]).await?;
        page.gives("$$('[role=alert] .repair').length", 0).await
    })
    .await
}
