//! Exports of pictures: sprite sheets, and PNG of other types than bytes.

use crate::Result;
use crate::exporting::{STATUS, dataset};
use crate::files::Folder;
use crate::page::{Page, ink};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_leave_as_a_sprite_sheet() -> Result {
    let folder = Folder::new("export-sprite")?;
    let files = dataset(&folder, 40)?;
    Page::open(async |page| {
        page.open_export(&files, &["40 images"]).await?;
        page.choose("Format", "Sprite sheet and metadata.tsv (.zip)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k-sprite.zip"]).await?;
        let (_, archive) = page.saved(1).await?;
        let has = |bytes: &[u8]| archive.windows(bytes.len()).any(|window| window == bytes);
        // Seven cells in a row, each as wide as the images are high.
        assert!(has(b"IHDR\0\0\0\x38\0\0\0\x38\x08\0"));
        assert!(has(b"index\tlabel\n0\t0\n1\t1\n") && has(b"\n39\t9\n"));
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn floats_leave_as_pictures_in_the_range_that_the_page_shows() -> Result {
    let folder = Folder::new("export-floats")?;
    // 30 images of 4 x 4: the first are -1, those in the middle 0, and the last 1.
    let values: Vec<f32> = [-1.0_f32, 0.0, 1.0].iter().flat_map(|&value| vec![value; 160]).collect();
    let files = [folder.array("set-images", &[30, 4, 4], &values)?, folder.labels("set-labels", 30)?];
    Page::open(async |page| {
        page.open_export(&files, &["30 images", "f32"]).await?;
        page.choose("Format", "Sprite sheet and metadata.tsv (.zip)").await?;
        page.shows("export-view .facts", &["Values from −1 to 1 are scaled to 0 to 255."]).await?;
        page.choose("Format", "Folders of PNG images (.zip)").await?;
        page.shows("export-view .facts", &["Values from −1 to 1 are scaled to 0 to 255."]).await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved set-png.zip"]).await?;
        let (name, archive) = page.saved(1).await?;
        page.visit("").await?;
        page.drop(&[folder.write(&name, &archive)?]).await?;
        page.says(&["30 images", "4 × 4", "u8"]).await?;
        // The first folder has the items 0, 10 and 20.
        for (item, value) in [(0, 0), (1, 128), (2, 255)] {
            page.gives(&Page::pixels_of(item, 4, 4), ink([value; 16])).await?;
        }
        Ok(())
    })
    .await
}
