//! The items that match a query, in groups.

use std::{collections::BTreeMap, ops::Range};

use super::{MAX_ITEMS, listable};
use crate::{
    dataset::labels::Label,
    error::Error,
    format::packed::{Packer, Unpacker},
};

/// The numbers of the items found. Items are in groups by what they are sorted by, and in a group in the order in which they
/// were found.
#[derive(Debug, Default)]
pub(crate) struct Matches {
    /// How many there are. Beyond [`MAX_ITEMS`] they are only counted.
    count: u64,
    groups: BTreeMap<Label, Vec<u32>>,
}

impl Matches {
    /// Adds an item, if it has a group.
    pub(crate) fn add(&mut self, item: u32, group: Option<Label>) {
        let Some(group) = group else { return };
        self.count += 1;
        if self.count <= MAX_ITEMS {
            self.groups.entry(group).or_default().push(item);
        } else {
            self.groups.clear();
        }
    }

    /// Adds items that were found after all others.
    pub(crate) fn merge(&mut self, next: Self) {
        self.count += next.count;
        if self.count > MAX_ITEMS {
            return self.groups.clear();
        }
        for (group, mut items) in next.groups {
            self.groups.entry(group).or_default().append(&mut items);
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Whether items in such parts are not too many to list.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
    pub(crate) fn check<'a>(parts: impl Iterator<Item = &'a Self>) -> Result<(), Error> {
        listable(parts.map(Self::count).sum()).map(|_| ())
    }

    /// All items, the first group first or last. Those without a label always come last, and then those with NaN.
    pub(super) fn into_items(mut self, last_first: bool, unlabelled: Option<Label>) -> Vec<u32> {
        let without_value = [unlabelled, Some(Label(f64::NAN))].map(|label| self.groups.remove(&label?));
        let mut groups: Vec<_> = self.groups.into_values().collect();
        if last_first {
            groups.reverse();
        }
        groups.extend(without_value.into_iter().flatten());
        // The usual group is not copied.
        if groups.len() == 1 { groups.remove(0) } else { groups.concat() }
    }

    pub(crate) fn pack(&self, packer: &mut Packer) {
        packer.u64(self.count);
        packer.f64s(&self.groups.keys().map(|group| group.0).collect::<Vec<_>>());
        for items in self.groups.values() {
            packer.u32s(items);
        }
    }

    /// Items that were packed, of these; `None` if there are others.
    pub(crate) fn unpack(unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Self> {
        let count = unpacker.u64();
        let groups: Vec<_> = unpacker.f64s().into_iter().map(|group| (Label(group), unpacker.u32s())).collect();
        let listed: u64 = groups.iter().map(|(_, found)| found.len() as u64).sum();
        let are_of_these = groups.iter().flat_map(|(_, found)| found).all(|&item| items.contains(&item.into()));
        let is_whole = listed == count || (listed < count && count > MAX_ITEMS);
        (are_of_these && is_whole && count <= items.end - items.start)
            .then(|| Self { count, groups: groups.into_iter().collect() })
    }
}
