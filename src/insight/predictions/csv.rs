//! Text of separated values: a number, or numbers, in each line.
//!
//! csv-core splits lines into fields, because class names in a header can be quoted and contain commas.

use std::{iter, mem};

use csv_core::{ReadRecordResult, ReaderBuilder};

use super::{Fault, Table, names};
use crate::dataset::labels::Label;

/// The lines of a text.
#[derive(Default)]
struct Lines {
    header: Option<Vec<String>>,
    /// NaN for text.
    table: Table,
    columns: Vec<Column>,
}

#[derive(Clone, Copy, Default)]
struct Column {
    /// The first row with text.
    text: Option<usize>,
    has_numbers: bool,
}

/// The predictions of so many items: lines in the order of the items, or with a first column that numbers them.
pub(super) fn read(text: &str, items: usize) -> Result<Table, Fault> {
    let mut lines = Lines::default();
    split(text, |fields| lines.push(fields))?;
    if lines.columns.iter().all(|column| !column.has_numbers) {
        return Err(Fault::Other);
    }
    if lines.has_numbered_header(items) {
        lines.table.remove_first();
    }
    let Lines { table, columns, .. } = &lines;
    let numbers = lines.numbers_items();
    let rest: Vec<usize> = (usize::from(numbers)..table.columns()).collect();
    let chosen = lines.class_column(&rest).map_or(rest, |column| vec![column]);
    if let Some((column, row)) = chosen.iter().find_map(|&column| Some((column, columns[column].text?))) {
        return Err(Fault::Text { row: lines.line(row), column: column as u64 + 1 });
    }
    let chosen = table.select(&chosen);
    // Another number of rows is the better reason to refuse them. Items with names instead of numbers are in order.
    if numbers && table.len() == items && columns[0].text.is_none() {
        return Ok(chosen.reordered(&lines.places()?));
    }
    Ok(chosen)
}

impl Lines {
    fn push(&mut self, fields: &[&str]) -> Result<(), Fault> {
        let number = |field: &&str| field.trim().parse().ok();
        if self.header.is_none() && self.table.len() == 0 && fields.iter().any(|field| number(field).is_none()) {
            self.header = Some(fields.iter().map(|name| name.trim().to_lowercase()).collect());
            return Ok(());
        }
        let row = self.table.len();
        self.columns.resize(fields.len().max(self.columns.len()), Column::default());
        let numbers = fields.iter().zip(&mut self.columns).map(|(field, column)| {
            let number = number(field);
            column.has_numbers |= number.is_some();
            if number.is_none() {
                column.text.get_or_insert(row);
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
        (row + 1 + usize::from(self.header.is_some())) as u64
    }

    /// Whether the first row names the columns by numbers, as Pandas does where they have no names.
    fn has_numbered_header(&self, items: usize) -> bool {
        self.header.is_none()
            && self.table.len() == items + 1
            && self.table.row(0).iter().zip(0..).all(|(&name, column)| index(name) == Some(column))
    }

    /// Whether the first column tells which item each row is for.
    fn numbers_items(&self) -> bool {
        let Self { header, table, columns } = self;
        let first = header.as_ref().and_then(|header| header.first());
        let is_named = first.is_some_and(|name| names::ITEMS.contains(&&name[..]));
        let counts = |first: usize| table.rows().zip(first..).all(|(row, item)| index(row[0]) == Some(item));
        let is_text = !columns[0].has_numbers;
        table.columns() > 1 && (is_named || is_text || table.len() > 1 && (counts(0) || counts(1)))
    }

    /// The one of these columns that has predicted classes by its name. A confidence can stand beside it.
    fn class_column(&self, among: &[usize]) -> Option<usize> {
        let header = self.header.as_ref()?;
        let named = |names: &[&str]| {
            let mut found = among
                .iter()
                .copied()
                .filter(|&column| header.get(column).is_some_and(|name| names.contains(&&name[..])));
            found.next().filter(|_| found.next().is_none())
        };
        // A label before many numbers is the true one.
        named(&names::PREDICTED).or_else(|| named(&names::CLASSES).filter(|_| among.len() <= 3))
    }

    /// The item of each row, counted from the smallest number in the first column.
    fn places(&self) -> Result<Vec<usize>, Fault> {
        let numbers = || self.table.rows().map(|row| row[0]);
        let first = numbers().fold(f64::INFINITY, f64::min);
        let mut taken = vec![false; self.table.len()];
        let mut place = |number: f64| {
            let place = index(number - first)?;
            let is_taken = mem::replace(taken.get_mut(place)?, true);
            (!is_taken).then_some(place)
        };
        let rows = numbers().enumerate();
        rows.map(|(row, number)| place(number).ok_or(Fault::ItemNumber { row: self.line(row) })).collect()
    }
}

/// Gives the fields of each line to `visit`. Lines that start with # are comments, as NumPy writes them.
fn split(text: &str, mut visit: impl FnMut(&[&str]) -> Result<(), Fault>) -> Result<(), Fault> {
    let lines = || text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let first = lines().next().unwrap_or_default();
    let Some(delimiter) = [b',', b';', b'\t'].into_iter().find(|&delimiter| first.as_bytes().contains(&delimiter))
    else {
        // One number, or numbers with spaces between them.
        return lines().try_for_each(|line| visit(&line.split_whitespace().collect::<Vec<_>>()));
    };
    let mut reader = ReaderBuilder::new().delimiter(delimiter).comment(Some(b'#')).build();
    let (mut rest, mut record, mut ends) = (text.as_bytes(), vec![0; 1024], vec![0; 64]);
    let (mut length, mut count) = (0, 0);
    loop {
        let (result, read, written, ended) = reader.read_record(rest, &mut record[length..], &mut ends[count..]);
        rest = &rest[read..];
        length += written;
        count += ended;
        match result {
            // The next call, with no input, ends the last line.
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull => record.resize(2 * record.len(), 0),
            ReadRecordResult::OutputEndsFull => ends.resize(2 * ends.len(), 0),
            ReadRecordResult::End => return Ok(()),
            ReadRecordResult::Record => {
                let starts = iter::once(0).chain(ends[..count].iter().copied());
                let fields = starts.zip(&ends[..count]).map(|(start, &end)| str::from_utf8(&record[start..end]));
                visit(&fields.map(Result::unwrap_or_default).collect::<Vec<_>>())?;
                (length, count) = (0, 0);
            }
        }
    }
}

/// The number as an index; `None` of one that is negative, large or no whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, and is checked")]
fn index(number: f64) -> Option<usize> {
    let index = number as u32;
    (Label(index.into()) == Label(number)).then_some(index as usize)
}
