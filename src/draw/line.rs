//! Values as a line, from left to right.
//!
//! Where several share a column of pixels, the line reaches from the least to the greatest of them: however many there
//! are, no peak is lost.

use std::ops::Range;

use crate::{
    dataset::{
        labels::Labels,
        profile::{Block, Profile},
    },
    draw::palette::{INFINITY, NEGATIVE_INFINITY, NOT_A_NUMBER, Palette, Rgba},
};

/// Pixels high that a mark of what is no ordinary number is.
const MARK: usize = 4;

/// The step of the palette that the line of zero has.
const FAINT: usize = 48;

/// A line, as far as its values have come.
#[derive(Clone, Debug)]
pub struct Line {
    columns: Vec<Column>,
    /// Columns from one value to the next.
    step: f64,
    before: Option<(u32, f64)>,
}

/// What is drawn in a column of pixels.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    ends: Option<(f64, f64)>,
    /// What has no place on the line, by its colour.
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

    /// Takes the value with this number, which is drawn on from the one before it if that has come just now.
    // Called from several places, and long.
    #[inline(never)]
    pub fn add(&mut self, index: u32, value: f64) {
        let x = f64::from(index) * self.step;
        let last = self.column(index);
        if !value.is_finite() {
            self.columns[last].mark = Some(mark(value));
            return;
        }
        self.columns[last].take(value);
        if let Some((_, before)) = self.before.filter(|before| before.0.checked_add(1) == Some(index)) {
            let from = x - self.step;
            // Where it goes from one column to the next, it belongs to both.
            for pair in to_index(from + 0.5)..last {
                let part = (to_f64(pair) + 0.5 - from) / self.step;
                // Rounding takes it to neither side of both.
                let between = (before * (1.0 - part) + value * part).max(before.min(value)).min(before.max(value));
                self.columns[pair].take(between);
                self.columns[pair + 1].take(between);
            }
        }
        self.before = Some((index, value));
    }

    /// The line through the numbers at these places, as far as they are prepared: by the blocks where they are narrower
    /// than a column, and else by the values.
    #[must_use]
    pub fn through(profile: &Profile, labels: &Labels, places: Range<u32>, width: u32) -> Self {
        let mut line = Self::new(places.end.saturating_sub(places.start), width);
        let end = places.end.min(profile.taken());
        let mut place = places.start;
        while place < end {
            let next = (place / Profile::BLOCK + 1).saturating_mul(Profile::BLOCK).min(end);
            let [first, last] = [place, next - 1].map(|place| place - places.start);
            match profile.blocks().get((place / Profile::BLOCK) as usize) {
                // A block that is cut has values from elsewhere.
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

    /// Takes the values with these numbers, which share a column, as if they were added one by one.
    fn add_block(&mut self, first: u32, last: u32, block: &Block) {
        self.add(first, block.first);
        let column = self.column(last);
        if let Some((least, greatest)) = block.ends {
            self.columns[column].take(least);
            self.columns[column].take(greatest);
        }
        if let Some(odd) = block.odd {
            self.columns[column].mark = Some(mark(odd));
        }
        if block.last.is_finite() {
            self.before = Some((last, block.last));
        }
    }

    fn column(&self, index: u32) -> usize {
        to_index(f64::from(index) * self.step + 0.5).min(self.columns.len() - 1)
    }

    /// The least and the greatest value; those that are not finite have no place on the line.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let ends = self.columns.iter().filter_map(|column| column.ends);
        ends.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
    }

    /// Draws the line between these values, the greatest at the top, into a picture `height` pixels high whose rows are
    /// `stride` pixels apart.
    pub fn paint(&self, pixels: &mut [Rgba], stride: usize, height: usize, range: (f64, f64), palette: &Palette) {
        let colours = palette.colours();
        let row = |value: f64| {
            // Everything is halved, so that even the widest range of f64 is finite.
            let width = range.1 / 2.0 - range.0 / 2.0;
            let depth = if width > 0.0 { (range.1 / 2.0 - value / 2.0) / width } else { 0.5 };
            to_index(depth.clamp(0.0, 1.0) * to_f64(height.saturating_sub(1)) + 0.5)
        };
        for (x, column) in self.columns.iter().enumerate() {
            stroke(pixels, stride, x, 0..height, colours[0]);
            if range.0 < 0.0 && range.1 > 0.0 {
                stroke(pixels, stride, x, row(0.0)..row(0.0) + 1, colours[FAINT]);
            }
            if let Some((least, greatest)) = column.ends {
                stroke(pixels, stride, x, row(greatest)..row(least) + 1, colours[255]);
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

/// Fills a part of a column of pixels.
#[inline(never)]
fn stroke(pixels: &mut [Rgba], stride: usize, x: usize, rows: Range<usize>, colour: Rgba) {
    for row in rows {
        if let Some(pixel) = pixels.get_mut(row * stride + x) {
            *pixel = colour;
        }
    }
}

impl Column {
    fn take(&mut self, value: f64) {
        self.ends = Some(self.ends.map_or((value, value), |(least, greatest)| (least.min(value), greatest.max(value))));
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn to_index(place: f64) -> usize {
    place as usize
}

#[expect(clippy::cast_precision_loss, reason = "of a picture, whose sides are 32 bits at most")]
fn to_f64(length: usize) -> f64 {
    length as f64
}
