//! Files that are as strange as a header can make them, and drops of very many.

use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use flate2::{Compression, write::GzEncoder};
use idxlens::format::{element::ElementType, header::Header, layout::Layout};
use thirtyfour::Key;

use crate::Result;
use crate::files::Folder;
use crate::page::Page;

/// A file of zeros with this layout, which takes no room on the disk.
fn zeros(folder: &Folder, name: &str, shape: &[u32]) -> Result<PathBuf> {
    let layout = Layout::new(ElementType::U8, shape.to_vec())?;
    let path = folder.write(name, &layout.header().to_bytes())?;
    File::options().write(true).open(&path)?.set_len(layout.data_end())?;
    Ok(path)
}

/// Zeros behind a header with this shape, compressed to a thousandth.
fn packed(folder: &Folder, name: &str, shape: &[u32], megabytes: usize) -> Result<PathBuf> {
    let header = Header::new(ElementType::U8, shape.to_vec())?.to_bytes();
    // One megabyte is compressed once and written many times, each time as a member.
    let member = |bytes: &[u8]| -> Result<Vec<u8>> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        Ok(encoder.finish()?)
    };
    let path = folder.write(name, &member(&header)?)?;
    let (mut file, zeros) = (File::options().append(true).open(&path)?, member(&vec![0; 1 << 20])?);
    for _ in 0..megabytes {
        file.write_all(&zeros)?;
    }
    Ok(path)
}

/// The page answers a script within a moment, whatever its workers do.
async fn answers(page: &Page) -> Result {
    let begun = Instant::now();
    let _: u32 = page.value("$$('button').length").await?;
    assert!(begun.elapsed() < Duration::from_secs(10), "the page is busy");
    Ok(())
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn items_without_size_as_many_as_there_can_be() -> Result {
    let folder = Folder::new("no-size")?;
    let files = [zeros(&folder, "nothing-images", &[u32::MAX, 0])?, zeros(&folder, "flat-images", &[u32::MAX, 5, 0])?];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button bdi').length", 2).await?;
        page.dataset("nothing").await?;
        page.says(&["nothing-images", "4,294,967,295 rows, 0 values each"]).await?;
        answers(&page).await?;
        page.dataset("flat").await?;
        page.says(&["flat-images", "4,294,967,295 images", "page 1 of"]).await?;
        page.click("Last page").await?;
        page.gives("$$('[role=gridcell]').at(-1).dataset.index", "4294967294").await?;
        answers(&page).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_of_any_form() -> Result {
    let folder = Folder::new("forms")?;
    let files = [
        zeros(&folder, "long-images", &[3, 1, 1_000_000])?,
        zeros(&folder, "high-images", &[3, 1_000_000, 1])?,
        folder.array("deep", &[[2].as_slice(), &[1; 254]].concat(), &[0_u8, 255])?,
    ];
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button bdi').length", 3).await?;
        for (name, says) in [("long", "1 × 1,000,000"), ("high", "1,000,000 × 1"), ("deep", "2 ")] {
            page.dataset(name).await?;
            page.says(&[says]).await?;
            page.rests().await?;
            page.click_item(1).await?;
            page.shows("item-panel h2", &["item 1"]).await?;
            answers(&page).await?;
        }
        Ok(())
    })
    .await
}

/// The file does not fit into a tab's memory: the image is drawn from some of its rows.
#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn one_image_of_gigabytes() -> Result {
    let folder = Folder::new("huge")?;
    let files = [zeros(&folder, "huge-images", &[1, 60_000, 60_000])?, folder.images("small-images", 30)?];
    // The lower half is 255 in every fourth row.
    let mut file = File::options().write(true).open(&files[0])?;
    for row in (30_000..60_000_u64).step_by(4) {
        file.seek(SeekFrom::Start(16 + row * 60_000))?;
        file.write_all(&vec![255; 60_000])?;
    }
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button bdi').length", 2).await?;
        page.dataset("huge").await?;
        page.says(&["huge-images", "60,000 × 60,000"]).await?;
        page.rests().await?;
        // White above; below, grey, or what the few rows that were read first have.
        let pixels = "(() => {
            const canvas = $('page-grid canvas');
            const { data } = canvas.getContext('2d').getImageData(0, 0, 1, canvas.height);
            return [data[0], data[3], data.subarray(data.length / 2 + 8).some((value, at) => at % 4 == 0 && value < 255)];
        })()";
        page.gives(pixels, serde_json::json!([255, 255, true])).await?;
        page.click_item(0).await?;
        page.shows("item-panel h2", &["item 0"]).await?;
        answers(&page).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        page.dataset("small").await?;
        page.says(&["small-images", "30 images"]).await?;
        page.rests().await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_matrix_with_rows_of_a_gigabyte() -> Result {
    let folder = Folder::new("extremes-wide")?;
    let files = [zeros(&folder, "wide-images", &[30, 1_000_000_000])?];
    let mut file = File::options().write(true).open(&files[0])?;
    file.seek(SeekFrom::Start(12 + 7 * 1_000_000_000))?;
    file.write_all(&[255; 100])?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["wide-images", "1,000,000,000"]).await?;
        page.gives("$('heat-map canvas')?.width > 1", true).await?;
        let ends = "(() => {
            const canvas = $('heat-map canvas');
            const { data } = canvas.getContext('2d').getImageData(0, 0, 1, canvas.height);
            return Array.from({ length: 30 }, (_, row) => data[4 * row]);
        })()";
        let expected: Vec<u8> = (0..30).map(|row| if row == 7 { 0 } else { 255 }).collect();
        page.gives(ends, expected).await?;
        page.run("$('heat-map .window').focus();", vec![]).await?;
        page.press(Key::End + Key::End).await?;
        page.gives("$('heat-map .readout').innerText.includes('999,999,999')", true).await?;
        answers(&page).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn ten_gigabytes_of_zeros() -> Result {
    const MEGABYTES: u32 = 10 << 10;
    let folder = Folder::new("zeros")?;
    let honest = packed(&folder, "honest-images.gz", &[MEGABYTES, 1024, 1024], MEGABYTES as usize)?;
    let lying = packed(&folder, "lying-images.gz", &[3, 28, 28], MEGABYTES as usize)?;
    Page::open(async |page| {
        page.drop(&[lying]).await?;
        page.shows("[role=alert]", &["lying-images.gz", "The data continues after byte 2,368"]).await?;
        page.says(&["3 images"]).await?;
        page.drop(&[honest]).await?;
        page.dataset("honest").await?;
        page.says(&["honest-images.gz", "10,240", "1,024 × 1,024", "page 1 of"]).await?;
        page.gives("$$('[role=gridcell]')[0]?.ariaLabel", "Image 0").await?;
        answers(&page).await?;
        page.click("Cancel").await?;
        page.gives("$$('[role=progressbar]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn very_many_files() -> Result {
    let folder = Folder::new("many")?;
    let files: Vec<PathBuf> = (0..300_u16)
        .map(|number| folder.array(&format!("part{number}-images"), &[2, 4, 4], &[number.to_le_bytes()[0]; 32]))
        .collect::<Result<_>>()?;
    for number in 0..2000 {
        folder.write(&format!("others/{}/note-{number}.dat", number / 100), b"nothing of the kind")?;
    }
    folder.images("others/7/train-images", 40)?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button bdi').length", 300).await?;
        answers(&page).await?;
        page.dataset("part299").await?;
        page.says(&["part299-images", "2 images"]).await?;
        page.pick_folder(&folder.path().join("others")).await?;
        page.shows(".tally", &["1 file opened, 2,000 skipped; 1,950 more are not listed"]).await?;
        page.gives("$$('[role=alert]').length", 50).await?;
        page.says(&["others/7/train-images", "40 images"]).await?;
        answers(&page).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn names_of_four_kilobytes() -> Result {
    let folder = Folder::new("long-names")?;
    let file = folder.images("images", 30)?;
    Page::open(async |page| {
        // No disk has such a name, but a page that hands files over may.
        const RENAMED: &str = "
            const [input] = arguments;
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([input.files[0]], 'n'.repeat(4096) + '-images'));
            document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));";
        let input = page.hold(std::slice::from_ref(&file)).await?;
        page.run(RENAMED, vec![input.to_json()?]).await?;
        page.says(&["30 images", "page 1 of"]).await?;
        page.rests().await?;
        page.gives("document.documentElement.scrollWidth <= innerWidth", true).await?;
        page.gives("location.hash.length < 1000", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_of_any_number() -> Result {
    let folder = Folder::new("any-labels")?;
    let files = [
        folder.images("real-images", 4)?,
        folder.array("real-labels", &[4], &[f32::NAN, f32::INFINITY, -1.5, f32::MAX])?,
        folder.images("whole-images", 3)?,
        folder.array("whole-labels", &[3], &[i32::MIN, -1, i32::MAX])?,
    ];
    let many: Vec<String> = (0..100_000)
        .map(|label| {
            format!(
                "{label} {}
",
                65 + label % 26
            )
        })
        .collect();
    let mapping = folder.write("whole-mapping.txt", many.concat().as_bytes())?;
    Page::open(async |page| {
        page.drop(&files).await?;
        page.gives("$$('dataset-tabs button bdi').length", 2).await?;
        page.dataset("real").await?;
        page.gives(
            "$$('[role=gridcell]').map((cell) => cell.ariaLabel.split(', ')[1])",
            ["label NaN", "label Infinity", "label -1.5", "label 3.4028235e+38"],
        )
        .await?;
        page.dataset("whole").await?;
        page.gives(
            "$$('[role=gridcell]').map((cell) => cell.ariaLabel.split(', ')[1])",
            ["label -2147483648", "label -1", "label 2147483647"],
        )
        .await?;
        page.drop(&[mapping]).await?;
        page.says(&["whole-images", "3 images"]).await?;
        answers(&page).await
    })
    .await
}
