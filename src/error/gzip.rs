//! Faults in gzip data.

use std::fmt;

use crate::error::facts::Facts;

/// A fault in gzip data (RFC 1952). Offsets count from the start of the layer they are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GzipFault {
    /// A compression method other than deflate.
    Method {
        /// Byte offset of the method.
        offset: u64,
        /// The method; deflate is 8.
        found: u8,
    },
    /// Reserved flag bits are set.
    Flags {
        /// Byte offset of the flags.
        offset: u64,
        /// The flags.
        found: u8,
    },
    /// The member header's own checksum does not match.
    HeaderChecksum {
        /// Byte offset of the checksum.
        offset: u64,
        /// The checksum stored in the file.
        expected: u16,
        /// The lower half of the CRC-32 of the header before it.
        found: u16,
    },
    /// The deflate data is corrupt.
    Corrupt {
        /// Bytes unpacked from this layer before the fault.
        decoded: u64,
    },
    /// The data ends inside a member.
    Truncated {
        /// Byte offset of the end.
        offset: u64,
    },
    /// A member's data does not match its checksum.
    Checksum {
        /// Byte offset of the checksum.
        offset: u64,
        /// The CRC-32 stored in the file.
        expected: u32,
        /// The CRC-32 of what was unpacked.
        found: u32,
    },
    /// A member's data does not match its length.
    Length {
        /// Byte offset of the length.
        offset: u64,
        /// The length modulo 2^32 stored in the file.
        expected: u32,
        /// The length modulo 2^32 of what was unpacked.
        found: u32,
    },
    /// After the last member come bytes that are neither zero padding nor another member.
    Trailing {
        /// Byte offset of the first of them.
        offset: u64,
        /// The number of such bytes.
        found: u64,
    },
}

impl GzipFault {
    /// The fault's name and numbers.
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::Method { offset, found } => Facts::named("GzipMethod").at(offset).expected(8).found(found.into()),
            Self::Flags { offset, found } => Facts::named("GzipFlags").at(offset).found(found.into()),
            Self::HeaderChecksum { offset, expected, found } => {
                Facts::named("GzipHeaderChecksum").at(offset).expected(expected.into()).found(found.into())
            }
            Self::Corrupt { decoded } => Facts::named("GzipCorrupt").at(decoded),
            Self::Truncated { offset } => Facts::named("GzipTruncated").at(offset),
            Self::Checksum { offset, expected, found } => {
                Facts::named("GzipChecksum").at(offset).expected(expected.into()).found(found.into())
            }
            Self::Length { offset, expected, found } => {
                Facts::named("GzipLength").at(offset).expected(expected.into()).found(found.into())
            }
            Self::Trailing { offset, found } => Facts::named("GzipTrailing").at(offset).found(found),
        }
    }

    /// Writes the fault with the layer it is in: 1 is the file itself and is not mentioned.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, layer: u8) -> fmt::Result {
        match layer {
            1 => write!(f, "gzip: {self}"),
            _ => write!(f, "gzip layer {layer}: {self}"),
        }
    }
}

impl fmt::Display for GzipFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Method { offset, found } => {
                write!(f, "unknown compression method at byte {offset}: expected 8 (deflate), found {found}")
            }
            Self::Flags { offset, found } => {
                write!(f, "reserved flags at byte {offset}: expected 00 in the upper three bits, found {found:02x}")
            }
            Self::HeaderChecksum { offset, expected, found } => {
                write!(f, "wrong header checksum at byte {offset}: expected {expected:04x}, found {found:04x}")
            }
            Self::Corrupt { decoded } => {
                write!(f, "the compressed data is damaged after {decoded} unpacked bytes")
            }
            Self::Truncated { offset } => {
                write!(f, "the compressed data ends at byte {offset}: expected more, found the end")
            }
            Self::Checksum { offset, expected, found } => {
                write!(f, "wrong checksum at byte {offset}: expected {expected:08x}, found {found:08x}")
            }
            Self::Length { offset, expected, found } => {
                write!(f, "wrong length at byte {offset}: expected {expected} bytes, found {found}")
            }
            Self::Trailing { offset, found } => {
                write!(f, "the compressed data should end at byte {offset}: found {found} bytes more")
            }
        }
    }
}
