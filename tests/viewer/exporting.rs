//! Exports: items leave as files of other formats, and open again as the same items; lists select them.

use std::path::PathBuf;

use idxlens::format::encode::encode;
use serde_json::json;
use thirtyfour::Key;

use crate::Result;
use crate::containers::npy;
use crate::files::{Folder, image, read};
use crate::page::{Page, ink};
use crate::review::CATCH;
use crate::skip;

pub(crate) const STATUS: &str = "export-view .note[aria-live]";
const LABELS: &str = "$$('[role=gridcell]').slice(0, 3).map((cell) => cell.ariaLabel)";
const SELECTED: &str = "$$('.selected').map((cell) => Number(cell.dataset.index))";
/// Saves into the browser's own storage, as into a file that the user chose.
const PICKER: &str = "
    window.places = [];
    window.showSaveFilePicker = async ({ suggestedName }) => {
        const folder = await navigator.storage.getDirectory();
        places.push(await folder.getFileHandle(suggestedName, { create: true }));
        return places.at(-1);
    };";

/// The classes 0, 1, ... 9, 0, 1, ... of images.
pub(crate) fn dataset(folder: &Folder, count: u32) -> Result<[PathBuf; 2]> {
    Ok([folder.images("t10k-images-idx3-ubyte.gz", count)?, folder.labels("t10k-labels-idx1-ubyte", count)?])
}

impl Page {
    /// Opens a dataset where the browser can only download, unless one is open, and the dialog.
    pub(crate) async fn open_export(&self, files: &[PathBuf], says: &[&str]) -> Result {
        self.run(CATCH, vec![]).await?;
        self.run("window.showSaveFilePicker = undefined", vec![]).await?;
        if !files.is_empty() {
            self.drop(files).await?;
        }
        self.says(says).await?;
        self.rests().await?;
        self.click("Export…").await?;
        // The choices depend on what the core says of the arrays.
        self.gives("$$('export-view .files li').length > 0", true).await
    }
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_filter_leaves_as_idx_and_opens_again() -> Result {
    let folder = Folder::new("export-idx")?;
    let files = dataset(&folder, 300)?;
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.run("window.showSaveFilePicker = undefined", vec![]).await?;
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.click_at("//class-histogram//button[@value='5']").await?;
        page.says(&["30 of 300"]).await?;
        page.click("Export…").await?;
        page.gives("$('export-view .which').value", "filter").await?;
        page.shows("export-view .files", &["1.5 KB", "Save images", "38 bytes", "Save labels"]).await?;
        page.click("Save images").await?;
        page.shows(STATUS, &["Saved t10k-30-images-idx3-ubyte, 1.5 KB."]).await?;
        let (name, images) = page.saved(1).await?;
        let pixels: Vec<u8> = (0..30).flat_map(|place| image(10 * place + 5)).collect();
        assert_eq!((&name[..], &images), ("t10k-30-images-idx3-ubyte", &encode(&[30, 8, 6], &pixels)?));
        page.gives("document.activeElement.textContent", "Save images").await?;
        page.click("Save labels").await?;
        page.shows(STATUS, &["Saved t10k-30-labels-idx1-ubyte, 38 bytes."]).await?;
        let (name, labels) = page.saved(2).await?;
        assert_eq!((&name[..], &labels), ("t10k-30-labels-idx1-ubyte", &encode(&[30], &[5_u8; 30])?));
        page.press(Key::Escape).await?;
        page.gives(
            "[document.querySelector('export-view dialog').open, document.activeElement.textContent]",
            (false, "Export…"),
        )
        .await?;

        let again = [folder.write("t10k-30-images-idx3-ubyte", &images)?, folder.write(&name, &labels)?];
        page.visit("").await?;
        page.drop(&again).await?;
        page.says(&["t10k-30-images-idx3-ubyte", "30 images", "8 × 6", "t10k-30-labels-idx1-ubyte"]).await?;
        page.gives(LABELS, ["Image 0, label 5", "Image 1, label 5", "Image 2, label 5"]).await?;
        page.gives(&Page::pixels_of(2, 8, 6), ink(image(25))).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_64_bits_leave_as_idx() -> Result {
    let folder = Folder::new("export-wide")?;
    let images = folder.images("t10k-images", 40)?;
    let labels: Vec<u8> = (0..40_i64).flat_map(|label| (label % 10).to_le_bytes()).collect();
    let labels = folder.write("t10k-labels.npy", &npy("<i8", "False", "(40,)", &labels))?;
    Page::open(async |page| {
        page.open_export(&[images, labels], &["40 images", "t10k-labels.npy"]).await?;
        page.shows("export-view", &["IDX has no i64. The values are written as i32; NumPy keeps i64."]).await?;
        page.click("Save labels").await?;
        page.shows(STATUS, &["Saved t10k-labels-idx1-int, 168 bytes."]).await?;
        let expected: Vec<i32> = (0..40).map(|label| label % 10).collect();
        assert_eq!(page.saved(1).await?.1, encode(&[40], &expected)?);
        page.choose("Format", "NumPy array (.npy)").await?;
        page.gives("$('export-view').innerText.includes('IDX has no')", false).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_leave_as_numpy_archive_and_as_lines() -> Result {
    let folder = Folder::new("export-npz")?;
    let files = dataset(&folder, 40)?;
    Page::open(async |page| {
        page.open_export(&files, &["40 images"]).await?;
        page.choose("Format", "CSV, a line per item").await?;
        page.shows("export-view .files", &["KB"]).await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k.csv"]).await?;
        let (_, text) = page.saved(1).await?;
        let text = String::from_utf8(text)?;
        let row = |item| image(item).map(|value| format!(",{value}")).collect::<Vec<_>>().concat();
        assert!(text.starts_with("label,1x1,1x2,1x3,1x4,1x5,1x6,2x1,"), "{text}");
        assert_eq!(text.lines().nth(38), Some(&format!("7{}", row(37))[..]));
        assert_eq!(text.lines().count(), 41);

        page.choose("Format", "NumPy archive (.npz)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k.npz"]).await?;
        let (name, archive) = page.saved(2).await?;
        let again = folder.write(&name, &archive)?;
        page.visit("").await?;
        page.drop(&[again]).await?;
        page.says(&["x_test.npy", "40 images", "8 × 6", "y_test.npy"]).await?;
        page.gives(LABELS, ["Image 0, label 0", "Image 1, label 1", "Image 2, label 2"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_reviewed_dataset_leaves_corrected_and_without_what_was_excluded() -> Result {
    let folder = Folder::new("export-review")?;
    let files = dataset(&folder, 40)?;
    let list = folder.write("t10k-review.csv", b"index,old,new,status,note\n3,3,7,corrected,\n5,5,,excluded,\n")?;
    let mut saved = Vec::new();
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.run("window.showSaveFilePicker = undefined", vec![]).await?;
        page.drop(&files).await?;
        page.says(&["40 images"]).await?;
        page.drop(&[list]).await?;
        page.shows("review-summary", &["1 label changed, 1 excluded"]).await?;
        page.click("Export…").await?;
        page.gives("$$('export-view .files li').length", 2).await?;
        page.gives("$('export-view .which').selectedOptions[0].text", "All except excluded: 39").await?;
        page.shows("export-view .files", &["47 bytes", "Save labels"]).await?;
        page.click("Save labels").await?;
        let mut labels: Vec<u8> = (0..=9).cycle().take(40).collect();
        labels[3] = 7;
        labels.remove(5);
        assert_eq!(page.saved(1).await?.1, encode(&[39], &labels)?);
        page.choose("Format", "CSV, a line per item").await?;
        page.click("Save").await?;
        let text = String::from_utf8(page.saved(2).await?.1)?;
        let column: Vec<u8> = text
            .lines()
            .skip(1)
            .map(|line| Ok(line.split(',').next().unwrap_or_default().parse()?))
            .collect::<Result<_>>()?;
        assert_eq!(column, labels);
        page.choose("Format", "Sprite sheet and metadata.tsv (.zip)").await?;
        page.click("Save").await?;
        let archive = page.saved(3).await?.1;
        let has = |bytes: &[u8]| archive.windows(bytes.len()).any(|window| window == bytes);
        assert!(has(b"\n3\t7\n4\t4\n6\t6\n"));
        page.choose("Format", "NumPy archive (.npz)").await?;
        page.click("Save").await?;
        saved.push(folder.write("t10k.npz", &page.saved(4).await?.1)?);
        page.choose("Format", "Folders of PNG images (.zip)").await?;
        page.click("Save").await?;
        saved.push(folder.write("t10k-png.zip", &page.saved(5).await?.1)?);
        page.choose("Format", "IDX").await?;
        page.click_at("//export-view//label[contains(., 'With your 1 corrected label')]/input").await?;
        page.gives("$$('export-view .files li').length", 2).await?;
        page.click("Save labels").await?;
        labels[3] = 3;
        assert_eq!(page.saved(6).await?.1, encode(&[39], &labels)?);
        // A list is found again by the labels in the file.
        page.choose("Format", "List of items (CSV)").await?;
        page.gives("$('export-view .corrected') === undefined", true).await?;
        page.shows("export-view .facts", &["without your corrections"]).await?;

        // What was saved opens with the corrected label, and without the item that was excluded.
        for file in saved {
            page.visit("").await?;
            page.drop(&[file]).await?;
            page.says(&["39 images"]).await?;
            let counts = [4, 4, 4, 3, 4, 3, 4, 5, 4, 4].map(|count| count.to_string());
            page.gives("$$('class-histogram .figure').map((figure) => figure.innerText)", counts.to_vec()).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_leave_as_they_are_shown_and_compressed() -> Result {
    let folder = Folder::new("export-shown")?;
    let rows: Vec<i16> = (0..20 * 64).collect();
    let file = folder.array("rows-idx2-short", &[20, 64], &rows)?;
    Page::open(async |page| {
        page.open_export(&[file], &["20 images", "8 × 8"]).await?;
        page.choose("Images", "As shown: 8 × 8").await?;
        page.click_at("//export-view//input[@type='checkbox']").await?;
        page.click("Save images").await?;
        page.shows(STATUS, &["idx3-short.gz"]).await?;
        let (name, bytes) = page.saved(1).await?;
        let store = read(&folder.write(&name, &bytes)?)?;
        assert_eq!((store.layers(), store.layout().map(|layout| layout.shape().to_vec())), (1, Some(vec![20, 8, 8])));
        assert_eq!(store.item(19), Some(&encode(&[64], &rows[19 * 64..])?[8..]));
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_list_of_items_selects_them_again() -> Result {
    let folder = Folder::new("export-list")?;
    let files = dataset(&folder, 300)?;
    Page::open(async |page| {
        page.run(CATCH, vec![]).await?;
        page.run("window.showSaveFilePicker = undefined", vec![]).await?;
        page.drop(&files).await?;
        page.says(&["300 images", "page 1 of"]).await?;
        page.rests().await?;
        page.on("[data-index=\"3\"]", "focus()").await?;
        page.press("x").await?;
        page.on("[data-index=\"12\"]", "focus()").await?;
        page.press("x").await?;
        page.gives(SELECTED, [3, 12]).await?;
        page.click_at("//selection-bar//button[.='Export…']").await?;
        page.gives("$('export-view .which').value", "selection").await?;
        page.gives("$$('export-view .files li').length > 0", true).await?;
        page.choose("Format", "List of items (CSV)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k-2-items.csv"]).await?;
        let (name, list) = page.saved(1).await?;
        assert_eq!(String::from_utf8(list.clone())?, "index,label,name,bookmarked\r\n3,3,,0\r\n12,2,,0\r\n");
        page.choose("Format", "List of items (JSON)").await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k-2-items.json"]).await?;
        let (json_name, json) = page.saved(2).await?;
        page.press(Key::Escape).await?;

        for (name, list) in [(name, list.clone()), (json_name, json)] {
            page.click("Clear selection").await?;
            page.gives(SELECTED, [0; 0]).await?;
            page.drop(&[folder.write(&name, &list)?]).await?;
            page.gives(SELECTED, [3, 12]).await?;
            page.shows("selection-bar", &["2 selected"]).await?;
        }
        // Those of one drop select all their items, in place of what was selected.
        let header = "index,label,name,bookmarked\n";
        let parts = [("a", "0,0,,0\n12,2,,0\n"), ("b", "1,1,,0\n"), ("wrong", "5,6,,0\n")]
            .map(|(name, lines)| folder.write(&format!("{name}.csv"), format!("{header}{lines}").as_bytes()));
        page.drop(&parts.into_iter().collect::<Result<Vec<_>>>()?).await?;
        page.gives(SELECTED, [0, 1, 12]).await?;
        page.shows("[role=alert]", &["wrong.csv", "Nothing was selected."]).await?;
        page.click("Dismiss: wrong.csv").await?;
        let other = String::from_utf8(list)?.replace("12,2", "12,4");
        page.drop(&[folder.write("other-items.csv", other.as_bytes())?]).await?;
        let fault = "The list has label 4 for item 12; the file has label 2.";
        page.shows("[role=alert]", &[fault, "Nothing was selected."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn tables_and_lists_have_all_columns_of_the_labels() -> Result {
    let folder = Folder::new("export-columns")?;
    let images = folder.images("t10k-images-idx3-ubyte.gz", 3)?;
    let labels = folder.array("t10k-labels-idx2-int", &[3, 2], &[7, 256].repeat(3))?;
    Page::open(async |page| {
        page.open_export(&[images, labels], &["3 images"]).await?;
        let included = "The other column of the labels is included.";
        page.choose("Format", "List of items (CSV)").await?;
        page.shows("export-view", &[included]).await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k-items.csv"]).await?;
        let (name, list) = page.saved(1).await?;
        let rows = "0,7,,0,256\r\n1,7,,0,256\r\n2,7,,0,256\r\n";
        assert_eq!(String::from_utf8(list.clone())?, format!("index,label,name,bookmarked,column 1\r\n{rows}"));
        page.choose("Format", "Folders of PNG images (.zip)").await?;
        page.shows("export-view", &[included]).await?;
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k-png.zip"]).await?;
        let (_, archive) = page.saved(2).await?;
        let table = b"file_name,label,name,column 1\n7/0.png,7,,256\n7/1.png,7,,256\n7/2.png,7,,256\n";
        assert!(archive.windows(table.len()).any(|bytes| bytes == table));
        page.press(Key::Escape).await?;
        page.drop(&[folder.write(&name, &list)?]).await?;
        page.gives(SELECTED, [0, 1, 2]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_export_is_cancelled_and_leaves_nothing() -> Result {
    let folder = Folder::new("export-cancel")?;
    let files = dataset(&folder, 40_000)?;
    Page::open(async |page| {
        page.open_export(&files, &["40,000 images"]).await?;
        page.choose("Format", "CSV, a line per item").await?;
        page.shows("export-view .files", &["about"]).await?;
        page.run(
            "document.querySelector('export-view .files button').click();
            setTimeout(() => document.querySelector('export-view .work button').click());",
            vec![],
        )
        .await?;
        page.shows(STATUS, &["Cancelled. Nothing was saved."]).await?;
        page.gives("[saved.length, document.activeElement.textContent]", (0, "Save")).await?;
        // The next one is whole.
        page.click("Save").await?;
        page.shows(STATUS, &["Saved t10k.csv"]).await?;
        page.gives("saved.length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_export_streams_to_a_file_and_says_when_there_is_no_room() -> Result {
    let folder = Folder::new("export-file")?;
    let files = dataset(&folder, 40_000)?;
    Page::open(async |page| {
        let streams = "'createWritable' in (globalThis.FileSystemFileHandle?.prototype ?? {})";
        if !page.value::<bool>(streams).await? {
            skip::report("this browser writes to no files");
            return Ok(());
        }
        page.run(PICKER, vec![]).await?;
        page.drop(&files).await?;
        page.says(&["40,000 images"]).await?;
        page.rests().await?;
        page.click("Export…").await?;
        page.shows("export-view .files", &["1.9 MB", "40.0 KB"]).await?;
        page.click("Save images").await?;
        page.shows(STATUS, &["Saved t10k-images-idx3-ubyte, 1.9 MB."]).await?;
        let pixels: Vec<u8> = (0..40_000).flat_map(image).collect();
        let expected = idxlens::format::encode::checksum(&encode(&[40_000, 8, 6], &pixels)?);
        let checksum = "places[0].getFile().then((file) => file.arrayBuffer()).then((buffer) => {
            let crc = -1;
            for (const byte of new Uint8Array(buffer)) {
                crc ^= byte;
                for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320);
            }
            return (crc ^ -1) >>> 0;
        })";
        page.gives(checksum, expected).await?;
        if page.value::<String>("navigator.userAgent").await?.contains("Chrome") {
            let origin: String = page.value("location.origin").await?;
            let quota = json!({ "origin": origin, "quotaSize": 100_000 });
            page.driver.cdp().send_raw("Storage.overrideQuotaForOrigin", quota).await?;
            page.click("Save images").await?;
            page.shows("export-view .problem", &["There is not enough room for the file."]).await?;
        }
        Ok(())
    })
    .await
}
