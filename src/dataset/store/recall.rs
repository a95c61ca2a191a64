//! What a pass over a .gz has found out, kept for the next visit.

use super::Store;

impl Store {
    /// Part `number`, from 0, of the index of a .gz that does not stay in memory and has no fault, at the end of the pass:
    /// all that the pass has found out, to be kept. `None` after the last part. An index has no items, but its checkpoints
    /// contain parts of the file.
    #[must_use]
    pub fn index_part(&self, number: usize) -> Option<Vec<u8>> {
        self.pass.index_part(number)
    }

    /// Takes the next part of an index that an earlier pass over the file made, once the header is known. The last part ends
    /// the pass: `Some(true)`. `None` while parts are still to come. `Some(false)` if the part is invalid, or belongs to a
    /// file of another layout or size: the parts before are dropped. What an index says is trusted until the file is read
    /// and shows that it has changed: see [`Store::push`].
    pub fn recall(&mut self, part: &[u8]) -> Option<bool> {
        let recalled = self.pass.recall(part);
        if recalled == Some(true) {
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
