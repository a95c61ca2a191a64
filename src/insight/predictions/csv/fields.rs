//! Lines of text, and their fields.

use std::iter;

use csv_core::{ReadRecordResult, ReaderBuilder};

use super::super::{ClassNames, Fault};
use crate::format::csv::field::{commas_are_decimal, with_comma};

/// What separates the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Byte(u8),
    /// One number, or numbers with spaces between them.
    Spaces,
}

impl Separator {
    /// What separates the fields in most of a text. A class can have spaces in its name.
    pub(super) fn of(text: &str, names: &ClassNames) -> Self {
        let first = lines(text).next().unwrap_or_default();
        let separator = |line: &str| {
            let can_be = |byte: u8| byte != b',' || !commas_are_decimal(line.as_bytes());
            [b',', b';', b'\t'].into_iter().find(|&byte| line.as_bytes().contains(&byte) && can_be(byte))
        };
        // The first line can be a header.
        let row = lines(text).nth(1).unwrap_or(first);
        // One name can stand above numbers with decimal commas.
        let found = separator(first).or_else(|| separator(row).filter(|_| row.contains(',')));
        let has_number = row.split_whitespace().any(|field| field.parse::<f64>().is_ok());
        let is_class = names.class(row).is_some();
        found.map_or(if has_number && !is_class { Self::Spaces } else { Self::Byte(b',') }, Self::Byte)
    }

    /// The number in a field. It can have a decimal comma where commas do not separate.
    pub(super) fn number(self, field: &str) -> Option<f64> {
        let field = field.trim();
        let has_comma = matches!(self, Self::Byte(b';' | b'\t'));
        field.parse().ok().or_else(|| Some(field).filter(|_| has_comma).and_then(|field| with_comma(field.as_bytes())))
    }
}

/// The lines of a text that are not empty. Those that start with # are comments, as NumPy writes them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
}

/// Gives the fields of each line to `visit`.
pub(super) fn split(
    text: &str,
    separator: Separator,
    mut visit: impl FnMut(&[&str]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let Separator::Byte(delimiter) = separator else {
        return lines(text).try_for_each(|line| {
            // An empty text in quotes is a missing value.
            let fields = line.split_whitespace().map(|field| field.trim_matches('"'));
            visit(&fields.collect::<Vec<_>>())
        });
    };
    let mut reader = ReaderBuilder::new().delimiter(delimiter).comment(Some(b'#')).build();
    let (mut rest, mut record, mut ends) = (text.as_bytes(), vec![0; 1024], vec![0; 64]);
    let (mut length, mut count) = (0, 0);
    loop {
        let (result, read, written, ended) = reader.read_record(rest, &mut record[length..], &mut ends[count..]);
        rest = &rest[read..];
        length += written;
        count += ended;
        match result {
            // The next call, with no input, ends the last line.
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => record.resize(2 * record.len(), 0),
            ReadRecordResult::OutputEndsFull => ends.resize(2 * ends.len(), 0),
            ReadRecordResult::End => return Ok(()),
            ReadRecordResult::Record => {
                let starts = iter::once(0).chain(ends[..count].iter().copied());
                let fields = starts.zip(&ends[..count]).map(|(start, &end)| str::from_utf8(&record[start..end]));
                visit(&fields.map(Result::unwrap_or_default).collect::<Vec<_>>())?;
                (length, count) = (0, 0);
            }
        }
    }
}
