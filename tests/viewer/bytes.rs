//! The bytes of a file, and what they mean.

use std::fs;

use idxlens::format::encode::gzip;
use thirtyfour::Key;

use crate::Result;
use crate::files::{Folder, image};
use crate::page::Page;

/// The lines of the header: offset, bytes, meaning.
const HEADER: &str = "$$('bytes-view tbody tr').map((row) => [...row.cells].map((cell) => cell.innerText).join(' | '))";
/// The bytes of the item that are in view.
const BYTES: &str = "$$('bytes-view .window td.item').map((byte) => byte.innerText).join(' ')";
/// The first row in view: offset, bytes, characters.
const FIRST: &str = "[...$('bytes-view .window tr').cells].map((cell) => cell.innerText).join(' ')";

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_byte_of_the_header_and_of_an_item_has_its_meaning() -> Result {
    let folder = Folder::new("bytes")?;
    let labels: Vec<i32> = (0..30).flat_map(|item| [item, -item]).collect();
    let files = [folder.images("both-images.gz", 30)?, folder.array("both-labels", &[30, 2], &labels)?];
    let bytes = image(7).map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
    Page::open(async |page| {
        page.drop(&files).await?;
        page.says(&["30 images", "both-labels"]).await?;
        page.click_item(7).await?;
        page.press("b").await?;
        let header = [
            "0 | 00 | always zero",
            "1 | 00 | always zero",
            "2 | 08 | element type: u8, 0–255",
            "3 | 03 | rank: 3 dimensions",
            "4 | 00 00 00 1E | dimension 0: 30 items",
            "8 | 00 00 00 08 | dimension 1: 8 rows",
            "12 | 00 00 00 06 | dimension 2: 6 columns",
        ];
        page.gives(HEADER, header).await?;
        page.shows("bytes-view", &["Item 7: 48 bytes at offset 352 of the unpacked file."]).await?;
        page.gives(BYTES, &bytes).await?;
        page.on("bytes-view .window", "focus()").await?;
        page.press(Key::Right + Key::Right).await?;
        let second = image(7).nth(1).unwrap_or_default();
        let said = format!("Byte 353: 0x{second:02X}, item 7, row 0, column 1 = {second}");
        page.shows("bytes-view .readout", &[&*said]).await?;
        page.choose("File", "labels").await?;
        page.shows("bytes-view", &["element type: i32, integers of 4 bytes", "Item 7: 8 bytes at offset 68."]).await?;
        page.gives(BYTES, "00 00 00 07 FF FF FF F9").await?;
        page.on("bytes-view .window", "focus()").await?;
        page.press(Key::Right + Key::Right + Key::Right + Key::Right + Key::Right + Key::Right).await?;
        page.shows("bytes-view .readout", &["Byte 73: 0xFF, byte 2 of 4 of FF FF FF F9, item 7, element 1 = −7"])
            .await?;
        page.press(Key::Escape).await?;
        page.gives("$$('dialog').length", 0).await?;
        page.shows("item-panel", &["item 7"]).await?;

        // Its buttons would apply to the dataset that was opened meanwhile.
        page.press("b").await?;
        page.shows("bytes-view", &["element type: u8"]).await?;
        page.drop(&[folder.images("other-images", 20)?]).await?;
        page.says(&["20 images"]).await?;
        page.gives("$$('dialog').length", 0).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn how_a_file_is_read_can_be_typed_in() -> Result {
    let folder = Folder::new("typed-reading")?;
    let images = folder.images("typed-images", 30)?;
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["30 images", "8 × 6", "u8"]).await?;
        page.rests().await?;
        page.press("b").await?;
        page.click_at("//bytes-view//summary").await?;
        page.gives(
            "$$('layout-form form :is(select, input)').map(({ value }) => value)",
            ["u8", "", "30 × 8 × 6", "16"],
        )
        .await?;
        page.enter("Shape", "30 by 8").await?;
        page.shows("bytes-view .problem", &["Can’t read “30 by 8”."]).await?;
        page.enter("Shape", "4294967295 x 4294967295").await?;
        page.shows("bytes-view .problem", &["larger than any file"]).await?;
        page.enter("Shape", "0 x 28").await?;
        page.shows("bytes-view .problem", &["Can’t read “0 x 28”."]).await?;
        page.is_accessible("a way to read a file, typed in").await?;
        let type_shape = async |shape: &str| {
            let typed = format!("value = '{shape}'; it.dispatchEvent(new Event('input', {{ bubbles: true }}))");
            page.on("layout-form [name=shape]", &typed).await
        };
        type_shape("31 x 8 x 6").await?;
        page.shows("layout-form .fit", &["This shape needs 1,488 bytes; there are 1,440 from offset 16."]).await?;
        let offered = "document.getElementById($('layout-form [name=shape]').getAttribute('list')).options[0].value";
        page.gives(offered, "30 × 8 × 6").await?;
        page.gives("$$('layout-form shape-chips button').length > 1", true).await?;
        page.click_at("//layout-form//shape-chips/button[.='30 × 8 × 6']").await?;
        page.gives("$('layout-form [name=shape]').value", "30 × 8 × 6").await?;
        page.gives("$('layout-form .fit').innerText", "").await?;
        type_shape("0 x 28").await?;
        page.choose("Type", "i16").await?;
        page.choose("Byte order", "little-endian").await?;
        page.enter("Offset", "64").await?;
        page.enter("Shape", "29 × 4 × 6").await?;
        page.says(&["29 images", "4 × 6", "i16"]).await?;
        page.gives("$$('dialog').length", 0).await?;
        page.shows("layout-notes", &["The images are read as i16, little-endian, 29 × 4 × 6, at offset 64."]).await?;
        page.gives("location.hash", "#d=typed&as=i16le,29x4x6,64").await?;
        // The file is not at fault if the user's layout does not fit.
        page.press("b").await?;
        page.on("bytes-view details", "open = true").await?;
        page.enter("Shape", "31 × 4 × 6").await?;
        page.shows(
            "[role=alert]",
            &["after 29 of 31 items. These are shown.", "The file is read as i16, little-endian, 31 × 4 × 6"],
        )
        .await?;
        page.press("b").await?;
        page.shows("bytes-view", &["not as this header says"]).await?;
        page.click_at("//bytes-view//button[.='Read as the header says']").await?;
        page.says(&["30 images", "8 × 6", "u8"]).await?;
        page.gives("location.hash", "#d=typed").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn large_items_are_scrolled_through() -> Result {
    let folder = Folder::new("large-bytes")?;
    let pixels: Vec<u8> = (0..2 * 3_000_000_u32).map(|at| (at / 16).to_le_bytes()[0]).collect();
    let file = folder.array("large-images", &[2, 3000, 1000], &pixels)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["2 images", "3,000 × 1,000"]).await?;
        page.click_item(1).await?;
        page.click("Bytes").await?;
        page.gives("$('bytes-view .window th').innerText", "3,000,016").await?;
        page.on("bytes-view .window", "scrollTop = 1e9").await?;
        page.gives("$$('bytes-view .window tr').at(-1).cells[0].innerText", "6,000,000").await?;
        page.gives("$$('bytes-view .window tr').length < 20", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_whole_file_is_shown_unpacked_and_as_stored() -> Result {
    let folder = Folder::new("whole-file")?;
    let images = folder.images("whole-images.gz", 30)?;
    let stored = std::fs::read(&images)?;
    let row = stored[..16].iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ");
    let letters = |bytes: &[u8]| -> String {
        let seen = |&byte: &u8| if (0x20..0x7f).contains(&byte) { char::from(byte) } else { '·' };
        bytes.iter().map(seen).collect()
    };
    Page::open(async |page| {
        page.drop(&[images]).await?;
        page.says(&["30 images"]).await?;
        page.click_item(7).await?;
        page.press("b").await?;
        page.gives("$('bytes-view .window th').innerText", "352").await?;
        page.enter("Go to byte", "0x7").await?;
        page.shows("bytes-view .readout", &["Byte 7: 0x1E, dimension 0: 30 items"]).await?;
        page.gives(FIRST, "0 00 00 08 03 00 00 00 1E 00 00 00 08 00 00 00 06 ················").await?;
        page.enter("Go to byte", "item 29").await?;
        page.shows("bytes-view .readout", &["Byte 1,408: 0x", "item 29, row 0, column 0"]).await?;
        page.enter("Go to byte", "item 30").await?;
        page.shows("bytes-view .problem", &["There is no item 30."]).await?;
        page.enter("Go to byte", "1456").await?;
        page.shows("bytes-view .problem", &["The file has only 1,456 bytes."]).await?;
        page.enter("Go to byte", "here").await?;
        page.shows("bytes-view .problem", &["Can’t read “here”."]).await?;
        page.is_accessible("all bytes of a file").await?;
        page.on("bytes-view .window", "focus()").await?;
        page.press_with_control(Key::Home).await?;
        page.shows("bytes-view .readout", &["Byte 0: 0x00, always zero"]).await?;
        page.press(Key::End + Key::PageDown).await?;
        page.shows("bytes-view .readout", &["item "]).await?;
        page.press_with_control(Key::End).await?;
        page.shows("bytes-view .readout", &["Byte 1,455: 0x"]).await?;
        page.choose("Gzip data", "as stored").await?;
        page.gives(FIRST, format!("0 {row} {}", letters(&stored[..16]))).await?;
        page.enter("Go to byte", "1").await?;
        page.shows("bytes-view .readout", &["Byte 1: 0x8B, compressed data"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn each_row_of_a_file_of_gigabytes_can_be_reached() -> Result {
    let folder = Folder::new("gigabytes")?;
    let mut header = vec![0, 0, 8, 3];
    header.extend([40_000_u32, 1000, 500].iter().flat_map(|size| size.to_be_bytes()));
    let file = folder.write("sparse-images", &header)?;
    std::fs::File::options().write(true).open(&file)?.set_len(20_000_000_016)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.says(&["40,000 images"]).await?;
        page.press("b").await?;
        page.gives("$('bytes-view .window th').innerText", "16").await?;
        page.on("bytes-view .window", "scrollTop = 1e9").await?;
        page.gives("$$('bytes-view .window tr').at(-1).cells[0].innerText", "20,000,000,000").await?;
        page.enter("Go to byte", "0x250000000").await?;
        page.shows("bytes-view .readout", &["Byte 9,932,111,872: 0x00, item 19,864, row 223, column 356 = 0"]).await?;
        page.gives("$('bytes-view .window th').innerText", "9,932,111,872").await?;
        page.on("bytes-view .window", "scrollTop += 22").await?;
        page.gives("$('bytes-view .window th').innerText", "9,932,111,888").await?;
        page.gives("$$('bytes-view .window tr').length < 20", true).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn what_arrives_while_the_dialog_is_loaded_is_shown() -> Result {
    const HOLD: &str = "
        document.head.append = (element) => {
            if (element.href?.endsWith('dialogs.css')) window.held = element;
            else HTMLElement.prototype.append.call(document.head, element);
        };";
    let folder = Folder::new("late-dialog")?;
    let [images, labels] = [folder.images("late-images", 4)?, folder.labels("late-labels", 4)?];
    Page::open(async |page| {
        page.run(HOLD, vec![]).await?;
        page.drop(&[images]).await?;
        page.says(&["4 images"]).await?;
        page.press("b").await?;
        page.gives("!!window.held", true).await?;
        page.drop(&[labels]).await?;
        page.says(&["late-images", "late-labels"]).await?;
        page.run("HTMLElement.prototype.append.call(document.head, held);", vec![]).await?;
        page.choose("File", "labels").await?;
        page.shows("bytes-view", &["element type: u8, 0–255", "dimension 0: 4 items"]).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn an_alert_leads_to_its_byte_beside_the_header() -> Result {
    let folder = Folder::new("wrong-byte")?;
    let mut bytes = fs::read(folder.images("cut-images", 4)?)?;
    bytes.truncate(120);
    let cut = folder.write("cut-images", &bytes)?;
    let packed_cut = folder.write("packed-images.gz", &gzip(&bytes))?;
    let mut packed = fs::read(folder.images("wrong-images.gz", 4)?)?;
    let checksum = packed.len() - 8;
    packed[checksum] ^= 1;
    let wrong = folder.write("wrong-images.gz", &packed)?;
    Page::open(async |page| {
        page.drop(&[cut]).await?;
        page.says(&["2 of 4 images"]).await?;
        page.drop(&[wrong]).await?;
        page.says(&["wrong-images"]).await?;
        page.click("Show bytes").await?;
        page.says(&["cut-images", "2 of 4 images"]).await?;
        page.shows("bytes-view .readout", &["Byte 119: 0x"]).await?;
        page.shows("bytes-view tbody", &["dimension 0: 4 items"]).await?;
        page.press(Key::Escape).await?;

        page.click("Dismiss: cut-images").await?;
        page.click("Show bytes").await?;
        page.says(&["wrong-images"]).await?;
        page.shows("bytes-view .readout", &[&format!("Byte {checksum}"), "compressed data"]).await?;
        page.press(Key::Escape).await?;

        // The fault of a .gz can be one of the data in it.
        page.click("Dismiss: wrong-images.gz").await?;
        page.drop(&[packed_cut]).await?;
        page.says(&["packed-images", "2 of 4 images"]).await?;
        page.click("Show bytes").await?;
        page.shows("bytes-view .readout", &["Byte 111: 0x"]).await?;
        page.shows("bytes-view .problem", &["Byte 120 comes after the last whole item"]).await?;
        page.gives("$('bytes-view .form select').value", "").await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn a_file_that_cannot_be_opened_shows_its_bytes() -> Result {
    let folder = Folder::new("refused-bytes")?;
    let mut bytes = vec![0_u8; 100_000];
    bytes[..4].copy_from_slice(&[0, 0, 7, 3]);
    bytes[89_998..90_002].copy_from_slice(b"here");
    let file = folder.write("odd-images", &bytes)?;
    Page::open(async |page| {
        page.drop(&[file]).await?;
        page.shows("[role=alert]", &["Byte 2, the element type, is 07"]).await?;
        page.click("Show bytes").await?;
        page.shows("raw-bytes .readout", &["Byte 2: 0x07, element type: unknown"]).await?;
        page.is_accessible("the bytes of a refused file").await?;
        page.enter("Find", "here").await?;
        page.shows("raw-bytes .readout", &["Byte 89,998: 0x68"]).await?;
        // All of it is marked, in both of its rows.
        page.gives("$$('raw-bytes td.found').map((byte) => byte.innerText).join(' ')", "68 65 72 65").await?;
        page.gives("$$('raw-bytes .text .found').map((letter) => letter.innerText).join('')", "here").await?;
        page.enter("Find", "here").await?;
        page.shows("byte-finder", &["the search continued from the start"]).await?;
        page.enter("Find", "nowhere").await?;
        page.shows("byte-finder", &["Not found."]).await?;
        page.enter("Go to byte", "0x18000").await?;
        page.shows("raw-bytes .readout", &["Byte 98,304: 0x00"]).await?;
        page.press(Key::Escape).await?;
        page.gives("$$('dialog').length + $$('[role=alert]').length", 1).await
    })
    .await
}

#[tokio::test]
#[ignore = "run by cargo xtask test"]
async fn the_header_of_a_refused_file_is_explained() -> Result {
    let folder = Folder::new("refused-header")?;
    let mut header = vec![0, 0, 7, 3];
    header.extend([100_u32, 28, 28].iter().flat_map(|size| size.to_be_bytes()));
    let mut bytes = [header, vec![1; 100_000]].concat();
    bytes.extend(b"here");
    let odd = folder.write("odd-images.gz", &gzip(&bytes))?;
    let cut = folder.write("cut-images", &[0, 0, 8, 3, 0, 0, 0, 100, 0, 0])?;
    let picture = folder.write("picture-images", b"%PDF-1.7 and no array")?;
    let lines = HEADER.replace("bytes-view", "raw-bytes");
    let wrong = "$$('raw-bytes tr.wrong').map((row) => row.cells[0].innerText).join()";
    let marked = "$$('raw-bytes td.wrong').map((byte) => byte.innerText).join(' ')";
    Page::open(async |page| {
        // In a .gz the byte is one of the unpacked data.
        page.drop(&[odd]).await?;
        page.click("Show bytes").await?;
        let explained = [
            "0 | 00 | always zero",
            "1 | 00 | always zero",
            "2 | 07 | element type: unknown, should be 08, 09, 0B, 0C, 0D or 0E",
            "3 | 03 | rank: 3 dimensions",
            "4 | 00 00 00 64 | dimension 0: 100 items",
            "8 | 00 00 00 1C | dimension 1: 28 rows",
            "12 | 00 00 00 1C | dimension 2: 28 columns",
        ];
        page.gives(&lines, explained).await?;
        page.gives(wrong, "2").await?;
        page.gives(marked, "07").await?;
        page.shows("raw-bytes .readout", &["Byte 2: 0x07, element type: unknown"]).await?;
        page.is_accessible("the header of a refused file").await?;
        page.enter("Find", "here").await?;
        page.shows("raw-bytes .readout", &["Byte 100,016: 0x68"]).await?;
        page.enter("Go to byte", "4").await?;
        page.shows("raw-bytes .readout", &["Byte 4: 0x00, dimension 0: 100 items"]).await?;
        page.choose("Gzip data", "as stored").await?;
        page.shows("raw-bytes .readout", &["Byte 0: 0x1F, compressed data"]).await?;
        page.gives(marked, "").await?;
        page.gives(wrong, "2").await?;
        page.press(Key::Escape).await?;
        page.click("Dismiss: odd-images.gz").await?;

        page.drop(&[cut]).await?;
        page.click("Show bytes").await?;
        page.shows("raw-bytes tbody", &["dimension 0: 100 items", "dimension 1: only 2 of 4 bytes"]).await?;
        page.gives(wrong, "8").await?;
        page.gives(marked, "00 00").await?;
        page.press(Key::Escape).await?;
        page.click("Dismiss: cut-images").await?;

        // Other formats have other headers.
        page.drop(&[picture]).await?;
        page.click("Show bytes").await?;
        page.shows("raw-bytes .readout", &["Byte 0: 0x25, 37"]).await?;
        page.gives("$$('raw-bytes header-table tr').length", 0).await
    })
    .await
}
