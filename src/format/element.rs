//! Elements: their types, and numbers to bytes and back.

use std::{error::Error, fmt, str::FromStr};

/// The types an element may have, with their codes in byte 2 of the header.
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
}

impl ElementType {
    /// All types, in the order of their codes.
    pub const ALL: [Self; 6] = [Self::U8, Self::I8, Self::I16, Self::I32, Self::F32, Self::F64];

    /// The type with this code. No type has the code 0x0A.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|element_type| element_type.code() == code)
    }

    /// The code in byte 2 of the header.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::U8 => 0x08,
            Self::I8 => 0x09,
            Self::I16 => 0x0B,
            Self::I32 => 0x0C,
            Self::F32 => 0x0D,
            Self::F64 => 0x0E,
        }
    }

    /// Bytes per element: 1, 2, 4 or 8.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::I16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Whether elements are floating-point numbers.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// The name of the type in Rust.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// The number in the first [`size`](ElementType::size) bytes, in big-endian order. `f64` holds every value of every
    /// type exactly.
    ///
    /// # Panics
    /// When there are fewer bytes than that.
    // Inlining it copies each calling loop once per type.
    #[inline(never)]
    #[must_use]
    pub fn value(self, bytes: &[u8]) -> f64 {
        match self {
            Self::U8 => u8::from_bytes(bytes, ByteOrder::Big).into(),
            Self::I8 => i8::from_bytes(bytes, ByteOrder::Big).into(),
            Self::I16 => i16::from_bytes(bytes, ByteOrder::Big).into(),
            Self::I32 => i32::from_bytes(bytes, ByteOrder::Big).into(),
            Self::F32 => f32::from_bytes(bytes, ByteOrder::Big).into(),
            Self::F64 => f64::from_bytes(bytes, ByteOrder::Big),
        }
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
        fn bytes<T: Element>(value: f64, byte_order: ByteOrder) -> Option<Vec<u8>> {
            let mut bytes = Vec::new();
            T::from_f64(value)?.write_to(byte_order, &mut bytes);
            Some(bytes)
        }
        match self {
            Self::U8 => bytes::<u8>(value, byte_order),
            Self::I8 => bytes::<i8>(value, byte_order),
            Self::I16 => bytes::<i16>(value, byte_order),
            Self::I32 => bytes::<i32>(value, byte_order),
            Self::F32 => bytes::<f32>(value, byte_order),
            Self::F64 => bytes::<f64>(value, byte_order),
        }
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
        fn decode<T: Element>(bytes: &[u8], values: &mut [f64]) {
            for (value, element) in values.iter_mut().zip(T::decode(bytes, ByteOrder::Big)) {
                *value = element.into();
            }
        }
        match self {
            Self::U8 => decode::<u8>(bytes, values),
            Self::I8 => decode::<i8>(bytes, values),
            Self::I16 => decode::<i16>(bytes, values),
            Self::I32 => decode::<i32>(bytes, values),
            Self::F32 => decode::<f32>(bytes, values),
            Self::F64 => decode::<f64>(bytes, values),
        }
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
        write!(f, "unknown element type: expected u8, i8, i16, i32, f32 or f64")
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

/// A Rust type that IDX can hold: `u8`, `i8`, `i16`, `i32`, `f32` and `f64`, and no other.
///
/// ```
/// use idxlens::format::{element::Element, layout::ByteOrder};
///
/// assert_eq!(i16::from_bytes(&[0xF0, 0x05], ByteOrder::Big), -4091);
/// assert_eq!(i16::from_bytes(&[0x05, 0xF0], ByteOrder::Little), -4091);
/// assert_eq!((u8::from_f64(255.0), u8::from_f64(256.0)), (Some(255), None));
/// ```
pub trait Element:
    sealed::Sealed + Copy + Default + PartialEq + fmt::Debug + Into<f64> + Send + Sync + 'static
{
    /// The element type in the header.
    const TYPE: ElementType;

    /// The element in the first [`size`](ElementType::size) bytes, which are in this order.
    ///
    /// # Panics
    /// When there are fewer bytes than that.
    fn from_bytes(bytes: &[u8], byte_order: ByteOrder) -> Self;

    /// The elements in `bytes`, without a partial element at the end.
    #[must_use]
    fn decode(bytes: &[u8], byte_order: ByteOrder) -> impl ExactSizeIterator<Item = Self> {
        bytes.chunks_exact(Self::TYPE.size()).map(move |bytes| Self::from_bytes(bytes, byte_order))
    }

    /// Appends the bytes of the element in this order.
    fn write_to(self, byte_order: ByteOrder, bytes: &mut Vec<u8>);

    /// The element with this value: exact for an integer type, the nearest one for a floating-point type. `None` when
    /// the type has no such value.
    fn from_f64(value: f64) -> Option<Self>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! elements {
    ($($rust:ty => $element_type:ident, $from_f64:expr;)*) => {$(
        impl sealed::Sealed for $rust {}

        impl Element for $rust {
            const TYPE: ElementType = ElementType::$element_type;

            fn from_bytes(bytes: &[u8], byte_order: ByteOrder) -> Self {
                let bytes = *bytes.first_chunk().expect("an element is as long as its type");
                match byte_order {
                    ByteOrder::Big => Self::from_be_bytes(bytes),
                    ByteOrder::Little => Self::from_le_bytes(bytes),
                }
            }

            fn write_to(self, byte_order: ByteOrder, bytes: &mut Vec<u8>) {
                match byte_order {
                    ByteOrder::Big => bytes.extend_from_slice(&self.to_be_bytes()),
                    ByteOrder::Little => bytes.extend_from_slice(&self.to_le_bytes()),
                }
            }

            fn from_f64(value: f64) -> Option<Self> {
                $from_f64(value)
            }
        }
    )*};
}

elements! {
    u8 => U8, |value| whole(value)?.try_into().ok();
    i8 => I8, |value| whole(value)?.try_into().ok();
    i16 => I16, |value| whole(value)?.try_into().ok();
    i32 => I32, whole;
    f32 => F32, single;
    f64 => F64, Some;
}

/// The integer with exactly this value.
fn whole(value: f64) -> Option<i32> {
    // The cast saturates and turns NaN into 0. Either differs from the value.
    #[expect(clippy::cast_possible_truncation)]
    let whole = value as i32;
    (f64::from(whole) - value == 0.0).then_some(whole)
}

/// The nearest number of single precision, unless only infinity is near.
fn single(value: f64) -> Option<f32> {
    #[expect(clippy::cast_possible_truncation)]
    let single = value as f32;
    (single.is_finite() || !value.is_finite()).then_some(single)
}
