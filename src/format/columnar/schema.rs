//! What the columns of a file are.

use crate::format::element::ElementType;

/// How the values of a column are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Physical {
    Boolean,
    Int8,
    Int16,
    Int32,
    Int64,
    UnsignedInt8,
    UnsignedInt16,
    UnsignedInt32,
    UnsignedInt64,
    Half,
    Float,
    Double,
    /// Bytes, each value with its own length.
    Bytes,
    /// Bytes, so many for each value.
    Fixed(usize),
}

/// The contents of a column that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number in each row.
    Number,
    /// A word in each row.
    Text,
    /// A file in each row, which may be a picture.
    File,
    /// The names of the files in the column before.
    FileNames,
    /// Numbers in each row, in so many dimensions.
    List(u8),
}

/// A column that can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) physical: Physical,
    /// The shape of a list, if the file tells it.
    pub(super) shape: Vec<u32>,
    /// The number of the part that holds its values, as the format counts them.
    pub(super) leaf: usize,
    /// The level of a value that is there, and of one that continues the innermost list.
    pub(super) max_definition: u8,
    pub(super) max_repetition: u8,
}

/// The columns of a schema.
#[derive(Debug, Default)]
pub(super) struct Schema {
    pub(super) columns: Vec<Column>,
    /// The names of the columns that cannot be shown.
    pub(super) others: Vec<String>,
}

impl Physical {
    /// Bytes of a value, if all have so many.
    pub(super) fn size(self) -> Option<usize> {
        match self {
            Self::Int8 | Self::UnsignedInt8 => Some(1),
            Self::Half | Self::Int16 | Self::UnsignedInt16 => Some(2),
            Self::Int32 | Self::UnsignedInt32 | Self::Float => Some(4),
            Self::Int64 | Self::UnsignedInt64 | Self::Double => Some(8),
            Self::Fixed(len) => Some(len),
            Self::Boolean | Self::Bytes => None,
        }
    }

    /// A number from its bytes, which are as many as `size` gives.
    pub(super) fn number(self, bytes: &[u8]) -> f64 {
        let one = bytes.first().copied().unwrap_or_default();
        let two = bytes.first_chunk().copied().unwrap_or_default();
        let four = bytes.first_chunk().copied().unwrap_or_default();
        let eight = bytes.first_chunk().copied().unwrap_or_default();
        #[expect(clippy::cast_precision_loss, reason = "numbers beyond 2^53 are refused")]
        match self {
            Self::Int8 => one.cast_signed().into(),
            Self::UnsignedInt8 => one.into(),
            Self::Int16 => i16::from_le_bytes(two).into(),
            Self::UnsignedInt16 => u16::from_le_bytes(two).into(),
            Self::Int32 => i32::from_le_bytes(four).into(),
            Self::UnsignedInt32 => u32::from_le_bytes(four).into(),
            Self::Half => ElementType::F16.value(&u16::from_le_bytes(two).to_be_bytes()),
            Self::Float => f32::from_le_bytes(four).into(),
            Self::Int64 => i64::from_le_bytes(eight) as f64,
            Self::UnsignedInt64 => u64::from_le_bytes(eight) as f64,
            _ => f64::from_le_bytes(eight),
        }
    }

    pub(super) fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Self::Boolean | Self::Bytes | Self::Fixed(_))
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::Half | Self::Float | Self::Double)
    }
}
