//! Parquet files: tables that are stored column by column, which dataset hubs offer.
//!
//! ```text
//! byte 0    50 41 52 31     "PAR1"
//! byte 4    ...             a row group: for each column pages of values, compressed one by one; more row groups
//!           ...             the footer: the schema, and where each column of each row group is
//!           1A 03 00 00     length of the footer, 32 bits, little-endian
//!           50 41 52 31     "PAR1"
//! ```
//!
//! [`Parquet`] reads the footer first and then the columns that it needs, page by page. A dataset is a column of pictures
//! in files or of lists of numbers with a column of labels, or a table of numbers like those in CSV. Pictures come out as
//! their files; [`Gallery`](super::gallery) makes images of them. Columns without images that can be labels or predictions come out as CSV.
//!
//! The reader is our own, because the crate `parquet` reads by itself, and takes several times the room in the browser.
//!
//! Source: the [format's description](https://parquet.apache.org/docs/file-format/).

use std::{mem, ops::Range};

use self::{plan::Told, table::Table};
use crate::{
    error::{Error, ParquetFault},
    format::{feed::MAX_OUTPUT, header::Header, words::Classes},
};

mod chunk;
mod codec;
mod contents;
mod footer;
mod notes;
mod packing;
mod page;
mod pattern;
mod plan;
mod reads;
mod rows;
mod schema;
mod table;
mod thrift;

/// The magic number, and that of a file with an encrypted footer.
const MAGIC: &[u8; 4] = b"PAR1";
const ENCRYPTED: &[u8; 4] = b"PARE";

/// Bytes at the end: the length of the footer and the magic number.
const TAIL_LEN: u64 = 8;

/// Bytes that are read first; most footers are shorter.
const FIRST_LEN: u64 = 64 << 10;

/// Limit of the bytes of a footer.
const MAX_FOOTER_LEN: u64 = 32 << 20;

/// Bytes of a footer that are read at a time.
const READ_LEN: u64 = 1 << 20;

/// Takes the bytes of a Parquet file that it wants; gives images and labels.
///
/// The elements of images come out as IDX stores them, or pictures as files, one after the other.
///
/// ```
/// use idxlens::{error::{Error, ParquetFault}, format::parquet::Parquet};
///
/// let file = b"PAR1 a download that was cut";
/// let mut parquet = Parquet::new(file.len() as u64);
/// let mut result = Ok(());
/// while let Some(wanted) = parquet.wanted() {
///     result = result.and(parquet.push(&file[wanted.start as usize..wanted.end as usize]));
///     let [_images, _labels] = parquet.take_output();
/// }
/// assert_eq!(result, Err(Error::Parquet(ParquetFault::End { offset: 28 })));
/// ```
#[derive(Debug)]
pub struct Parquet {
    size: u64,
    /// The last bytes of the file, as far as they were read, and where they start.
    tail: Vec<u8>,
    tail_start: u64,
    table: Option<Box<Table>>,
    /// Classes of other labels.
    known: Vec<Classes>,
    told: Told,
    ended: bool,
    limit: u64,
}

/// How the columns are used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// Those of labels. The first is the label.
    pub labels: Vec<Label>,
    /// Whether the name of the first says so, or none is to be expected.
    pub is_named: bool,
    /// Others with labels, which are left out.
    pub other_labels: Vec<String>,
    /// All that are left out.
    pub left_out: Vec<String>,
    /// How many rows have no label in the first of these: it is -1 there, or NaN among floats.
    pub unlabelled: u64,
}

/// A column of labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub column: String,
    /// The names of its classes with their labels, if the file has some.
    pub class_names: Vec<(u32, String)>,
}

impl Parquet {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            tail: Vec::new(),
            tail_start: size.saturating_sub(FIRST_LEN),
            table: None,
            known: Vec::new(),
            told: Told::default(),
            ended: false,
            limit: MAX_OUTPUT,
        }
    }

    /// With another limit of the bytes that come out, of the values of a page and of its bytes.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// Tells what is known of predictions in the file: whether its name calls it so, and how many labels there are of each dataset
    /// that it may have predictions for. Its numbers come out as text then, unless they are called pixels: of labels, if a column
    /// numbers the rows.
    #[must_use]
    pub fn maybe_predictions(self, is_predicted: bool, labelled: Vec<u64>) -> Self {
        Self { told: Told { is_predicted, labelled }, ..self }
    }

    /// Takes the classes of other labels, before the footer is read. If at least half of the words in place of labels are among
    /// them, the words get their numbers, so that both can be compared. Of several such classes, the first ones count.
    pub fn add_classes(&mut self, classes: Vec<(u32, String)>) {
        self.known.push(classes);
    }

    /// The next range of bytes to read, which is empty when more output is ready without reading; `None` when all has come
    /// out.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        if self.ended {
            return None;
        }
        let start = self.tail_start + self.tail.len() as u64;
        Some(self.table.as_ref().map_or(start..self.size.min(start + READ_LEN), |table| table.wanted()))
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Parquet`] when the file cannot be read, or holds nothing that can be shown. Nothing more is wanted then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let result = match &mut self.table {
            Some(table) => table.push(bytes),
            None => self.push_tail(bytes),
        };
        self.ended = result.is_err() || self.table.as_ref().is_some_and(|table| table.is_done());
        result.map_err(Error::Parquet)
    }

    /// The output of images and of labels since the last call.
    pub fn take_output(&mut self) -> [Vec<u8>; 2] {
        self.table.as_mut().map(|table| table.take_output()).unwrap_or_default()
    }

    /// How often the output has begun again: a value has turned up that the type of the elements before does not hold, or a
    /// column of labels that cannot be read.
    #[must_use]
    pub fn restarts(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.restarts())
    }

    /// The share of the bytes that has been read.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.table.as_ref().map_or(0.0, |table| table.progress())
    }

    /// The headers of the images and of the labels, once all elements have come out. Several columns of labels are
    /// the second dimension. Pictures have no header, unless they can be the bare pixels of images: all have as many bytes as a
    /// square image, or none, which are no images.
    #[must_use]
    pub fn headers(&self) -> [Option<Header>; 2] {
        self.table.as_ref().filter(|_| self.ended).map(|table| table.headers()).unwrap_or_default()
    }

    /// Whether the file has no images, but columns that can be labels or predictions. Its rows come out in place of images, as lines
    /// of CSV below one with the names of columns. What is missing is `""`. See [`Csv::of_parquet`](super::csv::Csv::of_parquet).
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.is_text())
    }

    /// The bytes of each picture, 0 where there is none, if images are pictures.
    #[must_use]
    pub fn pictures(&self) -> Option<&[u32]> {
        self.table.as_ref()?.pictures()
    }

    /// The labels of the pictures, row by row, once all have come out.
    #[must_use]
    pub fn picture_labels(&self) -> Option<Vec<f64>> {
        self.table.as_ref()?.picture_labels()
    }

    /// How the columns are used.
    #[must_use]
    pub fn columns(&self) -> Columns {
        self.table.as_ref().map(|table| table.described()).unwrap_or_default()
    }

    fn push_tail(&mut self, bytes: &[u8]) -> Result<(), ParquetFault> {
        self.tail.extend_from_slice(bytes);
        let end = self.tail_start + self.tail.len() as u64;
        if end < self.size {
            return if bytes.is_empty() { Err(ParquetFault::End { offset: end }) } else { Ok(()) };
        }
        let Some((rest, [a, b, c, d, magic @ ..])) = self.tail.split_last_chunk::<8>() else {
            return Err(ParquetFault::End { offset: end });
        };
        if magic == ENCRYPTED {
            return Err(ParquetFault::Encrypted);
        }
        if magic != MAGIC {
            return Err(ParquetFault::End { offset: end });
        }
        let len = u32::from_le_bytes([*a, *b, *c, *d]);
        let tail = end - TAIL_LEN;
        let start = tail.checked_sub(len.into()).filter(|&start| start >= MAGIC.len() as u64);
        let start = start.ok_or(ParquetFault::Footer { offset: tail })?;
        if u64::from(len) > MAX_FOOTER_LEN {
            return Err(ParquetFault::Limit { offset: start, expected: MAX_FOOTER_LEN });
        }
        let Some(footer) = rest.len().checked_sub(len as usize) else {
            self.tail = Vec::new();
            self.tail_start = start;
            return Ok(());
        };
        let footer = footer::read(&rest[footer..]).ok_or(ParquetFault::Footer { offset: start })?;
        mem::take(&mut self.tail);
        self.table = Some(Box::new(Table::new(footer, start, self.limit, mem::take(&mut self.known), &self.told)?));
        Ok(())
    }
}
