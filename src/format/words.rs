//! Words in place of labels, in a column of a table.

use std::collections::BTreeMap;

/// Limits of the words that can be classes, and of the bytes of one.
pub(in crate::format) const MAX_WORDS: usize = 10_000;
pub(in crate::format) const MAX_WORD_LEN: usize = 256;

/// The labels of classes, with their names.
pub(in crate::format) type Classes = Vec<(u32, String)>;

/// Digits of a label.
const MAX_DIGITS: usize = 9;

/// The words of a column, with the labels that stand for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::format) struct Words {
    labels: BTreeMap<Vec<u8>, u32>,
    /// The label above all others.
    next: u32,
    excess: Option<Excess>,
}

/// Why words are no classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::format) enum Excess {
    /// There are more of them than classes.
    Count,
    /// One has so many bytes.
    Len(usize),
}

impl Words {
    /// Takes a word. A new one stands for a label above all others, until they are numbered again.
    pub(in crate::format) fn add(&mut self, word: &[u8]) {
        if self.are_too_many() || self.labels.contains_key(word) {
            return;
        }
        self.labels.insert(word.to_vec(), self.next);
        self.next = self.next.saturating_add(1);
        if word.len() > MAX_WORD_LEN {
            self.excess = Some(Excess::Len(word.len()));
        } else if self.labels.len() > MAX_WORDS {
            self.excess = Some(Excess::Count);
        }
    }

    /// Numbers the words: as the first of these classes of other labels that at least half of them are among; else by their
    /// numbers if they begin with some, as folders of pictures do, and the others in their order, above those numbers. Gives
    /// the names of the classes that are no numbers; `None` when the words are no classes.
    pub(in crate::format) fn number(&mut self, known: &[Classes]) -> Option<Classes> {
        if self.are_too_many() || self.labels.is_empty() {
            return None;
        }
        if let Some(names) = known.iter().find_map(|classes| self.number_as(classes)) {
            return Some(names);
        }
        let numbered: BTreeMap<u32, String> = self.labels.keys().filter_map(|word| labelled(word)).collect();
        let count = self.labels.keys().filter(|word| labelled(word).is_some()).count();
        // Two words with one number are two classes.
        let is_unique = numbered.len() == count;
        let numbered = if is_unique { numbered } else { BTreeMap::new() };
        self.next = numbered.last_key_value().map_or(0, |(&max, _)| max + 1);
        let mut names = numbered;
        for (word, label) in &mut self.labels {
            if let Some((number, _)) = labelled(word).filter(|_| is_unique) {
                *label = number;
            } else {
                *label = self.next;
                names.insert(self.next, String::from_utf8_lossy(word).into_owned());
                self.next += 1;
            }
        }
        Some(names.into_iter().filter(|(_, name)| !name.is_empty()).collect())
    }

    /// Numbers the words as these classes, and new ones above them. Gives the names of all. `None` when less than half of the
    /// words are among them, or a number is larger than those of words are.
    fn number_as(&mut self, classes: &[(u32, String)]) -> Option<Classes> {
        let known: BTreeMap<&[u8], u32> = classes.iter().map(|(label, name)| (name.as_bytes(), *label)).collect();
        let found = self.labels.keys().filter(|word| known.contains_key(&word[..])).count();
        let max = classes.iter().map(|&(label, _)| label).max()?;
        if 2 * found < self.labels.len() || max.to_string().len() > MAX_DIGITS {
            return None;
        }
        self.next = max + 1;
        let mut names = classes.to_vec();
        for (word, label) in &mut self.labels {
            *label = known.get(&word[..]).copied().unwrap_or(self.next);
            if *label == self.next {
                names.push((self.next, String::from_utf8_lossy(word).into_owned()));
                self.next += 1;
            }
        }
        names.sort_unstable();
        Some(names)
    }

    /// The words in the order in which they came, before they are numbered; `None` when they are no classes.
    pub(in crate::format) fn in_order(&self) -> Option<Classes> {
        let name = |(word, &place): (&Vec<u8>, &u32)| (place, String::from_utf8_lossy(word).into_owned());
        let mut names: Vec<_> = self.labels.iter().map(name).collect();
        names.sort_unstable();
        Some(names).filter(|names| !names.is_empty() && !self.are_too_many())
    }

    /// Whether there are more words than classes, or longer ones.
    pub(in crate::format) fn are_too_many(&self) -> bool {
        self.excess.is_some()
    }

    /// Which of the two, the first one that was met.
    pub(in crate::format) fn excess(&self) -> Option<Excess> {
        self.excess
    }

    /// The different words.
    pub(in crate::format) fn all(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.labels.keys().map(Vec::as_slice)
    }

    pub(in crate::format) fn label(&self, word: &[u8]) -> Option<u32> {
        self.labels.get(word).copied()
    }
}

/// Whether a word begins with the number of its class.
#[cfg(feature = "columnar")]
pub(in crate::format) fn is_numbered(word: &[u8]) -> bool {
    labelled(word).is_some()
}

/// The label that a word begins with, and the name behind it: `3-cat`, or `3`. `20-29` is a range.
fn labelled(word: &[u8]) -> Option<(u32, String)> {
    let word = str::from_utf8(word).ok()?;
    let (digits, name) = word.split_once('-').filter(|(_, name)| !name.is_empty()).unwrap_or((word, ""));
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let is_label = (1..=MAX_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    Some((digits.parse().ok().filter(|_| is_label)?, name.to_owned()))
}
