//! The first rows of a table, column by column.

use std::collections::BTreeSet;

use super::{
    field::{Bad, decimal, fields, listed, number, unquoted, word},
    header::Heading,
};
use crate::format::{
    columns::{is_picture, is_pixel, is_row_number, names_files},
    words::Words,
};

/// Numbers in a field that lists pixels, at least.
const MIN_LISTED: usize = 9;

/// Words are no classes when each occurs less often than this, on average.
pub(super) const MIN_OCCURRENCES: usize = 2;

/// Labels that are numbers and words are all words, if one in so many is. Fewer words are damage, and so is one alone.
const WORD_SHARE: u64 = 20;

/// Those rows: all of the table, or as many as a limit of bytes allows.
pub(super) struct Sample<'a> {
    rows: &'a [&'a [u8]],
    heading: &'a Heading<'a>,
    pub(super) is_whole: bool,
    /// Whether labels can be missing.
    has_gaps: bool,
    columns: Vec<Column>,
    /// The column that lists all numbers of an item, and how many these are.
    pub(super) list: Option<(usize, usize)>,
}

/// How many fields of a column are numbers, and how many are words.
#[derive(Clone, Default)]
struct Column {
    numbers: u32,
    words: u32,
}

impl<'a> Sample<'a> {
    pub(super) fn of(rows: &'a [&'a [u8]], heading: &'a Heading<'a>, is_whole: bool, has_gaps: bool) -> Option<Self> {
        let separator = heading.separator;
        let first = rows.first()?;
        let count = if heading.len() == 0 { fields(first, separator).count() } else { heading.len() };
        let mut columns = vec![Column::default(); count];
        for row in rows {
            for (column, field) in columns.iter_mut().zip(fields(row, separator)) {
                match decimal(field, heading.mark) {
                    Ok(_) | Err(Bad::TooLarge) => column.numbers += 1,
                    Err(Bad::Word) => column.words += 1,
                    Err(Bad::Missing) => {}
                }
            }
        }
        let list = fields(first, separator).enumerate().find_map(|(at, field)| Some((at, list_len(field)?)));
        Some(Self { rows, heading, is_whole, has_gaps, columns, list })
    }

    /// How many columns there are.
    pub(super) fn count(&self) -> usize {
        self.columns.len()
    }

    /// The fields of a column.
    pub(super) fn fields(&self, column: usize) -> impl Iterator<Item = &'a [u8]> {
        let separator = self.heading.separator;
        self.rows.iter().filter_map(move |row| fields(row, separator).nth(column))
    }

    fn number(&self, field: &[u8]) -> Result<f64, Bad> {
        decimal(field, self.heading.mark)
    }

    /// The name of a column in lower case.
    pub(super) fn name(&self, column: usize) -> Option<String> {
        self.heading.lower(column)
    }

    /// What a message calls a column: its name, or its number from 1.
    pub(super) fn title(&self, column: usize) -> String {
        self.heading.name(column).unwrap_or_else(|| (column + 1).to_string())
    }

    /// Whether a column has a name of which this is true.
    pub(super) fn is_called(&self, column: usize, is_known: impl Fn(&str) -> bool) -> bool {
        self.name(column).is_some_and(|name| is_known(&name))
    }

    pub(super) fn is_list(&self, column: usize) -> bool {
        self.list.is_some_and(|(list, _)| list == column)
    }

    /// Whether a column holds numbers, and perhaps damaged ones.
    pub(super) fn has_numbers(&self, column: usize) -> bool {
        let Column { numbers, words } = self.columns[column];
        numbers > 0 && (numbers >= words || self.is_called(column, is_pixel))
    }

    /// Whether no field of a column is missing.
    pub(super) fn is_full(&self, column: usize) -> bool {
        let Column { numbers, words } = self.columns[column];
        (numbers + words) as usize == self.rows.len()
    }

    /// Whether a column numbers the rows, by its name.
    pub(super) fn numbers_rows(&self, column: usize) -> bool {
        !self.is_list(column) && self.is_called(column, is_row_number)
    }

    /// Whether a column holds the names of files.
    pub(super) fn names_files(&self, column: usize) -> bool {
        self.is_called(column, names_files) || self.names_pictures(column)
    }

    /// Whether all fields of a column are the names of pictures.
    pub(super) fn names_pictures(&self, column: usize) -> bool {
        self.fields(column).all(|field| is_picture(unquoted(field)))
    }

    /// Whether a column holds numbers that are not whole.
    pub(super) fn has_fractions(&self, column: usize) -> bool {
        self.has_numbers(column)
            && self.fields(column).any(|field| self.number(field).is_ok_and(|it| it.is_finite() && it.fract() != 0.0))
    }

    /// Whether a column holds 0 and 1 alone.
    pub(super) fn has_bits(&self, column: usize) -> bool {
        self.has_numbers(column)
            && self.fields(column).all(|field| self.number(field).is_ok_and(|it| [0.0, 1.0].contains(&it)))
    }

    /// Whether a column holds words, all of which differ.
    pub(super) fn has_different_words(&self, column: usize) -> bool {
        !self.has_numbers(column) && self.fields(column).collect::<BTreeSet<_>>().len() == self.rows.len()
    }

    /// How many classes the fields of a column can be, other than empty ones: none if most occur only once.
    pub(super) fn classes(&self, column: usize) -> usize {
        let words = || self.fields(column).map(unquoted).filter(|word| !word.is_empty());
        let different = words().collect::<BTreeSet<_>>().len();
        if MIN_OCCURRENCES * different <= words().count() { different } else { 0 }
    }

    /// The numbers in a column; NaN in place of others. What is missing is left out where labels can be.
    pub(super) fn numbers(&self, column: usize) -> Vec<f64> {
        let numbers = self.fields(column).map(|field| self.number(field));
        let there = numbers.filter(|number| !(self.has_gaps && *number == Err(Bad::Missing)));
        there.map(|number| number.unwrap_or(f64::NAN)).collect()
    }

    /// The labels in a column, if they are words.
    pub(super) fn words(&self, column: usize) -> Option<Words> {
        let Column { numbers, words: count } = self.columns[column];
        if !are_all_words(numbers.into(), count.into()) {
            return None;
        }
        let mut words = Words::default();
        self.fields(column).map(word).filter(|word| !word.is_empty()).for_each(|word| words.add(&word));
        Some(words)
    }
}

/// Whether labels are all words, though some of them are written as numbers.
pub(super) fn are_all_words(numbers: u64, words: u64) -> bool {
    words > 0 && numbers == 0 || words > 1 && WORD_SHARE * words >= numbers
}

/// How many numbers a field lists, if it lists pixels.
pub(super) fn list_len(field: &[u8]) -> Option<usize> {
    let len = listed(field).count();
    (len >= MIN_LISTED && listed(field).all(|field| number(field).is_ok())).then_some(len)
}
