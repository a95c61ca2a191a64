//! Whether the start of a text can be that of a table.

use super::{
    field::fields,
    header::starts_arff,
    plan::{are_pairs, row, separator},
    sample::list_len,
};

/// Whether a text, or the start of one, can be a table that has no three fields in its first line with commas, semicolons or
/// tabs between: many numbers with spaces between, one field with all of them, pairs, or Weka's format, which may begin with
/// comments.
pub(in crate::format) fn can_start(text: &[u8]) -> bool {
    let rows = text.split_inclusive(|&byte| byte == b'\n').filter(|line| row(line, 1).is_some());
    let mut rows = rows.take(2).map(|row| {
        // The last field may be cut.
        let cut = if row.ends_with(b"\n") { None } else { row.iter().rposition(|&byte| byte == b' ') };
        row[..cut.unwrap_or(row.len())].trim_ascii_end()
    });
    let Some(first) = rows.next() else { return text.starts_with(b"%") };
    let has_list = |row: &[u8]| fields(row, separator(row)).any(|field| list_len(field).is_some());
    starts_arff(first)
        || are_pairs(first)
        || list_len(first).is_some()
        || has_list(first)
        || rows.next().is_some_and(has_list)
}
