//! Words as predictions, each the name of a class.

use std::collections::HashMap;

use super::{ClassNames, Content, Fault, class_names::whole};
use crate::format::csv::field;

/// Limit of the words that name no class. More are names of items, or texts.
const MAX_UNKNOWN: usize = 1000;

/// One word for each item.
#[derive(Default)]
pub(super) struct Words {
    places: HashMap<String, u32>,
    content: Content,
}

impl Words {
    /// How many items have come.
    pub(super) fn len(&self) -> usize {
        self.content.table.len()
    }

    /// Takes the word of the next item.
    pub(super) fn push(&mut self, word: &str) -> Result<(), Fault> {
        let next = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry(word.to_owned()).or_insert(next);
        if place == next {
            self.content.words.push(word.to_owned());
        }
        self.content.table.push([f64::from(place)])
    }

    /// Takes an item without a prediction.
    pub(super) fn push_missing(&mut self) -> Result<(), Fault> {
        self.content.table.push([f64::NAN])
    }

    /// Whether some of them name classes.
    pub(super) fn name_classes(&self, names: &ClassNames) -> bool {
        self.content.words.iter().any(|word| names.class(word).is_some())
    }

    /// The predictions; `None` if too many words name no class.
    pub(super) fn predictions(self, names: &ClassNames) -> Option<Content> {
        let is_unknown = |word: &&String| names.class(word).is_none() && whole(word).is_none();
        let unknown = self.content.words.iter().filter(is_unknown).count();
        (unknown <= MAX_UNKNOWN).then_some(self.content)
    }
}

/// Whether a word stands for no value, and no class is called like it.
pub(super) fn is_missing(word: &str, classes: &ClassNames) -> bool {
    field::is_missing(word.trim().as_bytes()) && classes.class(word).is_none()
}
