//! Faults of zip archives.

use std::fmt;

use crate::error::facts::Facts;

/// Why a zip archive cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ZipFault {
    /// The record that ends every archive is missing.
    End {
        /// The number of bytes of the file.
        offset: u64,
    },
    /// The archive is one of several parts.
    Parts {
        /// Byte offset of the record that says so.
        offset: u64,
    },
    /// The directory of the files in the archive cannot be read.
    Directory {
        /// Byte offset of the first entry that cannot.
        offset: u64,
    },
    /// A file in the archive is not where the directory says.
    Entry {
        /// Byte offset of the place.
        offset: u64,
    },
    /// Two files in the archive share bytes, as those that are made to fill a disk do.
    Overlap {
        /// Byte offset of the start of the second one.
        offset: u64,
    },
}

impl ZipFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::End { offset } => Facts::named("ZipEnd").at(offset),
            Self::Parts { offset } => Facts::named("ZipParts").at(offset),
            Self::Directory { offset } => Facts::named("ZipDirectory").at(offset),
            Self::Entry { offset } => Facts::named("ZipEntry").at(offset),
            Self::Overlap { offset } => Facts::named("ZipOverlap").at(offset),
        }
    }
}

impl fmt::Display for ZipFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { offset } => write!(f, "the zip archive ends at byte {offset} without its end record"),
            Self::Parts { offset } => {
                write!(f, "the zip archive is one of several parts, by the end record at byte {offset}")
            }
            Self::Directory { offset } => write!(f, "the directory of the zip archive is damaged at byte {offset}"),
            Self::Entry { offset } => {
                write!(f, "the directory of the zip archive names a file at byte {offset}: found none there")
            }
            Self::Overlap { offset } => {
                write!(f, "two files in the zip archive overlap at byte {offset}: expected one after the other")
            }
        }
    }
}
