//! A sample of an array and of the bytes after it, enough to judge its layout.

use crate::format::header::Header;

/// The first elements other than leading zeros, in the byte order of the file.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    elements: Vec<u8>,
    /// The first bytes past the last element.
    following: Vec<u8>,
}

impl Sample {
    /// Bytes of elements that are enough to judge.
    const LEN: usize = 64 << 10;

    /// Takes the next elements.
    pub(crate) fn extend(&mut self, mut elements: &[u8]) {
        while !elements.is_empty() && !self.is_full() {
            let (first, rest) = elements.split_at(elements.len().min(Self::LEN - self.elements.len()));
            self.elements.extend_from_slice(first);
            elements = rest;
            if self.is_full() && self.elements.iter().all(|&byte| byte == 0) {
                // Zeros are zeros in every layout.
                self.elements.clear();
            }
        }
    }

    /// Takes the next bytes past the last element.
    pub(crate) fn exceed(&mut self, bytes: &[u8]) {
        let left = Header::MAX_LEN - self.following.len();
        self.following.extend_from_slice(&bytes[..left.min(bytes.len())]);
    }

    /// Whether it takes no more elements.
    pub(crate) fn is_full(&self) -> bool {
        self.elements.len() == Self::LEN
    }

    pub(crate) fn elements(&self) -> &[u8] {
        &self.elements
    }

    pub(crate) fn following(&self) -> &[u8] {
        &self.following
    }
}
