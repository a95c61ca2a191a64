//! The pixels of a picture, and what an array needs to hold them.

use std::{fmt, io::Cursor};

use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

use crate::format::element::ElementType;

/// Bytes that come out of a byte of deflate data at most.
const MAX_RATIO: usize = 1032;

/// A pixel: red, green, blue and alpha, of 16 bits.
pub(super) type Pixel = [u16; 4];

/// The channels and bits that a picture needs, or that an array has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) has_colours: bool,
    pub(super) is_transparent: bool,
    pub(super) has_16_bits: bool,
}

impl Kind {
    /// The same, with the needs of a pixel.
    pub(super) fn holding(self, [red, green, blue, alpha]: Pixel) -> Self {
        Self {
            has_colours: self.has_colours || red != green || green != blue,
            is_transparent: self.is_transparent || alpha != u16::MAX,
            ..self
        }
    }

    /// The needs of both.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            has_colours: self.has_colours || other.has_colours,
            is_transparent: self.is_transparent || other.is_transparent,
            has_16_bits: self.has_16_bits || other.has_16_bits,
        }
    }

    pub(super) const fn channels(self) -> u32 {
        match self {
            Self { is_transparent: true, .. } => 4,
            Self { has_colours: true, .. } => 3,
            Self { .. } => 1,
        }
    }

    pub(super) const fn element_type(self) -> ElementType {
        if self.has_16_bits { ElementType::U16 } else { ElementType::U8 }
    }

    /// Bytes of a pixel.
    pub(super) fn pixel_len(self) -> usize {
        self.channels() as usize * self.element_type().size()
    }

    /// Writes a pixel: its channels one after the other, big-endian.
    pub(super) fn write(self, pixel: Pixel, output: &mut Vec<u8>) {
        for value in &pixel[..self.channels() as usize] {
            let [high, low] = value.to_be_bytes();
            output.push(high);
            output.extend(self.has_16_bits.then_some(low));
        }
    }
}

/// A byte as a value of 16 bits: 255 is 65,535.
pub(super) fn widened(value: u8) -> u16 {
    u16::from(value) * 257
}

/// The pixels in bytes of red, green, blue and alpha.
pub(super) fn pixels(bytes: &[u8]) -> impl Iterator<Item = Pixel> + Clone {
    bytes.as_chunks().0.iter().map(|pixel: &[u8; 4]| pixel.map(widened))
}

/// A PNG file that is being decoded.
pub(super) struct Png<T: AsRef<[u8]>> {
    reader: Reader<Cursor<T>>,
    pub(super) width: u32,
    pub(super) height: u32,
}

// The decoder has none.
impl<T: AsRef<[u8]>> fmt::Debug for Png<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Png").field("width", &self.width).field("height", &self.height).finish_non_exhaustive()
    }
}

impl<T: AsRef<[u8]>> Png<T> {
    /// A file whose pixels come out of so many bytes of memory. `None` if it is damaged, or larger than its data can be.
    pub(super) fn new(file: T, limit: usize) -> Option<Self> {
        let len = file.as_ref().len();
        let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: limit });
        decoder.set_transformations(Transformations::EXPAND);
        let reader = decoder.read_info().ok()?;
        let info = reader.info();
        let (width, height) = (info.width, info.height);
        // The decoder panics at a palette that ends inside a colour: https://github.com/image-rs/image-png/issues/694.
        let is_whole = info.palette.as_ref().is_none_or(|palette| palette.len().is_multiple_of(3));
        (is_whole && info.raw_bytes() / MAX_RATIO <= len).then_some(Self { reader, width, height })
    }

    /// Whether the rows do not come in their order.
    pub(super) fn is_interlaced(&self) -> bool {
        self.reader.info().interlaced
    }

    /// Bytes of all pixels; `None` if there are too many.
    pub(super) fn len(&self) -> Option<usize> {
        self.reader.output_buffer_size()
    }

    /// All pixels, of which the bytes are given.
    pub(super) fn frame<'a>(&mut self, bytes: &'a mut [u8]) -> Option<Samples<'a>> {
        let frame = self.reader.next_frame(bytes).ok()?;
        Some(Samples { bytes, color_type: frame.color_type, bit_depth: frame.bit_depth })
    }

    /// The next row; `None` after the last one, and where the file is damaged.
    pub(super) fn row(&mut self) -> Option<Samples<'_>> {
        let (color_type, bit_depth) = self.reader.output_color_type();
        let row = self.reader.next_row().ok()??;
        Some(Samples { bytes: row.data(), color_type, bit_depth })
    }
}

/// Decoded values, and what they are.
pub(super) struct Samples<'a> {
    bytes: &'a [u8],
    color_type: ColorType,
    bit_depth: BitDepth,
}

impl Samples<'_> {
    pub(super) fn has_16_bits(&self) -> bool {
        self.bit_depth == BitDepth::Sixteen
    }

    /// The pixels as they are in an array that holds gray bytes, if they are such.
    pub(super) fn gray_bytes(&self) -> Option<&[u8]> {
        (self.color_type == ColorType::Grayscale && !self.has_16_bits()).then_some(self.bytes)
    }

    /// Those of each row of so many pixels.
    pub(super) fn rows(&self, width: usize) -> impl Iterator<Item = Self> {
        let len = width * self.color_type.samples() * if self.has_16_bits() { 2 } else { 1 };
        self.bytes.chunks_exact(len).map(|bytes| Self { bytes, ..*self })
    }

    pub(super) fn pixels(&self) -> impl Iterator<Item = Pixel> + Clone {
        let has_16_bits = self.has_16_bits();
        let value = move |at: usize| {
            if has_16_bits {
                u16::from_be_bytes([self.bytes[2 * at], self.bytes[2 * at + 1]])
            } else {
                widened(self.bytes[at])
            }
        };
        let pixel = move |at: usize| match self.color_type {
            // Indices were expanded.
            ColorType::Grayscale | ColorType::Indexed => [value(at), value(at), value(at), u16::MAX],
            ColorType::GrayscaleAlpha => [value(2 * at), value(2 * at), value(2 * at), value(2 * at + 1)],
            ColorType::Rgb => [value(3 * at), value(3 * at + 1), value(3 * at + 2), u16::MAX],
            ColorType::Rgba => [value(4 * at), value(4 * at + 1), value(4 * at + 2), value(4 * at + 3)],
        };
        let count = self.bytes.len() / self.color_type.samples() / if has_16_bits { 2 } else { 1 };
        (0..count).map(pixel)
    }
}
