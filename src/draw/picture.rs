//! One item as pixels.

use crate::{
    dataset::{images::Raster, reduction::Reduction},
    draw::{
        line::Line,
        palette::{Palette, Rgba, Scale, TRANSPARENT},
    },
    format::element::ElementType,
};

/// The elements of an item.
#[derive(Clone, Copy, Debug)]
pub enum Elements<'a> {
    /// Bytes of this type, big-endian.
    Stored(ElementType, &'a [u8]),
    /// Computed values.
    Computed(&'a [f64]),
}

impl Elements<'_> {
    /// The line through the elements, `width` pixels long.
    pub(super) fn line(self, width: u32) -> Line {
        let mut line = Line::new(u32::try_from(self.len()).unwrap_or(u32::MAX), width);
        for index in 0..self.len() {
            line.add(u32::try_from(index).unwrap_or(u32::MAX), self.value(index));
        }
        line
    }

    /// The smallest and the largest finite value, or zeros if there is none.
    pub(super) fn range(self) -> (f64, f64) {
        let finite = (0..self.len()).map(|index| self.value(index)).filter(|value| value.is_finite());
        let ends = finite.map(|value| (value, value));
        ends.reduce(|(min, max), (value, _)| (min.min(value), max.max(value))).unwrap_or_default()
    }

    /// Calls `visit` with the values of a row of elements side by side, some at a time and in order.
    fn for_each_chunk(self, mut row: impl ExactSizeIterator<Item = usize>, mut visit: impl FnMut(&[f64])) {
        let len = row.len();
        let first = row.next().unwrap_or_default();
        match self {
            Self::Stored(element_type, bytes) => {
                let size = element_type.size();
                element_type.for_each_chunk(&bytes[first * size..][..len * size], visit);
            }
            Self::Computed(values) => visit(&values[first..][..len]),
        }
    }

    fn len(self) -> usize {
        match self {
            Self::Stored(element_type, bytes) => bytes.len() / element_type.size(),
            Self::Computed(values) => values.len(),
        }
    }

    fn value(self, index: usize) -> f64 {
        match self {
            Self::Stored(element_type, bytes) => element_type.value_at(bytes, index),
            Self::Computed(values) => values[index],
        }
    }
}

/// Converts values to colours.
pub(super) struct Brush<'a> {
    palette: &'a Palette,
    scale: Scale,
    /// The colour of each u8.
    bytes: [Rgba; 256],
}

impl<'a> Brush<'a> {
    pub(super) fn new(palette: &'a Palette, range: (f64, f64)) -> Self {
        let scale = Scale::new(range);
        let mut bytes = [TRANSPARENT; 256];
        for (value, colour) in (0_u8..=255).zip(&mut bytes) {
            *colour = palette.colour(scale, value.into());
        }
        Self { palette, scale, bytes }
    }

    /// The colour of a pixel with these channels.
    fn colour(&self, channels: &[f64]) -> Rgba {
        match *channels {
            [value] => self.palette.colour(self.scale, value),
            _ => self.palette.mixed(self.scale, channels),
        }
    }
}

/// The elements of an item, and where its pixels are among them.
pub(super) struct Picture<'a> {
    pub(super) elements: Elements<'a>,
    pub(super) raster: Raster,
}

impl Picture<'_> {
    /// Fills the first rows of a cell with the pixels of the item.
    pub(super) fn paint<'p>(&self, cell: impl Iterator<Item = &'p mut [Rgba]>, brush: &Brush) {
        for (row, pixels) in (0..self.raster.rows).zip(cell) {
            let mut places = self.raster.row(row);
            match self.elements {
                Elements::Stored(ElementType::U8, bytes) if self.raster.is_contiguous() => {
                    let bytes = &bytes[places.next().unwrap_or_default()..];
                    for (pixel, &value) in pixels.iter_mut().zip(bytes) {
                        *pixel = brush.bytes[usize::from(value)];
                    }
                }
                Elements::Stored(ElementType::U8, bytes) if self.raster.channels == 1 => {
                    for (pixel, at) in pixels.iter_mut().zip(places) {
                        *pixel = brush.bytes[usize::from(bytes[at])];
                    }
                }
                _ if self.raster.is_contiguous() => {
                    let mut pixels = pixels.iter_mut();
                    self.elements.for_each_chunk(places, |values| {
                        for (pixel, &value) in pixels.by_ref().zip(values) {
                            *pixel = brush.palette.colour(brush.scale, value);
                        }
                    });
                }
                _ => {
                    for (pixel, at) in pixels.iter_mut().zip(places) {
                        let mut channels = [0.0; 4];
                        for (channel, at) in channels.iter_mut().zip(self.raster.pixel(at)) {
                            *channel = self.elements.value(at);
                        }
                        *pixel = brush.colour(&channels[..to_usize(self.raster.channels)]);
                    }
                }
            }
        }
    }

    /// The means of squares of `shrink` x `shrink` pixels.
    pub(super) fn reduced(&self, shrink: u64) -> Reduction {
        let mut reduction = Reduction::new(self.raster, shrink);
        for row in 0..self.raster.rows {
            let places = self.raster.row(row);
            if self.raster.is_contiguous() {
                let mut column = 0;
                self.elements.for_each_chunk(places, |values| {
                    reduction.add_run(row, column, values);
                    column += values.len();
                });
                continue;
            }
            for (column, at) in (0..).zip(places) {
                for (channel, at) in (0..).zip(self.raster.pixel(at)) {
                    reduction.add_value(row, column, channel, self.elements.value(at));
                }
            }
        }
        reduction
    }
}

/// Fills the first rows of a cell with the means of squares of an item's pixels.
pub(super) fn paint_reduction<'p>(reduction: &Reduction, cell: impl Iterator<Item = &'p mut [Rgba]>, brush: &Brush) {
    let channels = to_usize(reduction.raster().channels);
    for (row, pixels) in cell.enumerate() {
        let mut means = reduction.row(row);
        for pixel in pixels.iter_mut().take(means.len() / channels.max(1)) {
            let mut colour = [0.0; 4];
            for (channel, mean) in colour[..channels].iter_mut().zip(means.by_ref()) {
                *channel = mean;
            }
            *pixel = brush.colour(&colour[..channels]);
        }
    }
}

/// A length within an item in memory.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
