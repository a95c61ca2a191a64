//! The binary files of CIFAR-10 and CIFAR-100: records of labels and a colour image, without a header.
//!
//! ```text
//! byte 0      label, 0 to 9     CIFAR-100: coarse label, 0 to 19, then fine label, 0 to 99
//! byte 1      1024 red bytes    32 × 32 pixels, row by row
//! byte 1025   1024 green bytes
//! byte 2049   1024 blue bytes
//! byte 3073   the next record
//! ```
//!
//! Source: the [page of the dataset](https://www.cs.toronto.edu/~kriz/cifar.html), "Binary version". [`Cifar`] turns one
//! into two arrays, images of 3 × 32 × 32 and labels. The page opens each like an IDX file.

use std::{mem, ops::Range};

use crate::{
    error::Error,
    format::{element::ElementType, header::Header, layout::Layout},
};

/// Bytes of an image, and its shape: channels, rows, columns.
const IMAGE_LEN: usize = 3072;
const SHAPE: [u32; 3] = [3, 32, 32];

/// Fewer records are not enough to tell.
const MIN_RECORDS: usize = 4;

/// Records that are read at a time.
const READ_RECORDS: u64 = 340;

/// Which of the two datasets a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// One label of 10 classes.
    Cifar10,
    /// A label of 20 coarse classes and one of 100 fine classes.
    Cifar100,
}

impl Variant {
    const ALL: [Self; 2] = [Self::Cifar10, Self::Cifar100];

    /// How many classes each label byte has.
    fn classes(self) -> &'static [u8] {
        match self {
            Self::Cifar10 => &[10],
            Self::Cifar100 => &[20, 100],
        }
    }

    fn record_len(self) -> usize {
        self.classes().len() + IMAGE_LEN
    }

    /// Whether all these records have labels of its classes.
    fn fits(self, records: &[u8]) -> bool {
        records
            .chunks_exact(self.record_len())
            .all(|record| record.iter().zip(self.classes()).all(|(label, classes)| label < classes))
    }

    /// Whether a file of `size` bytes that starts with these records is one of the dataset. Nothing else says so: the
    /// labels must be those of its classes, and not all the same.
    fn starts(self, size: u64, bytes: &[u8]) -> bool {
        let len = self.record_len();
        let labels = |record: &[u8]| record[..self.classes().len()].to_vec();
        let mut all = bytes.chunks_exact(len).map(labels);
        let first = all.next();
        size.is_multiple_of(len as u64)
            && bytes.len() >= MIN_RECORDS * len
            && all.any(|labels| Some(&labels) != first.as_ref())
            && self.fits(bytes)
    }
}

/// Takes the bytes of a file, in the order in which it wants them; gives images and labels.
#[derive(Debug)]
pub struct Cifar {
    size: u64,
    read: u64,
    variant: Option<Variant>,
    output: [Vec<u8>; 2],
}

impl Cifar {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self { size, read: 0, variant: None, output: Default::default() }
    }

    /// The bytes of the file that are wanted next; `None` when all has come out.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        let record_len = self.variant.unwrap_or(Variant::Cifar100).record_len() as u64;
        (self.read < self.size).then(|| self.read..self.size.min(self.read + READ_RECORDS * record_len))
    }

    /// Takes the bytes that are wanted, all of them.
    ///
    /// # Errors
    /// [`Error::BadMagic`] when the file belongs to neither dataset.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let other = Error::BadMagic { found: bytes.first_chunk().copied().unwrap_or_default() };
        let variant = match self.variant {
            Some(variant) => variant,
            None if is_idx(self.size, bytes) => return Err(other),
            None => *Variant::ALL.iter().find(|variant| variant.starts(self.size, bytes)).ok_or(other.clone())?,
        };
        self.variant = Some(variant);
        let records = bytes.chunks_exact(variant.record_len());
        // The first bytes may end inside a record.
        let taken = bytes.len() - records.remainder().len();
        if taken == 0 || !variant.fits(bytes) {
            return Err(other);
        }
        self.read += taken as u64;
        let [images, labels] = &mut self.output;
        for record in records {
            let (label, image) = record.split_at(variant.classes().len());
            // The fine label first, because the first column is the label.
            labels.extend(label.iter().rev());
            images.extend_from_slice(image);
        }
        Ok(())
    }

    /// The elements of images and of labels that have come out since, as IDX stores them.
    pub fn take_output(&mut self) -> [Vec<u8>; 2] {
        mem::take(&mut self.output)
    }

    /// Which dataset the file belongs to, once its first bytes have come.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// The headers of the images and of the labels, once the first bytes have come. Labels of CIFAR-100 have two columns,
    /// the fine one first.
    #[must_use]
    pub fn headers(&self) -> [Option<Header>; 2] {
        let Some(variant) = self.variant else { return [None, None] };
        let items = u32::try_from(self.size / variant.record_len() as u64).ok();
        let header = |item: &[u32]| Header::new(ElementType::U8, [&[items?], item].concat()).ok();
        let columns = variant.classes().len();
        [header(&SHAPE), header(if columns > 1 { &[2] } else { &[] })]
    }
}

/// Whether the header of an IDX file says that it has this size.
fn is_idx(size: u64, bytes: &[u8]) -> bool {
    let layout = Layout::detect(bytes).ok().flatten();
    layout.is_some_and(|layout| layout.data_offset().checked_add(layout.byte_len()) == Some(size))
}
