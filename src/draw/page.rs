//! A page: items side by side in cells, as one picture.
//!
//! Cells come row by row. A cell is as large as the picture of an item. The gaps between cells are transparent, so the
//! page can put text there. The picture starts with the first pixel of the first cell and ends with the last pixel of
//! the last cell.

use crate::{
    dataset::{
        images::Raster,
        reduction::Reduction,
        statistics::{Average, AverageImages},
        store::Store,
    },
    draw::{
        line::PlotSize,
        palette::{Limits, PENDING, Palette, Rgba, TRANSPARENT},
        picture::{Brush, Elements, Picture, paint_reduction},
    },
    error::Error,
};

/// How the cells of a page are arranged. Lengths are in pixels of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Cells per row; 0 means 1.
    pub columns: u32,
    /// Gap to the right of a cell.
    pub gap_x: u32,
    /// Gap below a cell.
    pub gap_y: u32,
    /// Elements per pixel in each direction: n draws the means of n x n elements; 0 means 1.
    pub shrink: u32,
    /// The size of cells that show each item as a line through its values instead of a picture.
    pub plot: Option<PlotSize>,
    /// The first column of each item that is drawn, and how many columns. `None` draws all of them.
    pub window: Option<(u64, u64)>,
}

/// A composed page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The pixels row by row, `width` x `height` of them.
    pub pixels: Vec<Rgba>,
    /// How many of the items are not in memory. Their cells are grey.
    pub missing: u32,
    /// How many of the items are drawn from some of their elements, because the others have not been read yet.
    pub previews: u32,
    /// The values at the ends of the palette, unless there are none or each item has its own.
    pub range: Option<(f64, f64)>,
}

/// Items that a page can show.
pub trait Items {
    /// How each item is drawn, as soon as that is known.
    fn raster(&self) -> Option<Raster>;

    /// The range of the values of all items, if there are any.
    fn range(&self) -> Option<(f64, f64)>;

    /// The elements of an item, if it is in memory.
    fn elements(&self, item: u64) -> Option<Elements<'_>>;

    /// What is in memory of an item that is not there itself: the means of squares of its pixels, and whether they are
    /// those of all elements.
    fn reduction(&self, _item: u64, _raster: Raster, _shrink: u64) -> Option<(&Reduction, bool)> {
        None
    }

    /// The limits that the items are drawn with when the user asks for these.
    fn limits(&self, asked: Limits) -> Limits {
        asked
    }
}

impl Items for Store {
    fn raster(&self) -> Option<Raster> {
        self.raster()
    }

    fn range(&self) -> Option<(f64, f64)> {
        self.range()
    }

    fn elements(&self, item: u64) -> Option<Elements<'_>> {
        Some(Elements::Stored(self.layout()?.element_type(), self.item(item)?))
    }

    fn reduction(&self, item: u64, raster: Raster, shrink: u64) -> Option<(&Reduction, bool)> {
        self.reduction(item, raster, shrink)
    }
}

impl Items for AverageImages {
    fn raster(&self) -> Option<Raster> {
        Some(self.raster())
    }

    fn range(&self) -> Option<(f64, f64)> {
        Some(self.range())
    }

    fn elements(&self, item: u64) -> Option<Elements<'_>> {
        self.image(item).map(Elements::Computed)
    }

    /// Limits of values mean nothing to deviations, so these always have their own.
    fn limits(&self, asked: Limits) -> Limits {
        if self.average() == Average::Deviation { Limits::File } else { asked }
    }
}

/// Limit of the pixels that are composed at once: a quarter of a GiB as RGBA.
pub const MAX_PIXELS: u64 = 1 << 26;

impl Page {
    /// Composes the items with these numbers into cells, in this order. Without items, or with items of no size,
    /// the page has no pixels.
    ///
    /// # Errors
    /// [`Error::PageTooLarge`] above [`MAX_PIXELS`], [`Error::OutOfMemory`].
    pub fn compose(items: &impl Items, numbers: &[u64], grid: Grid, palette: &Palette) -> Result<Self, Error> {
        let Some(raster) = items.raster() else {
            let missing = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            return Ok(Self { width: 0, height: 0, pixels: Vec::new(), missing, previews: 0, range: None });
        };
        let raster = grid.window.map_or(raster, |(first, columns)| raster.window(first, columns));
        let shrink = u64::from(grid.shrink.max(1));
        let cell = match grid.plot {
            Some(size) => (size.width().into(), size.height().into()),
            None => (raster.columns.div_ceil(shrink), raster.rows.div_ceil(shrink)),
        };
        let columns = u64::from(grid.columns.max(1));
        let pitch = (cell.0.saturating_add(grid.gap_x.into()), cell.1.saturating_add(grid.gap_y.into()));
        let width = columns.saturating_mul(pitch.0).saturating_sub(grid.gap_x.into());
        let rows = (numbers.len() as u64).div_ceil(columns);
        let height = rows.saturating_mul(pitch.1).saturating_sub(grid.gap_y.into());
        let mut page = if cell.0 == 0 || cell.1 == 0 { Self::blank(0, 0)? } else { Self::blank(width, height)? };

        let limits = items.limits(palette.limits());
        let each = limits == Limits::Item;
        page.range = match limits {
            Limits::File => items.range().map(|range| palette.ends(range)),
            Limits::Fixed(min, max) => Some((min, max)),
            Limits::Item => None,
        };
        let mut brush: Option<Brush> = None;
        for (index, &number) in (0..).zip(numbers) {
            let elements = items.elements(number);
            let is_picture = elements.is_none() && grid.plot.is_none();
            let reduction = if is_picture { items.reduction(number, raster, shrink) } else { None };
            page.missing += u32::from(elements.is_none() && reduction.is_none());
            page.previews += u32::from(reduction.is_some_and(|(_, is_complete)| !is_complete));
            if page.pixels.is_empty() {
                continue;
            }
            let origin = to_usize(index / columns * pitch.1 * width + index % columns * pitch.0);
            if let Some((elements, size)) = elements.zip(grid.plot) {
                let line = elements.line(size.width());
                if each {
                    page.range = line.range().filter(|_| numbers.len() == 1);
                }
                let range = if each { line.range() } else { page.range }.unwrap_or_default();
                line.paint(&mut page.pixels[origin..], to_usize(width), to_usize(cell.1), range, palette);
                continue;
            }
            let target = page.pixels[origin..].chunks_mut(to_usize(width)).take(to_usize(cell.1));
            let target = target.map(|row| &mut row[..to_usize(cell.0)]);
            let of_item = match (elements, reduction) {
                (Some(elements), _) => each.then(|| elements.range()),
                (None, Some((reduction, _))) => each.then(|| reduction.range().unwrap_or_default()),
                (None, None) => {
                    target.for_each(|row| row.fill(PENDING));
                    continue;
                }
            };
            if let Some(range) = of_item {
                let range = palette.ends(range);
                page.range = (numbers.len() == 1).then_some(range);
                brush = Some(Brush::new(palette, range));
            }
            let brush = brush.get_or_insert_with(|| Brush::new(palette, page.range.unwrap_or_default()));
            let picture = elements.map(|elements| Picture { elements, raster });
            match (picture, reduction) {
                (Some(picture), _) if shrink == 1 => picture.paint(target, brush),
                (Some(picture), _) => paint_reduction(&picture.reduced(shrink), target, brush),
                (None, Some((reduction, _))) => paint_reduction(reduction, target, brush),
                (None, None) => {}
            }
        }
        Ok(page)
    }

    /// A page of transparent pixels.
    ///
    /// # Errors
    /// [`Error::PageTooLarge`] above [`MAX_PIXELS`], [`Error::OutOfMemory`].
    pub(super) fn blank(width: u64, height: u64) -> Result<Self, Error> {
        let found = width.saturating_mul(height);
        if found > MAX_PIXELS {
            return Err(Error::PageTooLarge { expected: MAX_PIXELS, found });
        }
        let mut page = Self { width: 0, height: 0, pixels: Vec::new(), missing: 0, previews: 0, range: None };
        if found > 0 {
            (page.width, page.height) = (to_u32(width), to_u32(height));
            let out_of_memory = |_| Error::OutOfMemory { offset: 0, expected: 4 * found };
            page.pixels.try_reserve_exact(to_usize(found)).map_err(out_of_memory)?;
            page.pixels.resize(to_usize(found), TRANSPARENT);
        }
        Ok(page)
    }
}

/// A length within a page that is at most [`MAX_PIXELS`].
fn to_u32(length: u64) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// A length within a page that is at most [`MAX_PIXELS`].
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
