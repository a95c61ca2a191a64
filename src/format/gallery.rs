//! Pictures, each in a file of its own, as the images of an array.
//!
//! PNG is decoded here, value by value: a browser may change values, for the colours of its screen or where a picture is
//! transparent. Of other formats, whoever can decode them hands over the pixels.
//!
//! Source: the [PNG specification](https://www.w3.org/TR/png-3/).

use std::{io::Read, mem};

use flate2::read::MultiGzDecoder;

use crate::{
    error::Error,
    format::{
        columns::{TYPES, append},
        header::Header,
        layout::ByteOrder,
        npy,
        picture::{self, Kind, Pixel, Png},
    },
};

/// Limit of the bytes of a picture whose pixels have four bytes.
pub const MAX_PICTURE_LEN: usize = 64 << 20;

/// Pictures of one size, which become the images of an array: `(count, height, width)`, with 3 or 4 channels behind it
/// if a picture needs colours or is transparent. The elements are bytes, or 16 bits, big-endian, if a picture has so many.
///
/// ```
/// use idxlens::format::gallery::{Gallery, Outcome};
///
/// let mut gallery = Gallery::new(2, 1);
/// assert_eq!(gallery.push_pixels(&[7, 7, 7, 255, 9, 9, 9, 255]), Outcome::Taken);
/// assert_eq!(gallery.take_output(), [7, 9]);
/// assert!(gallery.header().starts_with(b"\x93NUMPY"));
/// // Red: what came before has to come again.
/// let red = [255, 0, 0, 255, 0, 0, 0, 255];
/// assert_eq!((gallery.push_pixels(&red), gallery.push_pixels(&red)), (Outcome::Again, Outcome::Taken));
/// assert_eq!(gallery.take_output(), [255, 0, 0, 0, 0, 0]);
/// ```
#[derive(Debug)]
pub struct Gallery {
    width: u32,
    height: u32,
    kind: Kind,
    count: u32,
    output: Vec<u8>,
}

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is an image now.
    Taken,
    /// It needs more channels, or more bits, than those before it: all have to come again, from the first one on.
    Again,
    /// It is damaged, or has another size.
    Unreadable,
}

/// Width and height of a picture, by the first bytes of its file: PNG, JPEG, GIF, WebP or BMP. `None` if these do not tell,
/// or for a picture that takes more than [`MAX_PICTURE_LEN`].
#[must_use]
pub fn picture_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let size = imagesize::blob_size(bytes).ok()?;
    let [width, height] = [u32::try_from(size.width).ok()?, u32::try_from(size.height).ok()?];
    let len = u64::from(width).checked_mul(u64::from(height))?.checked_mul(4)?;
    (1..=MAX_PICTURE_LEN as u64).contains(&len).then_some([width, height])
}

/// What is in a gzip file, as far as it is undamaged, and at most so many bytes: archives pack pictures once more.
#[must_use]
pub fn gunzip(file: &[u8], limit: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Of a damaged file, the bytes before the damage are there.
    MultiGzDecoder::new(file).take(limit).read_to_end(&mut bytes).ok();
    bytes
}

impl Gallery {
    /// No pictures yet, but of this size.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self { width, height, kind: Kind::default(), count: 0, output: Vec::new() }
    }

    /// Takes a PNG file.
    pub fn push_png(&mut self, file: &[u8]) -> Outcome {
        self.decode(file).unwrap_or(Outcome::Unreadable)
    }

    /// Takes the pixels of a picture: red, green, blue and alpha, a byte each.
    pub fn push_pixels(&mut self, pixels: &[u8]) -> Outcome {
        if pixels.len() as u64 != 4 * u64::from(self.width) * u64::from(self.height) {
            return Outcome::Unreadable;
        }
        self.push(picture::pixels(pixels), false)
    }

    /// The elements that have come out since the last call, or since all had to come again.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output)
    }

    /// How many pictures were taken.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The header of a NumPy array of the pictures so far.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        let shape = [self.count, self.height, self.width, self.kind.channels()];
        let rank = if self.kind.channels() > 1 { 4 } else { 3 };
        npy::header(self.kind.element_type(), ByteOrder::Big, &shape[..rank], false)
    }

    fn decode(&mut self, file: &[u8]) -> Option<Outcome> {
        let mut png =
            Png::new(file, 4 * MAX_PICTURE_LEN).filter(|png| (png.width, png.height) == (self.width, self.height))?;
        let mut bytes = vec![0; png.len().filter(|&len| len <= 2 * MAX_PICTURE_LEN)?];
        let samples = png.frame(&mut bytes)?;
        // Most pictures are gray, and then there is nothing to convert.
        if let (true, Some(bytes)) = (self.kind == Kind::default(), samples.gray_bytes()) {
            self.count += 1;
            self.output.extend(bytes);
            return Some(Outcome::Taken);
        }
        Some(self.push(samples.pixels(), samples.has_16_bits()))
    }

    /// Takes the pixels of a picture.
    fn push(&mut self, pixels: impl Iterator<Item = Pixel> + Clone, has_16_bits: bool) -> Outcome {
        let kind = pixels.clone().fold(Kind { has_16_bits, ..Kind::default() }, Kind::holding).with(self.kind);
        if kind != self.kind && self.count > 0 {
            *self = Self { kind, ..Self::new(self.width, self.height) };
            return Outcome::Again;
        }
        self.kind = kind;
        self.count += 1;
        for pixel in pixels {
            kind.write(pixel, &mut self.output);
        }
        Outcome::Taken
    }
}

/// The labels of pictures as an IDX file, in the narrowest of the types `u8`, `i32`, `f32` and `f64` that holds them: so
/// many of each picture. Fractions are rounded to the nearest `f32`.
///
/// ```
/// use idxlens::format::gallery::labels_file;
///
/// assert_eq!(labels_file(&[7.0, 2.0], 1)?, [0, 0, 8, 1, 0, 0, 0, 2, 7, 2]);
/// assert_eq!(labels_file(&[0.5, 2.0], 1)?[..4], [0, 0, 0x0D, 1]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`] when there are 2^32 or more.
///
/// # Panics
/// Never: `f64` holds all.
pub fn labels_file(labels: &[f64], columns: u32) -> Result<Vec<u8>, Error> {
    let in_type = |element_type| {
        let mut elements = Vec::new();
        labels.iter().try_for_each(|&label| append(label, element_type, &mut elements))?;
        Some((element_type, elements))
    };
    let count = u32::try_from(labels.len()).map_err(|_| Error::TooLarge { offset: Header::MAGIC_LEN as u64 })?;
    let shape = if columns == 1 { vec![count] } else { vec![count / columns.max(1), columns] };
    let (element_type, elements) = TYPES.into_iter().find_map(in_type).expect("f64 holds all");
    Ok([Header::new(element_type, shape)?.to_bytes(), elements].concat())
}
