//! A page: items side by side in cells, as one picture.
//!
//! Cells come row by row. A cell is as large as an item's picture, and between cells there is a transparent gap, so
//! that whoever shows the page can put text there; the picture starts with the first cell's first pixel and ends
//! with the last cell's last.

use crate::{
    dataset::{images::Raster, store::Store},
    draw::{
        line::Line,
        palette::{Limits, Palette, Rgba, Scale, TRANSPARENT},
    },
    error::Error,
    format::element::ElementType,
};

/// How a page's cells are laid out. Lengths are in pixels of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Cells per row; at least 1 is assumed.
    pub columns: u32,
    /// Gap to the right of a cell.
    pub gap_x: u32,
    /// Gap below a cell.
    pub gap_y: u32,
    /// Elements per pixel in each direction: 1 for a pixel each, n for the mean of n x n. At least 1 is assumed.
    pub shrink: u32,
    /// Width and height of a cell in which an item is a line through its values, in place of a picture.
    pub plot: Option<(u32, u32)>,
    /// The first of an item's columns that are drawn, and how many; else all are.
    pub window: Option<(u64, u64)>,
}

/// A composed page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Row by row, `width` x `height` of them.
    pub pixels: Vec<Rgba>,
    /// How many of the items are not in memory; their cells are transparent.
    pub missing: u32,
    /// The values that are the ends of the palette, unless there are none or each item has its own.
    pub range: Option<(f64, f64)>,
}

/// The most pixels that are composed at once: a quarter of a GiB as RGBA.
pub const MAX_PIXELS: u64 = 1 << 26;

impl Page {
    /// Composes the items with these numbers into cells, in this order. Without items, or with items of no size,
    /// the page has no pixels.
    ///
    /// # Errors
    /// [`Error::PageTooLarge`] above [`MAX_PIXELS`], [`Error::OutOfMemory`].
    pub fn compose(store: &Store, items: &[u64], grid: Grid, palette: &Palette) -> Result<Self, Error> {
        let mut page = Self { width: 0, height: 0, pixels: Vec::new(), missing: 0, range: None };
        let (Some(layout), Some(raster)) = (store.layout(), store.raster()) else {
            page.missing = u32::try_from(items.len()).unwrap_or(u32::MAX);
            return Ok(page);
        };
        let raster = grid.window.map_or(raster, |(first, columns)| raster.window(first, columns));
        page.range = match palette.limits() {
            Limits::File => store.range().map(|range| palette.ends(range)),
            Limits::Fixed(least, greatest) => Some((least, greatest)),
            Limits::Item => None,
        };
        let each = palette.limits() == Limits::Item;
        let mut brush: Option<Brush> = None;
        let shrink = u64::from(grid.shrink.max(1));
        let columns = u64::from(grid.columns.max(1));
        let cell = match grid.plot {
            Some((width, height)) => (width.into(), height.into()),
            None => (raster.columns.div_ceil(shrink), raster.rows.div_ceil(shrink)),
        };
        let pitch = (cell.0.saturating_add(grid.gap_x.into()), cell.1.saturating_add(grid.gap_y.into()));
        let width = columns.saturating_mul(pitch.0).saturating_sub(grid.gap_x.into());
        let height = (items.len() as u64).div_ceil(columns).saturating_mul(pitch.1).saturating_sub(grid.gap_y.into());
        let found = if cell.0 == 0 || cell.1 == 0 { 0 } else { width.saturating_mul(height) };
        if found > MAX_PIXELS {
            return Err(Error::PageTooLarge { expected: MAX_PIXELS, found });
        }
        if found > 0 {
            (page.width, page.height) = (to_u32(width), to_u32(height));
            let out_of_memory = |_| Error::OutOfMemory { offset: 0, expected: 4 * found };
            page.pixels.try_reserve_exact(to_usize(found)).map_err(out_of_memory)?;
            page.pixels.resize(to_usize(found), TRANSPARENT);
        }
        for (index, &item) in (0..).zip(items) {
            let Some(elements) = store.item(item) else {
                page.missing += 1;
                continue;
            };
            if found > 0 {
                let origin = index / columns * pitch.1 * width + index % columns * pitch.0;
                if let Some((width, _)) = grid.plot {
                    let line = line(layout.element_type(), elements, width);
                    if each {
                        page.range = line.range().filter(|_| items.len() == 1);
                    }
                    let range = if each { line.range() } else { page.range }.unwrap_or_default();
                    let target = &mut page.pixels[to_usize(origin)..];
                    line.paint(target, to_usize(page.width.into()), to_usize(cell.1), range, palette);
                    continue;
                }
                let picture = Picture { elements, element_type: layout.element_type(), raster };
                if each {
                    let range = palette.ends(picture.range());
                    page.range = (items.len() == 1).then_some(range);
                    brush = Some(Brush::new(palette, range));
                }
                let brush = brush.get_or_insert_with(|| Brush::new(palette, page.range.unwrap_or_default()));
                let target = page.pixels[to_usize(origin)..].chunks_mut(to_usize(width));
                let cell = target.map(|row| &mut row[..to_usize(cell.0)]);
                if shrink == 1 { picture.paint(cell, brush) } else { picture.paint_means(cell, shrink, brush) }
            }
        }
        Ok(page)
    }
}

/// The line through an item's values.
fn line(element_type: ElementType, elements: &[u8], width: u32) -> Line {
    let values = element_type.values(elements);
    let mut line = Line::new(u32::try_from(values.len()).unwrap_or(u32::MAX), width);
    for (index, value) in (0..).zip(values) {
        line.add(index, value);
    }
    line
}

/// Turns values into colours.
struct Brush<'a> {
    palette: &'a Palette,
    scale: Scale,
    /// The colours of every u8.
    bytes: [Rgba; 256],
}

impl<'a> Brush<'a> {
    fn new(palette: &'a Palette, range: (f64, f64)) -> Self {
        let scale = Scale::new(range);
        let mut bytes = [TRANSPARENT; 256];
        for (value, colour) in (0_u8..=255).zip(&mut bytes) {
            *colour = palette.colour(scale, value.into());
        }
        Self { palette, scale, bytes }
    }

    /// The colour of a pixel's channels.
    fn colour(&self, channels: &[f64]) -> Rgba {
        match *channels {
            [value] => self.palette.colour(self.scale, value),
            _ => self.palette.mixed(self.scale, channels),
        }
    }
}

/// One item's elements, and where among them its pixels are.
struct Picture<'a> {
    elements: &'a [u8],
    element_type: ElementType,
    raster: Raster,
}

impl Picture<'_> {
    /// Fills the rows of one cell, as many as the picture needs of those there are.
    fn paint<'p>(&self, cell: impl Iterator<Item = &'p mut [Rgba]>, brush: &Brush) {
        let bytes = self.element_type == ElementType::U8 && self.raster.channels == 1;
        for (row, pixels) in (0..self.raster.rows).zip(cell) {
            let mut places = self.raster.row(row);
            if bytes && self.raster.is_contiguous() {
                let elements = &self.elements[places.next().unwrap_or_default()..];
                for (pixel, &value) in pixels.iter_mut().zip(elements) {
                    *pixel = brush.bytes[usize::from(value)];
                }
            } else if bytes {
                for (pixel, at) in pixels.iter_mut().zip(places) {
                    *pixel = brush.bytes[usize::from(self.elements[at])];
                }
            } else {
                for (pixel, at) in pixels.iter_mut().zip(places) {
                    let mut channels = [0.0; 4];
                    for (channel, at) in channels.iter_mut().zip(self.raster.pixel(at)) {
                        *channel = self.element_type.value_at(self.elements, at);
                    }
                    *pixel = brush.colour(&channels[..to_usize(self.raster.channels)]);
                }
            }
        }
    }

    /// The same with the means of the squares of `shrink` x `shrink` pixels; at the right edge and at the bottom of
    /// those there are. NaN does not count, and a square of nothing else is NaN.
    fn paint_means<'p>(&self, cell: impl Iterator<Item = &'p mut [Rgba]>, shrink: u64, brush: &Brush) {
        let channels = to_usize(self.raster.channels);
        let squares = to_usize(self.raster.columns.div_ceil(shrink));
        // Wider than a row is as good as a row.
        let side = to_usize(shrink.min(self.raster.columns));
        let mut sums = vec![(0.0, 0_u32); squares * channels];
        for (band, pixels) in (0..self.raster.rows.div_ceil(shrink)).zip(cell) {
            sums.fill((0.0, 0));
            for row in band * shrink..self.raster.rows.min((band + 1).saturating_mul(shrink)) {
                for (column, at) in self.raster.row(row).enumerate() {
                    let square = column / side * channels;
                    for (sum, at) in sums[square..].iter_mut().zip(self.raster.pixel(at)) {
                        let value = self.element_type.value_at(self.elements, at);
                        if !value.is_nan() {
                            *sum = (sum.0 + value, sum.1 + 1);
                        }
                    }
                }
            }
            for (pixel, sums) in pixels.iter_mut().zip(sums.chunks_exact(channels)) {
                let mut means = [0.0; 4];
                for (mean, (sum, count)) in means.iter_mut().zip(sums) {
                    *mean = sum / f64::from(*count);
                }
                *pixel = brush.colour(&means[..channels]);
            }
        }
    }

    /// The least and the greatest value, but for NaN and infinities.
    fn range(&self) -> (f64, f64) {
        let finite = self.element_type.values(self.elements).filter(|value| value.is_finite());
        let ends = finite.map(|value| (value, value));
        ends.reduce(|ends, (value, _)| (ends.0.min(value), ends.1.max(value))).unwrap_or_default()
    }
}

/// Of a page that has been checked against [`MAX_PIXELS`].
fn to_u32(length: u64) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The same, or of what is in memory.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
