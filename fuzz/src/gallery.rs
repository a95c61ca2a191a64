//! Pictures of any bytes.

use idxlens::format::{
    gallery::{Gallery, Outcome, picture_size},
    reader::Reader,
    sheet::{Cell, Sheet},
};

use crate::peak;

/// Memory of a picture for each byte of its file: 1,032 bytes come out of one, 8 pixels out of each, and a pixel takes 4 bytes
/// twice.
const MAX_RATIO: usize = 1032 * 8 * 8;

/// Limit of the memory of a sheet beside that: the sums of its columns and rows.
const MAX_SIDES: usize = 96 << 20;

/// Limit of the memory beside that for the picture: the buffers of the decoder.
const MAX_MEMORY: usize = 4 << 20;

/// The same bytes always have the same outcome. What comes out is as long as the header says. Memory depends on the bytes that
/// are there, not on the size that they claim.
///
/// # Panics
/// If that does not hold.
pub fn gallery(file: &[u8]) {
    let (size, taken) = peak(|| picture_size(file));
    assert!(taken <= MAX_MEMORY, "{taken} bytes of memory for the size of {}", file.len());
    let Some([width, height]) = size else { return };
    let ((outcome, header, output), taken) = peak(|| pushed(width, height, file));
    assert!(taken <= MAX_MEMORY + MAX_RATIO * file.len(), "{taken} bytes of memory for {}", file.len());
    assert_ne!(outcome, Outcome::Again, "it is the first");
    let header = Reader::new(&header[..]).unwrap();
    assert_eq!(header.layout().byte_len(), output.len() as u64);
    assert_eq!(header.layout().items(), u64::from(outcome == Outcome::Taken));
    assert!(output == pushed(width, height, file).2);
}

/// A picture of many images is read to its end, or not. The cells that it may have fill it, and what comes out is as long as
/// the header says. Memory depends on the bytes that are there.
///
/// # Panics
/// If that does not hold.
pub fn sheet(file: &[u8]) {
    let (sheet, taken) = peak(|| {
        let mut sheet = Sheet::of_png(file)?;
        read(&mut sheet).then_some(sheet)
    });
    assert!(taken <= MAX_SIDES + MAX_RATIO * file.len(), "{taken} bytes of memory for {}", file.len());
    let Some(mut sheet) = sheet else { return };
    let [width, height] = sheet.size();
    let cells = sheet.cells();
    assert!(cells.len() <= 4);
    for cell in cells.into_iter().chain([Cell::new(width, height)]) {
        assert!(sheet.cut(cell) && read(&mut sheet));
        let (header, output) = (sheet.header(), sheet.take_output());
        let header = Reader::new(&header[..]).unwrap();
        assert_eq!(header.layout().byte_len(), output.len() as u64);
    }
}

fn read(sheet: &mut Sheet) -> bool {
    loop {
        match sheet.step() {
            None => return false,
            Some(false) => return true,
            Some(true) => {}
        }
    }
}

fn pushed(width: u32, height: u32, file: &[u8]) -> (Outcome, Vec<u8>, Vec<u8>) {
    let mut gallery = Gallery::new(width, height);
    let outcome = gallery.push_png(file);
    (outcome, gallery.header(), gallery.take_output())
}
