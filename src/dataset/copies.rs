//! Blocks of items that one worker copies out of a file for another.

use std::ops::Range;

use crate::{
    dataset::{
        blocks::{BlockLayout, PartialBlock},
        labels::Label,
        shared::{Collector, MAGIC, Subject},
    },
    format::{
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

/// Which blocks are copied.
#[derive(Debug)]
pub(crate) struct Copies {
    block_layout: BlockLayout,
    subject: Subject,
    /// In order.
    blocks: Vec<u64>,
}

/// What was copied so far.
#[derive(Debug)]
pub(crate) struct Copied {
    layout: String,
    blocks: Vec<u64>,
    /// The items of the blocks, one after another, as in memory.
    bytes: Vec<u8>,
}

impl Copies {
    /// Copies of these blocks, which are in order, of an array in this layout that does not stay in memory.
    pub(crate) fn new(layout: &Layout, blocks: Vec<u64>) -> Option<Self> {
        let subject = Subject { layout: layout.clone(), range: (0.0, 0.0), classes: Vec::new() };
        Self::of(subject, blocks)
    }

    fn of(subject: Subject, blocks: Vec<u64>) -> Option<Self> {
        let block_layout = BlockLayout::new(&subject.layout, 0)?;
        Some(Self { block_layout, subject, blocks })
    }

    /// The items from the first block to the last.
    pub(crate) fn items(&self, items: u64) -> Range<u64> {
        let [first, last] = [self.blocks.first(), self.blocks.last()].map(|block| block.copied().unwrap_or(0));
        self.block_layout.first_item(first)..self.block_layout.first_item(last + 1).min(items)
    }
}

impl Copied {
    /// The blocks that were copied from a file in this layout, whose elements end at `end`. `None` if these bytes are not
    /// that.
    pub(crate) fn from_bytes(found: &[u8], layout: &Layout, end: u64) -> Option<Vec<PartialBlock>> {
        let block_layout = BlockLayout::new(layout, 0)?;
        let mut unpacker = Unpacker::new(MAGIC, found)?;
        let (text, blocks) = (unpacker.bytes(), unpacker.u64s());
        let mut rest = unpacker.bytes();
        unpacker.end()?;
        if text != layout.to_string().as_bytes() {
            return None;
        }
        let mut full = Vec::new();
        for block in blocks {
            let Range { start, end } = block_layout.range(block, end);
            let (bytes, others) = rest.split_at_checked(usize::try_from(end - start).ok()?)?;
            full.push(PartialBlock::full(block, bytes.to_vec()));
            rest = others;
        }
        rest.is_empty().then_some(full)
    }
}

impl Collector for Copies {
    type Part = Copied;

    const KIND: u64 = 3;

    fn subject(&self) -> &Subject {
        &self.subject
    }

    fn part(&self) -> Copied {
        Copied { layout: self.subject.layout.to_string(), blocks: self.blocks.clone(), bytes: Vec::new() }
    }

    fn add(&self, part: &mut Copied, number: u64, item: &[u8], _label: Option<Label>) {
        if self.blocks.binary_search(&self.block_layout.block_of(number)).is_ok() {
            part.bytes.extend_from_slice(item);
        }
    }

    fn pack(&self, packer: &mut Packer, _items: &Range<u64>) {
        packer.u64s(&self.blocks);
    }

    fn unpack(subject: Subject, unpacker: &mut Unpacker<'_>, _items: &Range<u64>) -> Option<Self> {
        Self::of(subject, unpacker.u64s())
    }

    fn pack_part(part: &mut Copied, packer: &mut Packer) {
        packer.bytes(part.layout.as_bytes());
        packer.u64s(&part.blocks);
        packer.bytes(&part.bytes);
    }
}
