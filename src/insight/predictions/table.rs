//! What every format of predictions gives: rows of numbers.

use super::Fault;

/// Rows of as many numbers each, row by row.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Table {
    columns: usize,
    values: Vec<f64>,
}

impl Table {
    /// The table with these numbers, of which each row has `columns`.
    pub(super) fn new(columns: usize, values: Vec<f64>) -> Self {
        debug_assert!(columns > 0 && values.len().is_multiple_of(columns), "whole rows");
        Self { columns, values }
    }

    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    pub(super) fn len(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    pub(super) fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.columns..][..self.columns]
    }

    pub(super) fn rows(&self) -> impl ExactSizeIterator<Item = &[f64]> {
        self.values.chunks_exact(self.columns.max(1))
    }

    pub(super) fn push(&mut self, row: impl IntoIterator<Item = f64>) -> Result<(), Fault> {
        let before = self.values.len();
        self.values.extend(row);
        let found = self.values.len() - before;
        if before == 0 {
            self.columns = found;
        }
        if found == 0 || found != self.columns {
            let row = (before.checked_div(self.columns).unwrap_or(0) + 1) as u64;
            return Err(Fault::Ragged { row, expected: self.columns as u64, found: found as u64 });
        }
        Ok(())
    }

    /// Removes the first row.
    pub(super) fn remove_first(&mut self) {
        self.values.drain(..self.columns);
    }

    /// The table of some of the columns.
    pub(super) fn select(&self, columns: &[usize]) -> Self {
        let values = self.rows().flat_map(|row| columns.iter().map(|&column| row[column])).collect();
        Self::new(columns.len(), values)
    }

    /// The table whose rows are in the order of `places`: the first row goes to the first place, and so on.
    pub(super) fn reordered(&self, places: &[usize]) -> Self {
        let mut values = vec![0.0; self.values.len()];
        for (row, &place) in self.rows().zip(places) {
            values[place * self.columns..][..self.columns].copy_from_slice(row);
        }
        Self::new(self.columns, values)
    }
}
