//! Items in memory, in blocks of whole items.

use std::{mem, ops::Range};

use crate::{
    error::Error,
    format::{decode::Sink, layout::Layout},
};

/// Bytes per block, about; an item larger than this has a block of its own. Small where not all blocks stay in memory,
/// because a single item costs a whole block; not smaller, because each read of a file has a fixed cost in a browser.
const SMALL_BLOCK: u64 = 64 << 10;

/// Bytes per block where all blocks stay in memory. Growing memory has a fixed cost, so it grows by this much at least.
const LARGE_BLOCK: u64 = 1 << 20;

/// Which elements are in which block. Positions count bytes of elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockLayout {
    item_len: u64,
    items_per_block: u64,
    keeps_all: bool,
}

/// A block that is being filled.
#[derive(Debug, Default)]
pub(crate) struct PartialBlock {
    number: u64,
    bytes: Vec<u8>,
}

/// Blocks in memory, up to a number of bytes. The blocks wanted least recently are evicted first.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// In order. There are so few that inserting one in between costs little.
    held: Vec<Block>,
    byte_len: u64,
    capacity: u64,
    /// Increases by one whenever other items are wanted.
    generation: u64,
}

#[derive(Debug)]
struct Block {
    number: u64,
    bytes: Vec<u8>,
    /// The generation in which it was last wanted; 0 if never.
    generation: u64,
}

impl BlockLayout {
    /// The blocks of an array whose items are not empty. All of them stay in memory if they take at most `budget`
    /// bytes.
    pub(crate) fn new(layout: &Layout, budget: u64) -> Option<Self> {
        let (item_len, keeps_all) = (layout.item_len(), layout.byte_len() <= budget);
        let block_len = if keeps_all { LARGE_BLOCK } else { SMALL_BLOCK };
        (item_len > 0).then(|| Self { item_len, items_per_block: (block_len / item_len).max(1), keeps_all })
    }

    /// Whether all blocks stay in memory.
    pub(crate) fn keeps_all(self) -> bool {
        self.keeps_all
    }

    /// The block that contains an item.
    pub(crate) fn block_of(self, item: u64) -> u64 {
        item / self.items_per_block
    }

    /// The first item of a block.
    pub(crate) fn first_item(self, block: u64) -> u64 {
        block.saturating_mul(self.items_per_block)
    }

    /// Where the bytes of a block are, if the elements end at `end`.
    pub(crate) fn range(self, block: u64, end: u64) -> Range<u64> {
        let len = self.item_len * self.items_per_block;
        let start = block.saturating_mul(len).min(end);
        start..start.saturating_add(len).min(end)
    }

    /// The bytes of an item within those of its block.
    pub(crate) fn item(self, block: &[u8], item: u64) -> Option<&[u8]> {
        let item_len = usize::try_from(self.item_len).ok()?;
        let start = usize::try_from(item % self.items_per_block).ok()? * item_len;
        block.get(start..start.checked_add(item_len)?)
    }

    /// The whole items among the first bytes of a block.
    pub(crate) fn whole_items(self, bytes: &[u8]) -> &[u8] {
        let partial = usize::try_from(bytes.len() as u64 % self.item_len).unwrap_or(bytes.len());
        &bytes[..bytes.len() - partial]
    }
}

impl PartialBlock {
    /// An empty block.
    pub(crate) fn new(number: u64) -> Self {
        Self { number, bytes: Vec::new() }
    }

    /// The number of the block.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// The bytes that have arrived, in big-endian order as far as elements are whole.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes as many of the first `elements` as the block still needs to fill its range, and puts them in big-endian
    /// order. Whether the block is full now.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub(crate) fn fill(&mut self, layout: &Layout, elements: &mut &[u8], range: &Range<u64>) -> Result<bool, Error> {
        let filled = self.bytes.len() as u64;
        let left = (range.end - range.start).saturating_sub(filled);
        let count = usize::try_from(left).map_or(elements.len(), |left| left.min(elements.len()));
        let (taken, rest) = elements.split_at(count);
        if self.bytes.capacity() - self.bytes.len() < taken.len() {
            // Room for the whole block, but at most double: the header may promise bytes that never come.
            let doubled = (2 * filled).max(1).next_multiple_of(LARGE_BLOCK) - filled;
            let wanted = usize::try_from(left.min(doubled)).unwrap_or(usize::MAX).max(taken.len());
            let out_of_memory = |_| Error::OutOfMemory { offset: range.start + filled, expected: wanted as u64 };
            self.bytes.try_reserve_exact(wanted).map_err(out_of_memory)?;
        }
        let size = layout.element_type().size();
        let converted = self.bytes.len() / size * size;
        self.bytes.extend_from_slice(taken);
        let whole = self.bytes.len() / size * size;
        layout.convert_byte_order(&mut self.bytes[converted..whole]);
        *elements = rest;
        Ok(taken.len() as u64 == left)
    }

    /// Fills this block, and those after it in its place, with the next elements of the array. Items go to `visit` when
    /// they are complete, full blocks to `keep`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], and those of `visit`.
    pub(crate) fn advance(
        &mut self,
        layout: &Layout,
        block_layout: BlockLayout,
        mut elements: &[u8],
        keep: &mut dyn FnMut(Self),
        visit: Sink<'_>,
    ) -> Result<(), Error> {
        while !elements.is_empty() {
            let visited = block_layout.whole_items(&self.bytes).len();
            let range = block_layout.range(self.number, layout.byte_len());
            let is_full = self.fill(layout, &mut elements, &range)?;
            let items = &block_layout.whole_items(&self.bytes)[visited..];
            if !items.is_empty() {
                visit(layout, items)?;
            }
            if is_full {
                let next = Self::new(self.number + 1);
                keep(mem::replace(self, next));
            }
        }
        Ok(())
    }
}

impl Blocks {
    /// No blocks. Where not all blocks stay in memory, those here may take `capacity` bytes.
    pub(crate) fn new(capacity: u64) -> Self {
        Self { held: Vec::new(), byte_len: 0, capacity, generation: 0 }
    }

    /// The bytes of a block, if it is here.
    pub(crate) fn get(&self, number: u64) -> Option<&[u8]> {
        Some(&self.held[self.find(number).ok()?].bytes)
    }

    /// The numbers of the blocks and their bytes, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.held.iter().map(|block| (block.number, &block.bytes[..]))
    }

    /// The number of bytes in all blocks.
    pub(crate) fn byte_len(&self) -> u64 {
        self.byte_len
    }

    /// Starts a generation: from here on other blocks are wanted.
    pub(crate) fn start_generation(&mut self) {
        self.generation += 1;
    }

    /// Marks a block as wanted in this generation. Whether it is here.
    pub(crate) fn touch(&mut self, number: u64) -> bool {
        let found = self.find(number);
        if let Ok(index) = found {
            self.held[index].generation = self.generation;
        }
        found.is_ok()
    }

    /// Adds a block that is wanted now.
    pub(crate) fn insert(&mut self, block: PartialBlock) {
        let PartialBlock { number, mut bytes } = block;
        bytes.shrink_to_fit();
        self.byte_len += bytes.len() as u64;
        let block = Block { number, bytes, generation: self.generation };
        match self.find(number) {
            Ok(index) => {
                self.byte_len -= self.held[index].bytes.len() as u64;
                self.held[index] = block;
            }
            Err(index) => self.held.insert(index, block),
        }
    }

    /// Adds a block unless the blocks here take all the room. So blocks that only pass by evict none that is wanted.
    pub(crate) fn insert_if_room(&mut self, block: PartialBlock, layout: BlockLayout) {
        if self.byte_len < self.limit(layout) {
            self.insert(block);
        }
    }

    /// Evicts blocks that are not wanted in this generation until the others fit.
    pub(crate) fn evict(&mut self, layout: BlockLayout) {
        while self.byte_len > self.limit(layout) {
            let oldest = (0..self.held.len()).min_by_key(|&index| self.held[index].generation);
            let Some(oldest) = oldest.filter(|&index| self.held[index].generation < self.generation) else { break };
            self.byte_len -= self.held.remove(oldest).bytes.len() as u64;
        }
    }

    fn limit(&self, layout: BlockLayout) -> u64 {
        if layout.keeps_all { u64::MAX } else { self.capacity }
    }

    /// The index of a block, or else the index at which it belongs.
    fn find(&self, number: u64) -> Result<usize, usize> {
        self.held.binary_search_by_key(&number, |block| block.number)
    }
}
