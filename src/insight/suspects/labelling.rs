//! Labels as the methods need them: which classes can be learned, and which items are left out together.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::insight::random::hash;

/// Parts of the train set, each of which is scored by a model of the others.
pub const FOLDS: usize = 5;
/// The classes that are told apart at most: the most frequent ones.
pub const MAX_CLASSES: usize = 1000;

/// The labels of all items, and the classes that can be learned from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelling {
    labels: Vec<Option<u32>>,
    groups: Vec<u32>,
    train: Range<usize>,
    /// The labels of the classes, ascending.
    classes: Vec<u32>,
    /// The class of each item, as a place in `classes`.
    columns: Vec<Option<usize>>,
}

impl Labelling {
    /// Takes the labels of all items, where they have one, and the group of each: items of one group are the same image,
    /// and share a fold, because otherwise they would vouch for each other's labels. Models learn from the items of
    /// `train` alone.
    ///
    /// # Panics
    /// When there is not one group for each label, or `train` leaves their range.
    #[must_use]
    pub fn new(labels: Vec<Option<u32>>, groups: &[u32], train: Range<usize>) -> Self {
        assert_eq!(labels.len(), groups.len(), "each item has a group");
        let classes = classes(&labels[train.clone()], &groups[train.clone()]);
        let column = |label: &Option<u32>| label.and_then(|label| classes.binary_search(&label).ok());
        let columns = labels.iter().map(column).collect();
        Self { labels, groups: groups.to_vec(), train, classes, columns }
    }

    /// The label of each item.
    #[must_use]
    pub fn labels(&self) -> &[Option<u32>] {
        &self.labels
    }

    /// The labels of the classes that can be learned, ascending: those of at least two different images, or none where
    /// there are not two of them.
    #[must_use]
    pub fn classes(&self) -> &[u32] {
        &self.classes
    }

    /// The items that models learn from.
    #[must_use]
    pub fn train(&self) -> Range<usize> {
        self.train.clone()
    }

    /// The class of an item, as a place in [`classes`](Self::classes).
    pub(super) fn column(&self, item: usize) -> Option<usize> {
        self.columns[item]
    }

    /// Whether two items are the same image.
    pub(super) fn are_equal(&self, one: usize, other: usize) -> bool {
        self.groups[one] == self.groups[other]
    }

    /// The items of each fold of `train`, then the items outside it. Each seed divides them in another way.
    pub(super) fn folds(&self, seed: u64) -> [Vec<usize>; FOLDS + 1] {
        let mut first_labels = HashMap::new();
        for item in self.train() {
            first_labels.entry(self.groups[item]).or_insert(self.labels[item]);
        }
        // In each class the groups are dealt to the folds in an order that does not depend on that of the file.
        let key = |(group, label)| (label, hash(seed ^ hash(u64::from(group))), group);
        let mut dealt: Vec<_> = first_labels.into_iter().map(key).collect();
        dealt.sort_unstable();
        let fold_of: HashMap<_, _> = dealt.iter().enumerate().map(|(at, &(.., group))| (group, at % FOLDS)).collect();
        let mut folds = [const { Vec::new() }; FOLDS + 1];
        for item in 0..self.labels.len() {
            let fold = if self.train.contains(&item) { fold_of[&self.groups[item]] } else { FOLDS };
            folds[fold].push(item);
        }
        folds
    }
}

/// The labels of at least two groups each, ascending; none where there are fewer than two such labels.
fn classes(labels: &[Option<u32>], groups: &[u32]) -> Vec<u32> {
    let mut members: Vec<_> =
        labels.iter().zip(groups).filter_map(|(label, &group)| Some(((*label)?, group))).collect();
    members.sort_unstable();
    members.dedup();
    let mut counts = BTreeMap::<u32, usize>::new();
    for (label, _) in members {
        *counts.entry(label).or_default() += 1;
    }
    let mut classes: Vec<_> = counts.into_iter().filter(|&(_, count)| count > 1).collect();
    classes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    classes.truncate(if classes.len() > 1 { MAX_CLASSES } else { 0 });
    let mut classes: Vec<u32> = classes.into_iter().map(|(label, _)| label).collect();
    classes.sort_unstable();
    classes
}
