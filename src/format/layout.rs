//! Layouts: how the bytes of a file are read as an array.
//!
//! The sizes that a header claims are multiplied here, in checked 64-bit arithmetic, and nowhere else.

use crate::{
    error::Error,
    format::{element::ElementType, header::Header},
};

mod text;

pub use self::text::ParseLayoutError;
pub use crate::format::element::ByteOrder;

/// How the bytes of a file are read as an array: element type, byte order, shape, and the offset of the first element.
/// Usually the header determines it; the user can choose another. All its sizes fit 64 bits.
///
/// Its text form is the one that links use: the element type (with `le` for little-endian), the shape, and the offset
/// of the first element.
///
/// ```
/// use idxlens::format::{element::{ElementType, UnknownName}, layout::Layout};
///
/// let layout = Layout::new(ElementType::U8, vec![10_000, 28, 28])?;
/// assert_eq!(layout.item_len(), 784);
/// assert_eq!(layout.byte_len(), 7_840_000);
/// assert_eq!(layout.data_offset(), 16);
/// assert_eq!(layout.to_string(), "u8,10000x28x28,16");
/// assert_eq!("u8,10000x28x28,16".parse(), Ok(layout));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    header: Header,
    byte_order: ByteOrder,
    data_offset: u64,
    item_len: u64,
    byte_len: u64,
}

impl Layout {
    /// The layout of a file with a header of this element type and shape (dimensions slowest first; empty for a
    /// scalar).
    ///
    /// # Errors
    /// [`Error::TooLarge`] when one item, or the whole array, takes 2^64 bytes or more; [`Error::RankOutOfRange`]
    /// above 255 dimensions.
    pub fn new(element_type: ElementType, shape: Vec<u32>) -> Result<Self, Error> {
        Header::new(element_type, shape)?.try_into()
    }

    /// Detects the layout from the first bytes of a file. `None` when it needs more of them.
    ///
    /// A header whose magic number is reversed is little-endian, and so are the elements. The elements are probably
    /// little-endian, too, where only the dimensions can be: they are too large as they are, and reversing their bytes
    /// makes none of them larger.
    ///
    /// # Errors
    /// [`Error::BadMagic`], [`Error::UnknownElementType`] or [`Error::TooLarge`], each as soon as the bytes show it.
    pub fn detect(bytes: &[u8]) -> Result<Option<Self>, Error> {
        if let Some((&[rank, code, 0, 0], dimensions)) = bytes.split_first_chunk()
            && Self::is_little_endian([rank, code, 0, 0])
        {
            let header = Header::parse(&[&[0, 0, code, rank], dimensions].concat())?;
            return header.map(|header| Self::little_endian(&header)).transpose();
        }
        let Some(header) = Header::parse(bytes)? else { return Ok(None) };
        let shrinks = header.shape().iter().all(|size| size.swap_bytes() <= *size);
        Self::try_from(header.clone())
            .or_else(|error| if shrinks { Self::little_endian(&header).map_err(|_| error) } else { Err(error) })
            .map(Some)
    }

    /// Whether this is the magic number as a little-endian machine writes it without conversion.
    pub(crate) fn is_little_endian(magic: [u8; Header::MAGIC_LEN]) -> bool {
        matches!(magic, [1..=8, 0x08 | 0x09 | 0x0B..=0x0E, 0, 0])
    }

    /// The little-endian layout of a header whose dimensions were parsed as big-endian.
    fn little_endian(header: &Header) -> Result<Self, Error> {
        Ok(Self::try_from(header.with_swapped_dimensions())?.with_byte_order(ByteOrder::Little))
    }

    /// The same array in this byte order. Single bytes have none.
    #[must_use]
    pub fn with_byte_order(self, byte_order: ByteOrder) -> Self {
        let byte_order = if self.element_type().size() == 1 { ByteOrder::Big } else { byte_order };
        Self { byte_order, ..self }
    }

    /// The same array with its first element at this offset. `None` when its end would not fit 64 bits.
    #[must_use]
    pub fn with_data_offset(self, data_offset: u64) -> Option<Self> {
        data_offset.checked_add(self.byte_len)?;
        Some(Self { data_offset, ..self })
    }

    /// The same items in another shape. `None` unless that shape has as many elements.
    #[must_use]
    pub fn reshaped(&self, item_shape: &[u32]) -> Option<Self> {
        let first = self.shape().first().copied().unwrap_or(1);
        let reshaped = Self::new(self.element_type(), [&[first], item_shape].concat()).ok()?;
        let Self { byte_order, data_offset, item_len, .. } = *self;
        (reshaped.item_len == item_len).then_some(Self { byte_order, data_offset, ..reshaped })
    }

    /// The same elements with the dimensions backwards.
    pub(crate) fn transposed(&self) -> Result<Self, Error> {
        let shape = self.shape().iter().rev().copied().collect();
        let transposed = Self::new(self.element_type(), shape)?;
        let Self { byte_order, data_offset, .. } = *self;
        Ok(Self { byte_order, data_offset, ..transposed })
    }

    /// The header of this element type and shape.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The type of the elements.
    #[must_use]
    pub fn element_type(&self) -> ElementType {
        self.header.element_type()
    }

    /// The byte order of the elements.
    #[must_use]
    pub fn byte_order(&self) -> ByteOrder {
        self.byte_order
    }

    /// Offset of the first element: the length of the header, unless the user chose another.
    #[must_use]
    pub fn data_offset(&self) -> u64 {
        self.data_offset
    }

    /// Offset of the end of the last element, at most 2^64 - 1.
    #[must_use]
    pub fn data_end(&self) -> u64 {
        self.data_offset.saturating_add(self.byte_len)
    }

    /// Offset of an item, at most 2^64 - 1.
    pub(crate) fn item_offset(&self, item: u64) -> u64 {
        self.data_offset.saturating_add(item.saturating_mul(self.item_len()))
    }

    /// The dimensions, slowest first.
    #[must_use]
    pub fn shape(&self) -> &[u32] {
        self.header.shape()
    }

    /// The number of dimensions, 0 to 255.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// The number of entries along dimension 0. A scalar is one item.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.shape().first().copied().unwrap_or(1).into()
    }

    /// The dimensions of one item: the shape without its first dimension.
    #[must_use]
    pub fn item_shape(&self) -> &[u32] {
        self.shape().get(1..).unwrap_or_default()
    }

    /// The number of bytes of one item.
    #[must_use]
    pub fn item_len(&self) -> u64 {
        self.item_len
    }

    /// The number of elements of one item.
    #[must_use]
    pub fn item_elements(&self) -> u64 {
        self.item_len / self.element_type().size() as u64
    }

    /// The place of an element of an item, along each dimension of the item.
    ///
    /// ```
    /// use idxlens::format::{element::{ElementType, UnknownName}, layout::Layout};
    ///
    /// let layout = Layout::new(ElementType::U8, vec![60_000, 28, 28])?;
    /// assert_eq!(layout.place(30), [1, 2]);
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn place(&self, element: u64) -> Vec<u64> {
        let mut rest = element;
        let sizes = self.shape().iter().skip(1).rev().map(|&size| u64::from(size).max(1));
        let mut place: Vec<_> = sizes
            .map(|size| {
                let index = rest % size;
                rest /= size;
                index
            })
            .collect();
        place.reverse();
        place
    }

    /// The number of bytes of all elements.
    #[must_use]
    pub fn byte_len(&self) -> u64 {
        self.byte_len
    }

    /// Rows and columns of the array as a matrix: n1 x (n2 * n3 * ...), and a vector as a single row. Numerical
    /// libraries read IDX this way.
    ///
    /// ```
    /// # use idxlens::format::{element::{ElementType, UnknownName}, layout::Layout};
    /// assert_eq!(Layout::new(ElementType::U8, vec![60_000, 28, 28])?.matrix(), (60_000, 784));
    /// assert_eq!(Layout::new(ElementType::U8, vec![60_000])?.matrix(), (1, 60_000));
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn matrix(&self) -> (u64, u64) {
        match self.rank() {
            0 | 1 => (1, self.items()),
            _ => (self.items(), self.item_elements()),
        }
    }

    /// Converts whole elements from the byte order of the file to big-endian, or back.
    pub(crate) fn convert_byte_order(&self, elements: &mut [u8]) {
        if self.byte_order == ByteOrder::Little {
            for element in elements.chunks_exact_mut(self.element_type().size()) {
                element.reverse();
            }
        }
    }
}

/// The big-endian layout of a file that starts with this header.
impl TryFrom<Header> for Layout {
    type Error = Error;

    fn try_from(header: Header) -> Result<Self, Error> {
        let item_shape = header.shape().get(1..).unwrap_or_default();
        let item_len = if item_shape.contains(&0) {
            0
        } else {
            let mut item_len = header.element_type().size() as u64;
            for (dimension, &size) in (1_u64..).zip(item_shape) {
                let offset = Header::MAGIC_LEN as u64 + 4 * dimension;
                item_len = item_len.checked_mul(size.into()).ok_or(Error::TooLarge { offset })?;
            }
            item_len
        };
        let items = header.shape().first().copied().unwrap_or(1);
        let byte_len =
            item_len.checked_mul(items.into()).ok_or(Error::TooLarge { offset: Header::MAGIC_LEN as u64 })?;
        let data_offset = header.encoded_len() as u64;
        Ok(Self { header, byte_order: ByteOrder::Big, data_offset, item_len, byte_len })
    }
}
