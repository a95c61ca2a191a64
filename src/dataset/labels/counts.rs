//! How many items have each label.

use std::{collections::BTreeMap, mem};

use super::{Label, LabelSource, Labels};
use crate::format::layout::Layout;

/// How many items have each label, and how many have one beyond the limit.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) classes: BTreeMap<Label, u64>,
    pub(super) uncounted: u64,
}

impl Counts {
    /// Turns counts of one-hot classes into counts of the first column, which is 1 in class 0 and otherwise 0.
    pub(super) fn become_first_column(&mut self) {
        let classes = mem::take(self);
        for (&class, &count) in &classes.classes {
            self.add(Label(f64::from(u8::from(class == Label(0.0)))), count, 2);
        }
        if classes.uncounted > 0 {
            self.add(Label(0.0), classes.uncounted, 2);
        }
    }

    /// Counts a label, by itself unless `limit` others came before it.
    pub(super) fn add(&mut self, label: Label, count: u64, limit: usize) {
        if self.classes.len() < limit || self.classes.contains_key(&label) {
            *self.classes.entry(label).or_default() += count;
        } else {
            self.uncounted += count;
        }
    }
}

/// Limit of the distinct labels of an array that are counted.
pub(super) fn class_limit(layout: &Layout, source: LabelSource) -> usize {
    // The column of a one-hot row is no float.
    let floats = layout.element_type().is_float() && source != LabelSource::OneHot;
    if floats { Labels::MAX_FLOATS } else { Labels::MAX_CLASSES }
}
