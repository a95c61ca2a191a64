//! Images as PNG, value by value: what is written is what the array has.
//!
//! Source: the [PNG specification](https://www.w3.org/TR/png-3/), sections 5, 7 and 11.2.

use std::{io::Write as _, mem};

use flate2::{Compression, write::ZlibEncoder};

use crate::format::{crc::Crc, element::ElementType, layout::Layout};

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1A\n";
/// Limit of the width and the height.
const MAX_SIDE: u32 = i32::MAX.unsigned_abs();

/// How items of an array are PNG images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    columns: u32,
    rows: u32,
    /// Bits of a value.
    depth: u8,
    /// Gray, RGB or RGBA.
    colour: u8,
    /// Bytes of a row of pixels.
    row_len: usize,
}

impl Kind {
    /// The kind for items of this array: of bytes or 16 bits, and of two dimensions, or of three with 1, 3 or 4
    /// channels last. `None` for others, which PNG cannot hold.
    pub(crate) fn of(layout: &Layout) -> Option<Self> {
        let depth = match layout.element_type() {
            ElementType::U8 => 8,
            ElementType::U16 => 16,
            _ => return None,
        };
        let (rows, columns, channels, colour) = match *layout.item_shape() {
            [rows, columns] | [rows, columns, 1] => (rows, columns, 1, 0),
            [rows, columns, 3] => (rows, columns, 3, 2),
            [rows, columns, 4] => (rows, columns, 4, 6),
            _ => return None,
        };
        let row_len = u64::from(columns) * channels * u64::from(depth / 8);
        let is_size = [rows, columns].iter().all(|side| (1..=MAX_SIDE).contains(side));
        is_size.then_some(Self { columns, rows, depth, colour, row_len: usize::try_from(row_len).ok()? })
    }

    /// The kind for images of the same pixels and another size; `None` unless PNG can have that.
    pub(crate) fn resized(self, columns: u32, rows: u32) -> Option<Self> {
        let row_len = self.pixel_len().checked_mul(usize::try_from(columns).ok()?)?;
        let is_size = [rows, columns].iter().all(|side| (1..=MAX_SIDE).contains(side));
        is_size.then_some(Self { columns, rows, row_len, ..self })
    }

    pub(crate) const fn columns(self) -> u32 {
        self.columns
    }

    pub(crate) const fn rows(self) -> u32 {
        self.rows
    }

    /// Bytes of a pixel.
    pub(crate) const fn pixel_len(self) -> usize {
        self.row_len / self.columns as usize
    }

    /// The image of an item, whose elements are big-endian.
    pub(crate) fn encode(&self, item: &[u8]) -> Vec<u8> {
        let mut image = Image::new(*self);
        image.write(item);
        image.finish()
    }
}

/// An image that is being written, some rows at a time.
#[derive(Debug)]
pub(crate) struct Image {
    row_len: usize,
    data: ZlibEncoder<Vec<u8>>,
    output: Vec<u8>,
}

impl Image {
    pub(crate) fn new(Kind { columns, rows, depth, colour, row_len }: Kind) -> Self {
        let mut output = SIGNATURE.to_vec();
        let header = [&columns.to_be_bytes()[..], &rows.to_be_bytes(), &[depth, colour, 0, 0, 0]].concat();
        chunk(*b"IHDR", &header, &mut output);
        Self { row_len, data: ZlibEncoder::new(Vec::new(), Compression::default()), output }
    }

    /// Takes the next rows, whole ones, whose values are big-endian.
    pub(crate) fn write(&mut self, rows: &[u8]) {
        let written = rows.chunks(self.row_len).try_for_each(|row| {
            // Each row begins with its filter: none.
            self.data.write_all(&[0])?;
            self.data.write_all(row)
        });
        written.expect("memory takes all bytes");
    }

    /// The bytes of the image that are complete, without those taken before.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        let data = mem::take(self.data.get_mut());
        if !data.is_empty() {
            chunk(*b"IDAT", &data, &mut self.output);
        }
        mem::take(&mut self.output)
    }

    /// Ends the image, once it has all rows, and gives its last bytes.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.data.try_finish().expect("memory takes all bytes");
        let mut output = self.take_output();
        chunk(*b"IEND", &[], &mut output);
        output
    }
}

fn chunk(kind: [u8; 4], data: &[u8], image: &mut Vec<u8>) {
    let mut checksum = Crc::new();
    checksum.update(&kind);
    checksum.update(data);
    image.extend_from_slice(&u32::try_from(data.len()).unwrap_or(u32::MAX).to_be_bytes());
    image.extend_from_slice(&kind);
    image.extend_from_slice(data);
    image.extend_from_slice(&checksum.sum().to_be_bytes());
}
