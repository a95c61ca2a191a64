//! The instructions of pickles, and how many bytes each has.

/// Limit of the bytes of an instruction whose parts are lines: two names.
pub(super) const MAX_LEN: usize = 512;

/// An instruction, and its argument in the bytes after it.
#[derive(Debug)]
pub(super) enum Instruction<'a> {
    /// With its argument.
    Short(&'a [u8]),
    /// The start of a string of that many bytes, or of one that is a line. They follow.
    String(Content, Option<u64>),
    /// None that is known.
    Unknown,
}

/// What a string holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Characters in UTF-8.
    Text,
    /// The same, each of which is a byte.
    Latin1,
    Bytes,
    /// A whole number, little-endian.
    Integer,
}

/// The instruction that these bytes start with, and its length without that of a string. `None` when it needs more of them.
pub(super) fn parse(bytes: &[u8]) -> Option<(Instruction<'_>, usize)> {
    let (&code, rest) = bytes.split_first()?;
    let len = match code {
        b'('
        | b'.'
        | b'0'
        | b'1'
        | b'2'
        | b'N'
        | b'Q'
        | b'R'
        | b'a'
        | b'b'
        | b'd'
        | b'}'
        | b'e'
        | b'l'
        | b']'
        | b's'
        | b't'
        | b')'
        | b'u'
        | 0x85..=0x89
        | 0x93
        | 0x94
        | 0x98 => 0,
        b'K' | b'q' | b'h' | 0x80 => 1,
        b'M' => 2,
        b'J' | b'r' | b'j' => 4,
        b'G' | 0x95 => 8,
        b'I' | b'L' | b'F' | b'p' | b'g' => lines_len(rest, 1)?,
        b'c' | b'i' => lines_len(rest, 2)?,
        b'S' => return Some((Instruction::String(Content::Bytes, None), 1)),
        b'V' => return Some((Instruction::String(Content::Text, None), 1)),
        b'X' => return string(Content::Text, rest, 4),
        0x8C => return string(Content::Text, rest, 1),
        0x8D => return string(Content::Text, rest, 8),
        b'U' | b'C' => return string(Content::Bytes, rest, 1),
        b'T' | b'B' => return string(Content::Bytes, rest, 4),
        0x8E | 0x96 => return string(Content::Bytes, rest, 8),
        0x8A => return string(Content::Integer, rest, 1),
        0x8B => return string(Content::Integer, rest, 4),
        _ => return Some((Instruction::Unknown, 1)),
    };
    Some((Instruction::Short(rest.get(..len)?), 1 + len))
}

/// A string whose length is a little-endian number of so many bytes.
fn string(content: Content, rest: &[u8], len: usize) -> Option<(Instruction<'_>, usize)> {
    let mut number = [0; 8];
    number[..len].copy_from_slice(rest.get(..len)?);
    Some((Instruction::String(content, Some(u64::from_le_bytes(number))), 1 + len))
}

/// The length of so many lines.
fn lines_len(bytes: &[u8], count: usize) -> Option<usize> {
    let mut ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
    ends.nth(count - 1).map(|(end, _)| end + 1)
}
