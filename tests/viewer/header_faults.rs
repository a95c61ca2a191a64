//! Files whose header is wrong, or whose bytes are in the wrong order.

use idxlens::format::encode::{encode, gzip};

use crate::Result;
use crate::files::{Folder, image};
use crate::page::{Page, ink};

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn labels_in_the_wrong_byte_order_are_read_in_the_right_one() -> Result {
    let folder = Folder::new("byte-order")?;
    let columns: Vec<i32> = (0..30).flat_map(|item| [item % 10, 4, item, 0]).collect();
    let wrong: Vec<i32> = columns.iter().map(|number| number.swap_bytes()).collect();
    let files = [folder.images("odd-images", 30)?, folder.array("odd-labels", &[30, 4], &wrong)?];
    let hash = "#d=odd&i=7&labels-as=i32le,30x4,12";
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "odd-labels"]).await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 117440512").await?;
        page.shows("layout-notes", &["These values look little-endian."]).await?;
        page.click_item(7).await?;
        page.click("Read as little-endian").await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await?;
        page.shows("class-histogram", &["9 3"]).await?;
        page.shows("item-panel", &["7 item 7"]).await?;
        page.shows("layout-notes", &["The labels are read as i32, little-endian, 30 × 4, at offset 12."]).await?;
        page.gives("location.hash", hash).await?;
        page.click("Read as the header says").await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 117440512").await?;
        page.gives("location.hash", "#d=odd&i=7").await?;
        page.click("Dismiss").await?;
        page.gives("$$('layout-notes').length", 0).await
    })
    .await?;
    Page::open(async |page| {
        page.visit(hash).await?;
        page.drop(&files).await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await?;
        page.press("d").await?;
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 117440512").await?;
        page.gives("location.hash", "#d=odd&i=7").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn dimensions_backwards_are_read_forwards() -> Result {
    let folder = Folder::new("dimensions")?;
    let pixels: Vec<u8> = (0..=239).cycle().take(30 * 48).collect();
    let backwards = |mut file: Vec<u8>, magic: bool| {
        for number in file[if magic { 0 } else { 4 }..16].as_chunks_mut::<4>().0 {
            number.reverse();
        }
        file
    };
    let file = encode(&[30, 8, 6], &pixels)?;
    let header = folder.write("header-images", &backwards(file.clone(), true))?;
    let labels = [&[0, 0, 8, 1, 30, 0, 0, 0][..], &[5; 30]].concat();
    let labels = folder.write("few-labels.gz", &gzip(&labels))?;
    Page::open(async |page| {
        page.drop(&[header]).await?;
        page.says(&["header-images", "30 images", "8 × 6"]).await?;
        page.shows("[role=alert]", &["The header is little-endian", "Header and values are read as little-endian."])
            .await?;
        page.gives(&Page::pixels_of(4, 8, 6), ink(pixels[4 * 48..5 * 48].iter().copied())).await?;
        page.drop(&[labels]).await?;
        page.dataset("few").await?;
        page.says(&["30 of 503,316,480 labels"]).await?;
        page.shows("[role=alert]", &["The size matches if read as little-endian", "30."]).await?;
        // One alert says what is wrong and why.
        page.shows("[role=alert]", &["The data ends at byte 38"]).await?;
        page.gives("$$('[role=alert]').length + $$('layout-notes').length", 2).await?;
        page.click("Read as little-endian").await?;
        page.says(&["few-labels.gz", ", 30 labels"]).await?;
        page.gives("$$('[role=alert]').filter((alert) => alert.innerText.includes('few')).length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_is_too_long_can_be_read_to_its_end() -> Result {
    let folder = Folder::new("too-long")?;
    let mut colours = encode(&[20, 8, 6, 3], &(0..=239).cycle().take(20 * 144).collect::<Vec<u8>>())?;
    colours.drain(16..20);
    colours[3] = 3;
    let colours = folder.write("colours-images.gz", &gzip(&colours))?;
    let mut wide = encode(&[20, 8, 6], &(0..=239_i16).cycle().take(20 * 48).collect::<Vec<_>>())?;
    wide[2] = 8;
    let wide = folder.write("wide-images", &wide)?;
    let first = encode(&[20, 8, 6], &(0..=239).cycle().take(20 * 48).collect::<Vec<u8>>())?;
    let both = folder.write("both-images", &[&first[..], &encode(&[3], &[7_u8, 8, 9])?].concat())?;
    Page::open(async |page| {
        page.drop(&[colours]).await?;
        page.shows("[role=alert]", &["3 times as much data as its header says"]).await?;
        page.click("Read with channels first").await?;
        page.says(&["20 images", "8 × 6, 3 channels first, as colour"]).await?;
        page.gives("location.hash", "#d=colours&as=u8,20x3x8x6,16").await?;
        page.drop(&[wide]).await?;
        page.dataset("wide").await?;
        page.shows("[role=alert]", &["Its elements may be wider than u8"]).await?;
        page.click("Read as i16, big-endian").await?;
        page.says(&["20 images", "8 × 6, i16"]).await?;
        page.shows("style-controls", &["0–239"]).await?;
        page.drop(&[both]).await?;
        page.dataset("both").await?;
        page.shows("[role=alert]", &["Another array follows the images in their file: u8, 3."]).await?;
        page.click("Read that array").await?;
        page.says(&["3 labels", "1 value each"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn bytes_that_the_header_calls_wider_are_read_as_bytes() -> Result {
    let folder = Folder::new("narrow")?;
    let pixels: Vec<u8> = (0..=239).cycle().take(20 * 48).collect();
    let mut file = encode(&[20, 8, 6], &pixels)?;
    file[2] = 0x0D;
    let file = folder.write("narrow-images", &file)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["5 of 20 images"]).await?;
        page.shows("[role=alert]", &["shorter than its header says. Its elements may be narrower than f32"]).await?;
        page.click("Read as u8").await?;
        page.says(&["20 images", "8 × 6"]).await?;
        page.gives(&Page::pixels_of(13, 8, 6), ink(pixels[13 * 48..14 * 48].iter().copied())).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn images_of_another_size_are_recognised_by_length_and_values() -> Result {
    let folder = Folder::new("squares")?;
    let stroke = |at: usize| {
        let (item, row, column) = (at / 256, at / 16 % 16, at % 16);
        let left = 3 + (item + row / 3) % 7;
        if (3..13).contains(&row) && (left..left + 3).contains(&column) { 255_u8 } else { 0 }
    };
    let pixels: Vec<u8> = (0..90 * 256).map(stroke).collect();
    let mut file = encode(&[90, 16, 16], &pixels)?;
    file[11] = 18;
    let file = folder.write("tall-images", &file)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["80 of 90 images", "18 × 16"]).await?;
        let fault = "The data ends at byte 23,056, after 80 of 90 items. These are shown.";
        page.shows("[role=alert]", &[fault, "fit images of 16 × 16, not the 18 × 16 of the header"]).await?;
        page.click("Read as 90 images of 16 × 16").await?;
        page.says(&["90 images", "16 × 16"]).await?;
        page.gives(&Page::pixels_of(3, 16, 16), ink(pixels[3 * 256..4 * 256].iter().copied())).await?;
        page.gives("$$('[role=alert]').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn integers_of_64_bits_and_text_are_recognised() -> Result {
    let folder = Folder::new("int64")?;
    let words: Vec<i32> = (0..30).flat_map(|item| [0, item % 10]).collect();
    let mut labels = encode(&[60], &words)?;
    labels[7] = 30;
    let labels = folder.write("odd-labels", &labels)?;
    let pixels: Vec<i32> = (0..30).flat_map(image).flat_map(|pixel| [0, i32::from(pixel)]).collect();
    let mut images = encode(&[60, 8, 6], &pixels)?;
    images[7] = 30;
    let images = folder.write("odd-images", &images)?;
    let text: Vec<u8> = (0..20).flat_map(|_| [9, b'\r', b'\n', 7]).collect();
    let text = folder.write("text-labels", &[&[0, 0, 8, 1, 0, 0, 0, 60], &text[..]].concat())?;
    // The number of items, 2570, has two line feeds.
    let header = [0, 0, 8, 1, 0, 0, b'\r', b'\n', b'\r', b'\n'];
    let damaged = folder.write("text-header", &[&header[..], &[3; 2570]].concat())?;
    Page::open(async |page| {
        page.drop(&[images, labels]).await?;
        page.shows("[role=alert]", &["odd-labels", "twice as much data as its header says"]).await?;
        for file in ["odd-labels", "odd-images"] {
            page.click_at(&format!("//*[@role='alert'][contains(., '{file}')]//button[. = 'Read as 64-bit integers']"))
                .await?;
        }
        page.gives("$$('[role=gridcell]')[7].ariaLabel", "Image 7, label 7").await?;
        page.says(&["30 images", "8 × 6", "i64"]).await?;
        page.gives(&Page::pixels_of(3, 8, 6), ink(image(3))).await?;
        page.gives("$$('[role=alert]').length", 0).await?;
        for (name, file) in [("text-labels", text), ("text-header", damaged)] {
            page.drop(&[file]).await?;
            page.shows("[role=alert]", &[name, "The file was transferred as text."]).await?;
            // Its length is explained by that.
            page.gives("/interrupted|Read as/.test(text($('[role=alert]')))", false).await?;
            page.click_at("//*[@role='alert']/button").await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn after_a_notice_the_focus_goes_on_in_the_items() -> Result {
    let folder = Folder::new("dismiss")?;
    let numbers: Vec<f32> =
        (1..=120_u16).map(|number| f32::from_bits(f32::from(number).to_bits().swap_bytes())).collect();
    let files = [folder.array("sensor", &[30, 4], &numbers)?, folder.array("odd-images", &[5, 8, 3], &numbers)?];
    Page::open(async |page| {
        for (file, place) in files.into_iter().zip(["heat-map", "page-grid"]) {
            page.drop(&[file]).await?;
            page.shows("layout-notes", &["These values look little-endian."]).await?;
            page.gives(&format!("$$('{place} [tabindex=\"0\"]').length > 0"), true).await?;
            page.click("Dismiss").await?;
            page.gives("$$('layout-notes').length", 0).await?;
            page.gives(&format!("document.activeElement.closest('{place}') !== null"), true).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_array_behind_the_first_is_a_dataset_of_its_own() -> Result {
    let folder = Folder::new("two-arrays")?;
    let images = encode(&[20, 8, 6], &(0..=239).cycle().take(20 * 48).collect::<Vec<u8>>())?;
    let labels = encode(&[20], &(0..20_u8).map(|item| item % 7).collect::<Vec<_>>())?;
    let both = folder.write("both-images", &[images, labels].concat())?;
    Page::open(async |page| {
        page.drop(std::slice::from_ref(&both)).await?;
        page.says(&["20 images", "no labels"]).await?;
        page.shows("[role=alert]", &["Another array follows the images in their file: u8, 20."]).await?;
        page.click("Open as separate dataset").await?;
        page.says(&["20 labels", "labels only"]).await?;
        page.gives("$$('dataset-tabs button bdi').map((name) => name.innerText)", ["both", "both, from byte 984"])
            .await?;
        page.gives("$$('[role=gridcell]').map((cell) => cell.ariaLabel)[19]", "Label 19, 5").await?;
        page.click_item(13).await?;
        page.gives("location.hash", "#d=both&part=images,u8,20,984&i=13").await?;
        page.is_accessible("an array of its own").await?;
        // The link finds it again as an array of the same file.
        page.drop(std::slice::from_ref(&both)).await?;
        page.says(&["20 images"]).await?;
        page.click("Open as separate dataset").await?;
        page.says(&["20 labels", "labels only"]).await?;
        page.gives("$$('dataset-tabs button').length", 2).await?;
        // They can be the labels of the images that they follow.
        page.dataset("both").await?;
        page.says(&["20 images"]).await?;
        page.choose("Labels", "both-images").await?;
        page.gives("$$('[role=gridcell]')[13]?.ariaLabel", "Image 13, label 6").await?;

        page.visit("#d=both&part=images,u8,20,984&i=13").await?;
        page.drop(&[both]).await?;
        page.says(&["20 labels", "labels only"]).await?;
        page.shows("item-panel h2", &["6 item 13"]).await?;
        page.gives("location.hash", "#d=both&part=images,u8,20,984&i=13").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn swapped_rows_and_columns_are_detected() -> Result {
    let folder = Folder::new("sheared")?;
    let stroke = |at: usize| {
        let (item, row, column) = (at / 560, at / 20 % 28, at % 20);
        let left = 4 + (item + row / 3) % 12;
        if (4..24).contains(&row) && (left..left + 4).contains(&column) { 255_u8 } else { 0 }
    };
    let strokes: Vec<u8> = (0..40 * 560).map(stroke).collect();
    let sheared = folder.array("sheared-images", &[40, 20, 28], &strokes)?;
    Page::open(async |page| {
        page.drop(&[sheared]).await?;
        page.says(&["20 × 28"]).await?;
        page.click("Read as 28 × 20").await?;
        page.says(&["40 images", "28 × 20"]).await?;
        page.gives(&Page::pixels_of(3, 28, 20), ink(strokes[3 * 560..4 * 560].iter().copied())).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_whose_header_is_wrong_or_missing_can_be_read_all_the_same() -> Result {
    let folder = Folder::new("headerless")?;
    let repeated = |item| image(item).collect::<Vec<_>>().into_iter().cycle().take(784);
    let pixels: Vec<u8> = (0..100).flat_map(repeated).collect();
    let bare = folder.write("bare.bin", &pixels)?;
    let mistyped =
        folder.write("odd-images", &[&[0, 0, 7, 3, 0, 0, 0, 100, 0, 0, 0, 28, 0, 0, 0, 28], &pixels[..]].concat())?;
    Page::open(async |page| {
        for (file, name) in [(bare, "bare.bin"), (mistyped, "odd-images")] {
            page.drop(&[file]).await?;
            page.shows("[role=alert]", &[name, "Its size fits these shapes"]).await?;
            page.click("Read as 100 × 28 × 28, u8").await?;
            page.says(&[name, "100 images", "28 × 28", "u8"]).await?;
            page.gives("$$('[role=alert]').length", 0).await?;
            page.gives(&Page::pixels_of(3, 28, 28), ink(repeated(3))).await?;
        }
        Ok(())
    })
    .await
}
