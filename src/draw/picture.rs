//! One item as pixels.

use crate::{
    dataset::images::Raster,
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

    /// Fills the first rows of a cell with the means of squares of `shrink` x `shrink` pixels. Squares at the right and
    /// bottom edge average the pixels they have. NaN does not count; a square of nothing else is NaN.
    pub(super) fn paint_means<'p>(&self, cell: impl Iterator<Item = &'p mut [Rgba]>, shrink: u64, brush: &Brush) {
        let channels = to_usize(self.raster.channels);
        let squares = to_usize(self.raster.columns.div_ceil(shrink));
        // A square wider than a row is as wide as the row.
        let side = to_usize(shrink.min(self.raster.columns));
        let mut sums = vec![(0.0, 0_u32); squares * channels];
        for (band, pixels) in (0..self.raster.rows.div_ceil(shrink)).zip(cell) {
            sums.fill((0.0, 0));
            for row in band * shrink..self.raster.rows.min((band + 1).saturating_mul(shrink)) {
                let places = self.raster.row(row);
                if self.raster.is_contiguous() {
                    let mut column = 0;
                    self.elements.for_each_chunk(places, |mut values| {
                        while !values.is_empty() {
                            let (of_square, others) = values.split_at(values.len().min(side - column % side));
                            let sum = &mut sums[column / side];
                            for &value in of_square {
                                add(sum, value);
                            }
                            (column, values) = (column + of_square.len(), others);
                        }
                    });
                    continue;
                }
                for (column, at) in places.enumerate() {
                    let square = column / side * channels;
                    for (sum, at) in sums[square..].iter_mut().zip(self.raster.pixel(at)) {
                        add(sum, self.elements.value(at));
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
}

/// Adds a value to a sum and to the number of its values, unless it is NaN.
fn add(sum: &mut (f64, u32), value: f64) {
    if !value.is_nan() {
        *sum = (sum.0 + value, sum.1 + 1);
    }
}

/// A length within an item in memory.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
