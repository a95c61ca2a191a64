//! Elements: their types, and the order of their bytes.

use std::{error::Error, fmt, str::FromStr};

mod half;
mod numbers;
mod typed;

pub use typed::Element;

/// The types an element may have. The first six are those of IDX, with their codes in byte 2 of the header; NumPy's files
/// have all others except `bf16`, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum ElementType {
    /// 0x08, unsigned 8 bits: pixels, and most labels.
    U8,
    /// 0x09, signed 8 bits.
    I8,
    /// 0x0B, signed 16 bits.
    I16,
    /// 0x0C, signed 32 bits.
    I32,
    /// 0x0D, IEEE 754 single precision.
    F32,
    /// 0x0E, IEEE 754 double precision.
    F64,
    /// A byte that is 0 or 1.
    Bool,
    /// Unsigned 16 bits.
    U16,
    /// Unsigned 32 bits.
    U32,
    /// Signed 64 bits: NumPy's own type for integers. Beyond 2^53 a value is the nearest `f64`.
    I64,
    /// Unsigned 64 bits. Beyond 2^53 a value is the nearest `f64`.
    U64,
    /// IEEE 754 half precision.
    F16,
    /// The first half of single precision, which models are trained with: `bfloat16`. NumPy has no such type. Files of its
    /// format name two bytes without a meaning (`V2`), as the package `ml_dtypes` does.
    Bf16,
}

impl ElementType {
    /// The types of IDX, in the order of their codes.
    pub const IDX: [Self; 6] = [Self::U8, Self::I8, Self::I16, Self::I32, Self::F32, Self::F64];

    /// All types: those of IDX, then the others.
    pub const ALL: [Self; 13] = [
        Self::U8,
        Self::I8,
        Self::I16,
        Self::I32,
        Self::F32,
        Self::F64,
        Self::Bool,
        Self::U16,
        Self::U32,
        Self::I64,
        Self::U64,
        Self::F16,
        Self::Bf16,
    ];

    /// The type with this code. No type has the code 0x0A.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::IDX.into_iter().find(|element_type| element_type.code() == Some(code))
    }

    /// The code in byte 2 of an IDX header; `None` for a type that IDX lacks.
    #[must_use]
    pub const fn code(self) -> Option<u8> {
        match self {
            Self::U8 => Some(0x08),
            Self::I8 => Some(0x09),
            Self::I16 => Some(0x0B),
            Self::I32 => Some(0x0C),
            Self::F32 => Some(0x0D),
            Self::F64 => Some(0x0E),
            Self::Bool | Self::U16 | Self::U32 | Self::I64 | Self::U64 | Self::F16 | Self::Bf16 => None,
        }
    }

    /// Bytes per element: 1, 2, 4 or 8.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 | Self::Bool => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 | Self::I64 | Self::U64 => 8,
        }
    }

    /// Whether elements are floating-point numbers.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::Bf16 | Self::F32 | Self::F64)
    }

    /// The name of the type in Rust, as far as Rust has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Bool => "bool",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
        }
    }
}

/// A text is the name of no element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownName;

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown element type: expected one like u8, i32 or f64")
    }
}

impl Error for UnknownName {}

/// The inverse of [`ElementType::name`].
impl FromStr for ElementType {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.into_iter().find(|element_type| element_type.name() == name).ok_or(UnknownName)
    }
}

/// The order of the bytes of an element in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum ByteOrder {
    /// The most significant byte first, as IDX specifies.
    #[default]
    Big,
    /// The least significant byte first, as most machines hold numbers in memory and careless programs write them.
    Little,
}

impl ByteOrder {
    /// The number that these bytes are.
    pub(crate) fn u32(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Big => u32::from_be_bytes(bytes),
            Self::Little => u32::from_le_bytes(bytes),
        }
    }
}
