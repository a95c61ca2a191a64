//! Faults of MATLAB files.

use std::fmt;

use crate::error::facts::Facts;

/// Why a MATLAB 5 file, or a variable of one, cannot be read. Offsets count in the file, compressed or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MatlabFault {
    /// The header is not that of version 5.
    Header,
    /// The file ends inside a variable.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// The parts of a variable do not fit each other.
    Variable {
        /// Byte offset of the variable.
        offset: u64,
    },
    /// The compressed data of a variable is damaged.
    Compressed {
        /// Byte offset of the variable.
        offset: u64,
    },
    /// The arrays take too much room: they have to be unpacked to be read.
    Limit {
        /// Byte offset of the first variable that was left out.
        offset: u64,
        /// The limit of the bytes of all arrays.
        expected: u64,
    },
}

impl MatlabFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::Header => Facts::named("MatlabHeader").at(124),
            Self::End { offset } => Facts::named("MatlabEnd").at(offset),
            Self::Variable { offset } => Facts::named("MatlabVariable").at(offset),
            Self::Compressed { offset } => Facts::named("MatlabCompressed").at(offset),
            Self::Limit { offset, expected } => Facts::named("MatlabLimit").at(offset).expected(expected),
        }
    }
}

impl fmt::Display for MatlabFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => write!(f, "the header of the matlab file cannot be read at byte 124: expected version 5"),
            Self::End { offset } => {
                write!(f, "the matlab file ends at byte {offset}: expected more of a variable, found the end")
            }
            Self::Variable { offset } => write!(f, "the variable at byte {offset} of the matlab file is damaged"),
            Self::Compressed { offset } => {
                write!(f, "the compressed variable at byte {offset} of the matlab file is damaged")
            }
            Self::Limit { offset, expected } => write!(
                f,
                "the variable at byte {offset} of the matlab file is too large: expected at most {expected} bytes of arrays"
            ),
        }
    }
}
