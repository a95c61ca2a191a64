//! The strings of a pickle, which can be as long as all elements of an array.

use std::{borrow::Cow, ops::Range};

use super::{arrays::Output, escapes::Escapes, heap::MAX_TEXT, opcode::Content};

/// A string that is coming.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub(super) content: Content,
    /// Bytes that are still to come; of a line, more than can come.
    pub(super) left: u64,
    /// The first of those that have come.
    pub(super) first: Vec<u8>,
    /// Where its bytes are, if it is one of bytes.
    pub(super) range: Option<Range<u64>>,
    /// Whether they are read in the file.
    pub(super) is_in_place: bool,
    /// The first byte of a character whose second one comes next.
    pub(super) lead: Option<u8>,
    /// Where in a line the next byte is.
    escapes: Option<Escapes>,
    /// Byte offset of its instruction.
    offset: u64,
}

impl Text {
    /// A string of so many bytes, or a line, whose first byte is at `start`, after its instruction at `offset`. Windows may have
    /// changed the ends of lines.
    pub(super) fn new(
        content: Content,
        len: Option<u64>,
        start: u64,
        offset: u64,
        is_windows: bool,
        output: &mut Output,
    ) -> Self {
        let escapes = if len.is_none() { Some(Escapes::new(content == Content::Bytes, is_windows)) } else { None };
        let is_in_place = content == Content::Bytes && len.is_some() && output.is_in_place;
        let start = match content {
            Content::Bytes if is_in_place => Some(start),
            Content::Bytes | Content::Latin1 => output.begin(len.unwrap_or(0), offset),
            Content::Text | Content::Integer => None,
        };
        let range = start.map(|start| start..start);
        let left = len.unwrap_or(u64::MAX);
        Self { content, left, first: Vec::new(), range, is_in_place, lead: None, escapes, offset }
    }

    /// How many of these bytes belong to it.
    pub(super) fn len_in(&mut self, bytes: &[u8]) -> usize {
        if self.escapes.is_some()
            && let Some(end) = bytes.iter().position(|&byte| byte == b'\n')
        {
            self.left = end as u64 + 1;
        }
        usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()))
    }

    /// Takes bytes of it. Returns the place of the first that cannot come there.
    pub(super) fn take(&mut self, bytes: &[u8], output: &mut Output) -> Option<usize> {
        self.left -= bytes.len() as u64;
        let (bytes, misplaced) = self.decode(bytes);
        let room = MAX_TEXT - self.first.len();
        self.first.extend_from_slice(&bytes[..room.min(bytes.len())]);
        if let Some(range) = &mut self.range {
            if self.is_in_place || output.put_part(&bytes, self.offset) {
                range.end += bytes.len() as u64;
            } else {
                self.range = None;
            }
        }
        misplaced
    }

    /// What bytes of it stand for, up to the first that cannot come there; and its place.
    fn decode<'a>(&mut self, bytes: &'a [u8]) -> (Cow<'a, [u8]>, Option<usize>) {
        match (&mut self.escapes, self.content) {
            (Some(escapes), content) => {
                let (bytes, misplaced) = unescape(bytes, escapes, content);
                (bytes.into(), misplaced)
            }
            (None, Content::Latin1) => {
                let (bytes, misplaced) = latin1(bytes, &mut self.lead);
                (bytes.into(), misplaced)
            }
            _ => (bytes.into(), None),
        }
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
        if let (true, Some(range)) = (self.is_in_place, &mut self.range) {
            range.end = range.end.min(output.size()).max(range.start);
        }
        self
    }
}

/// What these bytes of a line stand for, up to one that cannot come there; and its place.
fn unescape(line: &[u8], escapes: &mut Escapes, content: Content) -> (Vec<u8>, Option<usize>) {
    let mut bytes = Vec::with_capacity(line.len());
    for (at, &byte) in line.iter().enumerate() {
        let Ok(character) = escapes.take(byte) else { return (bytes, Some(at)) };
        let Some(character) = character else { continue };
        if content == Content::Text {
            let character = char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER);
            bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        } else {
            let Ok(byte) = u8::try_from(character) else { return (bytes, Some(at)) };
            bytes.push(byte);
        }
    }
    (bytes, None)
}

/// The bytes whose values are these characters in UTF-8, up to one that is more than a byte; and its place.
fn latin1(text: &[u8], lead: &mut Option<u8>) -> (Vec<u8>, Option<usize>) {
    let mut bytes = Vec::with_capacity(text.len());
    for (at, &byte) in text.iter().enumerate() {
        match (lead.take(), byte) {
            (None, 0..=0x7F) => bytes.push(byte),
            (None, 0xC2 | 0xC3) => *lead = Some(byte),
            (Some(first), 0x80..=0xBF) => bytes.push(first << 6 | byte & 0x3F),
            _ => return (bytes, Some(at)),
        }
    }
    (bytes, None)
}
