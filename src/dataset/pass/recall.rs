//! Ends a pass with the index of an earlier one.

use super::Pass;
use crate::dataset::{
    blocks::{BlockLayout, PartialBlock},
    index::Index,
    seek::Seek,
};

impl Pass {
    /// The index of a file that had to be unpacked once and has no fault, at the end of the pass.
    pub(crate) fn index(&self) -> Option<Vec<u8>> {
        let (layout, checkpoints) = self.layout().zip(self.decoder.checkpoints())?;
        let is_clean = self.decoder.warnings().is_empty() && self.findings.suggestions().is_empty();
        let is_whole = self.decoder.is_done() && !self.stopped && self.chosen.is_none();
        (is_clean && is_whole)
            .then(|| Index::to_bytes(layout, self.size.unwrap_or(self.read), checkpoints, &self.findings))
    }

    /// Ends the pass over a file that does not stay in memory, because these bytes are the index that another pass has
    /// made of it. Whether they can be that.
    pub(crate) fn recall(&mut self, bytes: &[u8]) -> bool {
        let is_gzip = self.decoder.layers() == 1 && !self.block_layout().is_none_or(BlockLayout::keeps_all);
        let is_clean = self.chosen.is_none() && self.decoder.warnings().is_empty();
        let Some(layout) = self.layout().filter(|_| is_gzip && is_clean && !self.is_done()) else { return false };
        let index = Index::from_bytes(bytes, layout).filter(|index| self.size == Some(index.size));
        let Some(Index { size, checkpoints, findings }) = index else { return false };
        self.decoder.end_as_before(checkpoints);
        (self.findings, self.read, self.front) = (findings, size, PartialBlock::default());
        self.is_recalled = true;
        true
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
