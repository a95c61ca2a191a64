//! Labels: what each item is called, and how many items are called so.

use std::{cmp::Ordering, collections::BTreeMap, fmt};

use crate::{dataset::store::Store, error::Error, format::header::ElementType};

/// A label: one number. Integer types hold class numbers; floats occur too, as regression targets.
#[derive(Clone, Copy, Debug)]
pub struct Label(pub f64);

/// The labels of a dataset, as far as they have arrived. Of an item of several elements (QMNIST has eight per
/// digit) the first is the label.
#[derive(Debug)]
pub struct Labels {
    store: Store,
    counts: BTreeMap<Label, u64>,
    uncounted: u64,
}

impl Labels {
    /// More distinct values than this are not classes; the rest are not told apart.
    pub const MAX_CLASSES: usize = 65_536;

    /// The labels in a file of `size` bytes, or of as many as there will be: see [`Store::new`].
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self { store: Store::counted(size, budget), counts: BTreeMap::new(), uncounted: 0 }
    }

    /// Takes bytes of the file, and counts the labels that they complete.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Store::push`].
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { store, counts, uncounted } = self;
        store.push_and_see(offset, bytes, &mut |header, items| {
            let item_len = usize::try_from(header.item_len()).unwrap_or(usize::MAX);
            for label in items.chunks_exact(item_len).map(|item| Label::of(header.element_type(), item)) {
                if counts.len() < Self::MAX_CLASSES || counts.contains_key(&label) {
                    *counts.entry(label).or_default() += 1;
                } else {
                    *uncounted += 1;
                }
            }
            Ok(())
        })
    }

    /// Notes which items are wanted: see [`Store::want`].
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.store.want(items)
    }

    /// Wants no more of the file; what has arrived stays.
    pub fn stop(&mut self) {
        self.store.stop();
    }

    /// The array that the labels come from.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The label of item `index`, if it is here and has one.
    #[must_use]
    pub fn label(&self, index: u64) -> Option<Label> {
        let element_type = self.store.header()?.element_type();
        let item = self.store.item(index)?;
        (!item.is_empty()).then(|| Label::of(element_type, item))
    }

    /// How many items carry each label, least label first.
    #[must_use]
    pub fn counts(&self) -> impl ExactSizeIterator<Item = (Label, u64)> {
        self.counts.iter().map(|(&label, &count)| (label, count))
    }

    /// Items whose label came after [`Labels::MAX_CLASSES`] others.
    #[must_use]
    pub fn uncounted(&self) -> u64 {
        self.uncounted
    }
}

impl Label {
    /// The first number of an item.
    fn of(element_type: ElementType, item: &[u8]) -> Self {
        // Minus zero is zero.
        Self(element_type.value(item) + 0.0)
    }
}

/// Numeric order, with NaN after everything else.
impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or_else(|| self.0.is_nan().cmp(&other.0.is_nan()))
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Label {}

/// Class numbers without a fraction, other numbers as short as they can be told apart.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
