//! What the first rows of a table tell of its columns.

use std::collections::BTreeSet;

use super::field::{Bad, fields, listed, number, unquoted};

/// Numbers in a field that lists pixels, at least.
const MIN_LISTED: usize = 9;

/// Words are no classes when each occurs less often than this, on average.
const MIN_OCCURRENCES: usize = 2;

/// Labels that are numbers and different words are all words, if one in so many is. One word alone is damage.
const WORD_SHARE: usize = 20;

/// The background takes one in so many pixels, at least.
const BACKGROUND: usize = 10;

/// A column.
#[derive(Clone, Debug, Default)]
pub(super) struct Column<'a> {
    numbers: usize,
    words: usize,
    different: BTreeSet<&'a [u8]>,
}

impl Column<'_> {
    /// Whether it holds numbers, and perhaps a damaged one.
    pub(super) fn has_numbers(&self) -> bool {
        self.numbers > 0 && self.numbers >= self.words
    }

    /// Whether words are in the place of labels.
    pub(super) fn has_word_labels(&self) -> bool {
        let are_common = self.different.len() > 1 && WORD_SHARE * self.words >= self.numbers;
        self.words > 0 && (self.numbers == 0 || are_common)
    }

    /// Whether the words can be classes.
    pub(super) fn has_classes(&self) -> bool {
        self.different.len() > 1 && MIN_OCCURRENCES * self.different.len() <= self.words
    }
}

/// The columns of rows.
pub(super) fn columns<'a>(rows: &[&'a [u8]], separator: u8, count: usize) -> Vec<Column<'a>> {
    let mut columns = vec![Column::default(); count];
    for row in rows {
        for (column, field) in columns.iter_mut().zip(fields(row, separator)) {
            match number(field) {
                Ok(_) | Err(Bad::TooLarge) => column.numbers += 1,
                Err(Bad::Word) => {
                    column.words += 1;
                    column.different.insert(unquoted(field));
                }
                Err(Bad::Missing) => {}
            }
        }
    }
    columns
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
}

impl Values {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Self {
        let mut all = Self { count: 0, lowest: 0, range: [f64::INFINITY, f64::NEG_INFINITY], are_whole: true };
        for value in values {
            let [min, max] = all.range;
            if value < min {
                all.lowest = 0;
            }
            all.range = [min.min(value), max.max(value)];
            all.lowest += usize::from(value <= min);
            all.count += 1;
            all.are_whole &= value.fract() == 0.0;
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

    /// Whether all values are 0 and 1, as those of features are.
    pub(super) fn are_flags(&self) -> bool {
        self.are_bytes() && !self.are_gray_bytes()
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
