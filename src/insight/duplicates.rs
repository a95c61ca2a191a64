//! Images that are equal.

use std::ops::Range;

use super::{
    GrayImages,
    groups::{self, Group},
};

/// The equal images of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Groups of equal images: those whose labels disagree first, then large ones. The images of a group are in order.
    pub groups: Vec<Group>,
    /// Images of one value in the file, in order. They are in no group.
    pub constant: Vec<u32>,
}

impl Duplicates {
    /// Finds the equal images of these sets: those whose hashes are equal, and in one set whose pixels are, too. Files can
    /// be drawn in different ranges or orientations, so equal bytes can have different pixels in two sets. Each image has
    /// a [hash](crate::dataset::item_hash::hash) of its bytes in the file, and a label if that is known. `constant` says
    /// of each whether it has one value in the file.
    ///
    /// # Panics
    /// When there is not one hash for each image, or not known of each whether it is constant.
    #[must_use]
    pub fn new(
        images: &GrayImages,
        hashes: &[u128],
        constant: &[bool],
        labels: &[Option<u32>],
        sets: &[Range<u32>],
    ) -> Self {
        assert_eq!([hashes.len(), constant.len()], [images.len(); 2], "each image has a hash, and is constant or not");
        let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(images.len());
        let others = (0..).zip(hashes).zip(constant).filter(|(_, is_constant)| !**is_constant);
        sorted.extend(others.map(|((item, &hash), _)| (hash as u64, item)));
        sorted.sort_unstable();
        let set_of = |item: u32| sets.iter().position(|set| set.contains(&item));
        let mut groups = Vec::new();
        for run in sorted.chunk_by(|(a, _), (b, _)| a == b) {
            let mut items: Vec<_> = run.iter().map(|&(_, item)| item).collect();
            // More than one round is needed only where different images share a hash.
            while items.len() > 1 {
                let first = items[0] as usize;
                let equal = |item: u32| {
                    hashes[item as usize] == hashes[first]
                        && (set_of(item) != set_of(first as u32) || images.image(item as usize) == images.image(first))
                };
                let (group, others) = items.into_iter().partition::<Vec<_>, _>(|&item| equal(item));
                if group.len() > 1 {
                    groups.push(Group::new(group, labels));
                }
                items = others;
            }
        }
        groups::sort(&mut groups);
        let constant = (0..).zip(constant).filter(|(_, is_constant)| **is_constant).map(|(item, _)| item).collect();
        Self { groups, constant }
    }

    /// The groups of a set, with its images alone.
    #[must_use]
    pub fn within(&self, set: &Range<u32>, labels: &[Option<u32>]) -> Vec<Group> {
        let own = |group: &Group| group.items.iter().copied().filter(|item| set.contains(item)).collect::<Vec<_>>();
        let several = self.groups.iter().map(own).filter(|items| items.len() > 1);
        let mut groups: Vec<_> = several.map(|items| Group::new(items, labels)).collect();
        groups::sort(&mut groups);
        groups
    }

    /// One image of each kind, in order: without those that show nothing because their pixels have one gray value, and
    /// without all but the first of each group.
    #[must_use]
    pub fn distinct(&self, images: &GrayImages) -> Vec<u32> {
        let mut is_dropped: Vec<_> = images.iter().map(|image| image.iter().all(|&pixel| pixel == image[0])).collect();
        for &copy in self.groups.iter().flat_map(|group| &group.items[1..]) {
            is_dropped[copy as usize] = true;
        }
        (0..).zip(is_dropped).filter(|(_, is_dropped)| !is_dropped).map(|(item, _)| item).collect()
    }
}
