//! A page: items side by side in cells, as one picture.
//!
//! Cells come row by row. A cell is as large as an item's picture, and between cells there is a transparent gap, so
//! that whoever shows the page can put text there; the picture starts with the first cell's first pixel and ends
//! with the last cell's last.

use crate::{
    dataset::{images::ImageSize, store::Store},
    draw::palette::{Palette, Rgba, Scale, TRANSPARENT},
    error::Error,
    format::header::ElementType,
};

/// How a page's cells are laid out. Lengths are in pixels of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Cells per row; at least 1 is assumed.
    pub columns: u32,
    /// Gap to the right of a cell.
    pub gap_x: u32,
    /// Gap below a cell.
    pub gap_y: u32,
    /// Elements per pixel in each direction: 1 for a pixel each, n for the mean of n x n. At least 1 is assumed.
    pub shrink: u32,
}

/// A composed page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Row by row, `width` x `height` of them.
    pub pixels: Vec<Rgba>,
    /// How many of the items are not in memory; their cells are transparent.
    pub missing: u32,
}

/// The most pixels that are composed at once: a quarter of a GiB as RGBA.
pub const MAX_PIXELS: u64 = 1 << 26;

impl Page {
    /// Composes the items with these numbers into cells, in this order. Without items, or with items of no size,
    /// the page has no pixels.
    ///
    /// # Errors
    /// [`Error::PageTooLarge`] above [`MAX_PIXELS`], [`Error::OutOfMemory`].
    pub fn compose(store: &Store, items: &[u64], layout: Layout, palette: &Palette) -> Result<Self, Error> {
        let scale = Scale::new(store.range().unwrap_or_default());
        let mut page = Self { width: 0, height: 0, pixels: Vec::new(), missing: 0 };
        let Some(header) = store.header() else {
            page.missing = u32::try_from(items.len()).unwrap_or(u32::MAX);
            return Ok(page);
        };
        let size = ImageSize::of(header);
        let shrink = u64::from(layout.shrink.max(1));
        let columns = u64::from(layout.columns.max(1));
        let cell = (size.columns.div_ceil(shrink), size.rows.div_ceil(shrink));
        let pitch = (cell.0.saturating_add(layout.gap_x.into()), cell.1.saturating_add(layout.gap_y.into()));
        let width = columns.saturating_mul(pitch.0).saturating_sub(layout.gap_x.into());
        let height = (items.len() as u64).div_ceil(columns).saturating_mul(pitch.1).saturating_sub(layout.gap_y.into());
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
                let picture =
                    Picture { elements, element_type: header.element_type(), columns: to_usize(size.columns) };
                let target = page.pixels[to_usize(origin)..].chunks_mut(to_usize(width));
                picture.paint(target.map(|row| &mut row[..to_usize(cell.0)]), to_usize(shrink), palette, scale);
            }
        }
        Ok(page)
    }
}

/// One item's elements, row by row.
struct Picture<'a> {
    elements: &'a [u8],
    element_type: ElementType,
    columns: usize,
}

impl Picture<'_> {
    /// Fills the rows of one cell, as many as the picture needs of those there are.
    fn paint<'p>(&self, cell: impl Iterator<Item = &'p mut [Rgba]>, shrink: usize, palette: &Palette, scale: Scale) {
        let colours = palette.colours();
        let colour = |value: f64| scale.step(value).map_or(TRANSPARENT, |step| colours[usize::from(step)]);
        let row_len = self.columns * self.element_type.size();
        let rows = self.elements.chunks_exact(row_len);
        if shrink > 1 {
            let bands = self.elements.chunks(row_len.saturating_mul(shrink));
            for (pixels, band) in cell.zip(bands) {
                for (pixel, mean) in pixels.iter_mut().zip(self.means(band, shrink)) {
                    *pixel = colour(mean);
                }
            }
        } else if self.element_type == ElementType::U8 {
            for (pixels, row) in cell.zip(rows) {
                for (pixel, &step) in pixels.iter_mut().zip(row) {
                    *pixel = colours[usize::from(step)];
                }
            }
        } else {
            for (pixels, row) in cell.zip(rows) {
                for (pixel, value) in pixels.iter_mut().zip(self.element_type.values(row)) {
                    *pixel = colour(value);
                }
            }
        }
    }

    /// The means of the squares of `shrink` x `shrink` elements in a band of that many rows; fewer at the right edge
    /// and in the last band. NaN does not count, and a square of nothing else is NaN.
    fn means(&self, band: &[u8], shrink: usize) -> impl Iterator<Item = f64> {
        let mut sums = vec![(0.0, 0_u32); self.columns.div_ceil(shrink)];
        for row in band.chunks_exact(self.columns * self.element_type.size()) {
            for (sum, square) in sums.iter_mut().zip(row.chunks(shrink.saturating_mul(self.element_type.size()))) {
                for value in self.element_type.values(square).filter(|value| !value.is_nan()) {
                    *sum = (sum.0 + value, sum.1 + 1);
                }
            }
        }
        sums.into_iter().map(|(sum, count)| sum / f64::from(count))
    }
}

fn to_u32(length: u64) -> u32 {
    u32::try_from(length).expect("checked against the most pixels of a page")
}

fn to_usize(length: u64) -> usize {
    usize::try_from(length).expect("checked against the most pixels of a page, or the length of what is in memory")
}
