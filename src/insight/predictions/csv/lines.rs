//! The lines of a text as a table of numbers, with what is in its columns.

use std::collections::BTreeSet;

use super::{
    super::{
        ClassNames, Content, Fault, Table,
        items::{self, index},
        names,
        words::is_missing,
    },
    fields::{Separator, split},
};
use crate::dataset::labels::Label;

/// The lines of a text.
pub(super) struct Lines {
    separator: Separator,
    header: Option<Vec<String>>,
    /// How many lines before the first row name the columns.
    skipped: usize,
    /// NaN for text and for missing values.
    table: Table,
    columns: Vec<Column>,
}

/// The first row of a column with each of these.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Infinite or not.
    number: Option<usize>,
    nan: Option<usize>,
    fraction: Option<usize>,
    text: Option<usize>,
    /// Text that is the name of a class.
    class: Option<usize>,
}

impl Lines {
    /// The lines of a text, the first of which can be a header.
    pub(super) fn read(
        text: &str,
        separator: Separator,
        classes: &ClassNames,
        can_have_header: bool,
    ) -> Result<Self, Fault> {
        let mut lines = Self { separator, header: None, skipped: 0, table: Table::default(), columns: Vec::new() };
        split(text, separator, |fields| {
            let is_first = lines.skipped == 0 && lines.table.len() == 0;
            if can_have_header && is_first && fields.iter().any(|field| separator.number(field).is_none()) {
                lines.header = Some(fields.iter().map(|name| name.trim().to_owned()).collect());
                lines.skipped = 1;
                return Ok(());
            }
            lines.push(fields, classes)
        })?;
        let columns = lines.table.columns();
        // One name stands for all numbers of a row.
        let has_fractions = lines.columns.first().is_some_and(|column| column.fraction.is_some());
        lines.header.take_if(|header| header.len() == 1 && columns > 1 && has_fractions);
        // R writes no name above those of the rows.
        if let Some(header) = lines.header.as_mut().filter(|header| header.len() + 1 == columns) {
            header.insert(0, String::new());
        }
        Ok(lines)
    }

    fn push(&mut self, fields: &[&str], classes: &ClassNames) -> Result<(), Fault> {
        let row = self.table.len();
        self.columns.resize(fields.len().max(self.columns.len()), Column::default());
        let numbers = fields.iter().zip(&mut self.columns).map(|(field, column)| {
            // A class can be called like a number with a decimal comma.
            let number =
                self.separator.number(field).filter(|_| !field.contains(',') || classes.class(field).is_none());
            column.note(row, field, number, classes);
            number.unwrap_or(f64::NAN)
        });
        self.table.push(numbers).map_err(|fault| match fault {
            Fault::Ragged { expected, found, .. } => Fault::Ragged { row: self.line(row), expected, found },
            other => other,
        })
    }

    /// The line of a row, from 1.
    pub(super) fn line(&self, row: usize) -> u64 {
        (row + 1 + self.skipped) as u64
    }

    pub(super) fn columns(&self) -> usize {
        self.table.columns()
    }

    /// How many lines before the first row name the columns.
    pub(super) fn skipped(&self) -> usize {
        self.skipped
    }

    /// Whether what looks like a header is about the first of the items.
    pub(super) fn start_with_item(&self, items: usize, classes: &ClassNames) -> bool {
        let Some(header) = &self.header else { return false };
        let known = [&names::PREDICTED[..], &names::CLASSES, &names::ROWS, &names::ITEMS].concat();
        if header.iter().any(|field| is_among(&known, field)) {
            return false;
        }
        let has_class =
            header.iter().enumerate().any(|(at, field)| classes.class(field).is_some() && self.has_text(at));
        let values: Vec<Option<f64>> = header.iter().map(|field| self.separator.number(field)).collect();
        // Two numbers or more can be classes that name their columns.
        let are_values = match &values[..] {
            [None, Some(_)] => true,
            [None, others @ ..] => {
                others.iter().all(Option::is_some) && others.iter().flatten().any(|value| value.fract() != 0.0)
            }
            _ => false,
        };
        has_class || are_values && self.table.len() + 1 == items
    }

    /// Makes the first row a header if it names the columns by numbers: those of classes, or as Pandas does where columns have
    /// no names.
    pub(super) fn skip_numbers(&mut self, items: usize) {
        let are_items = self.count_from(0) || self.count_from(1);
        if self.header.is_some() || self.table.len() != items + 1 || are_items {
            return;
        }
        let numbers: Option<BTreeSet<usize>> = self.table.row(0).iter().map(|&name| index(name)).collect();
        let columns = self.table.columns();
        if numbers.is_some_and(|numbers| numbers.len() == columns && (columns > 1 || numbers.contains(&0))) {
            self.header = Some(self.table.row(0).iter().map(f64::to_string).collect());
            self.table.remove_first();
            self.skipped = 1;
        }
    }

    /// Whether a column is called like one of these.
    pub(super) fn is_called(&self, column: usize, names: &[&str]) -> bool {
        let name = self.header.as_ref().and_then(|header| header.get(column));
        name.is_some_and(|name| is_among(names, name))
    }

    /// Whether the name of a column says that it has the numbers of items.
    pub(super) fn is_of_items(&self, column: usize) -> bool {
        self.header.as_ref().and_then(|header| header.get(column)).is_some_and(|name| names::is_item(name))
    }

    /// Whether there is text in a column. A header can have more of them than the rows.
    pub(super) fn has_text(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.text.is_some())
    }

    pub(super) fn has_numbers(&self, column: usize) -> bool {
        self.columns[column].number.is_some()
    }

    /// Whether a column has names of classes.
    pub(super) fn has_classes(&self, column: usize) -> bool {
        self.columns[column].class.is_some()
    }

    /// Whether there can be classes in a column: names of them, or whole numbers.
    pub(super) fn can_be_classes(&self, column: usize) -> bool {
        self.has_classes(column) || self.has_whole_numbers(column)
    }

    pub(super) fn has_whole_numbers(&self, column: usize) -> bool {
        let Column { number, nan, fraction, text, .. } = self.columns[column];
        number.is_some() && nan.or(fraction).or(text).is_none()
    }

    /// Whether two columns with names have whole numbers that are not one for the class and none for the other one.
    pub(super) fn are_pairs_of_classes(&self, one: usize, other: usize) -> bool {
        let are_one_hot = || {
            self.table
                .rows()
                .all(|row| matches!((index(row[one]), index(row[other])), (Some(0), Some(1)) | (Some(1), Some(0))))
        };
        self.header.is_some() && self.can_be_classes(one) && self.can_be_classes(other) && !are_one_hot()
    }

    /// Whether a column can have the confidence of the classes in another one: among two classes it is never below a half.
    pub(super) fn can_be_confidence(&self, column: usize, class: usize) -> bool {
        let mut classes: Vec<Label> = self.table.rows().map(|row| Label(row[class])).collect();
        classes.sort_unstable();
        classes.dedup();
        let least = if !self.has_text(class) && classes.len() <= 2 { 0.5 } else { 0.0 };
        !self.has_text(column)
            && self.table.rows().all(|row| row[column].is_nan() || (least..=1.0).contains(&row[column]))
    }

    /// Whether the numbers in the first column count from this one on.
    pub(super) fn count_from(&self, first: usize) -> bool {
        self.table.len() > 1 && self.table.rows().zip(first..).all(|(row, item)| index(row[0]) == Some(item))
    }

    /// The numbers in these columns. A row without one of them stands for an item without a prediction.
    pub(super) fn numbers(&self, chosen: &[usize]) -> Result<Content, Fault> {
        if let Some(&column) = chosen.iter().find(|&&column| self.has_text(column)) {
            return Err(self.text_fault(column));
        }
        if let Some(row) = chosen.iter().find_map(|&column| self.columns[column].nan) {
            return Err(Fault::NotFinite { row: self.line(row) });
        }
        let table = self.table.select(chosen).without_parts();
        let header = self.header.as_deref().unwrap_or_default();
        let names: Option<Vec<String>> = chosen.iter().map(|&column| header.get(column).cloned()).collect();
        Ok(Content { table, columns: names.unwrap_or_default(), words: Vec::new() })
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

    /// The item of each row, if the numbers in a column tell.
    pub(super) fn places(&self, column: usize, items: usize) -> Result<Option<Vec<usize>>, Fault> {
        let numbers: Vec<f64> = self.table.rows().map(|row| row[column]).collect();
        let places = items::places(&numbers, items, self.is_called(column, &names::ITEMS));
        places.map_err(|row| Fault::ItemNumber { row: self.line(row) })
    }
}

impl Column {
    /// Notes what is in a field of a row.
    fn note(&mut self, row: usize, field: &str, number: Option<f64>, classes: &ClassNames) {
        let first = match number {
            Some(number) if number.is_nan() => &mut self.nan,
            Some(number) => {
                if number.fract() != 0.0 {
                    self.fraction.get_or_insert(row);
                }
                &mut self.number
            }
            None if is_missing(field, classes) => return,
            None => {
                if self.class.is_none() && classes.class(field).is_some() {
                    self.class = Some(row);
                }
                &mut self.text
            }
        };
        first.get_or_insert(row);
    }
}

/// Whether a name is one of these, in small letters or large ones.
fn is_among(names: &[&str], name: &str) -> bool {
    names.iter().any(|other| name.eq_ignore_ascii_case(other))
}
