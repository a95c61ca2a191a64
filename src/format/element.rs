//! Elements: numbers to big-endian bytes and back.

use crate::format::header::{ByteOrder, ElementType, Header};

/// A Rust type that IDX can hold.
pub trait Element: Copy {
    /// Its type in the header.
    const TYPE: ElementType;

    /// Appends the element, most significant byte first whatever the machine's own order.
    fn write(self, bytes: &mut Vec<u8>);
}

macro_rules! elements {
    ($($rust:ty => $element_type:ident),*) => {$(
        impl Element for $rust {
            const TYPE: ElementType = ElementType::$element_type;

            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_be_bytes());
            }
        }
    )*};
}

elements!(u8 => U8, i8 => I8, i16 => I16, i32 => I32, f32 => F32, f64 => F64);

impl Header {
    /// Turns whole elements from the file's byte order into big-endian, or back.
    pub(crate) fn put_in_order(&self, elements: &mut [u8]) {
        if self.byte_order() == ByteOrder::Little {
            for element in elements.chunks_exact_mut(self.element_type().size()) {
                element.reverse();
            }
        }
    }
}

impl ElementType {
    /// The number in the first [`size`](ElementType::size) bytes. `f64` holds every value of every type exactly.
    ///
    /// # Panics
    /// When there are fewer bytes than that.
    // Otherwise every loop is there six times.
    #[inline(never)]
    #[must_use]
    pub fn value(self, bytes: &[u8]) -> f64 {
        const ENOUGH: &str = "an element is as long as its type says";
        match self {
            Self::U8 => bytes[0].into(),
            Self::I8 => bytes[0].cast_signed().into(),
            Self::I16 => i16::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::I32 => i32::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::F32 => f32::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::F64 => f64::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)),
        }
    }

    /// The number that is element `index` of `bytes`.
    ///
    /// # Panics
    /// When there are not so many.
    #[must_use]
    pub fn value_at(self, bytes: &[u8], index: usize) -> f64 {
        self.value(&bytes[index * self.size()..])
    }

    /// The numbers in `bytes`, in order; a partial element at the end is left out.
    ///
    /// ```
    /// use idxlens::format::header::ElementType;
    ///
    /// let values: Vec<f64> = ElementType::I16.values(&[0xF0, 0x05, 0x00, 0xFF]).collect();
    /// assert_eq!(values, [-4091.0, 255.0]);
    /// ```
    #[must_use]
    pub fn values(self, bytes: &[u8]) -> impl ExactSizeIterator<Item = f64> {
        bytes.chunks_exact(self.size()).map(move |element| self.value(element))
    }
}
