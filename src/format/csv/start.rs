//! Whether the start of a text can be that of a table.

use std::collections::BTreeSet;

use super::{
    field::{Bad, fields, is_item, names_separator, number, row, separator, unquoted},
    header::{has_row_names, is_count, starts_arff},
    sample::{MIN_OCCURRENCES, list_len},
    sparse::are_sparse,
};
use crate::format::columns::{are_labels, is_label, is_picture, is_pixel, is_row_number, names_files};

/// Numbers in a row with spaces between, at least. Fewer are sentences, and boxes around what is in a picture.
const MIN_SPACED: usize = 8;

/// Bytes of a class that is alone in its line, at most.
const MAX_CLASS: usize = 64;

/// Whether a text, or the start of one, can be a table that has no three fields in its first line with commas, semicolons or
/// tabs between: many numbers with spaces between, one field with all of them, sparse rows, or Weka's format, which may begin
/// with comments; or names, that of a label or of each column but the first among them.
pub(in crate::format) fn can_start(text: &[u8]) -> bool {
    let rows = text.split_inclusive(|&byte| byte == b'\n').filter(|line| row(line, 1).is_some());
    let rows = rows.map(|row| {
        // The last field may be cut.
        let cut = if row.ends_with(b"\n") { None } else { row.iter().rposition(|&byte| byte == b' ') };
        row[..cut.unwrap_or(row.len())].trim_ascii_end()
    });
    let Some(first) = rows.clone().next() else { return text.starts_with(b"%") };
    starts_arff(first)
        || text.split(|&byte| byte == b'\n').next().is_some_and(names_separator) && separator(first).is_some()
        || are_sparse(rows.clone())
        || are_pixel_names(first)
        || has_known_name(first)
        || are_labels(&singles(rows.clone()))
        || recur(rows.clone().map(|row| Some(row).filter(|row| is_word(row))))
        || are_classes(rows.clone())
        || are_pairs(rows.clone())
        || names_columns(rows.clone())
        || rows.take(2).any(|row| has_list(row) || are_numbers(row))
}

/// Whether a field lists numbers. One in quotes may be cut.
fn has_list(row: &[u8]) -> bool {
    fields(row, separator(row).unwrap_or(b' ')).any(|field| {
        let inside = field.strip_prefix(b"\"").map(|field| field.strip_prefix(b"[").unwrap_or(field));
        [Some(field), inside].into_iter().flatten().any(|field| list_len(field).is_some())
    })
}

/// Whether a line has many numbers with spaces between, and one word at most, which may be the label.
fn are_numbers(row: &[u8]) -> bool {
    let numbers = fields(row, b' ').filter(|field| number(field).is_ok()).count();
    let words = fields(row, b' ').filter(|field| number(field) == Err(Bad::Word)).count();
    numbers >= MIN_SPACED && words <= 1
}

/// Whether a line of two fields or more names a label, or begins with the name of a file or of a column of such names.
fn has_known_name(row: &[u8]) -> bool {
    let Some(separator) = separator(row) else {
        return fields(row, b' ').count() > 1 && fields(row, b' ').next().is_some_and(is_picture);
    };
    let first = fields(row, separator).next().map(unquoted).unwrap_or_default();
    let lower = |name: &[u8]| String::from_utf8_lossy(name).to_lowercase();
    let is_key = is_row_number(&lower(first)) || names_files(&lower(first)) || is_picture(first);
    is_key || fields(row, separator).any(|name| is_label(&lower(unquoted(name))))
}

/// The numbers that are alone in their lines, below a name for them; none if other lines are among them.
fn singles<'a>(rows: impl Iterator<Item = &'a [u8]>) -> Vec<f64> {
    let mut rows = rows.peekable();
    rows.next_if(|row| is_label(&String::from_utf8_lossy(unquoted(row)).to_lowercase()));
    rows.map(|row| number(row).ok()).collect::<Option<_>>().unwrap_or_default()
}

/// Whether each line is about another item: its number, and a label that occurs again.
fn are_pairs<'a>(rows: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut items = BTreeSet::new();
    recur(rows.map(|row| {
        let mut fields = fields(row, separator(row).unwrap_or(b' '));
        let (item, label) = (fields.next()?, fields.next()?);
        (fields.next().is_none() && is_item(number(item).ok()?) && items.insert(item)).then_some(label)
    }))
}

/// Whether the first line names columns with spaces between, but not that of the names of the rows. The number of the rows may
/// be above it, where the first row may be out of view.
fn names_columns<'a>(rows: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut rows = rows.peekable();
    let is_counted = rows.next_if(|row| is_count(row)).is_some();
    let Some(names) = rows.next().filter(|row| fields(row, b' ').all(is_word)) else { return false };
    let has_numbers = |row: &[u8]| fields(row, b' ').any(|field| number(field).is_ok());
    let is_row = |row: &[u8]| has_row_names(names, row, b' ') && has_numbers(row);
    rows.next().map_or(is_counted && fields(names, b' ').count() > 1, is_row)
}

/// Whether a line is one word, such as the name of a class.
fn is_word(row: &[u8]) -> bool {
    number(row) == Err(Bad::Word)
        && row.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-\"".contains(byte) || !byte.is_ascii())
}

/// Whether lines are names of classes, which may have spaces.
pub(super) fn are_classes<'a>(rows: impl Iterator<Item = &'a [u8]> + Clone) -> bool {
    // A note can be one line, again and again.
    recur(rows.clone().map(|row| Some(row).filter(|row| is_class(row)))) && rows.collect::<BTreeSet<_>>().len() > 1
}

/// Whether a line can be the name of a class: `Ankle boot`, `T-shirt/top`. Lines of a program have other signs.
fn is_class(row: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_punctuation() && !b"_-/.'&()+\"".contains(byte);
    number(row) == Err(Bad::Word) && row.len() <= MAX_CLASS && !row.iter().any(|byte| is_sign(byte) || *byte == b'\t')
}

/// Whether words occur several times, on average. Only the last may be missing, which may be cut.
fn recur<'a>(words: impl Iterator<Item = Option<&'a [u8]>>) -> bool {
    let mut words: Vec<_> = words.collect();
    words.pop_if(|word| word.is_none());
    let Some(words) = words.into_iter().collect::<Option<Vec<_>>>() else { return false };
    words.len() > MIN_OCCURRENCES && MIN_OCCURRENCES * words.iter().collect::<BTreeSet<_>>().len() <= words.len()
}

/// Whether a line has names of pixels with spaces between, and one other, which may be that of the label.
fn are_pixel_names(row: &[u8]) -> bool {
    let names = || fields(row, b' ').map(|field| String::from_utf8_lossy(unquoted(field)).to_lowercase());
    let pixels = names().filter(|name| is_pixel(name)).count();
    pixels > 1 && names().count() <= pixels + 1
}
