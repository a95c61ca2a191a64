//! Faults of files in xz, bzip2, Zstandard and gzip.

use std::fmt;

use crate::error::facts::Facts;

/// Why a file in xz, bzip2, Zstandard or gzip cannot be unpacked, or the rest of one. Offsets count in the file as it is
/// stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnpackFault {
    /// The file ends early.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// The data is damaged.
    Corrupt {
        /// Byte offset up to which it was read.
        offset: u64,
    },
    /// A part of the data came out, but does not match its checksum.
    Checksum {
        /// Byte offset of the end of the part.
        offset: u64,
    },
    /// The data was packed in a way that is not supported: with several filters, or with a dictionary in another file.
    Method {
        /// Byte offset up to which it was read.
        offset: u64,
    },
    /// Unpacking takes too much memory, by what a header says.
    Memory {
        /// Byte offset up to which it was read.
        offset: u64,
        /// The limit of the bytes of memory.
        expected: u64,
        /// The bytes of memory that are asked for.
        found: u64,
    },
    /// More comes out than the limit.
    Limit {
        /// Byte offset up to which it was read.
        offset: u64,
        /// The limit of the bytes that come out.
        expected: u64,
    },
    /// Something else follows the data, which is complete.
    Trailing {
        /// Byte offset of it.
        offset: u64,
    },
}

impl UnpackFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::End { offset } => Facts::named("UnpackEnd").at(offset),
            Self::Corrupt { offset } => Facts::named("UnpackCorrupt").at(offset),
            Self::Checksum { offset } => Facts::named("UnpackChecksum").at(offset),
            Self::Method { offset } => Facts::named("UnpackMethod").at(offset),
            Self::Memory { offset, expected, found } => {
                Facts::named("UnpackMemory").at(offset).expected(expected).found(found)
            }
            Self::Limit { offset, expected } => Facts::named("UnpackLimit").at(offset).expected(expected),
            Self::Trailing { offset } => Facts::named("UnpackTrailing").at(offset),
        }
    }
}

impl fmt::Display for UnpackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { offset } => write!(f, "the packed data ends at byte {offset}: expected more, found the end"),
            Self::Corrupt { offset } => write!(f, "the packed data is damaged at byte {offset}"),
            Self::Checksum { offset } => {
                write!(f, "the data that was unpacked up to byte {offset} does not match its checksum")
            }
            Self::Method { offset } => write!(f, "the packed data at byte {offset} needs what is not supported here"),
            Self::Memory { offset, expected, found } => write!(
                f,
                "unpacking takes too much memory at byte {offset}: expected at most {expected} bytes, found {found}"
            ),
            Self::Limit { offset, expected } => {
                write!(f, "too much comes out up to byte {offset}: expected at most {expected} bytes")
            }
            Self::Trailing { offset } => write!(f, "the packed data should end at byte {offset}: found something else"),
        }
    }
}
