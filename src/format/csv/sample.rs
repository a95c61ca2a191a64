//! What the first rows of a table tell of its columns.

use std::collections::BTreeSet;

use super::field::{Bad, fields, listed, number, unquoted};

/// Numbers in a field that lists pixels, at least.
const MIN_LISTED: usize = 9;

/// Words are no classes when each occurs less often than this, on average.
const MIN_OCCURRENCES: usize = 2;

/// The background takes one in so many pixels, at least.
const BACKGROUND: usize = 10;

/// Values from 0 to 1 that are bytes divided by 255 differ from them by this, at most, times 255: text has few digits.
const MAX_ROUNDING: f64 = 0.01;

/// How many fields of a column are numbers, and how many are words.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    pub(super) numbers: u32,
    pub(super) words: u32,
}

/// The columns of rows.
pub(super) fn columns(rows: &[&[u8]], separator: u8, count: usize) -> Vec<Column> {
    let mut columns = vec![Column::default(); count];
    for row in rows {
        for (column, field) in columns.iter_mut().zip(fields(row, separator)) {
            match number(field) {
                Ok(_) | Err(Bad::TooLarge) => column.numbers += 1,
                Err(Bad::Word) => column.words += 1,
                Err(Bad::Missing) => {}
            }
        }
    }
    columns
}

/// How many classes the words of a column can be: none if most occur only once.
pub(super) fn classes<'a>(words: impl Iterator<Item = &'a [u8]>) -> usize {
    let (mut count, mut different) = (0, BTreeSet::new());
    for word in words {
        count += 1;
        different.insert(unquoted(word));
    }
    if MIN_OCCURRENCES * different.len() <= count { different.len() } else { 0 }
}

/// How many numbers a field lists, if it lists pixels.
pub(super) fn list_len(field: &[u8]) -> Option<usize> {
    let len = listed(field).count();
    (len >= MIN_LISTED && listed(field).all(|field| number(field).is_ok())).then_some(len)
}

/// Values that may be pixels.
#[derive(Debug)]
pub(super) struct Values {
    count: usize,
    /// How many are the smallest.
    lowest: usize,
    range: [f64; 2],
    are_whole: bool,
    /// Whether all are whole when 255 is 1.
    are_scaled: bool,
}

impl Values {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut all =
            Self { count: 0, lowest: 0, range: [f64::INFINITY, f64::NEG_INFINITY], are_whole: true, are_scaled: true };
        for value in values {
            let [min, max] = all.range;
            if value < min {
                all.lowest = 0;
            }
            all.range = [min.min(value), max.max(value)];
            all.lowest += usize::from(value <= min);
            all.count += 1;
            all.are_whole &= value.fract() == 0.0;
            all.are_scaled &= (255.0 * value - (255.0 * value).round()).abs() <= MAX_ROUNDING;
        }
        all
    }

    /// Whether all values are those of bytes.
    pub(super) fn are_bytes(&self) -> bool {
        self.are_whole && self.range[0] >= 0.0 && self.range[1] <= 255.0
    }

    /// Whether all values are bytes, and not only 0 and 1.
    pub(super) fn are_gray_bytes(&self) -> bool {
        self.are_bytes() && self.range[1] > 1.0
    }

    /// Whether the values are those of pixels with some gray among them: bytes, or bytes divided by 255.
    pub(super) fn are_gray(&self) -> bool {
        let [min, max] = self.range;
        self.are_gray_bytes() || !self.are_whole && self.are_scaled && min >= 0.0 && max <= 1.0
    }

    /// Whether the values can be pixels: bytes, or fractions from 0 or -1 to 1, many of which are
    /// the background.
    pub(super) fn can_be_pixels(&self) -> bool {
        let [min, max] = self.range;
        let are_fractions = (-1.0..=0.0).contains(&min) && max <= 1.0;
        self.are_bytes() || are_fractions && BACKGROUND * self.lowest >= self.count
    }
}

/// The number in a field; NaN if there is none.
pub(super) fn value(field: &[u8]) -> f64 {
    number(field).unwrap_or(f64::NAN)
}
