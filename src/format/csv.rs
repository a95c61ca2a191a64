//! Tables of numbers as text (CSV): a line for each item, with its values and often its label.
//!
//! ```text
//! label,pixel0,pixel1,...,pixel783    names, if there are any
//! 5,0,0,...,0                         the label, then 28 × 28 pixels
//! 0,0,0,...,0
//! ```
//!
//! The usual forms: Kaggle's `train.csv` and `test.csv` (without labels), `mnist_train.csv` (pixels named `1x1` to
//! `28x28`, or without names), Sign Language MNIST, EMNIST, and tables with the label last. Labels may be words, and columns
//! of other words are left out. FER2013 lists all pixels in one field; NumPy and USPS have spaces between the values; Weka
//! (ARFF) describes the columns before the rows; LIBSVM's rows are sparse: a label, and the index and the value of what is
//! not 0, `5 153:3 154:18`. [`Csv`] turns one into two arrays, images and labels. The page opens each like an IDX file.
//!
//! The scanner is our own, because a library hands out fields, and turning each into a number takes several times as long
//! as this one takes for both.

use std::{mem, ops::Range};

use crate::{
    error::{Error, Foreign},
    format::{gzip::Gunzip, header::Header, sniff::GZIP_MAGIC, words::Classes},
};

pub(super) use self::start::can_start;
pub use self::{label::LabelChoice, plan::Columns};
use self::{
    label::{Gaps, Search},
    lines::Lines,
    plan::Plan,
    rows::Rows,
};

mod bytes;
mod commas;
pub(crate) mod field;
mod header;
mod label;
mod lines;
mod plan;
mod roles;
mod row_label;
mod rows;
mod sample;
mod sparse;
mod start;
mod unpack;
mod values;

/// Bytes of the file that are read at a time; of a .gz, whose bytes can be a thousand times as many unpacked, fewer.
const READ_LEN: u64 = 1 << 20;
const GZIP_READ_LEN: u64 = 64 << 10;

/// Bytes of text that tell what the columns are.
const SAMPLE_LEN: usize = 1 << 20;

/// Limits of the bytes of all values in sparse rows: this many, or so many times the bytes of the file. A short line can be a
/// row of 500 KB.
const MAX_SPARSE_LEN: u64 = 2 << 30;
const MAX_SPARSE_SHARE: u64 = 16;

/// Takes the bytes of a table, plain or gzip, as often as it wants them; gives images and labels.
///
/// ```
/// use idxlens::format::{csv::Csv, element::ElementType};
///
/// let text = b"label,1x1,1x2,2x1,2x2\n7,0,255,0,255\n2,1,2,3,4\n";
/// let mut csv = Csv::new(text.len() as u64);
/// let mut images = Vec::new();
/// while let Some(wanted) = csv.wanted() {
///     csv.push(&text[wanted.start as usize..wanted.end as usize])?;
///     let [elements, _labels] = csv.take_output();
///     // From the start again, with another type.
///     if wanted.start == 0 {
///         images.clear();
///     }
///     images.extend(elements);
/// }
/// let [header, labels] = csv.headers();
/// assert_eq!((header.unwrap().shape(), images), (&[2, 2, 2][..], vec![0, 255, 0, 255, 1, 2, 3, 4]));
/// assert_eq!(labels.unwrap().shape(), [2]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Csv {
    size: u64,
    search: Search,
    /// Bytes of the file that the pass has read.
    read: u64,
    gunzip: Option<Box<Gunzip>>,
    /// Bytes of a .gz that have been read and not unpacked.
    packed: Vec<u8>,
    lines: Lines,
    plan: Option<Plan>,
    rows: Rows,
    /// Classes of other labels.
    known: Vec<Classes>,
    ended: bool,
}

impl Csv {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            search: Search {
                choice: LabelChoice::Detected,
                may_be_one_hot: true,
                is_alone: false,
                gaps: Gaps::Refused,
                is_headed: false,
            },
            read: 0,
            gunzip: None,
            packed: Vec::new(),
            lines: Lines::new(),
            plan: None,
            rows: Rows::new(),
            known: Vec::new(),
            ended: false,
        }
    }

    /// The same with another column as the label. Sparse rows have no choice: a label begins each.
    #[must_use]
    pub fn with_label(self, label: LabelChoice) -> Self {
        Self { search: Search { choice: label, ..self.search }, ..self }
    }

    /// The same with a label alone, where that is possible: what is beside it describes what other files hold. Where rows are looked
    /// up by their names, one with a name and without a label does not come out.
    #[must_use]
    pub fn alone(self, by_name: bool) -> Self {
        let gaps = if by_name { Gaps::LeftOut } else { self.search.gaps };
        Self { search: Search { is_alone: true, gaps, ..self.search }, ..self }
    }

    /// The same for the text that comes out of a Parquet or Arrow file, see [`Columnar`](super::columnar::Columnar): its first
    /// line names the columns, and a row without a label has the label -1, unless rows are looked up by their names. Call it
    /// before [`alone`](Csv::alone).
    #[must_use]
    pub fn of_columns(self) -> Self {
        Self { search: Search { is_headed: true, gaps: Gaps::Filled, ..self.search }, ..self }
    }

    /// Takes the classes of other labels. If at least half of the words in place of labels are among them, the words get their
    /// numbers, so that both can be compared. Of several such classes, the first ones count.
    pub fn add_classes(&mut self, classes: Vec<(u32, String)>) {
        self.known.push(classes);
    }

    /// The bytes of the file that are wanted next, none of them when more can come out first; `None` when all has come out. A
    /// range that starts at byte 0 begins the output again: what has turned up changes the elements before.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        let len = if self.lines.is_full {
            0
        } else if self.read == 0 || self.gunzip.is_some() {
            GZIP_READ_LEN
        } else {
            READ_LEN
        };
        (!self.ended).then(|| self.read..self.size.min(self.read + len))
    }

    /// Takes the bytes that are wanted, all of them.
    ///
    /// # Errors
    /// [`Foreign::Csv`] when the text is no table of numbers, [`Error::Csv`] for what is wrong in one, and
    /// [`Error::Gzip`] when it cannot be unpacked whole.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Err(fault) = self.take(bytes) else { return Ok(()) };
        // What is open before a fault is settled first: another pass gives the rows until there.
        let is_settled = self.plan.as_mut().map_or(Ok(true), |plan| self.rows.settle(plan));
        if is_settled? {
            return Err(fault);
        }
        self.restart();
        Ok(())
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.read == 0 {
            self.gunzip = bytes.starts_with(&GZIP_MAGIC).then(|| Gunzip::new(false).into());
        }
        self.read += bytes.len() as u64;
        let is_last = self.read >= self.size || bytes.is_empty() && !self.lines.is_full;
        self.lines.is_full = false;
        let has_restarted = match self.gunzip.take() {
            None => {
                self.lines.text.extend_from_slice(bytes);
                self.take_lines(is_last)?
            }
            Some(gunzip) => {
                self.packed.extend_from_slice(bytes);
                self.unpack(gunzip, is_last)?
            }
        };
        if is_last && !has_restarted && !self.lines.is_full { self.end() } else { Ok(()) }
    }

    /// The elements of images and of labels that have come out since, as IDX stores them.
    pub fn take_output(&mut self) -> [Vec<u8>; 2] {
        self.rows.take_output()
    }

    /// The names of the rows that have come out since, each in a line: the files or the numbers that a table of labels alone is
    /// about.
    pub fn take_names(&mut self) -> Vec<u8> {
        self.rows.take_names()
    }

    /// The headers of the images and of the labels that have come out so far, if there are any. Tables without labels have no
    /// second one, and tables of labels alone no first one.
    #[must_use]
    pub fn headers(&self) -> [Option<Header>; 2] {
        let count = self.rows.count;
        let Some(plan) = self.plan.as_ref().filter(|_| count > 0) else { return [None, None] };
        let header = |element_type, item: &[u32]| Header::new(element_type, [&[count], item].concat()).ok();
        let [images, labels] = self.rows.types;
        [header(images, &plan.shape).filter(|_| plan.values > 0), plan.label.and_then(|_| header(labels, &[]))]
    }

    /// How many items have come out.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.rows.count
    }

    /// Where the line that comes next begins, in bytes of the text; after a fault, the line that is wrong.
    #[must_use]
    pub fn line_offset(&self) -> u64 {
        self.lines.offset()
    }

    /// Whether the values are the pixels of images, or stand beside labels that are words, and cannot be anything else, such as
    /// predictions; `None` until that is known.
    #[must_use]
    pub fn are_images(&self) -> Option<bool> {
        let has_classes = |plan: &Plan| plan.words.as_ref().is_some_and(|words| words.all().len() > 1);
        self.plan.as_ref().map(|plan| plan.values > 0 && (plan.are_images || has_classes(plan)))
    }

    /// What became of the columns, as far as that is known.
    #[must_use]
    pub fn columns(&self) -> Option<Columns> {
        let short_line = self.rows.short.as_ref().map(|&(line, _)| line);
        let Rows { missing, unlabelled, .. } = self.rows;
        Some(Columns { missing, unlabelled, short_line, ..self.plan.as_ref()?.columns() })
    }

    /// Takes the lines of the text that have an end. Whether the pass starts again.
    fn take_lines(&mut self, is_last: bool) -> Result<bool, Error> {
        if self.plan.is_none() {
            let text = &self.lines.text;
            let is_enough = text.len() >= SAMPLE_LEN && text.split(|&byte| byte == b'\n').nth(2).is_some();
            if is_last || is_enough {
                let plan = Plan::of(text, is_last, self.search, &self.known);
                self.plan = Some(plan.ok_or(Error::Foreign(Foreign::Csv))?);
            }
        }
        if let Some(plan) = &mut self.plan {
            let max_sparse_len = MAX_SPARSE_LEN.max(MAX_SPARSE_SHARE * self.size);
            if !self.lines.take_rows(&mut self.rows, plan, is_last, max_sparse_len)? {
                self.restart();
                return Ok(true);
            }
        }
        self.lines.check_len()?;
        Ok(false)
    }

    /// Ends the pass, and begins another if this one has taught something that changes the elements.
    fn end(&mut self) -> Result<(), Error> {
        // Labels alone that turned out to be no classes leave nothing.
        let has_columns = |plan: &&mut Plan| plan.values > 0 || plan.label.is_some();
        let Some(plan) = self.plan.as_mut().filter(|_| self.rows.count > 0).filter(has_columns) else {
            return Err(Error::Foreign(Foreign::Csv));
        };
        self.ended = self.rows.settle(plan)?;
        if !self.ended {
            self.restart();
        }
        Ok(())
    }

    /// Begins another pass over the file.
    fn restart(&mut self) {
        let (mut plan, mut search) = (self.plan.take(), self.search);
        if self.rows.are_no_classes {
            // The columns are looked at again.
            plan = None;
            search.may_be_one_hot = false;
        }
        // Words that came later have their numbers then.
        plan.iter_mut().for_each(Plan::number_words);
        self.rows.restart();
        let (rows, known) = (mem::replace(&mut self.rows, Rows::new()), mem::take(&mut self.known));
        *self = Self { search, plan, rows, known, ..Self::new(self.size) };
    }
}
