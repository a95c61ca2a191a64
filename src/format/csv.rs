//! Tables of numbers as text (CSV): a line for each item, with its values and often its label.
//!
//! ```text
//! label,pixel0,pixel1,...,pixel783    names, if there are any
//! 5,0,0,...,0                         the label, then 28 × 28 pixels
//! 0,0,0,...,0
//! ```
//!
//! The usual forms: Kaggle's `train.csv` and `test.csv` (without labels), `mnist_train.csv` (pixels named `1x1` to
//! `28x28`, or without names), Sign Language MNIST, EMNIST, and tables with the label last. [`Csv`] turns one into two
//! arrays, images and labels. The page opens each like an IDX file.
//!
//! The scanner is our own, because a library hands out fields, and turning each into a number takes several times as long
//! as this one takes for both.

use std::{mem, ops::Range};

use crate::{
    error::{CsvFault, Error, Foreign},
    format::{
        columns::{TYPES, append},
        element::ElementType,
        gzip::Gunzip,
        header::Header,
        sniff::GZIP_MAGIC,
    },
};

use self::plan::Plan;

mod field;
mod plan;

/// Bytes of the file that are read at a time; of a .gz, whose bytes can be a thousand times as many unpacked, fewer.
const READ_LEN: u64 = 1 << 20;
const GZIP_READ_LEN: u64 = 64 << 10;

/// Bytes of text that tell what the columns are.
const SAMPLE_LEN: usize = 1 << 20;

/// Limit of the bytes of a line.
const MAX_LINE_LEN: usize = 16 << 20;

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
    /// Bytes of the file that the pass has read.
    read: u64,
    gunzip: Option<Box<Gunzip>>,
    /// Text whose lines have not been taken, and the number of its first line, from 1.
    text: Vec<u8>,
    line: u64,
    plan: Option<Plan>,
    /// Of the values and of the labels.
    types: [ElementType; 2],
    rows: u32,
    /// A row with too few fields: its line, and how many it has. It may only be the last.
    short: Option<(u64, usize)>,
    row: Vec<u8>,
    output: [Vec<u8>; 2],
    ended: bool,
}

/// What became of the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// How many there are.
    pub count: u64,
    /// The one with the labels, from 1.
    pub label: Option<u64>,
    /// Whether the header line says which one that is, or that none is.
    pub is_named: bool,
    /// The line that was left out because it is the last and has too few fields, from 1.
    pub short_line: Option<u64>,
}

impl Csv {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            read: 0,
            gunzip: None,
            text: Vec::new(),
            line: 1,
            plan: None,
            types: [ElementType::U8; 2],
            rows: 0,
            short: None,
            row: Vec::new(),
            output: Default::default(),
            ended: false,
        }
    }

    /// The bytes of the file that are wanted next; `None` when all has come out. A range that starts at byte 0 begins the
    /// output again: a value has turned up that the type of the elements before does not hold.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        let len = if self.read == 0 || self.gunzip.is_some() { GZIP_READ_LEN } else { READ_LEN };
        (!self.ended).then(|| self.read..self.size.min(self.read + len))
    }

    /// Takes the bytes that are wanted, all of them.
    ///
    /// # Errors
    /// [`Foreign::Csv`] when the text is no table of numbers, [`Error::Csv`] for what is wrong in one, and
    /// [`Error::Gzip`] when it cannot be unpacked whole.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.read == 0 {
            self.gunzip = bytes.starts_with(&GZIP_MAGIC).then(|| Gunzip::new(false).into());
        }
        self.read += bytes.len() as u64;
        let is_last = self.read >= self.size || bytes.is_empty();
        let has_restarted = match self.gunzip.take() {
            None => {
                self.text.extend_from_slice(bytes);
                self.take_lines(is_last)?
            }
            Some(gunzip) => self.unpack(gunzip, bytes, is_last)?,
        };
        if is_last && !has_restarted {
            if self.rows == 0 {
                return Err(Error::Foreign(Foreign::Csv));
            }
            self.ended = true;
        }
        Ok(())
    }

    /// The elements of images and of labels that have come out since, as IDX stores them.
    pub fn take_output(&mut self) -> [Vec<u8>; 2] {
        mem::take(&mut self.output)
    }

    /// The headers of the images and of the labels that have come out so far, if there are any. Tables without labels have no
    /// second one.
    #[must_use]
    pub fn headers(&self) -> [Option<Header>; 2] {
        let Some(plan) = self.plan.as_ref().filter(|_| self.rows > 0) else { return [None, None] };
        let header = |element_type, item: &[u32]| Header::new(element_type, [&[self.rows], item].concat()).ok();
        let [images, labels] = self.types;
        [header(images, &plan.shape), plan.label.and_then(|_| header(labels, &[]))]
    }

    /// How many items have come out.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.rows
    }

    /// Whether the values are the pixels of images and cannot be anything else, such as predictions; `None` until that is
    /// known.
    #[must_use]
    pub fn are_images(&self) -> Option<bool> {
        self.plan.as_ref().map(|plan| plan.are_images)
    }

    /// What became of the columns, as far as that is known.
    #[must_use]
    pub fn columns(&self) -> Option<Columns> {
        let plan = self.plan.as_ref()?;
        let label = plan.label.map(|column| column as u64 + 1);
        let short_line = self.short.map(|(line, _)| line);
        Some(Columns { count: plan.columns as u64, label, is_named: plan.is_named, short_line })
    }

    /// Takes the lines in these bytes of a .gz. Whether the pass starts again.
    fn unpack(&mut self, mut gunzip: Box<Gunzip>, mut bytes: &[u8], is_last: bool) -> Result<bool, Error> {
        let damaged = |fault| Error::Gzip { layer: 1, fault };
        loop {
            let unpacked = gunzip.step(&mut bytes, None).map_err(damaged)?;
            if unpacked.is_empty() {
                break;
            }
            self.text.extend_from_slice(unpacked);
            if self.take_lines(false)? {
                return Ok(true);
            }
        }
        if !is_last {
            self.gunzip = Some(gunzip);
            return Ok(false);
        }
        match gunzip.finish().first() {
            Some(&fault) => Err(damaged(fault)),
            None => self.take_lines(true),
        }
    }

    /// Takes the lines of the text that have an end. Whether the pass starts again.
    fn take_lines(&mut self, is_last: bool) -> Result<bool, Error> {
        if self.plan.is_none() {
            let is_enough = self.text.len() >= SAMPLE_LEN && self.text.split(|&byte| byte == b'\n').nth(2).is_some();
            if is_last || is_enough {
                self.plan = Some(Plan::of(&self.text, is_last).ok_or(Error::Foreign(Foreign::Csv))?);
            }
        }
        let mut text = mem::take(&mut self.text);
        let mut taken = 0;
        if let Some(plan) = self.plan.take() {
            let rows = self.take_rows(&text, &plan, is_last);
            // What is known of the columns is known after a fault, too.
            self.plan = Some(plan);
            let Some(len) = rows? else {
                self.restart();
                return Ok(true);
            };
            taken = len;
        }
        if text.len() - taken > MAX_LINE_LEN {
            return Err(Error::Csv(CsvFault::LongLine { line: self.line, expected: MAX_LINE_LEN as u64 }));
        }
        text.drain(..taken);
        self.text = text;
        Ok(false)
    }

    /// Takes the lines that have an end, and gives the number of their bytes; `None` when a type does not hold their values.
    fn take_rows(&mut self, text: &[u8], plan: &Plan, is_last: bool) -> Result<Option<usize>, Error> {
        let mut taken = 0;
        while taken < text.len() {
            let rest = &text[taken..];
            if let Some(len) = self.take_bytes(rest, plan) {
                taken += len;
            } else {
                let end = rest.iter().position(|&byte| byte == b'\n');
                let Some(len) = end.or(is_last.then_some(rest.len())) else { break };
                if !self.take_values(&rest[..len], plan)? {
                    return Ok(None);
                }
                taken += rest.len().min(len + 1);
            }
            self.line += 1;
        }
        Ok(Some(taken))
    }

    /// Takes a line whose values are all bytes, which nearly all files have. Gives the number of its bytes.
    fn take_bytes(&mut self, text: &[u8], plan: &Plan) -> Option<usize> {
        if self.types != [ElementType::U8; 2] || self.short.is_some() || self.line <= plan.header {
            return None;
        }
        let start = if plan.is_numbered {
            let end = text.iter().position(|&byte| byte == plan.separator || byte == b'\n' || byte == b'"')?;
            (text[end] == plan.separator).then_some(end + 1)?
        } else {
            0
        };
        self.row.clear();
        let len = start + field::bytes(&text[start..], plan.separator, &mut self.row)?;
        let skipped = usize::from(plan.is_numbered);
        if self.row.len() + skipped != plan.columns {
            return None;
        }
        let [images, labels] = &mut self.output;
        match plan.label.map(|column| column - skipped) {
            Some(label) => {
                images.extend_from_slice(&self.row[..label]);
                images.extend_from_slice(&self.row[label + 1..]);
                labels.push(self.row[label]);
            }
            None => images.extend_from_slice(&self.row),
        }
        self.rows = self.rows.checked_add(1)?;
        Some(len)
    }

    /// Takes any other line. `false` when a type does not hold its values.
    fn take_values(&mut self, line: &[u8], plan: &Plan) -> Result<bool, Error> {
        let Some(row) = plan::row(line, self.line).filter(|_| self.line > plan.header) else { return Ok(true) };
        let ragged = |line, found: usize| {
            Error::Csv(CsvFault::Ragged { line, expected: plan.columns as u64, found: found as u64 })
        };
        if let Some((line, found)) = self.short {
            return Err(ragged(line, found));
        }
        let found = field::fields(row, plan.separator).count();
        if found > plan.columns {
            return Err(ragged(self.line, found));
        }
        if found < plan.columns {
            self.short = Some((self.line, found));
            return Ok(true);
        }
        let fields = field::fields(row, plan.separator).enumerate().skip(plan.is_numbered.into());
        for (column, field) in fields {
            let number = field::number(field);
            let value = number.map_err(|bad| Error::Csv(bad.at(self.line, column as u64 + 1, field)))?;
            let slot = usize::from(Some(column) == plan.label);
            if append(value, self.types[slot], &mut self.output[slot]).is_none() {
                let next = TYPES.iter().skip_while(|&&wider| wider != self.types[slot]).nth(1);
                self.types[slot] = *next.unwrap_or(&ElementType::F64);
                return Ok(false);
            }
        }
        self.rows = self.rows.checked_add(1).ok_or(Error::TooLarge { offset: Header::MAGIC_LEN as u64 })?;
        Ok(true)
    }

    /// Begins another pass over the file.
    fn restart(&mut self) {
        let Self { size, ref mut plan, types, .. } = *self;
        *self = Self { plan: plan.take(), types, ..Self::new(size) };
    }
}
