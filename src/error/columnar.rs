//! Faults of Parquet and Arrow files.

use std::fmt;

use crate::error::facts::Facts;

/// Which format a fault is in.
#[derive(Clone, Copy)]
pub(super) enum Format {
    Parquet,
    Arrow,
}

/// Why a Parquet or Arrow file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnarFault {
    /// The file ends before what is in it.
    End {
        /// Byte offset of the end.
        offset: u64,
    },
    /// Parquet's footer or a message of Arrow's makes no sense: it contradicts itself or the length of the file.
    Directory {
        /// Byte offset of its start.
        offset: u64,
    },
    /// The file is encrypted.
    Encrypted,
    /// A page of a column cannot be unpacked or decoded; in Arrow, a column of a record batch.
    Page {
        /// Byte offset of it.
        offset: u64,
    },
    /// A column is compressed in a way that is not read.
    Codec {
        /// The number of the codec in the format.
        found: u64,
        /// The name of the column.
        column: String,
    },
    /// The values of a column are encoded in a way that is not read. In Arrow, a field has a type that is not known.
    Encoding {
        /// The number of the encoding or the type in the format.
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
    /// The values of a file of Arrow's begin with their highest byte.
    BigEndian,
    /// A page, the footer, the messages, or everything that comes out takes too much room.
    Limit {
        /// Byte offset of what has no room.
        offset: u64,
        /// The limit.
        expected: u64,
    },
    /// There are no rows.
    Empty,
    /// A column of a shard of a dataset differs from that of the first.
    Differs {
        /// Byte offset of the start of the shard.
        offset: u64,
        /// The name of the column.
        column: String,
    },
    /// No column holds pictures, lists of numbers or numbers.
    Columns {
        /// How many columns there are.
        found: u64,
    },
}

impl ColumnarFault {
    /// The name of the column that is at fault.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Codec { column, .. }
            | Self::Encoding { column, .. }
            | Self::Null { column, .. }
            | Self::Ragged { column, .. }
            | Self::TooLarge { column, .. }
            | Self::Differs { column, .. } => Some(column),
            _ => None,
        }
    }

    /// The same fault with so many bytes added to its offset.
    #[cfg(feature = "columnar")]
    pub(crate) fn moved_by(mut self, by: u64) -> Self {
        if let Self::End { offset }
        | Self::Directory { offset }
        | Self::Page { offset }
        | Self::Limit { offset, .. }
        | Self::Differs { offset, .. } = &mut self
        {
            *offset = offset.saturating_add(by);
        }
        self
    }

    pub(super) fn facts(&self, format: Format) -> Facts {
        let name = |names: [&'static str; 2]| Facts::named(names[format as usize]);
        let in_row = |names, row| Facts { row: Some(row), ..name(names) };
        match *self {
            Self::End { offset } => name(["ParquetEnd", "ArrowEnd"]).at(offset),
            Self::Directory { offset } => name(["ParquetFooter", "ArrowMessage"]).at(offset),
            Self::Encrypted => Facts::named("ParquetEncrypted"),
            Self::Page { offset } => name(["ParquetPage", "ArrowBatch"]).at(offset),
            Self::Codec { found, .. } => name(["ParquetCodec", "ArrowCodec"]).found(found),
            Self::Encoding { found, .. } => name(["ParquetEncoding", "ArrowEncoding"]).found(found),
            Self::Null { row, .. } => in_row(["ParquetNull", "ArrowNull"], row),
            Self::Ragged { row, expected, .. } => in_row(["ParquetRagged", "ArrowRagged"], row).expected(expected),
            Self::TooLarge { row, .. } => in_row(["ParquetTooLarge", "ArrowTooLarge"], row),
            Self::BigEndian => Facts::named("ArrowBigEndian"),
            Self::Limit { offset, expected } => name(["ParquetLimit", "ArrowLimit"]).at(offset).expected(expected),
            Self::Empty => name(["ParquetEmpty", "ArrowEmpty"]),
            Self::Differs { offset, .. } => name(["ParquetDiffers", "ArrowDiffers"]).at(offset),
            Self::Columns { found } => name(["ParquetColumns", "ArrowColumns"]).found(found),
        }
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, format: Format) -> fmt::Result {
        let (file, directory, page, encoding) = match format {
            Format::Parquet => ("parquet file", "footer", "page", "encoding"),
            Format::Arrow => ("arrow file", "message", "data", "type"),
        };
        match self {
            Self::End { offset } => write!(f, "the {file} ends at byte {offset}: expected more of it, found the end"),
            Self::Directory { offset } => {
                write!(f, "the {directory} of the {file} cannot be read, from byte {offset} on")
            }
            Self::Encrypted => write!(f, "the {file} is encrypted"),
            Self::Page { offset } => write!(f, "the {page} at byte {offset} of the {file} is damaged"),
            Self::Codec { found, column } => {
                write!(f, "column \"{column}\" of the {file} has an unknown compression: found codec {found}")
            }
            Self::Encoding { found, column } => {
                write!(f, "column \"{column}\" of the {file} has an unknown {encoding}: found {found}")
            }
            Self::Null { row, column } => write!(f, "row {row}, column \"{column}\" of the {file} is empty"),
            Self::Ragged { row, expected, column } => write!(
                f,
                "row {row}, column \"{column}\" of the {file} has another shape: expected {expected} values, like the first row"
            ),
            Self::TooLarge { row, column } => {
                write!(f, "the number in row {row}, column \"{column}\" of the {file} is too large")
            }
            Self::BigEndian => write!(f, "the values of the {file} begin with their highest byte"),
            Self::Limit { offset, expected } => {
                write!(f, "the data at byte {offset} of the {file} is too large: expected at most {expected}")
            }
            Self::Empty => write!(f, "the {file} has no rows"),
            Self::Differs { offset, column } => {
                write!(
                    f,
                    "column \"{column}\" of the {file} that begins at byte {offset} differs from that of the first"
                )
            }
            Self::Columns { found } => {
                write!(f, "none of the {found} columns of the {file} holds images or numbers")
            }
        }
    }
}
