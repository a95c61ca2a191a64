//! Binary files that a program handled as text, which changes their bytes.

use crate::format::{header::Header, layout::Layout};

/// What happened to a file that was handled as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextDamage {
    /// A carriage return was put before each line feed.
    LineFeeds,
    /// Bytes that are not UTF-8 were replaced by U+FFFD, which is EF BF BD.
    Replaced,
}

impl TextDamage {
    /// A short name for programs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::LineFeeds => "line-feeds",
            Self::Replaced => "replaced",
        }
    }

    /// Detects the damage from the first bytes of the file, the first elements, the bytes that follow the last one, all as
    /// they are in the file, and the length of all elements if that is known.
    pub(crate) fn detect(layout: &Layout, parts: [&[u8]; 3], length: Option<u64>) -> Option<Self> {
        let [_, elements, _] = parts;
        // A replaced size is another number.
        let is_other = length.is_some_and(|length| length != layout.byte_len());
        if is_replaced(elements) || is_other && has_replaced_size(layout, elements) {
            Some(Self::Replaced)
        } else if is_other && length.is_some_and(|length| has_returns(layout, parts, length)) {
            Some(Self::LineFeeds)
        } else {
            None
        }
    }
}

/// Whether the bytes are what a decoder of UTF-8 makes of a binary file. They may end inside a character.
pub(crate) fn is_replaced(bytes: &[u8]) -> bool {
    // Text can have a few of these characters.
    const MIN: usize = 4;
    is_utf8(bytes) && bytes.windows(REPLACEMENT.len()).filter(|window| *window == REPLACEMENT).count() >= MIN
}

fn is_utf8(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).err().is_none_or(|error| error.error_len().is_none())
}

/// Whether EF BF BD stands in the dimensions of a header, or at its end and goes on in these elements, and all is UTF-8. In
/// a file of small labels, no other byte is replaced.
fn has_replaced_size(layout: &Layout, elements: &[u8]) -> bool {
    let header = layout.header().to_bytes();
    let sizes = header.get(Header::MAGIC_LEN..).unwrap_or_default();
    let bytes = [sizes, elements].concat();
    layout.data_offset() == header.len() as u64
        && is_utf8(&bytes)
        && contains_replacement(&bytes[..bytes.len().min(sizes.len() + REPLACEMENT.len() - 1)])
}

/// Whether EF BF BD is among these bytes. Once can be chance.
pub(crate) fn contains_replacement(bytes: &[u8]) -> bool {
    bytes.windows(REPLACEMENT.len()).any(|window| window == REPLACEMENT)
}

/// U+FFFD in UTF-8.
const REPLACEMENT: &[u8] = b"\xEF\xBF\xBD";

/// Whether a carriage return was added before each line feed, as these parts and the length of all elements show.
fn has_returns(layout: &Layout, [head, elements, following]: [&[u8]; 3], length: u64) -> bool {
    // One line feed in 256 follows a carriage return by chance.
    const MIN: u64 = 4;
    // One byte in 256 is a line feed, or fewer.
    const FEW: u64 = 50;
    let layout_of = |head: &[u8]| Layout::detect(head).ok().flatten();
    let is_own = layout_of(head).as_ref() == Some(layout);
    let header = if is_own { head.get(Header::MAGIC_LEN..layout.header().encoded_len()) } else { None };
    // A damaged header can make the array end anywhere.
    let rest = if elements.len() as u64 == layout.byte_len() { following } else { &[] };
    let bytes = [header.unwrap_or_default(), elements, rest].concat();
    let feeds = || bytes.windows(2).filter(|pair| pair[1] == b'\n');
    if feeds().any(|pair| pair[0] != b'\r') {
        return false;
    }
    // The sizes are others if a line feed was among them.
    let intended = if is_own { layout_of(&without_returns(head)) } else { None };
    let added = (length + layout.data_offset()).saturating_sub(intended.as_ref().unwrap_or(layout).data_end());
    // Even one is no coincidence if the file is longer by exactly as many bytes. If the sizes are corrected, the file need only
    // be a little longer.
    let returns = feeds().count() as u64;
    let is_close = intended.is_some_and(|intended| intended != *layout && added <= intended.byte_len() / FEW);
    added > 0 && (added == returns || returns >= MIN || is_close)
}

/// The bytes without the carriage returns before line feeds.
fn without_returns(bytes: &[u8]) -> Vec<u8> {
    let is_kept = |at: usize| bytes.get(at..at + 2) != Some(b"\r\n");
    bytes.iter().enumerate().filter(|&(at, _)| is_kept(at)).map(|(_, &byte)| byte).collect()
}
