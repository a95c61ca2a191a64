//! The bytes of a file that are at hand.

use std::ops::Range;

/// Bytes that are read at a time, at least.
const READ_LEN: u64 = 16 << 10;

#[derive(Debug)]
pub(super) struct Window {
    /// Bytes of the file.
    size: u64,
    /// Those that were read, and where they start.
    bytes: Vec<u8>,
    start: u64,
    /// Where those end that are wanted.
    end: u64,
}

impl Window {
    pub(super) fn new(size: u64) -> Self {
        Self { size, bytes: Vec::new(), start: 0, end: size.min(READ_LEN) }
    }

    /// The bytes of the file that are wanted next.
    pub(super) fn wanted(&self) -> Range<u64> {
        self.start + self.bytes.len() as u64..self.end
    }

    /// Takes the bytes that are wanted, or the first of them.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// These bytes of the file. `None` when they are wanted first.
    pub(super) fn bytes(&mut self, range: Range<u64>) -> Option<&[u8]> {
        let there = self.start..self.start + self.bytes.len() as u64;
        if there.start <= range.start && range.end <= there.end {
            let [from, to] = [range.start, range.end].map(|at| usize::try_from(at - there.start).ok());
            return self.bytes.get(from?..to?);
        }
        if there.contains(&range.start) {
            self.bytes.drain(..usize::try_from(range.start - there.start).ok()?);
        } else {
            self.bytes.clear();
        }
        self.start = range.start;
        self.end = range.end.max(self.size.min(range.start.saturating_add(READ_LEN)));
        None
    }
}
