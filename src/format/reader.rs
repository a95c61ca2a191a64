//! Files from any [`Read`] to typed elements.

use std::{io::Read, iter, marker::PhantomData};

use crate::{
    error::Warning,
    format::{decode::Decoder, element::Element, header::Header, layout::Layout},
};

use self::source::Source;

pub use self::error::ReadError;

mod error;
mod source;

/// Reads an IDX file or a NumPy array (`.npy`), plain or gzip, whatever its name. It needs no buffered input, and holds
/// less than 2 MB of a file of any size.
///
/// ```
/// use idxlens::format::{encode::{encode, gzip}, reader::Reader};
///
/// let file = gzip(&encode(&[2, 3], &[1_i16, 2, 3, 4, 5, 6])?);
/// let mut reader = Reader::new(&file[..])?;
/// assert_eq!(reader.header().shape(), [2, 3]);
/// let items = reader.items::<i16>().collect::<Result<Vec<_>, _>>()?;
/// assert_eq!(items, [[1, 2, 3], [4, 5, 6]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// With the last element it reads on to the end of the file. So a file that is cut off, has a wrong checksum, or goes
/// on after the array never reads without an error. The elements before the damage can be read all the same.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    layout: Layout,
    /// Elements that have not been read.
    left: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`ReadError::Format`] when the file is neither; [`ReadError::Io`] when the input fails.
    pub fn new(input: R) -> Result<Self, ReadError> {
        Self::begin(input, Decoder::new())
    }

    /// Reads the array in this layout instead of the one that the header gives.
    ///
    /// # Errors
    /// The errors of [`Reader::new`].
    pub fn with_layout(input: R, layout: Layout) -> Result<Self, ReadError> {
        Self::begin(input, Decoder::with_layout(Some(layout)))
    }

    fn begin(input: R, decoder: Decoder) -> Result<Self, ReadError> {
        let mut source = Source::new(input, decoder);
        let layout = loop {
            match source.decoder.layout() {
                Some(layout) => break layout.clone(),
                // The end of the file before the end of the header is an error.
                None => source.fill()?,
            };
        };
        let left = layout.byte_len() / layout.element_type().size() as u64;
        Ok(Self { source, layout, left })
    }

    /// Element type and shape.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.layout.header()
    }

    /// How the file is read: in the layout of its header, unless the caller chose another.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of gzip layers around the array.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.source.decoder.layers()
    }

    /// The faults in the part of the file that was read.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.source.decoder.warnings()
    }

    /// The number of elements read so far.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.layout.byte_len() / self.layout.element_type().size() as u64 - self.left
    }

    /// The items from the next element on, one after the other.
    ///
    /// An item before some damage comes whole; the damage comes as an error after it, and ends the items.
    pub fn items<T: Element>(&mut self) -> Items<'_, R, T> {
        let left = self.left.checked_div(self.layout.item_elements()).unwrap_or(self.layout.items());
        Items { reader: self, left, ended: false, elements: PhantomData }
    }

    /// Fills the slice with the next elements and returns how many there were: fewer than the slice holds only at the
    /// end of the array.
    ///
    /// ```
    /// # use idxlens::format::{encode::encode, reader::Reader};
    /// let file = encode(&[3], &[1.0_f32, 2.0, 3.0])?;
    /// let mut reader = Reader::new(&file[..])?;
    /// let mut elements = [0.0_f32; 2];
    /// assert_eq!((reader.read_into(&mut elements)?, elements), (2, [1.0, 2.0]));
    /// assert_eq!((reader.read_into(&mut elements)?, elements), (1, [3.0, 2.0]));
    /// assert_eq!(reader.read_into(&mut elements)?, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError::ElementType`] when the file has another element type. [`ReadError::Damaged`] when the file is cut
    /// off, or ends in another way than it should after the last element; the elements before [`Reader::position`]
    /// are valid. [`ReadError::Io`] when the input fails.
    pub fn read_into<T: Element>(&mut self, elements: &mut [T]) -> Result<usize, ReadError> {
        self.check_type::<T>()?;
        let count = self.left.min(elements.len() as u64);
        let byte_order = self.layout.byte_order();
        let mut unfilled = elements.iter_mut();
        self.read(count, |bytes| {
            T::decode(bytes, byte_order).zip(unfilled.by_ref()).for_each(|(element, slot)| *slot = element);
        })?;
        let left = unfilled.len();
        self.check_end()?;
        Ok(elements.len() - left)
    }

    /// Like [`Reader::read_into`], for a file with elements of any type: `f64` holds all of their values exactly, except
    /// integers beyond 2^53.
    ///
    /// # Errors
    /// [`ReadError::Damaged`] and [`ReadError::Io`], as [`Reader::read_into`].
    pub fn read_values(&mut self, values: &mut [f64]) -> Result<usize, ReadError> {
        let (layout, mut filled) = (self.layout.clone(), 0);
        let (element_type, mut big_endian) = (layout.element_type(), Vec::new());
        self.read(self.left.min(values.len() as u64), |bytes| {
            big_endian.clear();
            big_endian.extend_from_slice(bytes);
            layout.convert_byte_order(&mut big_endian);
            element_type.decode_into(&big_endian, &mut values[filled..]);
            filled += bytes.len() / element_type.size();
        })?;
        self.check_end()?;
        Ok(filled)
    }

    /// All elements from the next one on.
    ///
    /// # Errors
    /// The errors of [`Reader::read_into`].
    pub fn read_to_end<T: Element>(&mut self) -> Result<Vec<T>, ReadError> {
        let mut elements = Vec::new();
        self.check_type::<T>()?;
        let byte_order = self.layout.byte_order();
        self.read(self.left, |bytes| elements.extend(T::decode(bytes, byte_order)))?;
        self.check_end()?;
        Ok(elements)
    }

    /// The whole array, of a reader that has not read any elements yet.
    ///
    /// ```
    /// # use idxlens::format::{encode::encode, reader::Reader};
    /// let file = encode(&[2, 3], &[1_u8, 2, 3, 4, 5, 6])?;
    /// let array = Reader::new(&file[..])?.read_array::<u8>()?;
    /// assert_eq!(array[[1, 0]], 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Reader::read_into`]; also [`LengthMismatch`](crate::error::Error::LengthMismatch) when some
    /// elements have been read.
    #[cfg(feature = "ndarray")]
    pub fn read_array<T: Element>(&mut self) -> Result<ndarray::ArrayD<T>, ReadError> {
        let elements = self.read_to_end()?;
        let mismatch = crate::error::Error::LengthMismatch {
            expected: self.layout.byte_len(),
            found: size_of_val(&elements[..]) as u64,
        };
        let shape: Result<Vec<usize>, _> = self.layout.shape().iter().map(|&size| size.try_into()).collect();
        let shape = shape.map_err(|_| mismatch.clone())?;
        Ok(ndarray::ArrayD::from_shape_vec(shape, elements).map_err(|_| mismatch)?)
    }

    /// Hands on the bytes of the next `count` elements, some at a time.
    fn read(&mut self, mut count: u64, mut take: impl FnMut(&[u8])) -> Result<(), ReadError> {
        let size = self.layout.element_type().size();
        while count > 0 {
            let available = &self.source.elements[self.source.start..];
            let len = usize::try_from(count).map_or(available.len() / size, |count| count.min(available.len() / size));
            if len == 0 {
                if !self.source.fill()? {
                    return self.source.check();
                }
                continue;
            }
            take(&available[..len * size]);
            self.source.start += len * size;
            self.left -= len as u64;
            count -= len as u64;
        }
        Ok(())
    }

    fn check_type<T: Element>(&self) -> Result<(), ReadError> {
        let found = self.layout.element_type();
        if T::TYPE == found { Ok(()) } else { Err(ReadError::ElementType { expected: T::TYPE, found }) }
    }

    /// After the last element, whether the file ends as it should.
    fn check_end(&mut self) -> Result<(), ReadError> {
        if self.left > 0 {
            return Ok(());
        }
        while self.source.fill()? {}
        self.source.check()
    }
}

/// The items of a file: see [`Reader::items`].
#[derive(Debug)]
pub struct Items<'a, R, T> {
    reader: &'a mut Reader<R>,
    left: u64,
    ended: bool,
    elements: PhantomData<T>,
}

impl<R: Read, T: Element> Iterator for Items<'_, R, T> {
    type Item = Result<Vec<T>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let result = if self.left > 0 {
            self.left -= 1;
            let mut item = Vec::new();
            let count = self.reader.layout.item_elements();
            let byte_order = self.reader.layout.byte_order();
            let read = self.reader.check_type::<T>();
            let read = read.and_then(|()| self.reader.read(count, |bytes| item.extend(T::decode(bytes, byte_order))));
            Some(read.map(|()| item))
        } else {
            self.ended = true;
            self.reader.check_end().err().map(Err)
        };
        self.ended |= matches!(result, Some(Err(_)));
        result
    }
}

impl<R: Read, T: Element> iter::FusedIterator for Items<'_, R, T> {}
