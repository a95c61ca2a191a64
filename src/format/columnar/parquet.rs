//! Parquet files.
//!
//! ```text
//! byte 0    50 41 52 31     "PAR1"
//! byte 4    ...             a row group: for each column pages of values, compressed one by one; more row groups
//!           ...             the footer: the schema, and where each column of each row group is
//!           1A 03 00 00     length of the footer, 32 bits, little-endian
//!           50 41 52 31     "PAR1"
//! ```
//!
//! Source: the [format's description](https://parquet.apache.org/docs/file-format/).

use std::{mem, ops::Range};

use self::{
    chunk::{Limits, PageReader},
    footer::{Footer, Group},
};
use super::{
    chunk::{ChunkReader, Chunks, Directory, File},
    notes::Notes,
    schema::Column,
};
use crate::error::ColumnarFault;

mod chunk;
mod codec;
mod footer;
mod packing;
mod page;
mod schema;
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

/// Reads the footer.
#[derive(Debug)]
pub(super) struct FooterReader {
    size: u64,
    /// The last bytes of the file, as far as they were read, and where they start.
    tail: Vec<u8>,
    start: u64,
}

/// The row groups of a file.
#[derive(Debug)]
struct Groups {
    groups: Vec<Group>,
    /// Where they end.
    end: u64,
}

impl FooterReader {
    /// A file of `size` bytes.
    pub(super) fn new(size: u64) -> Self {
        Self { size, tail: Vec::new(), start: size.saturating_sub(FIRST_LEN) }
    }
}

impl Directory for FooterReader {
    fn wanted(&self) -> Range<u64> {
        let start = self.start + self.tail.len() as u64;
        start..self.size.min(start + READ_LEN)
    }

    fn push(&mut self, bytes: &[u8]) -> Result<Option<File>, ColumnarFault> {
        self.tail.extend_from_slice(bytes);
        let end = self.start + self.tail.len() as u64;
        if end < self.size {
            return if bytes.is_empty() { Err(ColumnarFault::End { offset: end }) } else { Ok(None) };
        }
        let Some((rest, [a, b, c, d, magic @ ..])) = self.tail.split_last_chunk::<8>() else {
            return Err(ColumnarFault::End { offset: end });
        };
        if magic == ENCRYPTED {
            return Err(ColumnarFault::Encrypted);
        }
        if magic != MAGIC {
            return Err(ColumnarFault::End { offset: end });
        }
        let len = u32::from_le_bytes([*a, *b, *c, *d]);
        let tail = end - TAIL_LEN;
        let start = tail.checked_sub(len.into()).filter(|&start| start >= MAGIC.len() as u64);
        let start = start.ok_or(ColumnarFault::Directory { offset: tail })?;
        if u64::from(len) > MAX_FOOTER_LEN {
            return Err(ColumnarFault::Limit { offset: start, expected: MAX_FOOTER_LEN });
        }
        let Some(footer) = rest.len().checked_sub(len as usize) else {
            self.tail = Vec::new();
            self.start = start;
            return Ok(None);
        };
        let footer = footer::read(&rest[footer..]).ok_or(ColumnarFault::Directory { offset: start })?;
        mem::take(&mut self.tail);
        file(footer, start).map(Some)
    }
}

/// The file with this footer, which starts at `end`.
fn file(footer: Footer, end: u64) -> Result<File, ColumnarFault> {
    if footer.is_encrypted {
        return Err(ColumnarFault::Encrypted);
    }
    let damaged = ColumnarFault::Directory { offset: end };
    let Some((schema, leaves)) = schema::read(&footer.schema) else { return Err(damaged) };
    let mut groups = footer.groups;
    if groups.iter().any(|group| group.chunks.len() != leaves) {
        return Err(damaged);
    }
    groups.retain(|group| group.rows > 0);
    let rows = groups.iter().map(|group| group.rows).collect();
    let notes = Notes::read(&footer.notes);
    Ok(File { schema, groups: rows, chunks: Box::new(Groups { groups, end }), notes, end, cut: None })
}

impl Chunks for Groups {
    fn len(&self, group: usize, column: &Column) -> u64 {
        self.groups[group].chunks[column.leaf].len
    }

    fn reader(&self, group: usize, column: &Column, limit: u64) -> Result<Box<dyn ChunkReader>, ColumnarFault> {
        let Group { rows, ref chunks } = self.groups[group];
        let chunk = &chunks[column.leaf];
        let reader = PageReader::new(chunk, self.end, column, Limits::within(limit))?;
        if chunk.values < rows || column.max_repetition == 0 && chunk.values != rows {
            return Err(ColumnarFault::Directory { offset: self.end });
        }
        Ok(Box::new(reader))
    }

    fn shift(&mut self, by: u64) {
        self.end = self.end.saturating_add(by);
        for chunk in self.groups.iter_mut().flat_map(|group| &mut group.chunks) {
            chunk.start = chunk.start.saturating_add(by);
        }
    }
}
