//! JSON of any characters as a table.

use idxlens::format::json_table::JsonTable;

use crate::peak;

/// Limit of the memory beside that for the characters and the table.
const MAX_MEMORY: usize = 1 << 20;

/// A text is no table, or one whose lines have a field for each column; without lists of numbers it has fewer or the same.
/// Memory depends on the characters that are there, and on the table.
///
/// # Panics
/// If that does not hold.
pub fn json_table(file: &[u8]) {
    let Ok(text) = str::from_utf8(file) else { return };
    let (table, taken) = peak(|| JsonTable::parse(text, true));
    let len = table.as_ref().map_or(0, |table| table.csv.len());
    assert!(taken <= MAX_MEMORY + 128 * file.len() + 4 * len, "{taken} bytes of memory for {} and {len}", file.len());
    let without_lists = JsonTable::parse(text, false);
    let Some(table) = table else { return };
    assert!(!table.columns.is_empty() && table.csv.ends_with('\n'));
    for line in table.csv.lines() {
        // Between quotes, commas separate nothing.
        let commas: usize = line.split('"').step_by(2).map(|part| part.matches(',').count()).sum();
        assert_eq!(commas + 1, table.columns.len(), "{line}");
    }
    if let Some(other) = without_lists {
        assert!(other.columns.iter().all(|column| table.columns.contains(column)));
    }
}
