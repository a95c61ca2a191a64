//! The items that are wanted now.

use super::Store;
use crate::dataset::images::Raster;

/// Items that are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Want {
    /// The numbers of the items.
    pub items: Vec<u64>,
    /// What is drawn of each of them, and the sides in pixels of the squares whose means are drawn. Without it, the items
    /// are wanted whole.
    pub picture: Option<(Raster, u64)>,
}

impl Store {
    /// Sets the items that are wanted now, whole. Whether some of them must be read and can be.
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.want_all(&[Want { items: items.to_vec(), picture: None }])
    }

    /// Sets the items that are wanted now. Whether some of them must be read and can be.
    ///
    /// Items for a picture come whole if together they fit the cache. Otherwise only reductions of them stay: see
    /// [`Store::reduction`].
    pub fn want_all(&mut self, wants: &[Want]) -> bool {
        let known = self.items();
        let Some((layout, block_layout)) = self.pass.layout().zip(self.pass.block_layout()) else {
            self.schedule.set(Vec::new(), &self.pass, |_| ());
            return false;
        };
        let is_reduced = |want: &Want| {
            let byte_len = layout.item_len().saturating_mul(want.items.len() as u64);
            want.picture.is_some() && !block_layout.keeps_all() && byte_len > self.blocks.capacity()
        };
        let (reduced, whole): (Vec<&Want>, Vec<&Want>) = wants.iter().partition(|want| is_reduced(want));
        let mut items: Vec<u64> =
            whole.iter().flat_map(|want| &want.items).copied().filter(|&item| item < known).collect();
        items.sort_unstable();
        items.dedup();
        let front = self.pass.front();
        let is_in_front =
            |item| front.number() == block_layout.block_of(item) && block_layout.item(front.bytes(), item).is_some();
        let missing = self.blocks.want(block_layout, items, is_in_front);
        let is_plain = self.layers() == 0;
        self.schedule.set(missing, &self.pass, |reductions| {
            for want in reduced {
                let (Some(picture), items) = (want.picture, &want.items) else { continue };
                for &item in items.iter().filter(|&&item| item < known) {
                    reductions.want(layout, is_plain, item, picture);
                }
            }
        });
        self.is_waiting()
    }
}
