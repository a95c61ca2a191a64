//! Ends a pass with the index of an earlier one.

use super::Pass;
use crate::dataset::{
    blocks::{BlockLayout, PartialBlock},
    index::Index,
    seek::Seek,
};

impl Pass {
    /// Part `number` of the index of a file that had to be unpacked once and has no fault, at the end of the pass; `None`
    /// after the last.
    pub(crate) fn index_part(&self, number: usize) -> Option<Vec<u8>> {
        let (layout, checkpoints) = self.layout().zip(self.decoder.checkpoints())?;
        let is_clean = self.decoder.warnings().is_empty() && self.findings.suggestions().is_empty();
        let is_whole = self.decoder.is_done() && !self.stopped && self.chosen.is_none();
        if !(is_clean && is_whole) {
            return None;
        }
        match number.checked_sub(1) {
            None => Some(Index::first_part(layout, self.size.unwrap_or(self.read), &self.findings)),
            Some(number) => checkpoints.part(number),
        }
    }

    /// Takes the next part of the index that another pass has made of a file that does not stay in memory, and ends the
    /// pass at the last. Whether it did; `None` while parts are still to come. A first part starts again.
    pub(crate) fn recall(&mut self, part: &[u8]) -> Option<bool> {
        let Some(mut index) = self.index_with(part) else { return Some(false) };
        let Some(checkpoints) = index.checkpoints.take() else {
            self.partial_index = Some(index);
            return None;
        };
        self.decoder.end_as_before(checkpoints);
        (self.findings, self.read, self.front) = (index.findings, index.size, PartialBlock::default());
        self.is_recalled = true;
        Some(true)
    }

    /// The index up to this part, if that can be one of this file.
    fn index_with(&mut self, part: &[u8]) -> Option<Index> {
        let known = self.partial_index.take();
        let is_gzip = self.decoder.layers() == 1 && !self.block_layout().is_none_or(BlockLayout::keeps_all);
        let is_clean = self.chosen.is_none() && self.decoder.warnings().is_empty();
        let layout = self.layout().filter(|_| is_gzip && is_clean && !self.is_done())?;
        let begun = Index::begin(part, layout).filter(|index| self.size == Some(index.size));
        begun.or_else(|| known?.with(part))
    }

    /// Bytes of the checkpoints of an index that is not there to its end.
    pub(crate) fn partial_index_bytes(&self) -> u64 {
        self.partial_index.as_ref().map_or(0, Index::byte_len)
    }

    /// Whether an index ended the pass: the checksum of the file was not checked.
    pub(crate) fn is_recalled(&self) -> bool {
        self.is_recalled
    }

    /// Whether an index ended the pass, and a seek shows that it is the index of other data.
    pub(crate) fn index_is_wrong(&self, seek: &Seek) -> bool {
        let known = self.layout().zip(self.decoder.checkpoints());
        self.is_recalled && known.is_some_and(|(layout, checkpoints)| seek.contradicts(layout, checkpoints))
    }
}
