//! Faults of NumPy arrays.

use std::fmt;

use crate::error::facts::Facts;

/// Why a NumPy array (`.npy`) cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NpyFault {
    /// A version of the format other than 1, 2 and 3.
    Version {
        /// The version.
        found: u8,
    },
    /// The header is no dictionary with a type, an order and a shape, or is longer than NumPy reads.
    Header,
    /// The elements are Python objects, which are stored as a pickle.
    Objects,
    /// The elements are texts. One for each item can be its label: see
    /// [`TextLabels`](crate::format::text_labels::TextLabels).
    Texts,
    /// One of the texts is longer than the name of a class.
    TextLength {
        /// The limit of its bytes.
        expected: u64,
        /// Its bytes.
        found: u64,
    },
    /// There are more different texts than classes.
    TextCount {
        /// The limit of them.
        expected: u64,
    },
    /// The elements are of a type that is no plain number: dates, complex numbers, records.
    ElementType,
    /// A dimension is 2^32 or more.
    Dimension {
        /// The number of the dimension.
        index: u8,
    },
    /// The first dimension varies fastest, so that no item is in one piece.
    Fortran,
}

impl NpyFault {
    pub(super) fn facts(self) -> Facts {
        match self {
            Self::Version { found } => Facts::named("NpyVersion").at(6).expected(3).found(found.into()),
            Self::Header => Facts::named("NpyHeader").at(8),
            Self::Objects => Facts::named("NpyObjects").at(10),
            Self::Texts => Facts::named("NpyTexts").at(10),
            Self::TextLength { expected, found } => {
                Facts::named("NpyTextLength").at(10).expected(expected).found(found)
            }
            Self::TextCount { expected } => Facts::named("NpyTextCount").at(10).expected(expected),
            Self::ElementType => Facts::named("NpyElementType").at(10),
            Self::Dimension { index } => Facts::named("NpyDimension").at(10).found(index.into()),
            Self::Fortran => Facts::named("NpyFortran").at(10),
        }
    }
}

impl fmt::Display for NpyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { found } => {
                write!(f, "unknown version of a numpy array at byte 6: expected 1, 2 or 3, found {found}")
            }
            Self::Header => write!(f, "the header of the numpy array cannot be read, from byte 8 on"),
            Self::Objects => write!(f, "the numpy array has python objects as elements: expected numbers"),
            Self::Texts => write!(f, "the elements of the numpy array are texts: expected numbers"),
            Self::TextLength { expected, found } => write!(
                f,
                "the texts in the numpy array take too many bytes for names of classes: expected at most {expected}, found {found}"
            ),
            Self::TextCount { expected } => {
                write!(f, "the numpy array has too many different texts: expected at most {expected} classes")
            }
            Self::ElementType => {
                write!(f, "the elements of the numpy array are no plain numbers: expected integers, floats or bool")
            }
            Self::Dimension { index } => {
                write!(f, "dimension {index} of the numpy array is too large: expected less than 2^32")
            }
            Self::Fortran => {
                write!(f, "the numpy array is in fortran order: expected the last dimension to vary fastest")
            }
        }
    }
}
