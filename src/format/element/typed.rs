//! The Rust types of elements.

use std::fmt;

use super::{ByteOrder, ElementType};

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
pub(super) fn whole(value: f64) -> Option<i32> {
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
