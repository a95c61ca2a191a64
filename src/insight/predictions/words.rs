//! Words as predictions, each the name of a class.

use std::collections::HashMap;

use super::{ClassNames, Content, Fault, Table, class_names::whole};
use crate::format::csv::field;

/// Limit of the words that name no class. More are names of items, or texts.
const MAX_UNKNOWN: usize = 1000;

/// Limit of the words that differ, numbers among them.
const MAX_WORDS: usize = 100_000;

/// One word for each item.
pub(super) struct Words<'a> {
    names: &'a ClassNames,
    places: HashMap<String, u32>,
    /// The place of each item's word.
    table: Table,
    /// How many words name no class.
    unknown: usize,
    /// The row of the first of them.
    first_unknown: Option<u64>,
    /// Whether one names a class.
    has_class: bool,
}

impl<'a> Words<'a> {
    /// No words yet, for classes with these names.
    pub(super) fn new(names: &'a ClassNames) -> Self {
        let (places, table) = (HashMap::new(), Table::default());
        Self { names, places, table, unknown: 0, first_unknown: None, has_class: false }
    }

    /// How many items have come.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Takes the word of the next item, in this row of the file.
    ///
    /// # Errors
    /// [`Fault::NotFinite`] and [`Fault::Fraction`] for numbers that are no classes, and [`Fault::Word`] when too many words
    /// name none.
    pub(super) fn push(&mut self, word: &str, row: u64) -> Result<(), Fault> {
        let word = word.trim();
        if is_missing(word, self.names) {
            return self.push_missing();
        }
        match word.parse::<f64>() {
            Ok(number) if !number.is_finite() => return Err(Fault::NotFinite { row }),
            Ok(number) if number.fract() != 0.0 => return Err(Fault::Fraction { row }),
            _ => {}
        }
        let next = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        if !self.places.contains_key(word) {
            self.note(word, row)?;
            self.places.insert(word.to_owned(), next);
        }
        self.table.push([f64::from(self.places[word])])
    }

    /// Takes an item without a prediction.
    pub(super) fn push_missing(&mut self) -> Result<(), Fault> {
        self.table.push([f64::NAN])
    }

    /// Looks a new word up.
    fn note(&mut self, word: &str, row: u64) -> Result<(), Fault> {
        if self.names.class(word).is_some() {
            self.has_class = true;
        } else if whole(word).is_none() {
            self.unknown += 1;
            self.first_unknown.get_or_insert(row);
        }
        let are_too_many = self.unknown > MAX_UNKNOWN || self.places.len() == MAX_WORDS;
        if are_too_many { Err(Fault::Word { row: self.first_unknown.unwrap_or(row) }) } else { Ok(()) }
    }

    /// The predictions, where some words have to name classes.
    pub(super) fn of_classes(self) -> Result<Content, Fault> {
        match self.first_unknown {
            Some(row) if !self.has_class => Err(Fault::Word { row }),
            _ => Ok(self.predictions()),
        }
    }

    /// The predictions, whether the words name classes or not.
    pub(super) fn predictions(self) -> Content {
        let mut places: Vec<(u32, String)> = self.places.into_iter().map(|(word, place)| (place, word)).collect();
        places.sort_unstable();
        let words = places.into_iter().map(|(_, word)| word).collect();
        Content { table: self.table, columns: Vec::new(), words }
    }
}

/// Whether a word stands for no value, and no class is called like it.
pub(super) fn is_missing(word: &str, classes: &ClassNames) -> bool {
    field::is_missing(word.trim().as_bytes()) && classes.class(word).is_none()
}
