//! What a pass over a .gz has found out, kept for the next visit.

use super::Store;

impl Store {
    /// The index of a .gz that does not stay in memory and has no fault, at the end of the pass: all that the pass has
    /// found out, to be kept. It has no items, but its checkpoints contain parts of the file.
    #[must_use]
    pub fn index(&self) -> Option<Vec<u8>> {
        self.pass.index()
    }

    /// Ends the pass by an index that an earlier pass over the file made, once the header is known. Whether the bytes
    /// are an index, and can be that of this file: its layout and its size are the same. What an index says is trusted
    /// until the file is read and shows that it has changed: see [`Store::push`].
    pub fn recall(&mut self, index: &[u8]) -> bool {
        let recalled = self.pass.recall(index);
        if recalled {
            self.settle();
        }
        recalled
    }

    /// Whether an index ended the pass: the file was not read to its end, and its checksum not checked.
    #[must_use]
    pub fn is_recalled(&self) -> bool {
        self.pass.is_recalled()
    }
}
