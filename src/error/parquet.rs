//! Faults of Parquet files.

use std::fmt;

use crate::error::facts::Facts;

/// Why a Parquet file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParquetFault {
    /// The file ends without its footer, or before the end of a column.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// The footer, which says where the columns are, contradicts itself or the length of the file.
    Footer {
        /// Byte offset of its start.
        offset: u64,
    },
    /// The file is encrypted.
    Encrypted,
    /// A page of a column cannot be unpacked or decoded.
    Page {
        /// Byte offset of the page.
        offset: u64,
    },
    /// A column is compressed in a way that is not read.
    Codec {
        /// The number of the codec in the format.
        found: u64,
        /// The name of the column.
        column: String,
    },
    /// The values of a column are encoded in a way that is not read.
    Encoding {
        /// The number of the encoding in the format.
        found: u64,
        /// The name of the column.
        column: String,
    },
    /// A value is missing.
    Null {
        /// The row, from 1.
        row: u64,
        /// The name of the column.
        column: String,
    },
    /// A list has another shape than that of the first row.
    Ragged {
        /// The row, from 1.
        row: u64,
        /// How many values the first row has.
        expected: u64,
        /// The name of the column.
        column: String,
    },
    /// A whole number is too large to be exact.
    TooLarge {
        /// The row, from 1.
        row: u64,
        /// The name of the column.
        column: String,
    },
    /// A page, the footer or everything that comes out takes too much room.
    Limit {
        /// Byte offset of what has no room.
        offset: u64,
        /// The limit.
        expected: u64,
    },
    /// There are no rows.
    Empty,
    /// No column holds pictures, lists of numbers or numbers.
    Columns {
        /// How many columns there are.
        found: u64,
    },
}

impl ParquetFault {
    /// The name of the column that is at fault.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Codec { column, .. }
            | Self::Encoding { column, .. }
            | Self::Null { column, .. }
            | Self::Ragged { column, .. }
            | Self::TooLarge { column, .. } => Some(column),
            _ => None,
        }
    }

    pub(super) fn facts(&self) -> Facts {
        let in_row = |name, row| Facts { row: Some(row), ..Facts::named(name) };
        match *self {
            Self::End { offset } => Facts::named("ParquetEnd").at(offset),
            Self::Footer { offset } => Facts::named("ParquetFooter").at(offset),
            Self::Encrypted => Facts::named("ParquetEncrypted"),
            Self::Page { offset } => Facts::named("ParquetPage").at(offset),
            Self::Codec { found, .. } => Facts::named("ParquetCodec").found(found),
            Self::Encoding { found, .. } => Facts::named("ParquetEncoding").found(found),
            Self::Null { row, .. } => in_row("ParquetNull", row),
            Self::Ragged { row, expected, .. } => in_row("ParquetRagged", row).expected(expected),
            Self::TooLarge { row, .. } => in_row("ParquetTooLarge", row),
            Self::Limit { offset, expected } => Facts::named("ParquetLimit").at(offset).expected(expected),
            Self::Empty => Facts::named("ParquetEmpty"),
            Self::Columns { found } => Facts::named("ParquetColumns").found(found),
        }
    }
}

impl fmt::Display for ParquetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::End { offset } => {
                write!(f, "the parquet file ends at byte {offset}: expected more of it, found the end")
            }
            Self::Footer { offset } => {
                write!(f, "the footer of the parquet file cannot be read, from byte {offset} on")
            }
            Self::Encrypted => write!(f, "the parquet file is encrypted"),
            Self::Page { offset } => write!(f, "the page at byte {offset} of the parquet file is damaged"),
            Self::Codec { found, column } => {
                write!(f, "column \"{column}\" of the parquet file has an unknown compression: found codec {found}")
            }
            Self::Encoding { found, column } => {
                write!(f, "column \"{column}\" of the parquet file has an unknown encoding: found {found}")
            }
            Self::Null { row, column } => write!(f, "row {row}, column \"{column}\" of the parquet file is empty"),
            Self::Ragged { row, expected, column } => write!(
                f,
                "row {row}, column \"{column}\" of the parquet file has another shape: expected {expected} values, like \
                 the first row"
            ),
            Self::TooLarge { row, column } => {
                write!(f, "the number in row {row}, column \"{column}\" of the parquet file is too large")
            }
            Self::Limit { offset, expected } => {
                write!(f, "the data at byte {offset} of the parquet file is too large: expected at most {expected}")
            }
            Self::Empty => write!(f, "the parquet file has no rows"),
            Self::Columns { found } => {
                write!(f, "none of the {found} columns of the parquet file holds images or numbers")
            }
        }
    }
}
