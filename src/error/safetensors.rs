//! Faults of safetensors files.

use std::fmt;

use crate::error::facts::Facts;

/// Why a safetensors file, or the rest of one, cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SafetensorsFault {
    /// The header is longer than the format allows.
    HeaderLength {
        /// The limit of its bytes.
        expected: u64,
        /// The length that the file gives.
        found: u64,
    },
    /// The header is no JSON with a type, a shape and offsets for each array.
    Header,
    /// The file ends inside its header, or before the end of an array.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// The header gives an array more or fewer bytes than its shape takes.
    Offsets {
        /// Byte offset where the array should start.
        offset: u64,
    },
    /// Two arrays share bytes.
    Overlap {
        /// Byte offset of the start of the second one.
        offset: u64,
    },
}

impl SafetensorsFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::HeaderLength { expected, found } => {
                Facts::named("SafetensorsHeaderLength").at(0).expected(expected).found(found)
            }
            Self::Header => Facts::named("SafetensorsHeader").at(8),
            Self::End { offset } => Facts::named("SafetensorsEnd").at(offset),
            Self::Offsets { offset } => Facts::named("SafetensorsOffsets").at(offset),
            Self::Overlap { offset } => Facts::named("SafetensorsOverlap").at(offset),
        }
    }
}

impl fmt::Display for SafetensorsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HeaderLength { expected, found } => {
                write!(f, "the safetensors header is too long: expected at most {expected} bytes, found {found}")
            }
            Self::Header => write!(f, "the safetensors header cannot be read, from byte 8 on"),
            Self::End { offset } => {
                write!(f, "the safetensors file ends at byte {offset}: expected more of an array, found the end")
            }
            Self::Offsets { offset } => {
                write!(f, "the array at byte {offset} of the safetensors file has other bytes than its shape takes")
            }
            Self::Overlap { offset } => {
                write!(f, "two arrays in the safetensors file overlap at byte {offset}: expected one after the other")
            }
        }
    }
}
