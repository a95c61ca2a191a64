//! The items in spans, each of which can be read again without the others.

use std::{iter, ops::Range};

use super::Store;
use crate::{dataset::blocks::BlockLayout, format::checkpoint::Checkpoint};

/// Limit of the spans of a file.
const MAX_SPANS: u64 = 64;

impl Store {
    /// The items in spans of about `len` bytes, which can be read again one by one. A file has at most 64. Where it can be
    /// entered at few places, it has fewer.
    pub(crate) fn spans(&self, len: u64) -> Vec<Range<u64>> {
        let block_layout = self.layout().and_then(|layout| BlockLayout::new(layout, 0));
        let Some((layout, block_layout)) = self.layout().zip(block_layout) else { return Vec::new() };
        let byte_len = self.items().saturating_mul(layout.item_len());
        let count = (byte_len / len.max(1)).clamp(1, MAX_SPANS);
        // Each starts where a block does.
        let step = self.items().div_ceil(count).next_multiple_of(block_layout.first_item(1).max(1));
        if step == 0 {
            return Vec::new();
        }
        let mut spans: Vec<_> = iter::once(0..self.items()).collect();
        for number in 1..count {
            let (start, before) = (number * step, spans[spans.len() - 1].start);
            let entered = self.pass.checkpoint_before(layout.item_offset(start)).decoded();
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
}
