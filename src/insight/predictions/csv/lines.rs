//! The lines of a text as a table of numbers, and what its columns are.

use std::mem;

use super::{
    super::{ClassNames, Content, Fault, Table, names},
    fields::{Separator, split},
};
use crate::dataset::labels::Label;

/// Limit of the columns of which one is that of the classes, where no name tells.
const FEW: usize = 3;

/// The lines of a text.
#[derive(Default)]
pub(super) struct Lines {
    header: Option<Vec<String>>,
    /// NaN for text and for empty fields.
    table: Table,
    columns: Vec<Column>,
}

/// The first row of a column with each of these.
#[derive(Clone, Copy, Default)]
struct Column {
    number: Option<usize>,
    nan: Option<usize>,
    text: Option<usize>,
}

impl Lines {
    /// The lines of a text, the first of which can be a header.
    pub(super) fn read(text: &str, separator: Separator, can_have_header: bool) -> Result<Self, Fault> {
        let mut lines = Self::default();
        split(text, separator, |fields| {
            let is_first = lines.header.is_none() && lines.table.len() == 0;
            if can_have_header && is_first && fields.iter().any(|field| number(field).is_none()) {
                lines.header = Some(fields.iter().map(|name| name.trim().to_owned()).collect());
                return Ok(());
            }
            lines.push(fields)
        })?;
        Ok(lines)
    }

    fn push(&mut self, fields: &[&str]) -> Result<(), Fault> {
        let row = self.table.len();
        self.columns.resize(fields.len().max(self.columns.len()), Column::default());
        let numbers = fields.iter().zip(&mut self.columns).map(|(field, column)| {
            let number = number(field);
            let first = match number {
                Some(number) if number.is_nan() => Some(&mut column.nan),
                Some(_) => Some(&mut column.number),
                None => (!field.trim().is_empty()).then_some(&mut column.text),
            };
            if let Some(first) = first {
                first.get_or_insert(row);
            }
            number.unwrap_or(f64::NAN)
        });
        self.table.push(numbers).map_err(|fault| match fault {
            Fault::Ragged { expected, found, .. } => Fault::Ragged { row: self.line(row), expected, found },
            other => other,
        })
    }

    /// The line of a row, from 1.
    fn line(&self, row: usize) -> u64 {
        (row + 1 + usize::from(self.have_header())) as u64
    }

    pub(super) fn columns(&self) -> usize {
        self.table.columns()
    }

    pub(super) fn have_header(&self) -> bool {
        self.header.is_some()
    }

    pub(super) fn has_text(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.text.is_some())
    }

    /// Whether what looks like a header is about the first of the items: there are too few rows without it, and it has a
    /// number, or the name of one class. If it is a word alone, this must be the row that is missing.
    pub(super) fn starts_with_item(&self, items: usize, classes: &ClassNames) -> bool {
        let header = self.header.as_deref().unwrap_or_default();
        let has_number = header.iter().any(|field| number(field).is_some());
        let has_class = header.iter().filter(|name| classes.class(name).is_some()).count() == 1;
        let is_missing = header.len() == 1 && self.table.len() + 1 == items && !is_among(&names::PREDICTED, &header[0]);
        self.table.len() < items && !self.are_items_named() && (has_number || has_class || is_missing)
    }

    /// Whether the first row names the columns by numbers, as Pandas does where they have no names.
    pub(super) fn has_numbered_header(&self, items: usize) -> bool {
        self.header.is_none()
            && self.table.len() == items + 1
            && self.table.row(0).iter().zip(0..).all(|(&name, column)| index(name) == Some(column))
    }

    pub(super) fn remove_first(&mut self) {
        self.table.remove_first();
    }

    /// Whether the first column tells which item each row is for.
    pub(super) fn number_items(&self) -> bool {
        let Self { table, columns, .. } = self;
        let counts = |first: usize| table.rows().zip(first..).all(|(row, item)| index(row[0]) == Some(item));
        let is_text = columns.first().is_none_or(|column| column.number.is_none());
        table.columns() > 1 && (self.are_items_named() || is_text || table.len() > 1 && (counts(0) || counts(1)))
    }

    /// Whether the header says that the first column numbers the items.
    fn are_items_named(&self) -> bool {
        let first = self.header.as_ref().and_then(|header| header.first());
        first.is_some_and(|name| is_among(&names::ITEMS, name))
    }

    /// The one of these columns that has predicted classes: by its name, or as the only one of few with text. A confidence can
    /// stand beside it.
    pub(super) fn class_column(&self, among: &[usize]) -> Option<usize> {
        let only = |is_it: &dyn Fn(usize) -> bool| {
            let mut found = among.iter().copied().filter(|&column| is_it(column));
            found.next().filter(|_| found.next().is_none())
        };
        let header = self.header.as_deref().unwrap_or_default();
        let named = |names: &[&str]| only(&|column| header.get(column).is_some_and(|name| is_among(names, name)));
        // A label before many numbers is the true one.
        let are_few = among.len() <= FEW;
        named(&names::PREDICTED)
            .or_else(|| named(&names::CLASSES).filter(|_| are_few))
            .or_else(|| only(&|column| self.has_text(column)).filter(|_| are_few))
    }

    /// Whether a column is called like one of predicted classes.
    pub(super) fn are_called_predicted(&self, column: usize) -> bool {
        let name = self.header.as_ref().and_then(|header| header.get(column));
        name.is_some_and(|name| is_among(&names::PREDICTED, name))
    }

    /// The numbers in these columns. A row without any of them is empty.
    pub(super) fn numbers(&self, chosen: &[usize]) -> Result<Content, Fault> {
        if let Some(&column) = chosen.iter().find(|&&column| self.has_text(column)) {
            return Err(self.text_fault(column));
        }
        if let Some(row) = chosen.iter().find_map(|&column| self.columns.get(column)?.nan) {
            return Err(Fault::NotFinite { row: self.line(row) });
        }
        let table = self.table.select(chosen);
        let in_part = |row: &[f64]| row.iter().any(|number| number.is_nan()) && !Table::is_empty_row(row);
        if let Some((row, numbers)) = table.rows().enumerate().find(|(_, row)| in_part(row)) {
            let at = numbers.iter().position(|number| number.is_nan()).unwrap_or_default();
            return Err(Fault::Text { row: self.line(row), column: chosen[at] as u64 + 1 });
        }
        let header = self.header.as_deref().unwrap_or_default();
        let names = chosen.iter().filter_map(|&column| header.get(column).cloned()).collect();
        Ok(Content { table, columns: names, words: Vec::new() })
    }

    /// Says where the text in a column is. A text without numbers is something else.
    pub(super) fn text_fault(&self, column: usize) -> Fault {
        match self.columns[column].text {
            Some(row) if self.columns.iter().any(|column| column.number.is_some()) => {
                Fault::Text { row: self.line(row), column: column as u64 + 1 }
            }
            _ => Fault::Other,
        }
    }

    /// The item of each row, if the numbers in the first column tell. Where each item has a row, they count from the smallest.
    /// Where some have none, they count from 0 if that is among them, or from 1 if the last item is.
    pub(super) fn places(&self, items: usize) -> Result<Option<Vec<usize>>, Fault> {
        let numbers = || self.table.rows().map(|row| row[0]);
        let smallest = numbers().fold(f64::INFINITY, f64::min);
        let has = |number: usize| numbers().any(|other| index(other) == Some(number));
        let first = if self.table.len() == items {
            smallest
        } else if self.table.len() > items || !self.are_items_named() || self.count_on(smallest) {
            // Another number of rows is the better reason to refuse them.
            return Ok(None);
        } else if has(0) {
            0.0
        } else if has(items) {
            1.0
        } else {
            return Ok(None);
        };
        let mut taken = vec![false; items];
        let mut place = |number: f64| {
            let place = index(number - first)?;
            let is_taken = mem::replace(taken.get_mut(place)?, true);
            (!is_taken).then_some(place)
        };
        let rows = numbers().enumerate();
        let places = rows.map(|(row, number)| place(number).ok_or(Fault::ItemNumber { row: self.line(row) }));
        places.collect::<Result<_, _>>().map(Some)
    }

    /// Whether the numbers in the first column count from this one on: rows of another dataset do, those of some items do not.
    fn count_on(&self, first: f64) -> bool {
        let last = self.table.rows().map(|row| row[0]).fold(first, f64::max);
        index(last - first).is_some_and(|count| count < self.table.len())
    }
}

/// Whether a name is one of these, in small letters or large ones.
fn is_among(names: &[&str], name: &str) -> bool {
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}

fn number(field: &str) -> Option<f64> {
    field.trim().parse().ok()
}

/// The number as an index; `None` of one that is negative, large or no whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, and is checked")]
fn index(number: f64) -> Option<usize> {
    let index = number as u32;
    (Label(index.into()) == Label(number)).then_some(index as usize)
}
