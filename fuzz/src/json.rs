//! JSON of any characters as a table or as arrays.

use idxlens::format::{
    json::{JsonArray, JsonTable},
    reader::Reader,
};

use crate::peak;

/// Limit of the memory beside that for the characters and the table.
const MAX_MEMORY: usize = 1 << 20;

/// A text is no table, or one whose lines have a field for each column; without lists of numbers it has fewer or the same.
/// Memory depends on the characters that are there, and on the table.
///
/// # Panics
/// If that does not hold.
pub fn json(file: &[u8]) {
    let Ok(text) = str::from_utf8(file) else { return };
    let (table, taken) = peak(|| JsonTable::parse(text, true));
    // A gap can be in each row of each column.
    let fields = table.as_ref().map_or(0, |table| table.csv.matches([',', '\n']).count());
    assert!(taken <= MAX_MEMORY + 128 * file.len() + 8 * fields, "{taken} bytes of memory for {}", file.len());
    arrays(text);
    let without_lists = JsonTable::parse(text, false);
    let Some(table) = table else { return };
    assert!(!table.columns.is_empty() && table.csv.ends_with('\n'));
    assert!(table.csv.len() <= 2 * file.len() + 4 * fields, "{} characters", table.csv.len());
    for line in table.csv.lines() {
        assert!(!line.is_empty(), "a line without anything is none");
        // Between quotes, commas separate nothing.
        let commas: usize = line.split('"').step_by(2).map(|part| part.matches(',').count()).sum();
        assert_eq!(commas + 1, table.columns.len(), "{line}");
    }
    if let Some(other) = without_lists {
        assert!(other.columns.len() <= table.columns.len());
        assert!(other.columns.iter().all(|column| table.columns.contains(column)));
    }
}

/// Each array is a NumPy file with as many elements as its header says, and no more than there are numbers in the text.
fn arrays(text: &str) {
    let (arrays, taken) = peak(|| JsonArray::all_in(text));
    assert!(taken <= MAX_MEMORY + 128 * text.len(), "{taken} bytes of memory for {}", text.len());
    for JsonArray { name, npy } in arrays.into_iter().flatten() {
        let mut reader = Reader::new(&npy[..]).expect("a header that can be read");
        let count: usize = reader.header().shape().iter().map(|&len| len as usize).product();
        assert!(count <= text.len(), "{count} elements in {name}");
        let mut values = vec![0.0; count];
        assert_eq!(reader.read_values(&mut values).expect("all elements"), count, "{name}");
    }
}
