//! Exports of pictures: sprite sheets, and PNG of other types than bytes.

use crate::Result;
use crate::exporting::{STATUS, dataset};
use crate::files::Folder;
use crate::page::{Page, ink};
use crate::pictures::bmp;

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
        let (name, archive) = page.saved(1).await?;
        let has = |bytes: &[u8]| archive.windows(bytes.len()).any(|window| window == bytes);
        // Seven cells in a row, each as wide as the images are high.
        assert!(has(b"IHDR\0\0\0\x38\0\0\0\x38\x08\0"));
        assert!(has(b"index\tlabel\n0\t0\n1\t1\n") && has(b"\n39\t9\n"));
        // Nine cells at the end are empty.
        page.visit("").await?;
        page.drop(&[folder.write(&name, &archive)?]).await?;
        page.enter("Other size", "8").await?;
        page.says(&["40 images", "8 × 8"]).await?;
        page.shows("[role=alert]", &["9 empty cells at the end were left out."]).await
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

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_a_table_says_of_pictures_leaves_with_them_and_comes_back() -> Result {
    let folder = Folder::new("export-described")?;
    for item in 0..6 {
        folder.write(&format!("birds/{item}.bmp"), &bmp(item))?;
    }
    // The last picture is not named.
    let lines: Vec<_> = (0..5)
        .rev()
        .map(|item| {
            format!("{item}.bmp,{},\"{}\",{}", item % 2, ["owl, barn", "wren"][item % 2], ["oak", "elm"][item / 3])
        })
        .collect();
    folder.write("birds/metadata.csv", format!("file_name,label,name,tree\n{}\n", lines.join("\n")).as_bytes())?;
    let classes = ["−1 1", "0 owl, barn 3", "1 wren 2"];
    let listed = "$$('class-histogram li').map((line) => line.innerText.split(/\\s+/).join(' ').trim())";
    Page::open(async |page| {
        page.pick_folder(&folder.path().join("birds")).await?;
        page.open_export(&[], &["6 images"]).await?;
        page.choose("Format", "Folders of PNG images (.zip)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved birds-png.zip"]).await?;
        let (name, archive) = page.saved(1).await?;
        let has = |text: &str| archive.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(has("file_name,label,name,tree,original_file\n0-owl-barn/0.png,0,\"owl, barn\",oak,birds/0.bmp\n"));
        assert!(has("\nunlabelled/5.png,,,,birds/5.bmp\n"));

        page.visit("").await?;
        page.drop(&[folder.write(&name, &archive)?]).await?;
        page.gives(listed, classes).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.click_item(3).await?;
        page.shows("item-panel", &["birds-png.zip/1-wren/1.png", "wren", "tree", "oak"]).await?;
        page.choose("Column", "1: tree").await?;
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel.replace(/^.*, /, ''))[3]", "oak").await
    })
    .await
}
