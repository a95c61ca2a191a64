//! Record batches: where the buffers of each column are.

use std::ops::Range;

use super::{
    buffer::BufferReader,
    column::ColumnReader,
    flatbuffer::{Damaged, Table},
    messages::DICTIONARY,
    schema::{Dictionary, Form, Leaf, Part},
};
use crate::{
    error::ColumnarFault,
    format::columnar::{
        chunk::{ChunkReader, Chunks},
        schema::Column,
    },
};

/// The codecs of packed buffers, by their numbers: LZ4 and Zstandard.
const MAX_CODEC: u8 = 1;

/// A message with a record batch: rows, or a dictionary.
#[derive(Debug)]
pub(super) struct Batch {
    /// What describes its buffers, as a flatbuffer.
    pub(super) metadata: Vec<u8>,
    /// Where they are.
    pub(super) body: Range<u64>,
}

/// A dictionary, or what is added to one.
#[derive(Debug)]
pub(super) struct Addition {
    pub(super) id: i64,
    pub(super) is_added: bool,
    pub(super) batch: Batch,
}

/// The record batches of a file.
#[derive(Debug)]
pub(super) struct Batches {
    pub(super) leaves: Vec<Leaf>,
    /// Those of rows, each with the number of dictionaries that came before it.
    pub(super) rows: Vec<(Batch, usize)>,
    pub(super) dictionaries: Vec<Addition>,
    /// Whether all dictionaries are meant for all rows.
    pub(super) is_file: bool,
}

/// What a record batch says of its buffers.
pub(super) struct Record<'a> {
    pub(super) rows: u64,
    /// The values of each node, the missing ones among them, and how many are missing.
    nodes: &'a [[u8; 16]],
    /// Where each buffer begins in the body, and its length.
    buffers: &'a [[u8; 16]],
    codec: Option<u8>,
    /// How many buffers more each column of views has.
    views: &'a [[u8; 8]],
    body: Range<u64>,
}

impl Batch {
    /// The number of the dictionary in the batch, and whether it is added to what was there.
    pub(super) fn dictionary(&self) -> Result<(i64, bool), Damaged> {
        let header = Table::root(&self.metadata)?.part(2)?;
        Ok((header.long(0)?, header.byte(2)? != 0))
    }

    /// What the batch says.
    pub(super) fn record(&self) -> Result<Record<'_>, Damaged> {
        let message = Table::root(&self.metadata)?;
        let header = message.part(2)?;
        // A dictionary has its batch inside.
        let table = if message.byte(1)? == DICTIONARY { header.part(1)? } else { header };
        Ok(Record {
            rows: table.count(0)?,
            nodes: table.elements(1)?,
            buffers: table.elements(2)?,
            codec: table.table(3)?.map(|packing| packing.byte(0)).transpose()?,
            views: table.elements(4)?,
            body: self.body.clone(),
        })
    }
}

impl Record<'_> {
    /// The values of a part, the missing ones among them, and how many are missing.
    pub(super) fn node(&self, part: &Part) -> Option<[u64; 2]> {
        let (pair, _) = self.nodes.get(part.node)?.as_chunks();
        let [len, missing] = *pair else { return None };
        Some([u64::from_le_bytes(len), u64::from_le_bytes(missing)])
    }

    /// Where the buffer at this place of a part is.
    fn range(&self, part: &Part, place: usize) -> Option<Range<u64>> {
        let before =
            self.views.get(..part.views)?.iter().try_fold(0_usize, |sum, &count| sum.checked_add(size(count)?))?;
        let (pair, _) = self.buffers.get(part.buffer.checked_add(before)?.checked_add(place)?)?.as_chunks();
        let [start, len] = *pair else { return None };
        let start = self.body.start.checked_add(u64::from_le_bytes(start))?;
        let end = start.checked_add(u64::from_le_bytes(len))?;
        (end <= self.body.end).then_some(start..end)
    }

    /// The buffer at this place of a part.
    pub(super) fn buffer(&self, part: &Part, place: usize) -> Option<BufferReader> {
        Some(BufferReader::new(self.range(part, place)?, self.codec.is_some()))
    }

    /// How many buffers a part has.
    pub(super) fn buffers(&self, part: &Part) -> Option<usize> {
        Some(match part.form {
            Form::Struct | Form::FixedList(_) => 1,
            Form::List { .. } | Form::Plain(_) => 2,
            Form::Bytes { .. } => 3,
            Form::Views => 2_usize.checked_add(size(*self.views.get(part.views)?)?)?,
        })
    }
}

impl Chunks for Batches {
    fn len(&self, group: usize, column: &Column) -> u64 {
        let len = || {
            let record = self.rows[group].0.record().ok()?;
            let mut sum = 0_u64;
            for part in &self.leaves[column.leaf].parts {
                for place in 0..record.buffers(part)? {
                    let range = record.range(part, place)?;
                    sum = sum.saturating_add(range.end - range.start);
                }
            }
            Some(sum)
        };
        // Where that makes no sense, the reader says so.
        len().unwrap_or(0)
    }

    fn reader(&self, group: usize, column: &Column, limit: u64) -> Result<Box<dyn ChunkReader>, ColumnarFault> {
        let Leaf { parts, dictionary } = &self.leaves[column.leaf];
        let (batch, before) = &self.rows[group];
        let mut reader = open(batch, parts, column, limit)?;
        if let Some(Dictionary { id, form }) = *dictionary {
            let part = [Part { form, node: 0, buffer: 0, views: 0 }];
            let parts = self.dictionaries_of(id, *before).into_iter();
            let parts = parts.map(|words| open(&words.batch, &part, column, limit)).collect::<Result<_, _>>()?;
            reader.set_dictionary(parts);
        }
        Ok(Box::new(reader))
    }
}

impl Batches {
    /// The batches of a dictionary, of which so many batches come before the rows.
    fn dictionaries_of(&self, id: i64, before: usize) -> Vec<&Addition> {
        let known = if self.is_file { &self.dictionaries[..] } else { &self.dictionaries[..before] };
        let mut found = Vec::new();
        for words in known.iter().rev().filter(|words| words.id == id) {
            found.push(words);
            if !words.is_added {
                break;
            }
        }
        found.reverse();
        found
    }
}

/// Reads a column of a batch.
fn open(batch: &Batch, parts: &[Part], column: &Column, limit: u64) -> Result<ColumnReader, ColumnarFault> {
    let damaged = ColumnarFault::Page { offset: batch.body.start };
    let Ok(record) = batch.record() else { return Err(damaged) };
    match record.codec {
        Some(found) if found > MAX_CODEC => {
            Err(ColumnarFault::Codec { found: found.into(), column: column.name.clone() })
        }
        _ => ColumnReader::new(&record, parts, limit).ok_or(damaged),
    }
}

fn size(count: [u8; 8]) -> Option<usize> {
    u64::from_le_bytes(count).try_into().ok()
}
