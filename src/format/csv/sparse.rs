//! Sparse rows: a label, and entries of an index and a value.

use std::mem;

use super::{
    field::{Bad, entry, number, sparse_fields},
    plan::MAX_INDEX,
    rows::{Held, LABELS, Rows, VALUES, value_at},
};
use crate::error::{CsvFault, Error};

impl Rows {
    /// Takes a row of `len` values, the first of which has this index. `false` when a type does not hold them.
    pub(super) fn take_sparse(&mut self, row: &[u8], line: u64, len: usize, first_index: usize) -> Result<bool, Error> {
        let mut fields = (1..).zip(sparse_fields(row));
        let Some((column, label)) = fields.next() else { return Ok(true) };
        let label = value_at(label, line, column)?;
        self.values.clear();
        self.values.resize(len, 0.0);
        for (column, field) in fields {
            let (index, value) = entry(field).ok_or_else(|| Error::Csv(Bad::Word.at(line, column, field)))?;
            if index > MAX_INDEX {
                return Err(Error::Csv(CsvFault::Index { line, column, limit: MAX_INDEX as u64 }));
            }
            let [first, last] = self.indices.unwrap_or([index; 2]);
            self.indices = Some([first.min(index), last.max(index)]);
            match index.checked_sub(first_index).and_then(|at| self.values.get_mut(at)) {
                Some(element) => *element = value,
                None => self.held = Some(Held::Index),
            }
        }
        if self.held.is_some() {
            return Ok(true);
        }
        let values = mem::take(&mut self.values);
        let holds = values.iter().all(|&value| self.append(value, VALUES)) && self.append(label, LABELS);
        self.values = values;
        if holds { self.count_row() } else { Ok(false) }
    }
}

/// Whether a comment says that indices count from 0, as scikit-learn writes it.
pub(super) fn says_zero_based(comment: &[u8]) -> bool {
    String::from_utf8_lossy(comment).contains("zero-based")
}

/// Whether rows are sparse, by the first ones: a label and entries, though not every row has one that is not 0.
pub(super) fn are_sparse<'a>(rows: impl Iterator<Item = &'a [u8]>) -> bool {
    for row in rows {
        let mut fields = sparse_fields(row);
        if fields.next().is_none_or(|label| number(label).is_err()) {
            return false;
        }
        if let Some(field) = fields.next() {
            return entry(field).is_some() && fields.all(|field| entry(field).is_some());
        }
    }
    false
}
