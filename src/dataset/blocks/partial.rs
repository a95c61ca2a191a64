//! A block that is being filled.

use std::{mem, ops::Range};

use super::{BlockLayout, LARGE_BLOCK};
use crate::{
    error::Error,
    format::{decode::Sink, layout::Layout},
};

/// A block that is being filled.
#[derive(Debug, Default)]
pub(crate) struct PartialBlock {
    number: u64,
    bytes: Vec<u8>,
}

impl PartialBlock {
    /// An empty block.
    pub(crate) fn new(number: u64) -> Self {
        Self { number, bytes: Vec::new() }
    }

    /// A block that is full.
    pub(crate) fn full(number: u64, bytes: Vec<u8>) -> Self {
        Self { number, bytes }
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

    /// The number of the block, and the bytes that have arrived.
    pub(crate) fn into_parts(self) -> (u64, Vec<u8>) {
        (self.number, self.bytes)
    }
}
