//! Elements: their types, and numbers to big-endian bytes and back.

/// The types an element may have, with their codes in byte 2 of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

    /// The number in the first [`size`](ElementType::size) bytes. `f64` holds every value of every type exactly.
    ///
    /// # Panics
    /// When there are fewer bytes than that.
    // Inlining it copies each calling loop once per type.
    #[inline(never)]
    #[must_use]
    pub fn value(self, bytes: &[u8]) -> f64 {
        const ENOUGH: &str = "an element is as long as its type";
        match self {
            Self::U8 => bytes[0].into(),
            Self::I8 => bytes[0].cast_signed().into(),
            Self::I16 => i16::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::I32 => i32::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::F32 => f32::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)).into(),
            Self::F64 => f64::from_be_bytes(*bytes.first_chunk().expect(ENOUGH)),
        }
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

/// A Rust type that IDX can hold.
pub trait Element: Copy {
    /// Its type in the header.
    const TYPE: ElementType;

    /// Appends the element in big-endian order, whatever the machine's own order is.
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
