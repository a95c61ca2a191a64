//! The pass: the file is read once from start to end, for what only the whole file can tell.

use std::{mem, ops};

use self::tail::Tail;
use crate::{
    dataset::{
        blocks::{BlockLayout, PartialBlock},
        findings::Findings,
        index::Index,
        range::Bytes,
    },
    error::Error,
    format::{
        checkpoint::Checkpoints,
        decode::{Decoder, Sink},
        element::ElementType,
        layout::Layout,
    },
};

mod entry;
mod recall;
mod tail;

/// Bytes of the first read: enough for a header, and in most files for the first page.
const FIRST_READ_LEN: u64 = 128 << 10;

/// Limit of the bytes of every further read. Reads are not small because each has a fixed cost in a browser.
pub(crate) const READ_LEN: u64 = 1 << 20;

/// Limit of the bytes of an item that the pass collects. Larger items only pass by.
const MAX_FRONT_LEN: u64 = 16 << 20;

/// Minimum of the unpacked bytes between two checkpoints.
const MIN_SPACING: u64 = 1 << 20;

/// Limit of the checkpoints, which take 32 KiB each. An item costs unpacking half the distance between two of them on
/// average: for 6 GB, 40 MiB hold checkpoints that cost some 2.5 MB per item.
const MAX_CHECKPOINTS: u32 = 1280;

/// How far a file has been read, and what that has revealed.
#[derive(Debug)]
pub(crate) struct Pass {
    /// Bytes of the file, if known.
    size: Option<u64>,
    /// Limit of the bytes of items that stay in memory.
    budget: u64,
    /// Whether all items must pass because the caller counts them.
    counted: bool,
    /// The layout that the user chose.
    chosen: Option<Layout>,
    decoder: Decoder,
    /// Up to where the file is read.
    read: u64,
    /// The block that is being filled there.
    front: PartialBlock,
    findings: Findings,
    tail: Tail,
    /// Nothing more is wanted, even if it is unread.
    stopped: bool,
    /// The index of an earlier pass, as far as it is there.
    partial_index: Option<Index>,
    /// The pass ended because an index of the file was there.
    is_recalled: bool,
}

impl Pass {
    /// A pass that has not begun, over a file in this layout if the user chose one.
    pub(crate) fn new(size: Option<u64>, budget: u64, counted: bool, chosen: Option<Layout>) -> Self {
        Self {
            size,
            budget,
            counted,
            decoder: Decoder::with_layout(chosen.clone()),
            chosen,
            read: 0,
            front: PartialBlock::default(),
            findings: Findings::default(),
            tail: Tail::default(),
            stopped: false,
            partial_index: None,
            is_recalled: false,
        }
    }

    /// The same pass from the start, in this layout, or else in the one that the header gives.
    pub(crate) fn with_layout(&self, chosen: Option<Layout>) -> Self {
        Self::new(self.size, self.budget, self.counted, chosen)
    }

    /// The number of bytes of the file, if known.
    pub(crate) fn size(&self) -> Option<u64> {
        self.size
    }

    /// The layout that the user chose.
    pub(crate) fn chosen(&self) -> Option<&Layout> {
        self.chosen.as_ref()
    }

    /// The unpacked array.
    pub(crate) fn decoder(&self) -> &Decoder {
        &self.decoder
    }

    /// The layout of the array, once the header is known.
    pub(crate) fn layout(&self) -> Option<&Layout> {
        self.decoder.layout()
    }

    /// Up to where the file is read.
    pub(crate) fn read(&self) -> u64 {
        self.read
    }

    /// The block that is being filled.
    pub(crate) fn front(&self) -> &PartialBlock {
        &self.front
    }

    /// The findings from the values.
    pub(crate) fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Takes over what is known of values of u8, some of which other reads have seen.
    pub(crate) fn see(&mut self, bytes: Bytes) {
        self.findings.set_bytes(bytes);
    }

    /// Whether the pass is over. The tail may still be unread.
    pub(crate) fn is_done(&self) -> bool {
        self.stopped || self.decoder.is_done()
    }

    /// Whether the pass was stopped before its end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped && !self.decoder.is_done()
    }

    /// Which elements are in which block, once the header is known.
    pub(crate) fn block_layout(&self) -> Option<BlockLayout> {
        BlockLayout::new(self.layout()?, self.budget)
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    pub(crate) fn wanted(&self) -> Option<ops::Range<u64>> {
        if self.is_done() {
            return if self.stopped { None } else { self.tail.wanted(&self.decoder, self.size, self.read) };
        }
        let end = self.read + if self.read == 0 { FIRST_READ_LEN } else { READ_LEN };
        Some(self.read..self.size.map_or(end, |size| end.min(size)).max(self.read))
    }

    /// Takes the bytes that are wanted. Full blocks go to `keep`; each item goes to `visit` when it is complete.
    ///
    /// # Errors
    /// The errors of [`Decoder::push`].
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        keep: &mut dyn FnMut(BlockLayout, PartialBlock),
        visit: Sink<'_>,
    ) -> Result<(), Error> {
        if self.is_done() {
            self.tail.push(bytes);
            self.stopped = bytes.is_empty();
        } else {
            self.decode(bytes, keep, visit)?;
        }
        self.judge();
        Ok(())
    }

    fn decode(
        &mut self,
        bytes: &[u8],
        keep: &mut dyn FnMut(BlockLayout, PartialBlock),
        visit: Sink<'_>,
    ) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        if bytes.is_empty() {
            self.size = Some(self.read);
        }
        let had_layout = self.layout().is_some();
        let Self { decoder, budget, counted, front, findings, .. } = self;
        decoder.push(bytes, &mut |layout, elements| {
            let Some(block_layout) = BlockLayout::new(layout, *budget) else { return Ok(()) };
            if !*counted && !block_layout.keeps_all() && layout.item_len() > MAX_FRONT_LEN {
                findings.add_elements(layout, elements);
                return Ok(());
            }
            front.advance(
                layout,
                block_layout,
                elements,
                &mut |block| keep(block_layout, block),
                &mut |layout, items| {
                    findings.add_items(layout, items);
                    visit(layout, items)
                },
            )
        })?;
        if !had_layout {
            self.begin()?;
        }
        if bytes.is_empty() || self.size.is_some_and(|size| self.read >= size) || self.decoder.is_done() {
            let unread = self.size.map_or(0, |size| size.saturating_sub(self.read));
            self.decoder.finish(unread)?;
        }
        Ok(())
    }

    /// Decides what the pass is needed for, once the header is known.
    fn begin(&mut self) -> Result<(), Error> {
        let Some(layout) = self.layout() else { return Ok(()) };
        // If the header is right, checkpoints never have to be thinned out.
        let spacing = (layout.byte_len() / u64::from(MAX_CHECKPOINTS)).max(MIN_SPACING);
        let is_needed = self.decoder.layers() > 0 || self.counted || layout.element_type() != ElementType::U8;
        if self.decoder.layers() == 1 && !self.block_layout().is_none_or(BlockLayout::keeps_all) {
            self.decoder.record(Checkpoints::new(spacing, MAX_CHECKPOINTS as usize));
        }
        match self.size {
            Some(size) if !is_needed => self.decoder.finish(size.saturating_sub(self.read)),
            _ => Ok(()),
        }
    }

    /// Stops the pass.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
        if self.is_stopped() {
            self.judge();
        }
    }

    /// The block at the front, at the end of the pass, if it is complete.
    pub(crate) fn take_front(&mut self) -> Option<PartialBlock> {
        let front = mem::take(&mut self.front);
        let range = self.block_layout()?.range(front.number(), self.end());
        (!front.bytes().is_empty() && front.bytes().len() as u64 == range.end - range.start).then_some(front)
    }

    /// Judges the first values when there are enough of them, and again at the end of the pass.
    fn judge(&mut self) {
        let Some((layout, sample)) = self.decoder.layout().zip(self.decoder.sample()) else { return };
        if !self.is_done() && (self.findings.is_judged() || !sample.is_full()) {
            return;
        }
        let (length, following) = self.tail.length_and_following(&self.decoder, layout, sample);
        self.findings.judge(layout, self.decoder.head(), sample, length, following);
        // The header has no part in a layout that the user chose.
        if self.chosen.is_none() {
            self.findings.suggest_count(layout, sample, length);
        }
    }
}
