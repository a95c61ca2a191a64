//! What a format gives: where the columns of a file are, and their values, a page at a time.

use std::{fmt, ops::Range};

use super::{
    notes::Notes,
    schema::{Column, Schema},
};
use crate::{error::ColumnarFault, format::words::Classes};

/// Bytes of a file that are read at a time.
pub(super) const READ_LEN: u64 = 1 << 20;

/// Limits of a page: its bytes, packed and unpacked, and its values.
pub(super) const MAX_PAGE_LEN: u64 = 128 << 20;
pub(super) const MAX_PAGE_VALUES: u64 = 1 << 24;

/// Limit of the dimensions of a list.
pub(super) const MAX_RANK: u8 = 3;

/// Finds the columns of a file.
pub(super) trait Directory: fmt::Debug {
    /// The next bytes of the file to read.
    fn wanted(&self) -> Range<u64>;

    /// Takes the bytes that are wanted, or the first of them; none where the file has ended. Gives the file once its columns are
    /// found.
    fn push(&mut self, bytes: &[u8]) -> Result<Option<File>, ColumnarFault>;
}

/// A file whose columns are found.
#[derive(Debug)]
pub(super) struct File {
    pub(super) schema: Schema,
    /// The rows of each group, which are stored together. Each group has at least one row.
    pub(super) groups: Vec<u64>,
    pub(super) chunks: Box<dyn Chunks>,
    /// The notes of the library `datasets` about the columns.
    pub(super) notes: Notes,
    /// Where the groups end.
    pub(super) end: u64,
    /// Where the first group begins that cannot be read, if there is one; the end of the file if only its end mark is missing.
    pub(super) cut: Option<u64>,
}

/// The chunks of a file: each column of each group is one.
pub(super) trait Chunks: fmt::Debug {
    /// Bytes of a chunk as they are stored, about.
    fn len(&self, group: usize, column: &Column) -> u64;

    /// Reads a chunk, whose pages take at most `limit` bytes, and have at most so many values.
    fn reader(&self, group: usize, column: &Column, limit: u64) -> Result<Box<dyn ChunkReader>, ColumnarFault>;

    /// Adds so many bytes to all offsets: those of the files before this one.
    fn shift(&mut self, by: u64);
}

/// A chunk: its bytes, as they come, become pages.
pub(super) trait ChunkReader: fmt::Debug {
    /// The bytes of the file that are wanted next.
    fn wanted(&self) -> Range<u64>;

    /// Takes the bytes that are wanted, or the first of them; none where more pages may come without.
    fn push(&mut self, bytes: &[u8]);

    /// Goes on to the next page, if all of it is there, and gives its offset.
    fn next_page(&mut self, column: &Column) -> Result<Option<u64>, ColumnarFault>;

    /// The page at hand: which rows its values are in, and those that are there. `None` when they cannot be decoded.
    fn page(&self, column: &Column) -> Option<(&Levels, Values<'_>)>;

    /// The classes of words, if the file numbers them in an order that means something, once all pages have come.
    fn classes(&self) -> Option<Classes> {
        None
    }

    /// Whether no more pages come.
    fn is_done(&self) -> bool;

    /// The offset of the next byte to be used, however many have come.
    fn offset(&self) -> u64;
}

/// The levels of values, as far as there are some: they say which of them are there, and in which lists.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// Whether each value goes on with the list of the one before it, at which level.
    pub(super) repetition: Vec<u8>,
    /// Whether each value is there.
    pub(super) definition: Vec<u8>,
    /// Values, the missing ones among them.
    pub(super) len: usize,
}

/// Values that are there.
#[derive(Debug)]
pub(super) enum Values<'a> {
    Numbers(Vec<f64>),
    Bytes(Vec<&'a [u8]>),
}

impl File {
    /// How many rows there are. `None` when they cannot be counted.
    pub(super) fn rows(&self) -> Option<u64> {
        self.groups.iter().try_fold(0_u64, |sum, &rows| sum.checked_add(rows))
    }

    /// Bytes of a value of a column as they are stored, on average; a file can claim any number.
    pub(super) fn stored_len(&self, column: &Column) -> u64 {
        let len = (0..self.groups.len()).map(|group| self.chunks.len(group, column)).fold(0, u64::saturating_add);
        len / self.groups.iter().copied().fold(0, u64::saturating_add).max(1)
    }
}

impl Levels {
    /// Whether the value at this place of a column without lists is there.
    pub(super) fn has(&self, at: usize, column: &Column) -> bool {
        self.definition.get(at).is_none_or(|&level| level == column.max_definition)
    }
}
