//! Files of every type and shape.

use std::path::PathBuf;
use std::slice;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// A file, with the expected parts of the summary and the expected range.
struct Case {
    file: PathBuf,
    summary: &'static [&'static str],
    range: &'static str,
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn every_type_and_shape_opens() -> Result {
    let folder = Folder::new("shapes")?;
    let bytes = |count: usize| (0..=255_u8).cycle().take(count).collect::<Vec<_>>();
    let cases = [
        Case {
            file: folder.array("f32-images", &[2, 1, 3], &[-1.5_f32, 0.0, 0.1, 1.0, 2.0, 2.5])?,
            summary: &["2 images", "1 × 3", "f32"],
            range: "−1.5 to 2.5",
        },
        Case {
            file: folder.array("f64-images", &[1, 2, 2], &[0.0_f64, 1e-3, 5e-4, 1e-4])?,
            summary: &["1 image,", "2 × 2", "f64"],
            range: "0–0.001",
        },
        Case {
            file: folder.array("i16-images", &[1, 2, 2], &[-300_i16, 0, 5, 12_000])?,
            summary: &["1 image,", "i16"],
            range: "−300 to 12000",
        },
        Case {
            file: folder.array("i32-images", &[1, 2, 2], &[-70_000_i32, 0, 5, 1_000_000])?,
            summary: &["1 image,", "i32"],
            range: "−70000 to 1000000",
        },
        Case {
            file: folder.array("i8-images", &[1, 2, 2], &[-128_i8, 0, 5, 127])?,
            summary: &["1 image,", "i8"],
            range: "−128 to 127",
        },
        Case {
            file: folder.array("wide-images", &[30, 5, 90], &bytes(30 * 5 * 90))?,
            summary: &["30 images", "5 × 90", "u8"],
            range: "0–255",
        },
        Case {
            file: folder.array("tall-images", &[30, 90, 5], &bytes(30 * 90 * 5))?,
            summary: &["30 images", "90 × 5"],
            range: "0–255",
        },
        Case {
            file: folder.array("dot-images", &[300, 1, 1], &bytes(300))?,
            summary: &["300 images", "1 × 1"],
            range: "0–255",
        },
        Case {
            file: folder.array("large-images", &[2, 3_000, 2_000], &bytes(2 * 3_000 * 2_000))?,
            summary: &["2 images", "3,000 × 2,000"],
            range: "0–255",
        },
        Case {
            file: folder.array("flat-images", &[10, 784], &bytes(10 * 784))?,
            summary: &["10 images", "28 × 28", "784 values as 28 × 28"],
            range: "0–255",
        },
        Case {
            file: folder.array("slices-images", &[5, 5, 8, 8], &bytes(5 * 5 * 64))?,
            summary: &["5 images", "40 × 8", "slices one below the other"],
            range: "0–255",
        },
        Case {
            file: folder.array("colour-images", &[5, 8, 8, 3], &bytes(5 * 3 * 64))?,
            summary: &["5 images", "8 × 8", "3 channels last, as colour"],
            range: "0–255",
        },
    ];
    Page::open(async |page| {
        for Case { file, summary, range } in cases {
            page.drop(slice::from_ref(&file)).await?;
            page.says(&[&[&*file.file_name().unwrap_or_default().to_string_lossy()], summary].concat()).await?;
            page.rests().await?;
            page.shows("style-controls", &[range]).await?;
            page.gives("$('page-grid canvas').width > 1 || $$('[role=gridcell]').length === 1", true).await?;
            page.click("Last page").await?;
            let last = format!("Image {}", summary[0].split(' ').next().unwrap_or_default().parse::<u32>()? - 1);
            page.gives("$$('[role=gridcell]').at(-1).ariaLabel", last).await?;
        }
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn nan_has_a_colour_of_its_own() -> Result {
    let folder = Folder::new("nan")?;
    let file = folder.array("images", &[1, 2, 2], &[0.0_f32, f32::NAN, 1.0, f32::INFINITY])?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["1 image", "f32"]).await?;
        page.rests().await?;
        page.shows("style-controls", &["0–1"]).await?;
        page.gives(
            &Page::pixels_of(0, 2, 2),
            [[255, 255, 255, 255], [255, 0, 208, 255], [0, 0, 0, 255], [255, 128, 0, 255]],
        )
        .await?;
        page.click_item(0).await?;
        page.click_at("//item-panel/details/summary").await?;
        page.gives("$$('value-table tr + tr td').map((cell) => cell.innerText)", ["0", "NaN", "1", "Infinity"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_empty_dataset_shows_no_items() -> Result {
    let folder = Folder::new("nothing")?;
    let none = folder.array::<u8>("none-images", &[0, 28, 28], &[])?;
    let blank = folder.array::<u8>("blank-images", &[10, 0, 28], &[])?;
    let scalar = folder.write("scalar", &[0, 0, 8, 0, 42])?;
    Page::open(async |page| {
        page.drop(&[none]).await?;
        page.says(&["none-images", "0 images", "28 × 28"]).await?;
        page.gives("[$$('[role=progressbar]').length, $$('[role=gridcell]').length]", [0, 0]).await?;
        page.drop(&[blank]).await?;
        page.says(&["blank-images", "10 images", "0 × 28"]).await?;
        page.gives("$$('[role=gridcell]').length", 10).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.drop(&[scalar]).await?;
        page.dataset("scalar").await?;
        page.says(&["scalar", "1 label"]).await?;
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel)", ["Label 0, 42"]).await?;
        page.shows("[role=alert]", &["scalar", "single number"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_other_types_and_of_several_columns_are_read() -> Result {
    let folder = Folder::new("labels")?;
    let columns: Vec<i32> = (0..30).flat_map(|item| [item % 10, 4, item, 0, 0, 0, 0, 0]).collect();
    let files =
        [folder.images("qmnist-test-images", 30)?, folder.array("qmnist-test-labels-idx2-int", &[30, 8], &columns)?];
    let signed = folder.array("signed-labels", &[3], &[-1_i8, 5, -1])?;
    let targets = folder.array("regression-targets", &[3], &[0.5_f32, 1e9, f32::NAN])?;
    let alone = folder.array("alone-labels-idx2-int", &[2, 8], &columns[..16])?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "qmnist-test-labels-idx2-int"]).await?;
        page.gives("$$('[role=gridcell]')[17].ariaLabel", "Image 17, label 7").await?;
        page.drop(&[signed]).await?;
        page.says(&["30 × 8 labels, using column 0"]).await?;
        page.dataset("signed").await?;
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel)", ["Label 0, -1", "Label 1, 5", "Label 2, -1"])
            .await?;
        page.drop(&[targets]).await?;
        page.dataset("regression").await?;
        page.says(&["regression-targets", "f32"]).await?;
        page.gives(
            "$$('[role=gridcell]').map((cell) => cell.ariaLabel)",
            ["Label 0, 0.5", "Label 1, 1000000000", "Label 2, NaN"],
        )
        .await?;
        page.drop(&[alone]).await?;
        page.dataset("alone").await?;
        page.click_item(1).await?;
        page.on("item-panel > details", "open = true").await?;
        let columns = "$$('value-table td').map((cell) => cell.innerText).join(' ').trim().slice(0, 3)";
        page.gives(columns, "1 4").await?;
        // Two or three of the eight are in view.
        let scroll = "const table = $('value-table .window');
            table.scrollLeft = (table.scrollWidth - table.clientWidth) / 3;";
        page.run(scroll, vec![]).await?;
        page.gives(columns, "1 0").await
    })
    .await
}
