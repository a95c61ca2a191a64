//! A reduction: the means of squares of an item's pixels, which is all that a small picture of a large item shows.

use crate::dataset::images::{Direction, Raster};

/// The means of squares of `shrink` x `shrink` pixels of an item, as far as its elements have been added. Squares at
/// the right and bottom edge average the pixels they have.
#[derive(Clone, Debug)]
pub struct Reduction {
    raster: Raster,
    shrink: u64,
    /// Squares beside each other.
    columns: usize,
    /// The sum of each square's values and their number, for each channel, row by row.
    sums: Vec<(f64, u32)>,
    range: Option<(f64, f64)>,
    /// Whether squares without a value still look like those before them in this direction.
    fills: Option<Direction>,
}

impl Reduction {
    /// A reduction to which no elements were added. A `shrink` of 0 means 1.
    #[must_use]
    pub fn new(raster: Raster, shrink: u64) -> Self {
        let shrink = shrink.max(1);
        let [rows, columns] = [raster.rows, raster.columns].map(|side| to_usize(side.div_ceil(shrink)));
        let sums = vec![(0.0, 0); rows * columns * to_usize(raster.channels)];
        Self { raster, shrink, columns, sums, range: None, fills: None }
    }

    /// The same reduction, for lines in this direction that come in any order: until it is complete, squares without a
    /// value look like those up to three squares before them.
    pub(crate) fn filled(self, direction: Direction) -> Self {
        Self { fills: Some(direction), ..self }
    }

    /// All elements that count have been added.
    pub(crate) fn complete(&mut self) {
        self.fills = None;
    }

    /// How the item is drawn.
    #[must_use]
    pub fn raster(&self) -> Raster {
        self.raster
    }

    /// The sides of a square in pixels.
    #[must_use]
    pub fn shrink(&self) -> u64 {
        self.shrink
    }

    /// The smallest and the largest finite value of the elements added.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        self.range
    }

    /// The number of bytes in memory.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        (self.sums.len() * size_of::<(f64, u32)>()) as u64
    }

    /// The means of a row of squares, all channels of a square side by side. NaN does not count; a square of nothing
    /// else is NaN.
    #[must_use]
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = f64> {
        let channels = to_usize(self.raster.channels);
        let width = self.columns * channels;
        let step = match self.fills {
            None | Some(Direction::Channel) => 0,
            Some(Direction::Row) => width,
            Some(Direction::Column) => channels,
        };
        let places = row * width..((row + 1) * width).min(self.sums.len());
        places.map(move |place| {
            let before = (1..4).filter_map(|steps| place.checked_sub(steps * step)).map(|place| self.sums[place]);
            let (sum, count) = [self.sums[place]].into_iter().chain(before).find(|sum| sum.1 > 0).unwrap_or_default();
            sum / f64::from(count)
        })
    }

    /// Adds elements of the item, each once, in any order. The first one has the index `first`. Those that are not drawn
    /// do not count.
    pub fn add(&mut self, first: u64, values: &[f64]) {
        self.extend_range(values);
        if self.raster.is_contiguous() { self.add_rows(first, values) } else { self.add_elements(first, values) }
    }

    fn extend_range(&mut self, values: &[f64]) {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let ends = self.range.into_iter().chain(finite.map(|value| (value, value)));
        self.range = ends.reduce(|(min, max), (low, high)| (min.min(low), max.max(high)));
    }

    /// Adds elements where those of a row lie side by side.
    fn add_rows(&mut self, first: u64, values: &[f64]) {
        let Raster { rows, columns, .. } = self.raster;
        // Of a single row, the stride says nothing.
        let (start, stride) = (self.raster.start(), self.raster.row_stride().max(columns));
        let skipped = start.saturating_sub(first);
        let mut values = values.get(to_usize(skipped)..).unwrap_or_default();
        let mut place = first.max(start) - start;
        while !values.is_empty() && place / stride < rows {
            let (row, column) = (self.raster.turn_row(place / stride), place % stride);
            let end = if column < columns { columns } else { stride };
            let count = values.len().min(to_usize(end - column));
            let (run, others) = values.split_at(count);
            if column < columns {
                self.add_run(row, to_usize(column), run);
            }
            (values, place) = (others, place + count as u64);
        }
    }

    /// Adds values side by side in a row of the picture.
    pub(crate) fn add_run(&mut self, row: u64, mut column: usize, mut values: &[f64]) {
        let band = to_usize(row / self.shrink) * self.columns;
        // A square wider than a row is as wide as the row.
        let side = to_usize(self.shrink.min(self.raster.columns));
        while !values.is_empty() {
            let (of_square, others) = values.split_at(values.len().min(side - column % side));
            let sum = &mut self.sums[band + column / side];
            for &value in of_square {
                add(sum, value);
            }
            (column, values) = (column + of_square.len(), others);
        }
    }

    /// Adds the value of a channel of a pixel.
    pub(crate) fn add_value(&mut self, row: u64, column: u64, channel: u64, value: f64) {
        let square = row / self.shrink * self.columns as u64 + column / self.shrink;
        add(&mut self.sums[to_usize(square * self.raster.channels + channel)], value);
    }

    /// Adds elements wherever they are drawn.
    fn add_elements(&mut self, first: u64, values: &[f64]) {
        let (start, dimensions) = (self.raster.start(), self.raster.dimensions());
        for (at, &value) in (first..).zip(values) {
            let Some(mut rest) = at.checked_sub(start) else { continue };
            let (mut row, mut column, mut channel, mut is_drawn) = (0, 0, 0, true);
            for dimension in &dimensions {
                let place = rest / dimension.stride;
                rest %= dimension.stride;
                is_drawn &= place < dimension.size;
                match dimension.direction {
                    Direction::Row => row = place,
                    Direction::Column => column = place,
                    Direction::Channel => channel = place,
                }
            }
            if is_drawn && rest == 0 {
                self.add_value(self.raster.turn_row(row), self.raster.turn_column(column), channel, value);
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

/// A length within a picture.
fn to_usize(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
