//! Parquet files, which open as images with labels and the names of classes.

use idxlens::format::encode::gzip;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};
use crate::parquet_writer::{Column, file, numbers, numbers_or_none, pictures, words};
use crate::pictures::{archive, pngs};
use crate::tar_writer;
use crate::zip_writer::{Entry, Writer};

const FIRST_LABELS: &str = "$$('[role=gridcell]').slice(0, 4).map((cell) => cell.ariaLabel)";
const NOTES: &str = r#"{"info": {"features": {"label": {"names": ["owl", "wren"], "_type": "ClassLabel"}, "image": {"_type": "Image"}}}}"#;

/// Pictures with labels in two row groups.
pub(crate) fn birds(pictures_of: &[Vec<u8>]) -> Vec<Column> {
    let labels: Vec<i64> = (0..40).map(|at| at % 2).collect();
    vec![
        pictures("image", &[&pictures_of[..25], &pictures_of[25..]]),
        numbers("label", &[&labels[..25], &labels[25..]]),
    ]
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn pictures_in_a_parquet_file_open_with_labels_and_the_names_of_classes() -> Result {
    let folder = Folder::new("parquet-pictures")?;
    let mut files = pngs(&archive()?)?;
    let whole = folder.write("birds.parquet", &file(&birds(&files), NOTES))?;
    files[2].truncate(20);
    let mut columns = birds(&files);
    columns.push(words("caption", &[&["a"; 25], &["b"; 15]]));
    let damaged = folder.write("damaged.parquet", &file(&columns, NOTES))?;
    Page::open(async |page| {
        page.drop(&[whole]).await?;
        page.says(&["birds-images", "40 images", "6 × 8", "u8", "birds-labels"]).await?;
        page.gives(
            FIRST_LABELS,
            ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label 0, owl", "Image 3, label 1, wren"],
        )
        .await?;
        page.gives(&Page::pixels_of(3, 6, 8), ink(image(3))).await?;
        page.gives("$$('[role=alert], names-question').length", 0).await?;
        page.shows("label-controls", &["Names from the file itself."]).await?;
        page.gives("$('label-controls .names select').selectedOptions[0].text", "from the file").await?;
        page.drop(&[damaged]).await?;
        page.says(&["damaged-images", "39 images"]).await?;
        page.shows(".messages", &["1 of 40 pictures can’t be read", "row 3", "1 column", "“caption”"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn bare_pixels_in_place_of_pictures_open_as_images() -> Result {
    let folder = Folder::new("parquet-pixels")?;
    // The second row has no image.
    let pixels: Vec<Vec<u8>> = (0..30).map(|item| vec![item * 8; if item == 1 { 0 } else { 64 }]).collect();
    let columns = [pictures("image", &[&pixels]), numbers("label", &[&(0..30).collect::<Vec<_>>()])];
    let raw = folder.write("raw.parquet", &file(&columns, ""))?;
    Page::open(async |page| {
        page.drop(&[raw]).await?;
        page.says(&["raw-images", "29 images", "8 × 8", "u8", "raw-labels"]).await?;
        page.gives(FIRST_LABELS, [0, 2, 3, 4].map(|label| format!("Image {}, label {label}", u32::max(label, 1) - 1)))
            .await?;
        page.shows(".messages", &["1 of 30 rows has no picture", "row 2"]).await?;
        page.shows(".messages", &["The images are read from a column of bytes, 64 in each row."]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_whose_pictures_are_elsewhere_says_so() -> Result {
    let folder = Folder::new("parquet-paths")?;
    let columns = [pictures("image", &[&[vec![], vec![]]]), numbers("label", &[&[0, 1]])];
    let paths = folder.write("paths.parquet", &file(&columns, ""))?;
    Page::open(async |page| {
        page.drop(&[paths]).await?;
        page.shows("[role=alert]", &["This Parquet file has no pictures in its 2 rows.", "Drop the folder"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn several_columns_of_labels_have_their_own_names_and_classes() -> Result {
    const NOTES: &str = r#"{"info": {"features": {"label": {"names": ["owl", "wren"]}, "size_label": {"names": ["small", "medium", "large"]}}}}"#;
    let folder = Folder::new("parquet-columns")?;
    let mut columns = birds(&pngs(&archive()?)?);
    let sizes: Vec<i64> = (0..40).map(|at| at % 3).collect();
    columns.push(numbers("size_label", &[&sizes[..25], &sizes[25..]]));
    let whole = folder.write("birds.parquet", &file(&columns, NOTES))?;
    Page::open(async |page| {
        page.drop(&[whole]).await?;
        page.says(&["birds-images", "40 images", "birds-labels"]).await?;
        page.gives(
            FIRST_LABELS,
            ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label 0, owl", "Image 3, label 1, wren"],
        )
        .await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.choose("Column", "1: size_label").await?;
        page.gives(
            FIRST_LABELS,
            [
                "Image 0, label 0, small",
                "Image 1, label 1, medium",
                "Image 2, label 2, large",
                "Image 3, label 0, small",
            ],
        )
        .await?;
        page.shows("label-controls", &["Names from the file itself."]).await?;
        page.click_item(2).await?;
        page.gives("$$('item-figures .columns dd').map((value) => value.textContent)", ["0 owl", "2 large"]).await?;
        page.choose("Column", "0: label").await?;
        page.gives("$$('[role=gridcell]')[2].ariaLabel", "Image 2, label 0, owl").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn parquet_files_in_archives_open_with_rows_that_have_no_label() -> Result {
    let folder = Folder::new("parquet-archives")?;
    let labels: Vec<_> = (0..40).map(|at| (at != 2).then_some(at % 2)).collect();
    let columns = [pictures("image", &[&pngs(&archive()?)?]), numbers_or_none("label", &labels)];
    let whole = file(&columns, NOTES);
    let mut zip = Writer::default();
    zip.add(Entry { name: "data/owls.parquet", data: &whole, ..Entry::default() });
    zip.add(Entry { name: "data/wrens.parquet", data: &whole, deflated: true, ..Entry::default() });
    let tar = tar_writer::archive(&[tar_writer::entry("data/owls.parquet", &whole)]);
    let zip = folder.write("birds.zip", &zip.finish(b""))?;
    let tar = folder.write("birds.tar.gz", &gzip(&tar))?;
    let packed = folder.write("owls.parquet.gz", &gzip(&whole))?;
    for (dropped, names) in [(zip, &["owls", "wrens"][..]), (tar, &["owls"][..]), (packed, &["owls"][..])] {
        Page::open(async |page| {
            page.drop(&[dropped]).await?;
            page.says(&["owls-images", "40 images", "6 × 8", "u8", "owls-labels"]).await?;
            page.gives("$$('dataset-tabs bdi').map((name) => name.innerText)", names).await?;
            page.gives(
                FIRST_LABELS,
                ["Image 0, label 0, owl", "Image 1, label 1, wren", "Image 2, label -1", "Image 3, label 1, wren"],
            )
            .await?;
            page.shows(".messages", &["1 row of this Parquet file has no label in column “label”"]).await?;
            page.gives("$$('.tally').length", 0).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_table_in_a_parquet_file_opens_and_a_refused_file_changes_nothing() -> Result {
    let folder = Folder::new("parquet-table")?;
    let pixel = |at: u8| numbers(&format!("pixel{at}"), &[&[3 * i64::from(at), 1, 2, 3]]);
    let mut columns: Vec<_> = (0..64).map(pixel).collect();
    columns.push(words("class", &[&["5", "3", "5", "0"]]));
    let table = folder.write("table.parquet", &file(&columns, ""))?;
    columns[7].codec = 4;
    let refused = folder.write("brotli.parquet", &file(&columns, ""))?;
    Page::open(async |page| {
        page.drop(&[table]).await?;
        page.says(&["table-images", "4 images", "8 × 8", "u8", "table-labels"]).await?;
        page.gives(FIRST_LABELS, ["Image 0, label 5", "Image 1, label 3", "Image 2, label 5", "Image 3, label 0"])
            .await?;
        page.gives(&Page::pixels_of(0, 8, 8), ink((0..64).map(|at| 3 * at))).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[refused]).await?;
        page.shows(".messages", &["Column “pixel7”", "Brotli", "pyarrow.parquet.write_table"]).await?;
        page.says(&["table-images", "4 images"]).await
    })
    .await
}
