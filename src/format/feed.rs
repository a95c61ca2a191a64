//! A file that is read from its start, piece by piece, while something else comes out.

use std::{mem, ops::Range};

/// Limit of the bytes that come out of a file: they may stay in memory.
pub(super) const MAX_OUTPUT: u64 = 2 << 30;

/// Bytes that come out at a time, about.
pub(super) const OUTPUT_LEN: usize = 1 << 20;

/// Bytes of the file that are read at a time.
const READ_LEN: u64 = 128 << 10;

#[derive(Debug)]
pub(super) struct Feed {
    size: u64,
    /// Bytes of the file that were read, or passed over.
    read: u64,
    /// Those of them that are still to be used.
    input: Vec<u8>,
    /// Whether more comes out without more bytes of the file.
    pub(super) is_full: bool,
}

impl Feed {
    /// A file of `size` bytes, none of which has been read.
    pub(super) fn new(size: u64) -> Self {
        Self { size, read: 0, input: Vec::new(), is_full: false }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes that are wanted next; none of them (an empty range) when more can come out first.
    pub(super) fn wanted(&self) -> Range<u64> {
        let length = if self.is_full { 0 } else { READ_LEN };
        let start = self.read.min(self.size);
        start..self.size.min(start.saturating_add(length))
    }

    /// Takes the bytes that are wanted, or the first of them. Returns whether no more will come.
    pub(super) fn push(&mut self, bytes: &[u8]) -> bool {
        self.read += bytes.len() as u64;
        self.input.extend_from_slice(bytes);
        self.is_read() || bytes.is_empty() && !self.is_full
    }

    /// Whether all bytes were read, or passed over.
    pub(super) fn is_read(&self) -> bool {
        self.read >= self.size
    }

    /// The bytes that are to be used.
    pub(super) fn input(&self) -> &[u8] {
        &self.input
    }

    /// Takes the bytes that are to be used, and where they start in the file.
    pub(super) fn take(&mut self) -> (Vec<u8>, u64) {
        let input = mem::take(&mut self.input);
        let offset = self.read - input.len() as u64;
        (input, offset)
    }

    /// Puts back what was not used of the bytes.
    pub(super) fn put_back(&mut self, rest: &[u8]) {
        self.input = rest.to_vec();
    }

    /// Passes over bytes that follow.
    pub(super) fn skip(&mut self, len: u64) {
        self.read = self.read.saturating_add(len);
    }
}
