//! The pictures of the samples on the first screen.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};

/// Red, green, blue, opacity.
pub(super) type Colour = [u8; 4];

/// The height and width of a cell.
pub(super) const CELL: usize = 56;
/// Cells beside and below each other.
pub(super) const COLUMNS: usize = 4;
pub(super) const ROWS: usize = 2;

/// A picture of a few items, with few colours. Where there is no ink, it is transparent.
pub(super) struct Picture {
    columns: usize,
    pixels: Vec<Colour>,
}

/// Black ink of one of 16 strengths: a picture needs no more, and is half as large.
pub(super) fn ink(strength: u8) -> Colour {
    [0, 0, 0, (strength.saturating_add(8)) / 17 * 17]
}

impl Picture {
    pub(super) fn new() -> Self {
        Self::with_columns(COLUMNS)
    }

    /// A picture with so many cells beside each other.
    pub(super) fn with_columns(columns: usize) -> Self {
        Self { columns, pixels: vec![[0; 4]; columns * CELL * ROWS * CELL] }
    }

    fn width(&self) -> usize {
        self.columns * CELL
    }

    /// A pixel, by its place from the left and the top.
    pub(super) fn pixel(&mut self, x: usize, y: usize) -> &mut Colour {
        let width = self.width();
        &mut self.pixels[y * width + x]
    }

    /// Puts a square picture into the middle of a cell; cells are counted row by row.
    pub(super) fn put(&mut self, cell: usize, side: usize, pixels: &[Colour]) {
        let margin = (CELL - side) / 2;
        let (left, top) = (cell % self.columns * CELL + margin, cell / self.columns * CELL + margin);
        for (y, row) in pixels.chunks_exact(side).enumerate() {
            for (x, &colour) in row.iter().enumerate() {
                *self.pixel(left + x, top + y) = colour;
            }
        }
    }

    /// The picture as a PNG with a palette.
    pub(super) fn png(&self) -> Result<Vec<u8>> {
        let palette: Vec<Colour> = self.pixels.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let indices = self.pixels.iter().map(|colour| u8::try_from(palette.partition_point(|other| other < colour)));
        let indices = indices.collect::<Result<Vec<_>, _>>().context("the picture has more than 256 colours")?;
        let (depth, bits) = if palette.len() <= 16 { (png::BitDepth::Four, 4) } else { (png::BitDepth::Eight, 8) };
        let rows = indices.chunks_exact(8 / bits);
        let packed: Vec<u8> =
            rows.map(|pixels| pixels.iter().fold(0, |byte, index| byte << (bits % 8) | index)).collect();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width().try_into()?, (ROWS * CELL).try_into()?);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(palette.iter().flat_map(|&[red, green, blue, _]| [red, green, blue]).collect::<Vec<_>>());
        encoder.set_trns(palette.iter().map(|colour| colour[3]).collect::<Vec<_>>());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&packed)?;
        writer.finish()?;
        Ok(file)
    }
}
