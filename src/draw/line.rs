//! Values as a line, from left to right.
//!
//! Where several values share a column of pixels, the line covers all of them, so no peak is lost.

use std::ops::Range;

use crate::{
    dataset::{
        labels::Labels,
        profile::{Block, Profile},
    },
    draw::palette::{INFINITY, NEGATIVE_INFINITY, NOT_A_NUMBER, Palette, Rgba},
    error::Error,
};

/// Height in pixels of the mark of a value that is not finite.
const MARK: usize = 4;

/// The step of the palette that the zero line is drawn in.
const FAINT: usize = 48;

/// Width and height of a plot in pixels, each from 1 to [`PlotSize::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlotSize {
    width: u32,
    height: u32,
}

impl PlotSize {
    /// Limit of each side, which is that of a canvas in common browsers.
    pub const MAX: u32 = 32_767;

    /// A plot of this size.
    ///
    /// # Errors
    /// [`Error::PlotSize`] when a side is 0 or above [`PlotSize::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Self, Error> {
        for side in [width, height] {
            if side == 0 || side > Self::MAX {
                return Err(Error::PlotSize { expected: Self::MAX.into(), found: side.into() });
            }
        }
        Ok(Self { width, height })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(self) -> u32 {
        self.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(self) -> u32 {
        self.height
    }
}

/// A line through the values added so far.
#[derive(Clone, Debug)]
pub struct Line {
    columns: Vec<Column>,
    /// Columns from one value to the next.
    step: f64,
    /// The last finite value and its index.
    before: Option<(u32, f64)>,
}

/// One column of pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    /// The values between which the line is drawn.
    range: Option<(f64, f64)>,
    /// The colour that marks a value that is not finite.
    mark: Option<Rgba>,
}

impl Line {
    /// A line for `count` values, `width` pixels long.
    #[must_use]
    pub fn new(count: u32, width: u32) -> Self {
        let last = f64::from(width.max(1) - 1);
        Self {
            columns: vec![Column::default(); to_index(last) + 1],
            step: if count > 1 { last / f64::from(count - 1) } else { 0.0 },
            before: None,
        }
    }

    /// Adds the value with this index, connected to the one before it if that was added last.
    // Inlining would copy it into every caller.
    #[inline(never)]
    pub fn add(&mut self, index: u32, value: f64) {
        let x = f64::from(index) * self.step;
        let last = self.column(index);
        if !value.is_finite() {
            self.columns[last].mark = Some(mark(value));
            return;
        }
        self.columns[last].cover(value);
        if let Some((_, before)) = self.before.filter(|before| before.0.checked_add(1) == Some(index)) {
            let from = x - self.step;
            // Where the line crosses from one column to the next, the crossing belongs to both.
            for pair in to_index(from + 0.5)..last {
                let part = (to_f64(pair) + 0.5 - from) / self.step;
                // Rounding must not take it beyond either value.
                let between = (before * (1.0 - part) + value * part).max(before.min(value)).min(before.max(value));
                self.columns[pair].cover(between);
                self.columns[pair + 1].cover(between);
            }
        }
        self.before = Some((index, value));
    }

    /// The line through the values of a profile at these places, as far as they are prepared. Blocks that fit into a
    /// column are drawn from their summary.
    #[must_use]
    pub fn through(profile: &Profile, labels: &Labels, places: Range<u32>, width: u32) -> Self {
        let mut line = Self::new(places.end.saturating_sub(places.start), width);
        let end = places.end.min(profile.prepared());
        let mut place = places.start;
        while place < end {
            let next = (place / Profile::BLOCK + 1).saturating_mul(Profile::BLOCK).min(end);
            let [first, last] = [place, next - 1].map(|place| place - places.start);
            match profile.blocks().get((place / Profile::BLOCK) as usize) {
                // The summary of a block that is cut includes values outside the places.
                Some(block)
                    if next == place.saturating_add(Profile::BLOCK) && line.column(first) == line.column(last) =>
                {
                    line.add_block(first, last, block);
                }
                _ => {
                    for (index, place) in (first..).zip(place..next) {
                        if let Some(value) = profile.value(labels, place) {
                            line.add(index, value);
                        }
                    }
                }
            }
            place = next;
        }
        line
    }

    /// Adds the values with these indices, which share a column, as if they were added one by one.
    fn add_block(&mut self, first: u32, last: u32, block: &Block) {
        self.add(first, block.first);
        let column = self.column(last);
        if let Some((min, max)) = block.range {
            self.columns[column].cover(min);
            self.columns[column].cover(max);
        }
        if let Some(value) = block.not_finite {
            self.columns[column].mark = Some(mark(value));
        }
        if block.last.is_finite() {
            self.before = Some((last, block.last));
        }
    }

    fn column(&self, index: u32) -> usize {
        to_index(f64::from(index) * self.step + 0.5).min(self.columns.len() - 1)
    }

    /// The smallest and the largest finite value.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let ranges = self.columns.iter().filter_map(|column| column.range);
        ranges.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Draws the line into a picture `height` pixels high whose rows are `stride` pixels apart. The range of values
    /// spans the height, with the largest value at the top.
    pub fn paint(&self, pixels: &mut [Rgba], stride: usize, height: usize, range: (f64, f64), palette: &Palette) {
        let colours = palette.colours();
        let row = |value: f64| {
            // Halves, because the width of the widest range of f64 is not finite.
            let half_width = range.1 / 2.0 - range.0 / 2.0;
            let depth = if half_width > 0.0 { (range.1 / 2.0 - value / 2.0) / half_width } else { 0.5 };
            to_index(depth.clamp(0.0, 1.0) * to_f64(height.saturating_sub(1)) + 0.5)
        };
        for (x, column) in self.columns.iter().enumerate() {
            stroke(pixels, stride, x, 0..height, colours[0]);
            if range.0 < 0.0 && range.1 > 0.0 {
                stroke(pixels, stride, x, row(0.0)..row(0.0) + 1, colours[FAINT]);
            }
            if let Some((min, max)) = column.range {
                stroke(pixels, stride, x, row(max)..row(min) + 1, colours[255]);
            }
            if let Some(mark) = column.mark {
                let from = if mark == INFINITY { 0 } else { height.saturating_sub(MARK) };
                stroke(pixels, stride, x, from..height.min(from + MARK), mark);
            }
        }
    }
}

/// The colour of a value that is not finite.
fn mark(value: f64) -> Rgba {
    if value.is_nan() {
        NOT_A_NUMBER
    } else if value > 0.0 {
        INFINITY
    } else {
        NEGATIVE_INFINITY
    }
}

/// Fills rows of a column of pixels.
fn stroke(pixels: &mut [Rgba], stride: usize, x: usize, rows: Range<usize>, colour: Rgba) {
    for row in rows {
        if let Some(pixel) = pixels.get_mut(row * stride + x) {
            *pixel = colour;
        }
    }
}

impl Column {
    /// Extends the range to a value.
    fn cover(&mut self, value: f64) {
        self.range = Some(self.range.map_or((value, value), |(min, max)| (min.min(value), max.max(value))));
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn to_index(place: f64) -> usize {
    place as usize
}

#[expect(clippy::cast_precision_loss, reason = "a side of a picture has at most 32 bits")]
fn to_f64(length: usize) -> f64 {
    length as f64
}
