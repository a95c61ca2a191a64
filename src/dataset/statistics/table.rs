//! The figures of all items and of each class, and the histogram of the values.

use super::{
    MAX_CLASSES,
    figures::{Figures, Group},
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
    unit: Unit,
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
        Self {
            layout: layout.clone(),
            range,
            unit: if layout.element_type() == ElementType::U8 { Unit::ONE } else { Unit::of_range(range) },
            groups: vec![Group::new(); classes.len() + 1],
            classes,
        }
    }

    /// Adds an item that has this label, and returns the mean of its finite values; NaN if there are none. An item of
    /// another length than the layout's is missing, and does not count.
    pub fn add(&mut self, item: &[u8], label: Option<Label>) -> f64 {
        if item.len() as u64 != self.layout.item_len() {
            return f64::NAN;
        }
        let class = label.and_then(|label| self.classes.binary_search(&label).ok()).unwrap_or(self.classes.len());
        let group = &mut self.groups[class];
        let element_type = self.layout.element_type();
        if element_type == ElementType::U8 {
            return group.add_bytes(item);
        }
        // Both ends are halved first because their difference may exceed f64.
        let (middle, half) = (self.range.0 / 2.0 + self.range.1 / 2.0, self.range.1 / 2.0 - self.range.0 / 2.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
        let bin = |value: f64| {
            let place = if half > 0.0 { (value - middle) / half } else { 0.0 };
            (((place + 1.0) * 128.0) as u32).min(255)
        };
        group.add_values(element_type, item, self.unit, bin)
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
        self.merged().figures(self.layout.element_type(), self.unit)
    }

    /// The figures of each class. They are empty for a class without items.
    pub fn classes(&self) -> impl Iterator<Item = (Label, Figures)> {
        let figures = |group: &Group| group.figures(self.layout.element_type(), self.unit);
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
