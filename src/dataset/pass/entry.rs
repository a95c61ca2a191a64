//! Where a file can be entered, and how far it must be read from there.

use super::Pass;
use crate::format::checkpoint::Checkpoint;

impl Pass {
    /// The end of the elements that can be read now. A plain file can be entered anywhere, gzip data where the pass has
    /// been.
    pub(crate) fn end(&self) -> u64 {
        match (self.layout(), self.size) {
            (Some(layout), Some(size)) if self.decoder.layers() == 0 => {
                layout.byte_len().min(size.saturating_sub(layout.data_offset()))
            }
            _ => self.decoder.received(),
        }
    }

    /// The last place to enter the file so that byte `decoded` of the unpacked data comes out.
    pub(crate) fn checkpoint_before(&self, decoded: u64) -> Checkpoint {
        match self.decoder.checkpoints() {
            _ if self.decoder.layers() == 0 => Checkpoint::plain(decoded),
            Some(checkpoints) => checkpoints.before(decoded).clone(),
            None => Checkpoint::start(),
        }
    }

    /// The byte of the unpacked data that comes out first there.
    pub(crate) fn entered_before(&self, decoded: u64) -> u64 {
        match self.decoder.checkpoints() {
            _ if self.decoder.layers() == 0 => decoded,
            Some(checkpoints) => checkpoints.before(decoded).decoded(),
            None => 0,
        }
    }

    /// Up to where the file must be read for the unpacked data before byte `decoded`; `u64::MAX` means up to its end.
    pub(crate) fn encoded_end(&self, decoded: u64) -> u64 {
        match self.decoder.checkpoints() {
            _ if self.decoder.layers() == 0 => decoded,
            Some(checkpoints) => checkpoints.after(decoded).map_or(u64::MAX, Checkpoint::encoded),
            None => u64::MAX,
        }
    }
}
