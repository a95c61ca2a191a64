//! The items in parts, each of which can be read without the others: spans of all of them, and blocks of those that are
//! wanted.

use std::{iter, ops::Range};

use super::Store;
use crate::{
    dataset::{
        blocks::BlockLayout,
        copies::{Copied, Copies},
        shared::task,
    },
    format::checkpoint::Checkpoint,
};

/// Limit of the spans of a file.
const MAX_SPANS: u64 = 64;

/// Bytes to unpack for what is wanted from which on it pays to let other workers help: they take about 50 ms.
const SCATTERED: u64 = 32 << 20;

impl Store {
    /// The items in spans of about `len` bytes, which can be read again one by one. A file has at most 64. Where it can be
    /// entered at few places, it has fewer.
    pub(crate) fn spans(&self, len: u64) -> Vec<Range<u64>> {
        let block_layout = self.layout().and_then(|layout| BlockLayout::new(layout, 0));
        let Some((layout, block_layout)) = self.layout().zip(block_layout) else { return Vec::new() };
        if self.items() == 0 {
            return Vec::new();
        }
        let byte_len = self.items().saturating_mul(layout.item_len());
        let count = (byte_len / len.max(1)).clamp(1, MAX_SPANS);
        let step = self.items().div_ceil(count);
        let block = block_layout.first_item(1).max(1);
        let mut spans: Vec<_> = iter::once(0..self.items()).collect();
        for number in 1..count {
            // It starts with the first block behind a place to enter the file, so that hardly anything is unpacked twice.
            let entered = self.pass.entered_before(layout.item_offset(number * step));
            let start = entered.saturating_sub(layout.item_offset(0)).div_ceil(layout.item_len().max(1));
            let start = start.next_multiple_of(block);
            let before = spans[spans.len() - 1].start;
            if start < self.items() && entered > layout.item_offset(before) {
                if let Some(last) = spans.last_mut() {
                    last.end = start;
                }
                spans.push(start..self.items());
            }
        }
        spans
    }

    /// The last place to enter the file before these items, and the offset in the file where all of them have come out;
    /// `u64::MAX` means its end.
    pub(crate) fn way_to(&self, items: &Range<u64>) -> (Checkpoint, u64) {
        let [start, end] =
            [items.start, items.end].map(|item| self.layout().map_or(0, |layout| layout.item_offset(item)));
        (self.pass.checkpoint_before(start), self.pass.encoded_end(end))
    }

    /// Whether the items that are wanted lie so far apart in a .gz that other workers should read some: see
    /// [`Store::lend`].
    #[must_use]
    pub fn is_scattered(&self) -> bool {
        self.can_lend() && self.schedule.missing_len(&self.pass) >= SCATTERED
    }

    /// Whether others can read items: checkpoints of a whole .gz lead to them.
    fn can_lend(&self) -> bool {
        self.layers() == 1 && self.is_done() && !self.keeps_all()
    }

    /// Some of the items that are wanted, for another worker to read: bytes from which
    /// [`SpanPass`](crate::dataset::shared::SpanPass) starts. `None` if the others are too few, or not so far apart that it
    /// would be faster. [`Store::take_back`] takes the result.
    pub fn lend(&mut self) -> Option<Vec<u8>> {
        if !self.can_lend() {
            return None;
        }
        let blocks = self.schedule.lend(&self.pass)?;
        let copies = Copies::new(self.layout()?, blocks)?;
        Some(task(&copies, self, None, copies.items(self.items())))
    }

    /// Takes the items that another worker has read. Whether it could: with other bytes, or none, all that others were to
    /// read is wanted here again.
    pub fn take_back(&mut self, found: &[u8]) -> bool {
        let Self { pass, schedule, blocks, .. } = self;
        let Some((layout, block_layout)) = pass.layout().zip(pass.block_layout()) else { return false };
        let whole = pass.end() - pass.end() % layout.item_len().max(1);
        let Some(copied) = Copied::from_bytes(found, layout, whole) else {
            schedule.reclaim(pass);
            return false;
        };
        for block in copied {
            if schedule.arrives(block.number()) {
                blocks.insert_wanted(block, block_layout);
            }
        }
        true
    }
}
