//! Words in place of labels, in a column of a table.

use std::collections::BTreeMap;

/// Limits of the words that can be classes, and of the bytes of one.
const MAX_WORDS: usize = 10_000;
const MAX_WORD_LEN: usize = 256;

/// Digits of a label.
const MAX_DIGITS: usize = 9;

/// The words of a column, with the labels that stand for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::format) struct Words {
    labels: BTreeMap<Vec<u8>, u32>,
    are_too_many: bool,
}

impl Words {
    /// Takes a word. A new one stands for the next label, until they are numbered again.
    pub(in crate::format) fn add(&mut self, word: &[u8]) {
        if self.are_too_many || self.labels.contains_key(word) {
            return;
        }
        let label = u32::try_from(self.labels.len()).unwrap_or(u32::MAX);
        self.labels.insert(word.to_vec(), label);
        self.are_too_many = self.labels.len() > MAX_WORDS || word.len() > MAX_WORD_LEN;
    }

    /// Numbers the words as folders of pictures are: by their numbers if they begin with some, else in their order. Gives
    /// the names of the classes, if the numbers do not say all; `None` when the words are no classes.
    pub(in crate::format) fn number(&mut self) -> Option<Vec<(u32, String)>> {
        if self.are_too_many || self.labels.is_empty() {
            return None;
        }
        let numbered: Option<BTreeMap<u32, String>> = self.labels.keys().map(|word| labelled(word)).collect();
        let numbered = numbered.filter(|names| names.len() == self.labels.len());
        let by_place = numbered.is_none();
        for (place, (word, label)) in (0..).zip(&mut self.labels) {
            *label = labelled(word).filter(|_| !by_place).map_or(place, |(label, _)| label);
        }
        let in_order = || self.labels.iter().map(|(word, &label)| (label, String::from_utf8_lossy(word).into_owned()));
        let names = numbered.unwrap_or_else(|| in_order().collect());
        Some(names.into_iter().filter(|(_, name)| !name.is_empty()).collect())
    }

    /// The different words.
    pub(in crate::format) fn all(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.labels.keys().map(Vec::as_slice)
    }

    pub(in crate::format) fn label(&self, word: &[u8]) -> Option<u32> {
        self.labels.get(word).copied()
    }
}

/// The label that a word begins with, and the name behind it: `3-cat`, or `3`.
fn labelled(word: &[u8]) -> Option<(u32, String)> {
    let word = str::from_utf8(word).ok()?;
    let (digits, name) = word.split_once('-').filter(|(_, name)| !name.is_empty()).unwrap_or((word, ""));
    let is_label = (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| is_label)?, name.to_owned()))
}
