//! Why a file gives no predictions.

use std::{error, fmt};

/// Why a file cannot be read as predictions of a dataset. Rows count from 1, as editors count lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The bytes are in no format that predictions come in, or hold something else.
    Other,
    /// A PyTorch file or another Python pickle: reading one can run any program.
    Pickle,
    /// A NumPy array of objects, text, complex numbers or records.
    ElementType,
    /// The file is longer than what is read into memory, before or after unpacking.
    TooLarge {
        /// The limit in bytes.
        expected: u64,
    },
    /// The compressed data, or an IDX file, is damaged.
    Damaged,
    /// The file ends before its header says.
    Truncated {
        /// Bytes of elements that the header promises.
        expected: u64,
        /// Bytes of elements present.
        found: u64,
    },
    /// JSON with a syntax error, or with a value that is no prediction.
    Json {
        /// The line, from 1.
        row: u64,
        /// The character of the line, from 1.
        column: u64,
    },
    /// A row with more or fewer numbers than the first one.
    Ragged {
        /// The row.
        row: u64,
        /// Numbers in the first row.
        expected: u64,
        /// Numbers in this one.
        found: u64,
    },
    /// Text where a number should be.
    Text {
        /// The row.
        row: u64,
        /// The column, from 1.
        column: u64,
    },
    /// Words that name no class of the labels: all, or too many.
    Word {
        /// The row of the first.
        row: u64,
    },
    /// NaN, or an infinite value that cannot be a prediction.
    NotFinite {
        /// The row.
        row: u64,
    },
    /// A fraction where a class should be.
    Fraction {
        /// The row.
        row: u64,
    },
    /// An item number, in a column or as a key of JSON, that occurs twice or lies outside of the items.
    ItemNumber {
        /// The row.
        row: u64,
    },
    /// Two columns, each of which can be that of the predicted classes. The other one may have the true ones.
    ClassColumns {
        /// The first that was found, from 1.
        column: u64,
        /// The other one.
        other: u64,
    },
    /// A column with the name of no class, while labels have no column or the numbers are no probabilities; or with the name
    /// of a column before it.
    ColumnName {
        /// The column among those with numbers of classes, from 1.
        column: u64,
    },
    /// There are more or fewer rows than items.
    Rows {
        /// Items of the dataset.
        expected: u64,
        /// Rows of the file.
        found: u64,
    },
    /// The rows have a number for each of some classes, but the labels have others.
    Columns {
        /// Classes of the labels.
        expected: u64,
        /// Numbers in a row.
        found: u64,
    },
}

impl Fault {
    /// The name of the variant.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Other => "Other",
            Self::Pickle => "Pickle",
            Self::ElementType => "ElementType",
            Self::TooLarge { .. } => "TooLarge",
            Self::Damaged => "Damaged",
            Self::Truncated { .. } => "Truncated",
            Self::Json { .. } => "Json",
            Self::Ragged { .. } => "Ragged",
            Self::Text { .. } => "Text",
            Self::Word { .. } => "Word",
            Self::NotFinite { .. } => "NotFinite",
            Self::Fraction { .. } => "Fraction",
            Self::ItemNumber { .. } => "ItemNumber",
            Self::ClassColumns { .. } => "ClassColumns",
            Self::ColumnName { .. } => "ColumnName",
            Self::Rows { .. } => "Rows",
            Self::Columns { .. } => "Columns",
        }
    }

    /// The place in the file, as a row and a column, and the numbers that should be there and that are.
    #[must_use]
    pub fn numbers(&self) -> [Option<u64>; 4] {
        match *self {
            Self::Other | Self::Pickle | Self::ElementType | Self::Damaged => [None; 4],
            Self::TooLarge { expected } => [None, None, Some(expected), None],
            Self::Json { row, column } | Self::Text { row, column } => [Some(row), Some(column), None, None],
            Self::ClassColumns { column, other } => [None, Some(column), None, Some(other)],
            Self::ColumnName { column } => [None, Some(column), None, None],
            Self::Ragged { row, expected, found } => [Some(row), None, Some(expected), Some(found)],
            Self::Word { row } | Self::NotFinite { row } | Self::Fraction { row } | Self::ItemNumber { row } => {
                [Some(row), None, None, None]
            }
            Self::Truncated { expected, found }
            | Self::Rows { expected, found }
            | Self::Columns { expected, found } => [None, None, Some(expected), Some(found)],
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other => write!(f, "no predictions: expected idx, csv, json or npy with one row per item"),
            Self::Pickle => write!(f, "a python pickle: expected plain numbers"),
            Self::ElementType => write!(f, "a numpy array without numbers: expected integers or floats"),
            Self::TooLarge { expected } => write!(f, "too large: expected at most {expected} bytes"),
            Self::Damaged => write!(f, "the file is damaged"),
            Self::Truncated { expected, found } => {
                write!(f, "the array is cut off: expected {expected} bytes, found {found}")
            }
            Self::Json { row, column } => write!(f, "not a prediction in json at line {row}, column {column}"),
            Self::Ragged { row, expected, found } => {
                write!(f, "row {row} differs from the first: expected {expected} numbers, found {found}")
            }
            Self::Text { row, column } => write!(f, "text in row {row}, column {column}: expected a number"),
            Self::Word { row } => write!(f, "the word in row {row} names no class of the labels: expected a class"),
            Self::NotFinite { row } => write!(f, "row {row} is not finite: expected numbers"),
            Self::Fraction { row } => write!(f, "a fraction in row {row}: expected a class"),
            Self::ItemNumber { row } => write!(f, "row {row} is for an item that does not exist, or has a row"),
            Self::ClassColumns { column, other } => {
                write!(f, "columns {column} and {other} can both have the predicted classes: expected one of them")
            }
            Self::ColumnName { column } => {
                write!(f, "column {column} of the classes has the name of none, or of one before: expected a class")
            }
            Self::Rows { expected, found } => write!(f, "expected {expected} rows, found {found}"),
            Self::Columns { expected, found } => {
                write!(f, "expected numbers for {expected} classes, found {found}")
            }
        }
    }
}

impl error::Error for Fault {}
