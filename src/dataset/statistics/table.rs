//! The figures of all items and of each class, and the histogram of the values.

use super::{
    MAX_CLASSES,
    binning::Binning,
    figures::{Added, Figures, Group},
    moments::Unit,
};
use crate::{
    dataset::labels::Label,
    format::{
        element::ElementType,
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

/// Figures of items, which are added one by one.
#[derive(Debug)]
pub struct FigureTable {
    layout: Layout,
    range: (f64, f64),
    binning: Binning,
    classes: Vec<Label>,
    /// A group for each class, then one for the items of no class.
    groups: Vec<Group>,
}

impl FigureTable {
    /// The figures of no items yet, of an array whose values are in a range, with a group for each of these classes (in
    /// the order of their labels) unless there are more than [`MAX_CLASSES`].
    #[must_use]
    pub fn new(layout: &Layout, range: (f64, f64), mut classes: Vec<Label>) -> Self {
        if classes.len() > MAX_CLASSES {
            classes.clear();
        }
        let unit = Unit::new(layout.element_type(), range);
        Self {
            layout: layout.clone(),
            range,
            binning: Binning::new(range, unit),
            groups: vec![Group::new(); classes.len() + 1],
            classes,
        }
    }

    /// Adds an item that has this label. Unless they are bytes, `visit` takes its values some at a time, in the unit, and
    /// whether all of these are finite. An item of another length than the layout's is missing, and does not count.
    pub(super) fn add(&mut self, item: &[u8], label: Option<Label>, visit: impl FnMut(&[f64], bool)) -> Added {
        if item.len() as u64 != self.layout.item_len() {
            return Added::NONE;
        }
        let class = label.and_then(|label| self.classes.binary_search(&label).ok()).unwrap_or(self.classes.len());
        let group = &mut self.groups[class];
        match self.layout.element_type() {
            ElementType::U8 => Added { mean: group.add_bytes(item), ..Added::NONE },
            other => group.add_values(other, item, self.binning, visit),
        }
    }

    /// Adds the figures of other items.
    pub(in crate::dataset) fn merge(&mut self, other: &Self) {
        for (group, other) in self.groups.iter_mut().zip(&other.groups) {
            group.merge(other);
        }
    }

    pub(in crate::dataset) fn pack(&self, packer: &mut Packer) {
        for group in &self.groups {
            group.pack(packer);
        }
    }

    pub(in crate::dataset) fn unpack(&mut self, unpacker: &mut Unpacker<'_>) -> Option<()> {
        for group in &mut self.groups {
            *group = Group::unpack(unpacker)?;
        }
        Some(())
    }

    /// The figures of all items.
    #[must_use]
    pub fn all(&self) -> Figures {
        self.merged().figures(self.layout.element_type(), self.binning.unit)
    }

    /// The figures of each class. They are empty for a class without items.
    pub fn classes(&self) -> impl Iterator<Item = (Label, Figures)> {
        let figures = |group: &Group| group.figures(self.layout.element_type(), self.binning.unit);
        self.classes.iter().copied().zip(self.groups.iter().map(figures))
    }

    /// How many finite values there are in each 256th of the range. For u8, that is each value.
    #[must_use]
    pub fn bins(&self) -> [u64; 256] {
        self.merged().bins()
    }

    /// The range that the bins divide.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        self.range
    }

    fn merged(&self) -> Group {
        let mut all = Group::new();
        self.groups.iter().for_each(|group| all.merge(group));
        all
    }
}
