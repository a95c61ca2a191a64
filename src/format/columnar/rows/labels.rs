//! The labels of rows, from one column or from several that come one after the other.

use super::{Rows, Stop, check_exact};
use crate::format::{
    columnar::{
        chunk::{Levels, Values},
        schema::Column,
    },
    columns::append,
};

impl Rows {
    /// Takes labels of one of their columns: numbers, or words, which stand for those that `label` gives. Where there is
    /// none, the label is -1, as in the library `datasets`, or NaN among floats.
    pub(in crate::format::columnar) fn labels(
        &mut self,
        place: usize,
        column: &Column,
        levels: &Levels,
        values: &Values<'_>,
        label: impl Fn(&[u8]) -> Option<u32>,
    ) -> Result<(), Stop> {
        let labels: Vec<f64> = match values {
            Values::Numbers(numbers) => numbers.clone(),
            Values::Bytes(words) => {
                words.iter().map(|word| label(word).map(f64::from)).collect::<Option<_>>().ok_or(Stop::Damaged)?
            }
        };
        let mut labels = labels.into_iter();
        let none = if column.physical.is_float() { f64::NAN } else { -1.0 };
        for at in 0..levels.len {
            let label = if levels.has(at, column) { Some(labels.next().ok_or(Stop::Damaged)?) } else { None };
            if self.band.is_empty() || self.band.contains(&self.row) {
                let value = label.unwrap_or(none);
                check_exact(column, value, self.row)?;
                let output = self.labels.get_mut(place).unwrap_or(&mut self.output[1]);
                append(value, self.types[1], output).ok_or(Stop::Widened)?;
                self.unlabelled += u64::from(place == 0 && label.is_none());
                self.labelled += u64::from(self.labels.is_empty());
            }
            self.row += 1;
        }
        Ok(())
    }

    /// All columns of labels of a row group have come: several come out row by row.
    pub(in crate::format::columnar) fn end_labels(&mut self) {
        let size = self.types[1].size();
        let rows = self.labels.first().map_or(0, |first| first.len() / size);
        self.labelled += rows as u64;
        for row in 0..rows {
            for column in &self.labels {
                self.output[1].extend_from_slice(&column[row * size..][..size]);
            }
        }
        self.labels.iter_mut().for_each(Vec::clear);
    }
}
