//! Items in memory, in blocks of whole items.

use std::{collections::BTreeMap, ops::Range};

use crate::format::layout::Layout;

pub(crate) use self::partial::PartialBlock;

mod partial;

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

/// Blocks in memory, up to a number of bytes. The blocks wanted least recently are evicted first.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// In order. There are so few that inserting one in between costs little.
    held: Vec<Block>,
    /// Items of blocks that there is no room for: their bytes, and the generation in which they were last wanted.
    singles: BTreeMap<u64, (Box<[u8]>, u64)>,
    /// The items that are wanted in this generation if their blocks do not fit, in order.
    scattered: Vec<u64>,
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

impl Blocks {
    /// No blocks. Where not all blocks stay in memory, those here may take `capacity` bytes.
    pub(crate) fn new(capacity: u64) -> Self {
        let (held, singles, scattered) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { held, singles, scattered, byte_len: 0, capacity, generation: 0 }
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

    /// The bytes that there is room for.
    pub(crate) fn capacity(&self) -> u64 {
        self.capacity
    }

    /// The bytes of an item, if it is here.
    pub(crate) fn item(&self, layout: BlockLayout, item: u64) -> Option<&[u8]> {
        let block = self.get(layout.block_of(item)).and_then(|block| layout.item(block, item));
        block.or_else(|| Some(&self.singles.get(&item)?.0))
    }

    /// Starts a generation: from here on these items are wanted, which are in order. Gives the blocks that are to be
    /// read for them, in order.
    pub(crate) fn want(&mut self, layout: BlockLayout, items: Vec<u64>, is_here: impl Fn(u64) -> bool) -> Vec<u64> {
        self.generation += 1;
        let mut blocks: Vec<u64> = items.iter().map(|&item| layout.block_of(item)).collect();
        blocks.dedup();
        let byte_len = (blocks.len() as u64).saturating_mul(layout.item_len * layout.items_per_block);
        self.scattered.clear();
        if !layout.keeps_all && layout.items_per_block > 1 && byte_len > self.capacity {
            self.scattered = items;
            for &block in &blocks {
                self.scatter(block, layout);
            }
            for item in &self.scattered {
                if let Some((_, generation)) = self.singles.get_mut(item) {
                    *generation = self.generation;
                }
            }
            let lacking = self.scattered.iter().filter(|item| !self.singles.contains_key(item) && !is_here(**item));
            blocks = lacking.map(|&item| layout.block_of(item)).collect();
            blocks.dedup();
        } else {
            let lacking = items.iter().filter(|&&item| {
                let is_single = self.singles.get_mut(&item).map(|(_, generation)| *generation = self.generation);
                is_single.is_none() && !is_here(item)
            });
            let lacking: Vec<u64> = lacking.map(|&item| layout.block_of(item)).collect();
            blocks.retain(|&block| !self.touch(block) && lacking.binary_search(&block).is_ok());
        }
        self.evict(layout);
        blocks
    }

    /// Keeps only the wanted items of a block.
    fn scatter(&mut self, number: u64, layout: BlockLayout) {
        let Ok(index) = self.find(number) else { return };
        let block = self.held.remove(index);
        self.byte_len -= block.bytes.len() as u64;
        let first = layout.first_item(number);
        let wanted = self.scattered.partition_point(|&item| item < first);
        for &item in &self.scattered[wanted..] {
            if layout.block_of(item) != number {
                break;
            }
            let Some(bytes) = layout.item(&block.bytes, item) else { continue };
            self.byte_len += bytes.len() as u64;
            if let Some((before, _)) = self.singles.insert(item, (bytes.into(), self.generation)) {
                self.byte_len -= before.len() as u64;
            }
        }
    }

    /// Marks a block as wanted in this generation. Whether it is here.
    fn touch(&mut self, number: u64) -> bool {
        let found = self.find(number);
        if let Ok(index) = found {
            self.held[index].generation = self.generation;
        }
        found.is_ok()
    }

    /// Adds a block that is wanted now, or its wanted items if there is no room for the blocks of all of them.
    pub(crate) fn insert_wanted(&mut self, block: PartialBlock, layout: BlockLayout) {
        let number = block.number();
        self.insert(block);
        if !self.scattered.is_empty() {
            self.scatter(number, layout);
        }
        self.evict(layout);
    }

    /// Adds a block.
    pub(crate) fn insert(&mut self, block: PartialBlock) {
        let (number, mut bytes) = block.into_parts();
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

    /// Adds a block if there is room for it. So blocks that only pass by evict none that is wanted.
    pub(crate) fn insert_if_room(&mut self, block: PartialBlock, layout: BlockLayout) {
        if self.byte_len.saturating_add(block.bytes().len() as u64) <= self.limit(layout) {
            self.insert(block);
        }
    }

    /// Evicts blocks and items that are not wanted in this generation until the others fit.
    fn evict(&mut self, layout: BlockLayout) {
        if self.byte_len > self.limit(layout) {
            let Self { singles, byte_len, generation, .. } = self;
            singles.retain(|_, (bytes, wanted)| {
                *byte_len -= if wanted == generation { 0 } else { bytes.len() as u64 };
                wanted == generation
            });
        }
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
