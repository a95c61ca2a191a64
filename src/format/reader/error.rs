//! Why a file cannot be read.

use std::{error, fmt, io};

use crate::{
    error::{Error, Warning},
    format::element::ElementType,
};

/// Why a file, or the rest of it, cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The input failed.
    Io(io::Error),
    /// The file cannot be opened as IDX.
    Format(Error),
    /// The file is cut off, its checksum is wrong, or it goes on after the array.
    Damaged(Warning),
    /// The elements are of another type.
    ElementType {
        /// The type that the caller asked for.
        expected: ElementType,
        /// The type in the file.
        found: ElementType,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(_) => write!(f, "cannot read the file"),
            Self::Format(_) => write!(f, "cannot open the file as IDX"),
            Self::Damaged(_) => write!(f, "the file is damaged"),
            Self::ElementType { expected, found } => {
                write!(f, "wrong element type: expected {}, found {}", expected.name(), found.name())
            }
        }
    }
}

impl error::Error for ReadError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Format(error) => Some(error),
            Self::Damaged(warning) => Some(warning),
            Self::ElementType { .. } => None,
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Format(error)
    }
}
