//! Images that belong together.

use std::{cmp::Reverse, ops::Range};

/// Images that are equal or nearly so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The images, at least two. The first one stands for the others.
    pub items: Vec<u32>,
    /// Whether two of them have different labels.
    pub conflicting: bool,
}

impl Group {
    /// A group of images, from the label of each image of the dataset.
    pub(super) fn new(items: Vec<u32>, labels: &[Option<u32>]) -> Self {
        let mut known = items.iter().filter_map(|&item| labels.get(item as usize).copied().flatten());
        let first = known.next();
        Self { conflicting: known.any(|label| Some(label) != first), items }
    }

    /// Whether there are images of more than one of these sets: a leak, when one is for training and one for tests. An
    /// image of no set does not count.
    #[must_use]
    pub fn spans(&self, sets: &[Range<u32>]) -> bool {
        let mut found = self.items.iter().filter_map(|item| sets.iter().position(|set| set.contains(item)));
        let first = found.next();
        found.any(|set| Some(set) != first)
    }
}

/// Puts groups whose labels disagree first, and then large ones.
pub(super) fn sort(groups: &mut [Group]) {
    groups.sort_by_key(|group| (!group.conflicting, Reverse(group.items.len()), group.items[0]));
}
