//! A dataset in several files of the same columns, its shards: the row groups of one follow those of the one before.

use std::{collections::VecDeque, mem, ops::Range};

use super::{
    chunk::{ChunkReader, Chunks, Directory, File},
    notes::Notes,
    schema::{Column, Kind, Schema},
};
use crate::error::ColumnarFault;

/// Finds the columns of each shard.
#[derive(Debug)]
pub(super) struct ShardsReader {
    open: fn(u64) -> Box<dyn Directory>,
    /// The shard at hand, where it begins, and its bytes.
    shard: Box<dyn Directory>,
    start: u64,
    size: u64,
    /// Bytes of those that follow.
    rest: VecDeque<u64>,
    found: Found,
}

/// What has been found so far.
#[derive(Debug, Default)]
struct Found {
    schema: Schema,
    notes: Notes,
    groups: Vec<u64>,
    shards: Shards,
    /// Whether the mark at the end of a stream is missing.
    is_unended: bool,
}

/// The chunks of several files.
#[derive(Debug, Default)]
struct Shards(Vec<Shard>);

#[derive(Debug)]
struct Shard {
    /// Its first row group, counted over all shards.
    first: usize,
    chunks: Box<dyn Chunks>,
}

impl ShardsReader {
    /// A first shard of `size` bytes. `open` reads one.
    pub(super) fn new(open: fn(u64) -> Box<dyn Directory>, size: u64) -> Self {
        Self { open, shard: open(size), start: 0, size, rest: VecDeque::new(), found: Found::default() }
    }

    /// Adds a shard that follows.
    pub(super) fn add(&mut self, size: u64) {
        self.rest.push_back(size);
    }

    pub(super) fn wanted(&self) -> Range<u64> {
        let Range { start, end } = self.shard.wanted();
        self.start.saturating_add(start)..self.start.saturating_add(end)
    }

    /// Takes the bytes that are wanted, or the first of them. Gives all shards as one file once their columns are found.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<Option<File>, ColumnarFault> {
        let found = self.shard.push(bytes).map_err(|fault| fault.moved_by(self.start))?;
        let Some(file) = found else { return Ok(None) };
        if self.start == 0 && self.rest.is_empty() {
            return Ok(Some(file));
        }
        self.found.add(file, self.start, self.size)?;
        self.start = self.start.saturating_add(self.size);
        let Some(size) = self.rest.pop_front() else { return Ok(Some(mem::take(&mut self.found).file(self.start))) };
        self.shard = (self.open)(size);
        self.size = size;
        Ok(None)
    }
}

impl Found {
    /// Adds a shard of `size` bytes behind those before it, which end at `start`. It has to be complete.
    fn add(&mut self, file: File, start: u64, size: u64) -> Result<(), ColumnarFault> {
        let File { schema, groups, mut chunks, notes, cut, .. } = file;
        match cut {
            Some(offset) if offset < size => return Err(ColumnarFault::End { offset: start.saturating_add(offset) }),
            // Only the mark at its end is missing.
            cut => self.is_unended |= cut.is_some(),
        }
        // A shard without rows may not know the types of its columns.
        if self.groups.is_empty() {
            (self.schema, self.notes) = (schema, notes);
        } else if !groups.is_empty() {
            // Others can come behind.
            // Names that are all missing can be of another type.
            let is_here = |column: &Column| schema.columns.contains(column);
            self.schema.columns.retain(|column| column.kind != Kind::FileNames || is_here(column));
            let is_same = |column: &&Column| is_here(column) && self.notes.agree_with(&notes, &column.name);
            if let Some(column) = self.schema.columns.iter().find(|column| !is_same(column)) {
                return Err(ColumnarFault::Differs { offset: start, column: column.name.clone() });
            }
        }
        chunks.shift(start);
        self.shards.0.push(Shard { first: self.groups.len(), chunks });
        self.groups.extend(groups);
        Ok(())
    }

    /// All shards as one file of so many bytes.
    fn file(self, end: u64) -> File {
        let Self { schema, notes, groups, shards, is_unended } = self;
        File { schema, groups, chunks: Box::new(shards), notes, end, cut: is_unended.then_some(end) }
    }
}

impl Shards {
    /// The chunks of the shard with a row group, and the number of that in it.
    fn with(&self, group: usize) -> (&dyn Chunks, usize) {
        // Where several shards begin with the same row group, only the last has it.
        let Shard { first, chunks } = &self.0[self.0.partition_point(|shard| shard.first <= group) - 1];
        (&**chunks, group - first)
    }
}

impl Chunks for Shards {
    fn len(&self, group: usize, column: &Column) -> u64 {
        let (chunks, group) = self.with(group);
        chunks.len(group, column)
    }

    fn reader(&self, group: usize, column: &Column, limit: u64) -> Result<Box<dyn ChunkReader>, ColumnarFault> {
        let (chunks, group) = self.with(group);
        chunks.reader(group, column, limit)
    }

    fn shift(&mut self, by: u64) {
        for shard in &mut self.0 {
            shard.chunks.shift(by);
        }
    }
}
