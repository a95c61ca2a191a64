//! Faults of tables of numbers as text.

use std::fmt;

use crate::error::facts::Facts;

/// Why a table of numbers (CSV) cannot be opened. Lines and columns count from 1, as editors count them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CsvFault {
    /// A line has more or fewer fields than the first one.
    Ragged {
        /// The line.
        line: u64,
        /// Fields of the first line.
        expected: u64,
        /// Fields of this line.
        found: u64,
    },
    /// A field is no number.
    Word {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
        /// The start of the field.
        found: String,
    },
    /// A field is empty.
    Missing {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
    },
    /// A number is so large that neither an integer of 53 bits nor a float can hold it.
    TooLarge {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
    },
    /// An index in a sparse row is larger than idxlens takes.
    Index {
        /// The line.
        line: u64,
        /// The column.
        column: u64,
        /// The largest index.
        limit: u64,
    },
    /// The values of sparse rows take too many bytes.
    Limit {
        /// The line that exceeds the limit.
        line: u64,
        /// The limit of their bytes.
        limit: u64,
    },
    /// A line is longer than any row of numbers should be.
    LongLine {
        /// The line.
        line: u64,
        /// The limit of its bytes.
        expected: u64,
    },
}

impl CsvFault {
    pub(super) fn facts(&self) -> Facts {
        match *self {
            Self::Ragged { line, expected, found } => {
                Facts { row: Some(line), ..Facts::named("CsvRagged").expected(expected).found(found) }
            }
            Self::Word { line, column, .. } => Facts::named("CsvWord").in_text(line, column),
            Self::Missing { line, column } => Facts::named("CsvMissing").in_text(line, column),
            Self::TooLarge { line, column } => Facts::named("CsvTooLarge").in_text(line, column),
            Self::Index { line, column, limit } => Facts::named("CsvIndex").in_text(line, column).expected(limit),
            Self::Limit { line, limit } => Facts { row: Some(line), ..Facts::named("CsvLimit").expected(limit) },
            Self::LongLine { line, expected } => {
                Facts { row: Some(line), ..Facts::named("CsvLongLine").expected(expected) }
            }
        }
    }
}

impl fmt::Display for CsvFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ragged { line, expected, found } => {
                write!(f, "line {line}: expected {expected} fields, found {found}")
            }
            Self::Word { line, column, found } => {
                write!(f, "line {line}, column {column}: expected a number, found \"{found}\"")
            }
            Self::Missing { line, column } => {
                write!(f, "line {line}, column {column}: expected a number, found nothing")
            }
            Self::TooLarge { line, column } => {
                write!(f, "line {line}, column {column}: expected a number that fits 64 bits, found a larger one")
            }
            Self::Index { line, column, limit } => {
                write!(f, "line {line}, column {column}: expected an index of at most {limit}, found a larger one")
            }
            Self::Limit { line, limit } => {
                write!(f, "line {line}: expected sparse rows whose values take at most {limit} bytes, found more")
            }
            Self::LongLine { line, expected } => {
                write!(f, "line {line}: expected at most {expected} bytes, found more")
            }
        }
    }
}
