//! The header: the bytes that give the element type and the size of each dimension.
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
//! of handwritten digits"), and the type codes of Lush's `libidx`. A header may claim any size. A
//! [`Layout`](crate::format::layout::Layout) of it exists only when the sizes fit 64 bits.

use std::ops::Range;

use crate::{
    error::Error,
    format::{
        element::ElementType,
        lush,
        npy::{self, Npy},
    },
};

/// Element type and shape, as the first bytes of a file give them.
///
/// ```
/// use idxlens::format::{element::ElementType, header::Header};
///
/// let bytes = [0, 0, 8, 3, 0, 0, 0x27, 0x10, 0, 0, 0, 28, 0, 0, 0, 28];
/// let header = Header::parse(&bytes)?.expect("the header is complete");
/// assert_eq!(header, Header::new(ElementType::U8, vec![10_000, 28, 28])?);
/// assert_eq!(header.to_bytes(), bytes);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Header {
    element_type: ElementType,
    shape: Vec<u32>,
}

impl Header {
    /// Length of the magic number in bytes.
    pub const MAGIC_LEN: usize = 4;

    /// Length of the longest header in bytes, with rank 255.
    pub const MAX_LEN: usize = Self::MAGIC_LEN + 4 * 255;

    /// The header of an array of this type and shape (dimensions slowest first; empty for a scalar).
    ///
    /// # Errors
    /// [`Error::RankOutOfRange`] above 255 dimensions.
    pub fn new(element_type: ElementType, shape: Vec<u32>) -> Result<Self, Error> {
        if shape.len() > usize::from(u8::MAX) {
            return Err(Error::RankOutOfRange { found: shape.len() as u64 });
        }
        Ok(Self { element_type, shape })
    }

    /// Parses the header in the first bytes of a file. `None` when it needs more of them.
    ///
    /// # Errors
    /// [`Error::BadMagic`] or [`Error::UnknownElementType`], each as soon as the bytes show it.
    pub fn parse(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Some((&magic, dimensions)) = bytes.split_first_chunk() else { return Ok(None) };
        let [0, 0, code, rank] = magic else { return Err(Error::BadMagic { found: magic }) };
        let element_type = ElementType::from_code(code).ok_or(Error::UnknownElementType { found: code })?;
        let (dimensions, _) = dimensions.as_chunks();
        let shape = dimensions.get(..rank.into());
        let shape = shape.map(|sizes| sizes.iter().map(|&size| u32::from_be_bytes(size)).collect());
        Ok(shape.map(|shape| Self { element_type, shape }))
    }

    /// The header as bytes: the inverse of [`Header::parse`]. The code of a type that IDX lacks is written as 0, which
    /// [`Header::parse`] refuses.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let [.., rank] = self.shape.len().to_be_bytes();
        let mut bytes = vec![0, 0, self.element_type.code().unwrap_or_default(), rank];
        bytes.extend(self.shape.iter().flat_map(|size| size.to_be_bytes()));
        bytes
    }

    /// The number of bytes that [`Header::to_bytes`] gives, 4 to 1,024.
    #[must_use]
    pub fn encoded_len(&self) -> usize {
        Self::MAGIC_LEN + 4 * self.shape.len()
    }

    /// The type of the elements.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.element_type
    }

    /// The dimensions, slowest first.
    #[must_use]
    pub fn shape(&self) -> &[u32] {
        &self.shape
    }

    /// The parts of the bytes of a header, of IDX, of a NumPy array or of a Lush matrix, in order, and where they
    /// are. A little-endian header of IDX has its magic number backwards.
    ///
    /// ```
    /// use idxlens::format::header::{Header, Part};
    ///
    /// let parts = Header::parts(&[0, 0, 8, 1, 0, 0, 0x27, 0x10]);
    /// let expected =
    ///     [(Part::Zero, 0..1), (Part::Zero, 1..2), (Part::ElementType, 2..3), (Part::Rank, 3..4), (Part::Dimension, 4..8)];
    /// assert_eq!(parts, expected);
    /// assert_eq!(Header::parts(&[1, 8, 0, 0])[..2], [(Part::Rank, 0..1), (Part::ElementType, 1..2)]);
    /// ```
    #[must_use]
    pub fn parts(bytes: &[u8]) -> Vec<(Part, Range<usize>)> {
        if bytes.starts_with(npy::MAGIC) {
            return Npy::parts(bytes);
        }
        if lush::is_matrix(bytes) {
            return lush::parts(bytes);
        }
        let mut magic = [Part::Zero, Part::Zero, Part::ElementType, Part::Rank];
        if bytes.first() != Some(&0) {
            magic.reverse();
        }
        let dimensions = (Self::MAGIC_LEN..bytes.len()).step_by(4).map(|start| (Part::Dimension, start..start + 4));
        magic.into_iter().enumerate().map(|(offset, part)| (part, offset..offset + 1)).chain(dimensions).collect()
    }

    /// The header with the bytes of each dimension reversed.
    pub(crate) fn with_swapped_dimensions(&self) -> Self {
        Self { shape: self.shape.iter().map(|size| size.swap_bytes()).collect(), ..*self }
    }
}

/// The meaning of some bytes of a header, of IDX, of a NumPy array or of a Lush matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Always zero.
    Zero,
    /// The code of the element type; in a Lush matrix the magic number that contains it.
    ElementType,
    /// The number of dimensions.
    Rank,
    /// The size of a dimension.
    Dimension,
    /// The place of a dimension that a Lush matrix does not have.
    Padding,
    /// The first bytes of a NumPy array.
    Magic,
    /// The version of the format of a NumPy array.
    Version,
    /// The length of what follows.
    Length,
    /// Element type, order and shape of a NumPy array, as a Python dictionary.
    Dictionary,
}

impl Part {
    /// A short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::ElementType => "type",
            Self::Rank => "rank",
            Self::Dimension => "dimension",
            Self::Padding => "padding",
            Self::Magic => "magic",
            Self::Version => "version",
            Self::Length => "length",
            Self::Dictionary => "dictionary",
        }
    }
}
