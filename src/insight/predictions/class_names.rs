//! The names of the classes of labels, in which predictions can be written.

use std::collections::HashMap;

use crate::dataset::labels::Label;

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

    /// The class of each of these words, and the words that name none. These become classes behind the labels and all classes
    /// with names. A number is its own name, unless a class is called like it.
    pub(super) fn of_words(&self, words: Vec<String>, labels: &[f64]) -> (Vec<Label>, Vec<(Label, String)>) {
        let known = self.exact.values().map(|class| class.0).chain(labels.iter().copied());
        let first = known.fold(-1.0, f64::max).floor() + 1.0;
        let mut others = Vec::new();
        let classes = words.into_iter().map(|word| {
            let known = self.class(&word).or_else(|| word.parse().ok().map(Label));
            known.unwrap_or_else(|| {
                let class = Label(first + f64::from(u32::try_from(others.len()).unwrap_or(u32::MAX)));
                others.push((class, word));
                class
            })
        });
        (classes.collect(), others)
    }
}
