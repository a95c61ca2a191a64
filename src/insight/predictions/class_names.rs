//! The names of the classes of labels, in which predictions can be written.

use std::collections::HashMap;

use crate::dataset::labels::Label;

/// Limit of the classes that others are numbered behind.
const MAX_CLASS: f64 = (1_u64 << 52) as f64;

/// The class that a whole number is.
pub(super) fn whole(word: &str) -> Option<Label> {
    let number: f64 = word.trim().parse().ok()?;
    (number.fract() == 0.0 && number.abs() < MAX_CLASS).then_some(Label(number))
}

/// The classes of labels by their names.
#[derive(Clone, Debug, Default)]
pub struct ClassNames {
    exact: HashMap<String, Label>,
    /// By the names in small letters; `None` where classes differ in nothing else.
    folded: HashMap<String, Option<Label>>,
}

impl ClassNames {
    /// Classes with their names.
    #[must_use]
    pub fn new(classes: impl IntoIterator<Item = (f64, impl AsRef<str>)>) -> Self {
        let mut all = Self::default();
        for (class, name) in classes {
            let (class, name) = (Label(class), name.as_ref().trim());
            all.exact.entry(name.to_owned()).or_insert(class);
            let folded = all.folded.entry(name.to_lowercase()).or_insert(Some(class));
            *folded = folded.filter(|&other| other == class);
        }
        all
    }

    pub(super) fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    /// The class of this name. Letters may be small instead of large, and the other way round, where that fits one class only.
    pub(super) fn class(&self, name: &str) -> Option<Label> {
        let name = name.trim();
        let folded = || self.folded.get(&name.to_lowercase()).copied().flatten();
        self.exact.get(name).copied().or_else(folded)
    }

    /// The class of each of these words, and those that are unknown: they name none, and become classes behind the labels and
    /// all classes with names. A whole number is its own name, unless a class is called like it.
    pub(super) fn of_words(&self, words: Vec<String>, labels: &[f64]) -> (Vec<Label>, Vec<(Label, String)>) {
        let known = |word: &str| self.class(word).or_else(|| whole(word));
        let numbers = words.iter().filter_map(|word| known(word)).map(|class| class.0);
        let taken = numbers.chain(self.exact.values().map(|class| class.0)).chain(labels.iter().copied());
        // Above, not all whole numbers are there.
        let first = taken.filter(|class| class.abs() < MAX_CLASS).fold(-1.0, f64::max).floor() + 1.0;
        let mut unknown = Vec::new();
        let classes = words.into_iter().map(|word| {
            known(&word).unwrap_or_else(|| {
                let class = Label(first + f64::from(u32::try_from(unknown.len()).unwrap_or(u32::MAX)));
                unknown.push((class, word));
                class
            })
        });
        (classes.collect(), unknown)
    }
}
