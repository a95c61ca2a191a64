//! The items that are in memory.

use super::Store;
use crate::{
    dataset::{
        blocks::{BlockLayout, PartialBlock},
        images::Raster,
        reduction::Reduction,
    },
    format::checkpoint::Checkpoints,
};

impl Store {
    /// The number of bytes in memory: of items, of reductions of them, and of the checkpoints.
    #[must_use]
    pub fn held_bytes(&self) -> u64 {
        let checkpoints = self.pass.decoder().checkpoints().map_or(0, Checkpoints::byte_len);
        let checkpoints = checkpoints + self.pass.partial_index_bytes();
        checkpoints + self.blocks.byte_len() + self.schedule.byte_len() + self.pass.front().bytes().len() as u64
    }

    /// Whether all items that arrive stay in memory.
    #[must_use]
    pub fn keeps_all(&self) -> bool {
        self.pass.block_layout().is_none_or(BlockLayout::keeps_all)
    }

    /// The number of whole items that are in memory or that a seek can fetch.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.layout().map_or(0, |layout| self.pass.end().checked_div(layout.item_len()).unwrap_or(layout.items()))
    }

    /// The elements of item `index`, big-endian and row-major, if it is in memory.
    #[must_use]
    pub fn item(&self, index: u64) -> Option<&[u8]> {
        if index >= self.items() {
            return None;
        }
        let Some(block_layout) = self.pass.block_layout() else { return Some(&[]) };
        let front = Some(self.pass.front()).filter(|front| front.number() == block_layout.block_of(index));
        let front = front.map(PartialBlock::bytes).and_then(|bytes| block_layout.item(bytes, index));
        front.or_else(|| self.blocks.item(block_layout, index))
    }

    /// A reduction of item `index` that was wanted, once it can be drawn, and whether it is complete.
    #[must_use]
    pub fn reduction(&self, index: u64, raster: Raster, shrink: u64) -> Option<(&Reduction, bool)> {
        self.schedule.reductions().get(index, raster, shrink)
    }

    /// Bytes of an item as the file stores them: `count` bytes from `first` on, which is the start of an element, as
    /// far as the item goes.
    #[must_use]
    pub fn bytes(&self, index: u64, first: usize, count: usize) -> Vec<u8> {
        let Some((layout, item)) = self.layout().zip(self.item(index)) else { return Vec::new() };
        let end = first.saturating_add(count).min(item.len());
        let mut bytes = item.get(first..end).unwrap_or_default().to_vec();
        layout.convert_byte_order(&mut bytes);
        bytes
    }

    /// The items in memory, in order, as runs: the number of the first item, and the elements.
    #[must_use]
    pub fn runs(&self) -> Vec<(u64, &[u8])> {
        let Some(block_layout) = self.pass.block_layout() else { return Vec::new() };
        let front = self.pass.front();
        let mut runs: Vec<(u64, &[u8])> = self.blocks.iter().collect();
        if let Err(index) = runs.binary_search_by_key(&front.number(), |run| run.0) {
            runs.insert(index, (front.number(), front.bytes()));
        }
        for (first, items) in &mut runs {
            (*first, *items) = (block_layout.first_item(*first), block_layout.whole_items(items));
        }
        runs
    }
}
