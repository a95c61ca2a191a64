//! The output of the columns: files of pictures or elements of images, and labels.

use std::{mem, ops::Range};

use super::{
    chunk::{Levels, Values},
    pattern::{self, Pattern},
    schema::{Column, Kind},
};
use crate::format::{
    columns::{MAX_WHOLE, TYPES, append},
    element::ElementType,
};

mod labels;
mod text;

/// Limit of the bytes that come out of a page: one value can stand there many times.
const MAX_STEP: usize = 256 << 20;

/// Limit of the bytes of the names of files.
const MAX_NAMES_LEN: usize = 64 << 20;

/// Bytes of elements of rows that are put together from columns.
const BAND_LEN: u64 = 64 << 20;

/// Why values do not become rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// They cannot be decoded.
    Damaged,
    /// They do not fit the type of the elements before.
    Widened,
    /// There are too many: the limit.
    Limit(u64),
    /// A value is missing in this row, counted from 0 in its row group.
    Null(u64),
    /// A list has another shape than the first.
    Ragged(u64),
    /// The text of the rows at hand has no room.
    Band,
    /// A whole number is not exact.
    TooLarge(u64),
}

#[derive(Debug)]
pub(super) struct Rows {
    output: [Vec<u8>; 2],
    /// Bytes that have come out of images, and their limit.
    len: u64,
    limit: u64,
    /// Element types of images and of labels.
    types: [ElementType; 2],
    /// Bytes of each file.
    lens: Vec<u32>,
    /// The name of each file, each in a line; `None` if they have no room.
    file_names: Option<Vec<u8>>,
    /// Elements of each column of labels in the row group, where several wait for each other.
    labels: Vec<Vec<u8>>,
    /// Rows whose labels have come out, and those without one in the first column of labels.
    labelled: u64,
    unlabelled: u64,
    pattern: Pattern,
    /// Rows that a column has had in its row group.
    row: u64,
    /// Bytes at the end of the output of images that are those of a list that may not be complete.
    begun: usize,
    /// The rows that are put together, and their elements.
    band: Range<u64>,
    matrix: Vec<u8>,
    columns: usize,
    /// The same where they are put together as lines of text.
    lines: Option<text::Lines>,
}

impl Rows {
    /// No rows yet, with elements of these types, and so many columns of values that are put together and of labels.
    pub(super) fn new(types: [ElementType; 2], [columns, labels]: [usize; 2], limit: u64) -> Self {
        Self {
            output: Default::default(),
            len: 0,
            limit,
            types,
            lens: Vec::new(),
            file_names: Some(Vec::new()),
            labels: if labels > 1 { vec![Vec::new(); labels] } else { Vec::new() },
            labelled: 0,
            unlabelled: 0,
            pattern: Pattern::default(),
            row: 0,
            begun: 0,
            band: 0..0,
            matrix: Vec::new(),
            columns,
            lines: None,
        }
    }

    pub(super) fn types(&self) -> [ElementType; 2] {
        self.types
    }

    /// The types that hold more, after values did not fit.
    pub(super) fn widened(&self, slot: usize, is_double: bool) -> [ElementType; 2] {
        let mut types = self.types;
        let mut wider = TYPES.iter().skip_while(|&&other| other != types[slot]).skip(1);
        // A double would be rounded.
        types[slot] = *wider.find(|&&other| !is_double || other != ElementType::F32).unwrap_or(&ElementType::F64);
        types
    }

    /// The output of images, but for one that may not be complete.
    pub(super) fn take_images(&mut self) -> Vec<u8> {
        match self.output[0].len() - self.begun {
            // It may be large.
            0 => Vec::new(),
            whole => {
                let begun = self.output[0].split_off(whole);
                mem::replace(&mut self.output[0], begun)
            }
        }
    }

    /// The labels that have come out.
    pub(super) fn take_labels(&mut self) -> Vec<u8> {
        mem::take(&mut self.output[1])
    }

    /// Labels that were not taken yet.
    pub(super) fn kept_labels(&self) -> &[u8] {
        &self.output[1]
    }

    pub(super) fn lens(&self) -> &[u32] {
        &self.lens
    }

    /// How many whole images of so many elements have come out, and the labels of how many.
    pub(super) fn items(&self, elements: usize) -> [u64; 2] {
        let len = (elements * self.types[0].size()) as u64;
        [self.len.saturating_sub(self.begun as u64).checked_div(len).unwrap_or(0), self.labelled]
    }

    /// Rows so far that have no label.
    pub(super) fn unlabelled(&self) -> u64 {
        self.unlabelled
    }

    /// Bytes that wait to be taken. The labels of files stay to the end.
    pub(super) fn pending(&self) -> usize {
        let labels = if self.lens.is_empty() { self.output[1].len() } else { 0 };
        self.output[0].len() - self.begun + labels
    }

    /// Takes values from which nothing comes out.
    pub(super) fn pass_over(&mut self, levels: &Levels) {
        self.row += levels.len as u64;
    }

    /// How many rows of a row group are put together at once.
    pub(super) fn band_rows(&self) -> u64 {
        let of_matrix = || BAND_LEN.min(self.limit) / (self.columns.max(1) * self.types[0].size()) as u64;
        self.lines.as_ref().map_or_else(of_matrix, |lines| lines.band_rows(self.limit)).max(1)
    }

    /// Begins with these rows of a row group, of which every column comes.
    pub(super) fn begin_band(&mut self, rows: Range<u64>) {
        #[expect(clippy::cast_possible_truncation, reason = "a band has a limit")]
        let count = (rows.end - rows.start) as usize;
        self.band = rows;
        match &mut self.lines {
            Some(lines) => lines.begin(count),
            None => self.matrix = vec![0; count * self.columns * self.types[0].size()],
        }
    }

    /// The rows of the band are complete.
    pub(super) fn end_band(&mut self) -> Result<(), Stop> {
        if self.lines.is_some() {
            return self.end_lines();
        }
        let matrix = mem::take(&mut self.matrix);
        self.count(matrix.len())?;
        // Without a copy, which would take as much again.
        if self.output[0].is_empty() {
            self.output[0] = matrix;
        } else {
            self.output[0].extend(matrix);
        }
        Ok(())
    }

    pub(super) fn begin_column(&mut self) {
        self.row = 0;
    }

    /// A column of a row group is complete, which should have so many rows.
    pub(super) fn end_column(&mut self, kind: Kind, rows: u64) -> Result<(), Stop> {
        if let Kind::List(1..) = kind
            && !self.pattern.end_list()
        {
            return Err(Stop::Ragged(self.row.saturating_sub(1)));
        }
        self.begun = 0;
        if self.row == rows { Ok(()) } else { Err(Stop::Damaged) }
    }

    /// Takes files, some of which may be missing.
    pub(super) fn files(&mut self, column: &Column, levels: &Levels, values: &Values<'_>) -> Result<(), Stop> {
        let Values::Bytes(values) = values else { return Err(Stop::Damaged) };
        let mut values = values.iter();
        for at in 0..levels.len {
            let file = if levels.has(at, column) { *values.next().ok_or(Stop::Damaged)? } else { &[] };
            self.count(file.len())?;
            self.output[0].extend_from_slice(file);
            self.lens.push(u32::try_from(file.len()).map_err(|_| Stop::Damaged)?);
            self.row += 1;
        }
        Ok(())
    }

    /// Takes the names of files, some of which may be missing.
    pub(super) fn file_names(&mut self, column: &Column, levels: &Levels, values: &Values<'_>) -> Result<(), Stop> {
        let Values::Bytes(values) = values else { return Err(Stop::Damaged) };
        let mut values = values.iter();
        for at in 0..levels.len {
            let name = if levels.has(at, column) { *values.next().ok_or(Stop::Damaged)? } else { &[] };
            if let Some(names) = self.file_names.as_mut().filter(|names| names.len() + name.len() < MAX_NAMES_LEN) {
                names.extend(name.iter().map(|&byte| if byte == b'\n' { b' ' } else { byte }));
                names.push(b'\n');
            } else {
                self.file_names = None;
            }
            self.row += 1;
        }
        Ok(())
    }

    /// The names of the files, each in a line, if there are as many and one is not empty.
    pub(super) fn named_files(&self) -> Option<&[u8]> {
        self.file_names.as_deref().filter(|names| names.iter().any(|&byte| byte != b'\n'))
    }

    /// Takes lists of bytes, or of numbers in one or more dimensions.
    pub(super) fn lists(&mut self, column: &Column, levels: &Levels, values: &Values<'_>) -> Result<(), Stop> {
        self.check_nulls(column, levels)?;
        let values = match values {
            Values::Bytes(values) => {
                for value in values {
                    if value.len() > pattern::MAX_LEN {
                        return Err(Stop::Limit(pattern::MAX_LEN as u64));
                    }
                    self.count(value.len())?;
                    self.output[0].extend_from_slice(value);
                    self.pattern.set_len(value.len());
                    self.row += 1;
                }
                return Ok(());
            }
            Values::Numbers(values) => values,
        };
        if values.len() != levels.repetition.len() {
            return Err(Stop::Damaged);
        }
        self.count(values.len() * self.types[0].size())?;
        for (&value, &level) in values.iter().zip(&levels.repetition) {
            if level == 0 {
                self.row += 1;
            }
            if self.row == 0 {
                return Err(Stop::Damaged);
            }
            if level > 0 && self.pattern.is_full() {
                return Err(Stop::Limit(pattern::MAX_LEN as u64));
            }
            // The end of a list is seen where the next one begins.
            if !self.pattern.push(level) {
                let of_last = level == 0 && self.row > 1;
                return Err(Stop::Ragged(self.row - 1 - u64::from(of_last)));
            }
            if level == 0 {
                self.begun = 0;
            }
            check_exact(column, value, self.row - 1)?;
            append(value, self.types[0], &mut self.output[0]).ok_or(Stop::Widened)?;
            self.begun += self.types[0].size();
        }
        Ok(())
    }

    /// Takes the numbers of one of the columns of a table, which is at this place in a row.
    pub(super) fn column(
        &mut self,
        at: usize,
        column: &Column,
        levels: &Levels,
        values: &Values<'_>,
    ) -> Result<(), Stop> {
        self.check_nulls(column, levels)?;
        let size = self.types[0].size();
        let mut element = Vec::with_capacity(size);
        for &value in numbers_of(values)? {
            if self.band.contains(&self.row) {
                check_exact(column, value, self.row)?;
                element.clear();
                append(value, self.types[0], &mut element).ok_or(Stop::Widened)?;
                #[expect(clippy::cast_possible_truncation, reason = "a band has a limit")]
                let row = (self.row - self.band.start) as usize;
                let start = (row * self.columns + at) * size;
                self.matrix[start..start + size].copy_from_slice(&element);
            }
            self.row += 1;
        }
        Ok(())
    }

    /// The first of the lists.
    pub(super) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Counts the next bytes of output.
    fn count(&mut self, len: usize) -> Result<(), Stop> {
        self.len += len as u64;
        if self.len > self.limit {
            return Err(Stop::Limit(self.limit));
        }
        if self.output[0].len() - self.begun + len > MAX_STEP {
            return Err(Stop::Limit(MAX_STEP as u64));
        }
        Ok(())
    }

    fn check_nulls(&self, column: &Column, levels: &Levels) -> Result<(), Stop> {
        let Some(at) = levels.definition.iter().position(|&level| level < column.max_definition) else { return Ok(()) };
        if levels.repetition.is_empty() {
            return Err(Stop::Null(self.row + at as u64));
        }
        let begun: u64 = levels.repetition[..=at].iter().map(|&level| u64::from(level == 0)).sum();
        Err(Stop::Null((self.row + begun).saturating_sub(1)))
    }
}

/// Numbers that are whole are exact up to 2^53.
fn check_exact(column: &Column, value: f64, row: u64) -> Result<(), Stop> {
    let is_exact = column.physical.is_float() || value.abs() < MAX_WHOLE;
    if is_exact { Ok(()) } else { Err(Stop::TooLarge(row)) }
}

fn numbers_of<'a>(values: &'a Values<'_>) -> Result<&'a [f64], Stop> {
    match values {
        Values::Numbers(numbers) => Ok(numbers),
        Values::Bytes(_) => Err(Stop::Damaged),
    }
}
