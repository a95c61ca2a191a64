//! The entries of a list, of lines, or below the numbers of items.

use std::mem;

use super::{
    super::{ClassNames, Fault, Table, items::index, words::Words},
    value::Value,
};

/// The entries of a list, or of lines: all of them classes, or rows of numbers.
pub(super) struct Entries<'a> {
    names: &'a ClassNames,
    /// The places of the entries that say which item they are for, and its number.
    items: Vec<(usize, f64)>,
    numbers: Vec<f64>,
    /// The numbers, too, once there is a word.
    words: Option<Words<'a>>,
    rows: Table,
}

impl<'a> Entries<'a> {
    pub(super) fn new(names: &'a ClassNames) -> Self {
        Self { names, items: Vec::new(), numbers: Vec::new(), words: None, rows: Table::default() }
    }

    /// Takes the next one. Whether it can stand beside those before.
    pub(super) fn take(&mut self, entry: Value<'_>) -> Result<bool, Fault> {
        let entry = match entry {
            Value::OfItem(item, value) => {
                self.items.push((self.count(), item));
                *value
            }
            Value::Numbered(_, value) => *value,
            entry => entry,
        };
        let Self { names, numbers, words, rows, .. } = self;
        let has_rows = rows.len() > 0;
        match entry {
            Value::Number(number) if !has_rows => match words {
                Some(words) => words.push(&number.to_string(), words.len() as u64 + 1)?,
                None => numbers.push(number),
            },
            Value::Missing => match words {
                Some(words) => words.push_missing()?,
                None if has_rows => rows.add_empty(1, false)?,
                None => numbers.push(f64::NAN),
            },
            Value::Word(word) if !has_rows => {
                let mut all = words.take().map_or_else(|| in_words(numbers, names), Ok)?;
                all.push(&word, all.len() as u64 + 1)?;
                *words = Some(all);
            }
            Value::Numbers(row) if words.is_none() && numbers.iter().all(|number| number.is_nan()) => {
                rows.push(row)?;
                rows.add_empty(mem::take(numbers).len(), true)?;
            }
            Value::Refused(fault) => return Err(fault),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn count(&self) -> usize {
        self.words.as_ref().map_or(self.numbers.len() + self.rows.len(), Words::len)
    }

    pub(super) fn value(self) -> Value<'a> {
        let value = match self.words {
            Some(words) => Value::Words(words),
            None if self.rows.len() > 0 => Value::Rows(self.rows),
            None => Value::Numbers(self.numbers),
        };
        let (places, items): (Vec<usize>, Vec<f64>) = self.items.into_iter().unzip();
        let count_from =
            |first: usize| items.iter().zip(&places).all(|(&item, place)| index(item) == Some(place + first));
        if items.len() == value.count() || count_from(0) || count_from(1) {
            return value.of_items(items);
        }
        // An order that only some entries tell is none.
        let lacking = places.iter().zip(0..).find(|&(&place, at)| place != at).map_or(places.len(), |(_, at)| at);
        Value::Refused(Fault::ItemNumber { row: lacking as u64 + 1 })
    }
}

/// Classes that are numbers, as words.
fn in_words<'a>(numbers: &[f64], names: &'a ClassNames) -> Result<Words<'a>, Fault> {
    let mut words = Words::new(names);
    for (number, row) in numbers.iter().zip(1..) {
        if number.is_nan() { words.push_missing()? } else { words.push(&number.to_string(), row)? }
    }
    Ok(words)
}
