//! Faults of tar archives.

use std::fmt;

use crate::error::facts::Facts;

/// Why a tar archive, or the rest of one, cannot be read. Offsets count from the start of the archive, unpacked where it
/// is gzip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TarFault {
    /// The archive ends inside a file, or inside the record of one.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// A record is damaged: its checksum is wrong, or a number in it cannot be read.
    Record {
        /// Byte offset of the record.
        offset: u64,
    },
    /// The files take too much room: those of a gzip archive have to be unpacked to be read.
    Limit {
        /// Byte offset of the first file that was left out.
        offset: u64,
        /// The limit of the bytes of all files.
        expected: u64,
    },
}

impl TarFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::End { offset } => Facts::named("TarEnd").at(offset),
            Self::Record { offset } => Facts::named("TarRecord").at(offset),
            Self::Limit { offset, expected } => Facts::named("TarLimit").at(offset).expected(expected),
        }
    }
}

impl fmt::Display for TarFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { offset } => {
                write!(f, "the tar archive ends at byte {offset}: expected more of a file, found the end")
            }
            Self::Record { offset } => write!(f, "the tar archive is damaged at byte {offset}: expected a record"),
            Self::Limit { offset, expected } => write!(
                f,
                "the tar archive is too large to be unpacked at byte {offset}: expected at most {expected} bytes of files"
            ),
        }
    }
}
