//! Whether the start of a text can be that of a table.

use super::{
    field::{Bad, fields, number, row, separator, unquoted},
    header::starts_arff,
    plan::are_sparse,
    sample::list_len,
};
use crate::format::columns::{is_label, is_pixel};

/// Numbers in a row with spaces between, at least. Fewer are sentences, and boxes around what is in a picture.
const MIN_SPACED: usize = 8;

/// Whether a text, or the start of one, can be a table that has no three fields in its first line with commas, semicolons or
/// tabs between: many numbers with spaces between, one field with all of them, sparse rows, or Weka's format, which may begin
/// with comments; or names, that of a label among them.
pub(in crate::format) fn can_start(text: &[u8]) -> bool {
    let rows = text.split_inclusive(|&byte| byte == b'\n').filter(|line| row(line, 1).is_some());
    let rows = rows.map(|row| {
        // The last field may be cut.
        let cut = if row.ends_with(b"\n") { None } else { row.iter().rposition(|&byte| byte == b' ') };
        row[..cut.unwrap_or(row.len())].trim_ascii_end()
    });
    let Some(first) = rows.clone().next() else { return text.starts_with(b"%") };
    starts_arff(first)
        || are_sparse(rows.clone())
        || are_pixel_names(first)
        || has_label_name(first)
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

/// Whether a line names a column of labels beside others.
fn has_label_name(row: &[u8]) -> bool {
    let names = |separator| fields(row, separator).map(|name| String::from_utf8_lossy(unquoted(name)).to_lowercase());
    separator(row).is_some_and(|separator| names(separator).any(|name| is_label(&name)))
}

/// Whether a line has names of pixels with spaces between, and one other, which may be that of the label.
fn are_pixel_names(row: &[u8]) -> bool {
    let names = || fields(row, b' ').map(|field| String::from_utf8_lossy(unquoted(field)).to_lowercase());
    let pixels = names().filter(|name| is_pixel(name)).count();
    pixels > 1 && names().count() <= pixels + 1
}
