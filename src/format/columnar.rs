//! Files that store a table column by column: Parquet and Arrow, which dataset hubs and data frames have.
//!
//! A dataset is a column of pictures in files or of lists of numbers with a column of labels, or a table of numbers like those in
//! CSV. Pictures come out as their files; [`Gallery`](super::gallery) makes images of them. Columns without images that can be
//! labels or predictions come out as CSV.
//!
//! A dataset can be in several files, its shards, which are read as one, as if their bytes followed one another.
//!
//! Rows are stored in groups: Parquet's row groups, and Arrow's record batches, which are called row groups here, too.
//!
//! [`Columnar`] first finds the columns and then reads those that it needs, page by page: what a format has to give for that is in
//! `chunk`. Both readers are our own, because the crates `parquet` and `arrow-ipc` want a row group or a record batch as a whole,
//! and take several times the room in the browser.

use std::{mem, ops::Range};

use self::{
    arrow::MessageReader, chunk::Directory, parquet::FooterReader, plan::Told, shards::ShardsReader, table::Table,
};
use crate::{
    error::{ColumnarFault, Error},
    format::{feed::MAX_OUTPUT, header::Header, words::Classes},
};

mod arrow;
mod chunk;
mod contents;
mod notes;
mod parquet;
mod pattern;
mod plan;
mod reads;
mod rows;
mod schema;
mod shards;
mod table;

/// Takes the bytes of a Parquet or Arrow file that it wants; gives images and labels.
///
/// The elements of images come out as IDX stores them, or pictures as files, one after the other.
///
/// ```
/// use idxlens::{error::{ColumnarFault, Error}, format::columnar::Columnar};
///
/// let file = b"PAR1 a download that was cut";
/// let mut parquet = Columnar::parquet(file.len() as u64);
/// let mut result = Ok(());
/// while let Some(wanted) = parquet.wanted() {
///     result = result.and(parquet.push(&file[wanted.start as usize..wanted.end as usize]));
///     let [_images, _labels] = parquet.take_output();
/// }
/// assert_eq!(result, Err(Error::Parquet(ColumnarFault::End { offset: 28 })));
/// ```
#[derive(Debug)]
pub struct Columnar {
    shards: ShardsReader,
    /// The error of a fault in this format.
    error: fn(ColumnarFault) -> Error,
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
    /// The column of the images if it is called predictions: lists of a number for each class.
    pub predictions: Option<String>,
    /// The place, among the labels, of the column that numbers the items of these predictions.
    pub numbering: Option<usize>,
    /// Others with labels, which are left out.
    pub other_labels: Vec<String>,
    /// All that are left out.
    pub left_out: Vec<String>,
    /// How many rows have no label in the first of these: it is -1 there, or NaN among floats.
    pub unlabelled: u64,
    /// Where the part of an Arrow file begins that cannot be read, if there is one; the length of the file if only its end mark
    /// is missing.
    pub cut: Option<u64>,
    /// How many rows there are.
    pub rows: u64,
}

/// A column of labels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub column: String,
    /// The names of its classes with their labels, if the file has some.
    pub class_names: Vec<(u32, String)>,
}

impl Columnar {
    /// A Parquet file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn parquet(size: u64) -> Self {
        Self::new(|size| Box::new(FooterReader::new(size)), size, Error::Parquet)
    }

    /// An Arrow file, or a stream of its messages, of `size` bytes, none of which has been read.
    #[must_use]
    pub fn arrow(size: u64) -> Self {
        Self::new(|size| Box::new(MessageReader::new(size)), size, Error::Arrow)
    }

    fn new(open: fn(u64) -> Box<dyn Directory>, size: u64, error: fn(ColumnarFault) -> Error) -> Self {
        Self {
            shards: ShardsReader::new(open, size),
            error,
            table: None,
            known: Vec::new(),
            told: Told::default(),
            ended: false,
            limit: MAX_OUTPUT,
        }
    }

    /// With one more shard, of `size` bytes. Its rows follow, and so do its bytes, in what is wanted and in faults.
    #[must_use]
    pub fn with_shard(mut self, size: u64) -> Self {
        self.shards.add(size);
        self
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

    /// Takes the classes of other labels, before the columns are found. If at least half of the words in place of labels are among
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
        Some(self.table.as_ref().map_or_else(|| self.shards.wanted(), |table| table.wanted()))
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Parquet`] or [`Error::Arrow`] when the file cannot be read, or holds nothing that can be shown. Nothing more is
    /// wanted then.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let result = match &mut self.table {
            Some(table) => table.push(bytes),
            None => self.find(bytes),
        };
        self.ended = result.is_err() || self.table.as_ref().is_some_and(|table| table.is_done());
        result.map_err(self.error)
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

    /// How many images have come out. Pictures are not counted, nor are rows that come out as text.
    #[must_use]
    pub fn items(&self) -> u32 {
        let items = self.table.as_ref().map_or(0, |table| table.items()[0]);
        u32::try_from(items).unwrap_or(u32::MAX)
    }

    /// The headers of the images that have come out so far, and of their labels, unless these come later. Several columns of
    /// labels are the second dimension. Pictures have no header, unless they can be the bare pixels of images: all have as many
    /// bytes as a square image, or none, which are no images.
    #[must_use]
    pub fn headers(&self) -> [Option<Header>; 2] {
        self.table.as_ref().map(|table| table.headers()).unwrap_or_default()
    }

    /// Whether the file has no images, but columns that can be labels or predictions. Its rows come out in place of images, as lines
    /// of CSV below one with the names of columns. What is missing is `""`. See [`Csv::of_columns`](super::csv::Csv::of_columns).
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

    /// The names of the pictures, each in a line, once all have come out, if the file has some: beside their bytes, as the library
    /// `datasets` writes them, or in a column that is called so.
    #[must_use]
    pub fn picture_names(&self) -> Option<String> {
        self.table.as_ref()?.picture_names()
    }

    /// How the columns are used.
    #[must_use]
    pub fn columns(&self) -> Columns {
        self.table.as_ref().map(|table| table.described()).unwrap_or_default()
    }

    /// Takes the bytes that say where the columns are.
    fn find(&mut self, bytes: &[u8]) -> Result<(), ColumnarFault> {
        let Some(file) = self.shards.push(bytes)? else { return Ok(()) };
        self.table = Some(Box::new(Table::new(file, self.limit, mem::take(&mut self.known), &self.told)?));
        Ok(())
    }
}
