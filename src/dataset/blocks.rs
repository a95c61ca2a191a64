//! Items in memory, in blocks of whole items.

use std::ops::Range;

use crate::{error::Error, format::layout::Layout};

/// Bytes per block, about; an item larger than this has a block of its own. Small where not all blocks are to stay, as
/// a single item costs a whole block; not smaller, because each read of a file has a cost of its own in a browser.
const BLOCK: u64 = 64 << 10;

/// Bytes per block where all are to stay. Memory grows by at least as much as is asked for, and each time at a cost.
const LARGE_BLOCK: u64 = 1 << 20;

/// Which elements are in which block. Positions are in bytes of the elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    item_len: u64,
    items_per_block: u64,
    kept: bool,
}

/// A block on its way in.
#[derive(Debug, Default)]
pub(crate) struct Filling {
    pub(crate) block: u64,
    pub(crate) bytes: Vec<u8>,
}

/// Blocks that are here. There may be a limit to them: then those that were wanted least recently go first.
#[derive(Debug, Default)]
pub(crate) struct Blocks {
    /// In order, as most come: there are so few that one in between costs nothing.
    held: Vec<Block>,
    /// Bytes in all blocks.
    len: u64,
    /// Goes up by one with every wish.
    now: u64,
}

#[derive(Debug)]
struct Block {
    number: u64,
    bytes: Vec<u8>,
    /// When it was wanted last; 0 if never.
    wanted: u64,
}

impl Division {
    /// Of an array whose items are not empty. All blocks are to stay if they are at most `budget` bytes.
    pub(crate) fn of(layout: &Layout, budget: u64) -> Option<Self> {
        let (item_len, kept) = (layout.item_len(), layout.byte_len() <= budget);
        let block = if kept { LARGE_BLOCK } else { BLOCK };
        (item_len > 0).then(|| Self { item_len, items_per_block: (block / item_len).max(1), kept })
    }

    /// Whether all blocks are to stay.
    pub(crate) fn is_kept(self) -> bool {
        self.kept
    }

    /// Bytes of blocks in memory, unless more are wanted at once: all, or those of the cache.
    pub(crate) fn limit(self, cache: u64) -> u64 {
        if self.kept { u64::MAX } else { cache }
    }

    /// The block that an item is in.
    pub(crate) fn block_of(self, item: u64) -> u64 {
        item / self.items_per_block
    }

    /// The first item of a block.
    pub(crate) fn first_of(self, block: u64) -> u64 {
        block.saturating_mul(self.items_per_block)
    }

    /// Where a block is, if the elements end at `end`.
    pub(crate) fn range(self, block: u64, end: u64) -> Range<u64> {
        let len = self.item_len * self.items_per_block;
        let start = block.saturating_mul(len).min(end);
        start..start.saturating_add(len).min(end)
    }

    /// Where an item is in its block.
    fn place(self, item: u64) -> Option<Range<usize>> {
        let item_len = usize::try_from(self.item_len).ok()?;
        let start = usize::try_from(item % self.items_per_block).ok()? * item_len;
        Some(start..start.checked_add(item_len)?)
    }

    /// An item, of the bytes of its block.
    pub(crate) fn item(self, block: &[u8], item: u64) -> Option<&[u8]> {
        block.get(self.place(item)?)
    }

    /// How many of a block's first bytes are whole items.
    pub(crate) fn whole(self, bytes: &[u8]) -> usize {
        bytes.len() - usize::try_from(bytes.len() as u64 % self.item_len).unwrap_or(bytes.len())
    }
}

impl Filling {
    /// An empty block.
    pub(crate) fn new(block: u64) -> Self {
        Self { block, bytes: Vec::new() }
    }

    /// Takes the first of `elements`, as many as the block is short of filling its `place`, and puts them in
    /// big-endian order. Whether that is full now.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn take(&mut self, layout: &Layout, elements: &mut &[u8], place: &Range<u64>) -> Result<bool, Error> {
        let filled = self.bytes.len() as u64;
        let left = (place.end - place.start).saturating_sub(filled);
        let count = usize::try_from(left).map_or(elements.len(), |left| left.min(elements.len()));
        let (taken, rest) = elements.split_at(count);
        if self.bytes.capacity() - self.bytes.len() < taken.len() {
            // All that the block will take, but no more than doubles it: the header has only promised that much.
            let doubled = (2 * filled).max(1).next_multiple_of(LARGE_BLOCK) - filled;
            let wanted = usize::try_from(left.min(doubled)).unwrap_or(usize::MAX).max(taken.len());
            let out_of_memory = |_| Error::OutOfMemory { offset: place.start + filled, expected: wanted as u64 };
            self.bytes.try_reserve_exact(wanted).map_err(out_of_memory)?;
        }
        let size = layout.element_type().size();
        let ordered = self.bytes.len() / size * size;
        self.bytes.extend_from_slice(taken);
        let whole = self.bytes.len() / size * size;
        layout.convert_byte_order(&mut self.bytes[ordered..whole]);
        *elements = rest;
        Ok(taken.len() as u64 == left)
    }
}

impl Blocks {
    pub(crate) fn get(&self, block: u64) -> Option<&[u8]> {
        Some(&self.held[self.find(block).ok()?].bytes)
    }

    /// The blocks and their bytes, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.held.iter().map(|held| (held.number, &held.bytes[..]))
    }

    /// Bytes in all blocks.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// From here on other blocks are wanted.
    pub(crate) fn turn(&mut self) {
        self.now += 1;
    }

    /// Keeps a block for as long as it is wanted; false if it is not here.
    pub(crate) fn keep(&mut self, block: u64) -> bool {
        let found = self.find(block);
        if let Ok(at) = found {
            self.held[at].wanted = self.now;
        }
        found.is_ok()
    }

    /// Takes a block that is wanted now.
    pub(crate) fn insert(&mut self, filled: Filling) {
        let Filling { block, mut bytes } = filled;
        bytes.shrink_to_fit();
        self.len += bytes.len() as u64;
        let taken = Block { number: block, bytes, wanted: self.now };
        match self.find(block) {
            Ok(at) => {
                self.len -= self.held[at].bytes.len() as u64;
                self.held[at] = taken;
            }
            Err(at) => self.held.insert(at, taken),
        }
    }

    /// Lets go of blocks that are not wanted now, until all that are here are at most `limit` bytes.
    pub(crate) fn trim(&mut self, limit: u64) {
        while self.len > limit {
            let oldest = (0..self.held.len()).min_by_key(|&at| self.held[at].wanted);
            let Some(oldest) = oldest.filter(|&at| self.held[at].wanted < self.now) else { break };
            self.len -= self.held.remove(oldest).bytes.len() as u64;
        }
    }

    /// Where a block is, or else where it belongs.
    fn find(&self, block: u64) -> Result<usize, usize> {
        self.held.binary_search_by_key(&block, |held| held.number)
    }
}
