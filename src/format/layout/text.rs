//! The text form of a layout, which links use.

use std::{error, fmt, str::FromStr};

use super::Layout;
use crate::{
    error::Error,
    format::element::{ByteOrder, UnknownName},
};

/// Why a text is no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseLayoutError {
    /// There are no three parts separated by commas: element type, shape, offset.
    Parts,
    /// The first part is no element type.
    ElementType(UnknownName),
    /// The second part is no shape.
    Shape,
    /// The third part is no offset at which the array ends within 2^64 bytes.
    DataOffset,
    /// No array has this shape.
    Array(Error),
}

impl fmt::Display for ParseLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts => write!(f, "expected element type, shape and offset, like u8,10000x28x28,16"),
            Self::ElementType(error) => error.fmt(f),
            Self::Shape => write!(f, "bad shape: expected sizes below 2^32, like 10000x28x28"),
            Self::DataOffset => write!(f, "bad offset of the first element: expected a number of bytes below 2^64"),
            Self::Array(error) => error.fmt(f),
        }
    }
}

impl error::Error for ParseLayoutError {}

/// The form that links use.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = if self.byte_order == ByteOrder::Little { "le" } else { "" };
        let sizes: Vec<String> = self.shape().iter().map(u32::to_string).collect();
        write!(f, "{}{suffix},{},{}", self.element_type().name(), sizes.join("x"), self.data_offset)
    }
}

/// The inverse of the form that links use.
impl FromStr for Layout {
    type Err = ParseLayoutError;

    fn from_str(text: &str) -> Result<Self, ParseLayoutError> {
        let mut parts = text.splitn(3, ',');
        let (Some(elements), Some(shape), Some(data_offset)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(ParseLayoutError::Parts);
        };
        let (name, byte_order) = match elements.strip_suffix("le") {
            Some(name) => (name, ByteOrder::Little),
            None => (elements, ByteOrder::Big),
        };
        let element_type = name.parse().map_err(ParseLayoutError::ElementType)?;
        let sizes = shape.split('x').filter(|_| !shape.is_empty());
        let shape = sizes.map(str::parse).collect::<Result<_, _>>().map_err(|_| ParseLayoutError::Shape)?;
        let layout = Self::new(element_type, shape).map_err(ParseLayoutError::Array)?.with_byte_order(byte_order);
        let data_offset = data_offset.parse().map_err(|_| ParseLayoutError::DataOffset)?;
        layout.with_data_offset(data_offset).ok_or(ParseLayoutError::DataOffset)
    }
}
