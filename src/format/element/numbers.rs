//! The numbers that elements are, from their bytes and back.

use std::fmt;

use super::{ByteOrder, Element, ElementType, half, typed::whole};

/// Values that [`ElementType::for_each_chunk`] converts at a time.
const CHUNK: usize = 256;

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

/// Whole numbers below have all of their digits, as other programs read them.
const MAX_WHOLE: f64 = 1e15;

/// See [`ElementType::digits`].
struct Digits(ElementType, f64);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(element_type, value) = self;
        let is_whole = value.fract() == 0.0 && value.abs() < MAX_WHOLE;
        match element_type {
            _ if element_type.is_float() && is_whole => write!(f, "{value:?}"),
            #[expect(clippy::cast_possible_truncation, reason = "it is a number of this type")]
            ElementType::F32 => write!(f, "{:?}", value as f32),
            ElementType::F16 => write!(f, "{:?}", half::BINARY16.shortest(value)),
            ElementType::Bf16 => write!(f, "{:?}", half::BFLOAT16.shortest(value)),
            ElementType::F64 => write!(f, "{value:?}"),
            _ => write!(f, "{value:.0}"),
        }
    }
}

impl ElementType {
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

    /// A value in the fewest digits that mean this very number in its type.
    ///
    /// ```
    /// use idxlens::format::element::ElementType;
    ///
    /// assert_eq!(f64::from(0.1_f32).to_string(), "0.10000000149011612");
    /// assert_eq!(ElementType::F32.digits(0.1_f32.into()).to_string(), "0.1");
    /// assert_eq!(ElementType::F64.digits(7.0).to_string(), "7.0");
    /// assert_eq!(ElementType::U8.digits(7.0).to_string(), "7");
    /// ```
    #[must_use]
    pub fn digits(self, value: f64) -> impl fmt::Display {
        Digits(self, value)
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
