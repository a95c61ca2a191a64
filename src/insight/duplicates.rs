//! Images that are equal.

use super::{
    GrayImages,
    groups::{self, Group},
};

/// The equal images of a dataset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duplicates {
    /// Groups of equal images: those whose labels disagree first, then large ones. The images of a group are in order.
    pub groups: Vec<Group>,
    /// Images whose pixels all have one value, in order. They are in no group.
    pub constant: Vec<u32>,
}

impl Duplicates {
    /// Finds the equal images. Each image has a [hash](crate::dataset::item_hash::hash) of its bytes in the file, and a
    /// label if that is known. Images are equal when their hashes are, and their pixels.
    ///
    /// # Panics
    /// When there is not one hash for each image.
    #[must_use]
    pub fn new(images: &GrayImages, hashes: &[u128], labels: &[Option<u32>]) -> Self {
        assert_eq!(images.len(), hashes.len(), "each image has a hash");
        let mut constant = Vec::new();
        let mut sorted: Vec<(u64, u32)> = Vec::with_capacity(images.len());
        for ((item, image), &hash) in (0..).zip(images.iter()).zip(hashes) {
            if image.iter().all(|pixel| *pixel == image[0]) {
                constant.push(item);
            } else {
                sorted.push((hash as u64, item));
            }
        }
        sorted.sort_unstable();
        let mut groups = Vec::new();
        for run in sorted.chunk_by(|(a, _), (b, _)| a == b) {
            let mut items: Vec<_> = run.iter().map(|&(_, item)| item).collect();
            // More than one round is needed only where different images share a hash.
            while items.len() > 1 {
                let first = items[0] as usize;
                let equal = |item: u32| {
                    hashes[item as usize] == hashes[first] && images.image(item as usize) == images.image(first)
                };
                let (group, others) = items.into_iter().partition::<Vec<_>, _>(|&item| equal(item));
                if group.len() > 1 {
                    groups.push(Group::new(group, labels));
                }
                items = others;
            }
        }
        groups::sort(&mut groups);
        Self { groups, constant }
    }

    /// One image of each kind, in order: without the constant images, and without all but the first of each group.
    #[must_use]
    pub fn distinct(&self, images: u32) -> Vec<u32> {
        let copies = self.groups.iter().flat_map(|group| &group.items[1..]);
        let mut is_dropped = vec![false; images as usize];
        for &item in self.constant.iter().chain(copies) {
            is_dropped[item as usize] = true;
        }
        (0..images).zip(is_dropped).filter(|(_, is_dropped)| !is_dropped).map(|(item, _)| item).collect()
    }
}
