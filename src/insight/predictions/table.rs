//! What every format of predictions gives: rows of numbers.

use std::iter;

use super::{Fault, Predictions};
use crate::dataset::labels::Label;

/// Rows of as many numbers each, row by row.
#[derive(Clone, Debug, Default)]
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

    /// Adds rows of items without a prediction, before the others or behind them.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] when the table would take more bytes than a file may have: nothing in the file takes them.
    pub(super) fn add_empty(&mut self, rows: usize, is_before: bool) -> Result<(), Fault> {
        let count = rows.saturating_mul(self.columns);
        if self.values.len().saturating_add(count) > Predictions::MAX_LEN / size_of::<f64>() {
            return Err(Fault::TooLarge { expected: Predictions::MAX_LEN as u64 });
        }
        let at = if is_before { 0 } else { self.values.len() };
        self.values.splice(at..at, iter::repeat_n(f64::NAN, count));
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

    /// The table of so many rows with those of this one at these places. The others are empty.
    pub(super) fn placed(&self, places: &[usize], rows: usize) -> Self {
        let mut values = vec![f64::NAN; rows * self.columns];
        for (row, &place) in self.rows().zip(places) {
            values[place * self.columns..][..self.columns].copy_from_slice(row);
        }
        Self::new(self.columns, values)
    }

    /// The table of the classes that its numbers are places of.
    pub(super) fn translated(mut self, classes: &[Label]) -> Self {
        for place in self.values.iter_mut().filter(|place| !place.is_nan()) {
            *place = classes[*place as usize].0;
        }
        self
    }

    /// Whether a row stands for an item without a prediction.
    pub(super) fn is_empty_row(row: &[f64]) -> bool {
        row.iter().all(|number| number.is_nan())
    }

    /// The rows with predictions, each with its number from 1.
    pub(super) fn full_rows(&self) -> impl Iterator<Item = (u64, &[f64])> {
        (1..).zip(self.rows()).filter(|(_, row)| !Self::is_empty_row(row))
    }

    /// The table in which a row without some of its numbers is one without any.
    pub(super) fn without_parts(mut self) -> Self {
        for row in self.values.chunks_exact_mut(self.columns.max(1)) {
            if row.iter().any(|number| number.is_nan()) {
                row.fill(f64::NAN);
            }
        }
        self
    }

    /// Refuses NaN in rows of several numbers, where it shows that a training failed. A single number that is NaN stands for
    /// no prediction: an array of numbers cannot leave one out. A training failed if all are NaN.
    pub(super) fn with_gaps(self) -> Result<Self, Fault> {
        let can_have_gaps = self.columns == 1 && self.full_rows().next().is_some();
        let row = self.rows().position(|row| row.iter().any(|number| number.is_nan())).filter(|_| !can_have_gaps);
        row.map_or(Ok(self), |row| Err(Fault::NotFinite { row: row as u64 + 1 }))
    }
}

/// NaN is equal to NaN: neither row has a prediction.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.columns == other.columns
            && self.values.iter().map(|&value| Label(value)).eq(other.values.iter().map(|&value| Label(value)))
    }
}
