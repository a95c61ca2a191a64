//! The header: what the elements are, and how many there are along each dimension.
//!
//! ```text
//! byte 0    00        always zero
//! byte 1    00        always zero
//! byte 2    08        element type: 08 u8, 09 i8, 0B i16, 0C i32, 0D f32, 0E f64
//! byte 3    03        rank: the number of dimensions
//! byte 4    00002710  first dimension, 32 bits, big-endian: 10,000 items
//! byte 8    0000001C  second dimension: 28 rows
//! byte 12   0000001C  third dimension: 28 columns
//! byte 16   ...       the elements, row-major (the last dimension varies fastest), big-endian
//! ```
//!
//! Source: the description at the foot of the MNIST page (Y. LeCun, C. Cortes, C. Burges, "THE MNIST DATABASE
//! of handwritten digits"), and the type codes of Lush's `libidx`. What a header claims is multiplied
//! here, in checked 64-bit arithmetic, and nowhere else.

use crate::error::Error;

/// The types an element may have, with the code that byte 2 of the header gives them.
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
    /// All of them, in the order of their codes.
    pub const ALL: [Self; 6] = [Self::U8, Self::I8, Self::I16, Self::I32, Self::F32, Self::F64];

    /// The type that a code stands for, if any. 0x0A is unused.
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

    /// Whether it has fractions.
    #[must_use]
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Rust's name of the type.
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
}

/// Which byte of an element comes first in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The most significant one, as IDX has it.
    #[default]
    Big,
    /// The least significant one: as most machines have it in memory, and careless programs write it.
    Little,
}

/// How the bytes of a file are read as an array: element type and shape, byte order, and where the elements start.
/// Usually as the header says, or else [as a person chose](Self::read_as). Its sizes are known to fit 64 bits.
///
/// ```
/// use idxlens::format::header::{ElementType, Header};
///
/// let bytes = [0, 0, 8, 3, 0, 0, 0x27, 0x10, 0, 0, 0, 28, 0, 0, 0, 28];
/// let header = Header::parse(&bytes)?.expect("all of its bytes are there");
/// assert_eq!(header, Header::new(ElementType::U8, vec![10_000, 28, 28])?);
/// assert_eq!(header.item_len(), 784);
/// assert_eq!(header.byte_len(), 7_840_000);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    element_type: ElementType,
    shape: Vec<u32>,
    byte_order: ByteOrder,
    start: u64,
    item_len: u64,
    byte_len: u64,
}

impl Header {
    /// Length of the magic number in bytes.
    pub const MAGIC_LEN: usize = 4;

    /// Bytes of the longest header, of rank 255.
    pub const MAX_LEN: usize = Self::MAGIC_LEN + 4 * 255;

    /// An array of this type and shape (dimensions slowest first; empty for a scalar).
    ///
    /// # Errors
    /// [`Error::TooLarge`] when one item, or the whole, takes 2^64 bytes or more; [`Error::RankOutOfRange`] past
    /// 255 dimensions.
    pub fn new(element_type: ElementType, shape: Vec<u32>) -> Result<Self, Error> {
        if shape.len() > usize::from(u8::MAX) {
            return Err(Error::RankOutOfRange { found: shape.len() as u64 });
        }
        let item_shape = shape.get(1..).unwrap_or_default();
        let item_len = if item_shape.contains(&0) {
            0
        } else {
            let mut item_len = element_type.size() as u64;
            for (dimension, &size) in (1_u64..).zip(item_shape) {
                let offset = Self::MAGIC_LEN as u64 + 4 * dimension;
                item_len = item_len.checked_mul(size.into()).ok_or(Error::TooLarge { offset })?;
            }
            item_len
        };
        let items = shape.first().copied().unwrap_or(1);
        let byte_len = item_len.checked_mul(items.into()).ok_or(Error::TooLarge { offset: Self::MAGIC_LEN as u64 })?;
        let start = (Self::MAGIC_LEN + 4 * shape.len()) as u64;
        Ok(Self { element_type, shape, byte_order: ByteOrder::Big, start, item_len, byte_len })
    }

    /// The same array, stored in this byte order, if its elements have more than one byte.
    #[must_use]
    pub fn in_order(self, byte_order: ByteOrder) -> Self {
        Self { byte_order: if self.element_type.size() == 1 { ByteOrder::Big } else { byte_order }, ..self }
    }

    /// The same array with its first element at this offset, unless there is no such place for its last.
    #[must_use]
    pub fn at(self, start: u64) -> Option<Self> {
        start.checked_add(self.byte_len)?;
        Some(Self { start, ..self })
    }

    /// Reads a header from the first bytes of a file. `None` when it needs more of them. Where the magic number is
    /// written backwards, so is everything; where only the dimensions must be, because they are too large and none
    /// would be larger backwards, the elements probably are.
    ///
    /// # Errors
    /// [`Error::BadMagic`], [`Error::UnknownElementType`] or [`Error::TooLarge`], each as soon as the bytes show it.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Some((&magic, dimensions)) = bytes.split_first_chunk() else {
            return Ok(None);
        };
        let (code, rank, backwards) = match magic {
            [0, 0, code, rank] => (code, rank, false),
            [rank, code, 0, 0] if Self::is_backwards(magic) => (code, rank, true),
            found => return Err(Error::BadMagic { found }),
        };
        let element_type = ElementType::from_code(code).ok_or(Error::UnknownElementType { found: code })?;
        let (dimensions, _) = dimensions.as_chunks();
        let Some(dimensions) = dimensions.get(..rank.into()) else { return Ok(None) };
        let big: Vec<u32> = dimensions.iter().map(|&size| u32::from_be_bytes(size)).collect();
        let little: Vec<u32> = big.iter().map(|size| size.swap_bytes()).collect();
        if backwards {
            return Ok(Some(Self::new(element_type, little)?.in_order(ByteOrder::Little)));
        }
        let smaller = big.iter().zip(&little).all(|(big, little)| little <= big);
        match Self::new(element_type, big) {
            Err(Error::TooLarge { offset }) if smaller => Self::new(element_type, little)
                .map(|header| Some(header.in_order(ByteOrder::Little)))
                .map_err(|_| Error::TooLarge { offset }),
            header => header.map(Some),
        }
    }

    /// Whether this is the magic number as a little-endian machine writes it when nobody tells it otherwise.
    #[must_use]
    pub(crate) fn is_backwards(magic: [u8; 4]) -> bool {
        matches!(magic, [1..=8, 0x08 | 0x09 | 0x0B..=0x0E, 0, 0])
    }

    /// The header as bytes: the inverse of [`Header::parse`].
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let [.., rank] = self.rank().to_be_bytes();
        let mut bytes = vec![0, 0, self.element_type.code(), rank];
        bytes.extend(self.shape.iter().flat_map(|size| size.to_be_bytes()));
        bytes
    }

    /// Offset of the first element: the length of the header in bytes, 4 to 1,024, if nobody chose another.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.start
    }

    /// Never: a header has a magic number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The type of the elements.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// In which order the bytes of an element are.
    #[must_use]
    pub fn byte_order(&self) -> ByteOrder {
        self.byte_order
    }

    /// The dimensions, slowest first.
    #[must_use]
    pub fn shape(&self) -> &[u32] {
        &self.shape
    }

    /// The number of dimensions, 0 to 255.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Entries along dimension 0; a scalar is one item.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.shape.first().copied().unwrap_or(1).into()
    }

    /// The dimensions of one item: the shape without its first dimension.
    #[must_use]
    pub fn item_shape(&self) -> &[u32] {
        self.shape.get(1..).unwrap_or_default()
    }

    /// The same items in another shape, if that has as many elements.
    #[must_use]
    pub fn reshaped(&self, item_shape: &[u32]) -> Option<Self> {
        let first = self.shape.first().copied().unwrap_or(1);
        let reshaped = Self::new(self.element_type, [&[first], item_shape].concat()).ok()?;
        (reshaped.item_len == self.item_len).then_some(Self {
            byte_order: self.byte_order,
            start: self.start,
            ..reshaped
        })
    }

    /// Bytes of one item.
    #[must_use]
    pub fn item_len(&self) -> u64 {
        self.item_len
    }

    /// Elements of one item.
    #[must_use]
    pub fn item_elements(&self) -> u64 {
        self.item_len / self.element_type.size() as u64
    }

    /// Bytes of all elements.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        self.byte_len
    }

    /// Rows and columns of the array seen as a matrix: n1 x (n2 * n3 * ...), and a vector as a single row.
    /// This is how readers for numerical work see IDX.
    ///
    /// ```
    /// # use idxlens::format::header::{ElementType, Header};
    /// assert_eq!(Header::new(ElementType::U8, vec![60_000, 28, 28])?.matrix(), (60_000, 784));
    /// assert_eq!(Header::new(ElementType::U8, vec![60_000])?.matrix(), (1, 60_000));
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn matrix(&self) -> (u64, u64) {
        match self.shape.len() {
            0 | 1 => (1, self.items()),
            _ => (self.items(), self.item_elements()),
        }
    }
}
