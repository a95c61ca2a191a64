//! Elements: their types, and numbers to bytes and back.

use std::{error::Error, fmt, str::FromStr};

mod half;
mod typed;

pub use typed::Element;
use typed::whole;

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

/// Evaluates `$use` with `$number`, which turns the big-endian bytes of an element of this type into its number.
macro_rules! by_type {
    ($element_type:expr, $number:ident => $use:expr) => {
        match $element_type {
            ElementType::U8 | ElementType::Bool => by_type!($number, |bytes: [u8; 1]| f64::from(bytes[0]), $use),
            ElementType::I8 => by_type!($number, |bytes| f64::from(i8::from_be_bytes(bytes)), $use),
            ElementType::I16 => by_type!($number, |bytes| f64::from(i16::from_be_bytes(bytes)), $use),
            ElementType::I32 => by_type!($number, |bytes| f64::from(i32::from_be_bytes(bytes)), $use),
            ElementType::F32 => by_type!($number, |bytes| f64::from(f32::from_be_bytes(bytes)), $use),
            ElementType::F64 => by_type!($number, f64::from_be_bytes, $use),
            ElementType::U16 => by_type!($number, |bytes| f64::from(u16::from_be_bytes(bytes)), $use),
            ElementType::U32 => by_type!($number, |bytes| f64::from(u32::from_be_bytes(bytes)), $use),
            ElementType::I64 => by_type!($number, |bytes| nearest(i64::from_be_bytes(bytes)), $use),
            ElementType::U64 => by_type!($number, |bytes| nearest_unsigned(u64::from_be_bytes(bytes)), $use),
            ElementType::F16 => by_type!($number, |bytes| half::BINARY16.to_f64(u16::from_be_bytes(bytes)), $use),
            ElementType::Bf16 => by_type!($number, |[a, b]: [u8; 2]| f64::from(f32::from_be_bytes([a, b, 0, 0])), $use),
        }
    };
    ($number:ident, $value:expr, $use:expr) => {{
        let $number = $value;
        $use
    }};
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

    /// The number in the first [`size`](ElementType::size) bytes, in big-endian order. `f64` holds every value of every
    /// type exactly, except integers beyond 2^53.
    ///
    /// # Panics
    /// When there are fewer bytes than that.
    // Inlining it copies each calling loop once per type.
    #[inline(never)]
    #[must_use]
    pub fn value(self, bytes: &[u8]) -> f64 {
        by_type!(self, number => number(*bytes.first_chunk().expect("an element is as long as its type")))
    }

    /// The bytes of a value in this order; `None` when the type has no such value: see [`Element::from_f64`].
    ///
    /// ```
    /// use idxlens::format::{element::ElementType, layout::ByteOrder};
    ///
    /// assert_eq!(ElementType::I16.encode(1.0, ByteOrder::Little), Some(vec![1, 0]));
    /// assert_eq!(ElementType::U8.encode(256.0, ByteOrder::Big), None);
    /// ```
    #[must_use]
    pub fn encode(self, value: f64, byte_order: ByteOrder) -> Option<Vec<u8>> {
        let mut bytes = match self {
            Self::U8 => u8::from_f64(value)?.to_be_bytes().to_vec(),
            Self::I8 => i8::from_f64(value)?.to_be_bytes().to_vec(),
            Self::I16 => i16::from_f64(value)?.to_be_bytes().to_vec(),
            Self::I32 => i32::from_f64(value)?.to_be_bytes().to_vec(),
            Self::F32 => f32::from_f64(value)?.to_be_bytes().to_vec(),
            Self::F64 => value.to_be_bytes().to_vec(),
            Self::Bool => vec![u8::from_f64(value).filter(|bit| *bit <= 1)?],
            Self::U16 => u16::try_from(whole(value)?).ok()?.to_be_bytes().to_vec(),
            Self::U32 => u32::try_from(wide(value)?).ok()?.to_be_bytes().to_vec(),
            Self::I64 => wide(value)?.to_be_bytes().to_vec(),
            Self::U64 => u64::try_from(wide(value)?).ok()?.to_be_bytes().to_vec(),
            Self::F16 => half::BINARY16.nearest(value)?.to_be_bytes().to_vec(),
            Self::Bf16 => half::BFLOAT16.nearest(value)?.to_be_bytes().to_vec(),
        };
        if byte_order == ByteOrder::Little {
            bytes.reverse();
        }
        Some(bytes)
    }

    /// The bytes of a value, the highest first, as hexadecimal digits: those of 0 when the type has no such value.
    ///
    /// ```
    /// use idxlens::format::element::ElementType;
    ///
    /// assert_eq!([1.0, -2.0].map(|value| ElementType::I16.hex(value)), ["0001", "FFFE"]);
    /// ```
    #[must_use]
    pub fn hex(self, value: f64) -> String {
        let bytes = self.encode(value, ByteOrder::Big).unwrap_or_else(|| vec![0; self.size()]);
        let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
        digits.map(|digit| char::from(b"0123456789ABCDEF"[usize::from(digit)])).collect()
    }

    /// The number at element `index` of `bytes`.
    ///
    /// # Panics
    /// When there are not that many elements.
    #[must_use]
    pub fn value_at(self, bytes: &[u8], index: usize) -> f64 {
        self.value(&bytes[index * self.size()..])
    }

    /// The numbers in `bytes`, in order, without a partial element at the end.
    ///
    /// ```
    /// use idxlens::format::element::ElementType;
    ///
    /// let values: Vec<f64> = ElementType::I16.values(&[0xF0, 0x05, 0x00, 0xFF]).collect();
    /// assert_eq!(values, [-4091.0, 255.0]);
    /// ```
    #[must_use]
    pub fn values(self, bytes: &[u8]) -> impl ExactSizeIterator<Item = f64> {
        bytes.chunks_exact(self.size()).map(move |element| self.value(element))
    }
}

/// Values that [`ElementType::for_each_chunk`] converts at a time.
const CHUNK: usize = 256;

impl ElementType {
    /// Writes the numbers in `bytes` to `values`, in order, as many as both have. It looks at the type once and not for
    /// each number, so it takes a fraction of the time of [`ElementType::values`].
    ///
    /// ```
    /// use idxlens::format::element::ElementType;
    ///
    /// let mut values = [0.0; 2];
    /// ElementType::I16.decode_into(&[0xF0, 0x05, 0x00, 0xFF], &mut values);
    /// assert_eq!(values, [-4091.0, 255.0]);
    /// ```
    pub fn decode_into(self, bytes: &[u8], values: &mut [f64]) {
        fn decode<const SIZE: usize>(bytes: &[u8], values: &mut [f64], number: impl Fn([u8; SIZE]) -> f64) {
            for (value, &element) in values.iter_mut().zip(bytes.as_chunks().0) {
                *value = number(element);
            }
        }
        by_type!(self, number => decode(bytes, values, number));
    }

    /// Calls `visit` with the numbers in `bytes`, some at a time and in order, without a partial element at the end.
    pub fn for_each_chunk(self, bytes: &[u8], mut visit: impl FnMut(&[f64])) {
        let mut values = [0.0; CHUNK];
        for chunk in bytes.chunks(CHUNK * self.size()) {
            let values = &mut values[..chunk.len() / self.size()];
            self.decode_into(chunk, values);
            visit(values);
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

/// The integer with exactly this value, up to 2^53, beyond which not every integer is an `f64`.
fn wide(value: f64) -> Option<i64> {
    // The cast saturates and turns NaN into 0. Either differs from the value.
    #[expect(clippy::cast_possible_truncation)]
    let wide = value as i64;
    (wide.unsigned_abs() <= 1 << 53 && nearest(wide) - value == 0.0).then_some(wide)
}

/// The nearest `f64`.
fn nearest(integer: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the documentation says that it is the nearest")]
    let nearest = integer as f64;
    nearest
}

/// The nearest `f64`.
fn nearest_unsigned(integer: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "the documentation says that it is the nearest")]
    let nearest = integer as f64;
    nearest
}
