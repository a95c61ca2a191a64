//! The strings of a pickle, which can be as long as all elements of an array.

use std::ops::Range;

use super::{arrays::Output, heap::MAX_TEXT, opcode::Content};

/// A string that is coming.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) content: Content,
    /// Bytes that are still to come.
    pub(super) left: u64,
    /// The first of those that have come.
    pub(super) first: Vec<u8>,
    /// Where its bytes are, if it is one of bytes.
    pub(super) range: Option<Range<u64>>,
    /// The first byte of a character whose second one comes next.
    pub(super) lead: Option<u8>,
}

impl Text {
    /// Takes bytes of it. `None` if they are not such a text.
    pub(super) fn take(&mut self, bytes: &[u8], output: &mut Output) -> Option<()> {
        self.left -= bytes.len() as u64;
        let room = MAX_TEXT - self.first.len();
        match (self.content, &mut self.range) {
            (Content::Latin1, range) => {
                let (bytes, is_text) = latin1(bytes, &mut self.lead);
                self.first.extend_from_slice(&bytes[..room.min(bytes.len())]);
                if let Some(range) = range {
                    output.put(&bytes);
                    range.end += bytes.len() as u64;
                }
                return is_text.then_some(());
            }
            (Content::Bytes, Some(range)) => {
                range.end += bytes.len() as u64;
                if !output.is_in_place {
                    output.put(bytes);
                }
            }
            _ => {}
        }
        self.first.extend_from_slice(&bytes[..room.min(bytes.len())]);
        Some(())
    }

    /// Takes bytes that are read in place.
    pub(super) fn pass_over(&mut self, len: u64) {
        self.left -= len;
        if let Some(range) = &mut self.range {
            range.end = range.end.saturating_add(len);
        }
    }

    /// The same, with its end where the file ends.
    pub(super) fn clipped(mut self, output: &Output) -> Self {
        if let (Content::Bytes, Some(range), true) = (self.content, &mut self.range, output.is_in_place) {
            range.end = range.end.min(output.size()).max(range.start);
        }
        self
    }
}

/// The bytes whose values are these characters in UTF-8, up to one that is more than a byte; and whether there is none.
fn latin1(text: &[u8], lead: &mut Option<u8>) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(text.len());
    for &byte in text {
        match (lead.take(), byte) {
            (None, 0..=0x7F) => bytes.push(byte),
            (None, 0xC2 | 0xC3) => *lead = Some(byte),
            (Some(first), 0x80..=0xBF) => bytes.push(first << 6 | byte & 0x3F),
            _ => return (bytes, false),
        }
    }
    (bytes, true)
}
