//! Record batches: where the buffers of each column are.

use std::{cell::RefCell, collections::BTreeMap, ops::Range, rc::Rc};

use super::{
    buffer::{BufferReader, Codec},
    column::ColumnReader,
    dictionary::{DictionaryReader, DictionaryValues},
    flatbuffer::{Damaged, Table},
    messages::DICTIONARY,
    schema::{ColumnPath, Dictionary, Node, Storage},
};
use crate::{
    error::ColumnarFault,
    format::columnar::{
        chunk::{ChunkReader, Chunks},
        schema::Column,
    },
};

/// A message with a record batch: rows, or a dictionary.
#[derive(Debug)]
pub(super) struct Batch {
    /// What describes its buffers, as a flatbuffer.
    pub(super) metadata: Vec<u8>,
    /// Where they are.
    pub(super) body: Range<u64>,
}

/// Rows.
#[derive(Debug)]
pub(super) struct RowBatch {
    pub(super) batch: Batch,
    /// How many batches of dictionaries came before.
    pub(super) dictionaries: usize,
}

/// A dictionary, or what is added to one.
#[derive(Debug)]
pub(super) struct DictionaryBatch {
    pub(super) id: i64,
    pub(super) is_delta: bool,
    pub(super) batch: Batch,
}

/// The record batches of a file.
#[derive(Debug)]
pub(super) struct Batches {
    pub(super) paths: Vec<ColumnPath>,
    pub(super) rows: Vec<RowBatch>,
    pub(super) dictionaries: Vec<DictionaryBatch>,
    /// Whether all dictionaries are meant for all rows.
    pub(super) is_file: bool,
    pub(super) known: KnownDictionaries,
}

/// The dictionaries that were read last, by their numbers.
pub(super) type KnownDictionaries = Rc<RefCell<BTreeMap<i64, KnownDictionary>>>;

/// A dictionary that was read: what the schema says of it, the places of its batches among all, and its values.
pub(super) type KnownDictionary = (Dictionary, Vec<usize>, Rc<DictionaryValues>);

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

    /// Reads a column of the batch.
    fn open(&self, path: &[Node], column: &Column, limit: u64) -> Result<ColumnReader, ColumnarFault> {
        let damaged = ColumnarFault::Page { offset: self.body.start };
        let Ok(record) = self.record() else { return Err(damaged) };
        let codec = record.codec.map(|codec| Codec::new(codec).ok_or(codec)).transpose();
        let codec = codec.map_err(|found| ColumnarFault::Codec { found: found.into(), column: column.name.clone() })?;
        ColumnReader::new(&record, path, codec, limit).ok_or(damaged)
    }
}

impl Record<'_> {
    /// The values of a node, the missing ones among them, and how many are missing.
    pub(super) fn counts(&self, node: &Node) -> Option<[u64; 2]> {
        let (pair, _) = self.nodes.get(node.number)?.as_chunks();
        let [len, missing] = *pair else { return None };
        Some([u64::from_le_bytes(len), u64::from_le_bytes(missing)])
    }

    /// Where the buffer at this place of a node is.
    fn range(&self, node: &Node, place: usize) -> Option<Range<u64>> {
        let before =
            self.views.get(..node.views)?.iter().try_fold(0_usize, |sum, &count| sum.checked_add(size(count)?))?;
        let (pair, _) = self.buffers.get(node.buffer.checked_add(before)?.checked_add(place)?)?.as_chunks();
        let [start, len] = *pair else { return None };
        let start = self.body.start.checked_add(u64::from_le_bytes(start))?;
        let end = start.checked_add(u64::from_le_bytes(len))?;
        (end <= self.body.end).then_some(start..end)
    }

    /// The buffer at this place of a node.
    pub(super) fn buffer(&self, node: &Node, place: usize, codec: Option<Codec>) -> Option<BufferReader> {
        Some(BufferReader::new(self.range(node, place)?, codec))
    }

    /// How many buffers a node has.
    pub(super) fn buffers(&self, node: &Node) -> Option<usize> {
        Some(match node.storage {
            Storage::Struct | Storage::FixedList(_) => 1,
            Storage::List { .. } | Storage::Plain(_) => 2,
            Storage::Bytes { .. } => 3,
            Storage::Views => 2_usize.checked_add(size(*self.views.get(node.views)?)?)?,
        })
    }
}

impl Chunks for Batches {
    fn len(&self, group: usize, column: &Column) -> u64 {
        let len = || {
            let record = self.rows[group].batch.record().ok()?;
            let mut sum = 0_u64;
            for node in &self.paths[column.leaf].nodes {
                for place in 0..record.buffers(node)? {
                    let range = record.range(node, place)?;
                    sum = sum.saturating_add(range.end - range.start);
                }
            }
            Some(sum)
        };
        // Where that makes no sense, the reader says so.
        len().unwrap_or(0)
    }

    fn reader(&self, group: usize, column: &Column, limit: u64) -> Result<Box<dyn ChunkReader>, ColumnarFault> {
        let ColumnPath { nodes, dictionary } = &self.paths[column.leaf];
        let RowBatch { batch, dictionaries } = &self.rows[group];
        let mut reader = batch.open(nodes, column, limit)?;
        if let Some(told) = *dictionary {
            let node = [Node { storage: told.storage, number: 0, buffer: 0, views: 0 }];
            let places = self.places_of(told.id, *dictionaries);
            let mut dictionary = DictionaryReader::new(told, places, Rc::clone(&self.known), limit);
            for place in dictionary.unread() {
                dictionary.add(self.dictionaries[place].batch.open(&node, column, limit)?);
            }
            reader.dictionary = Some(dictionary);
        }
        Ok(Box::new(reader))
    }

    fn shift(&mut self, by: u64) {
        let dictionaries = self.dictionaries.iter_mut().map(|dictionary| &mut dictionary.batch);
        for Batch { body, .. } in self.rows.iter_mut().map(|rows| &mut rows.batch).chain(dictionaries) {
            *body = body.start.saturating_add(by)..body.end.saturating_add(by);
        }
    }
}

impl Batches {
    /// The places of the batches of a dictionary, of which so many batches come before the rows.
    fn places_of(&self, id: i64, before: usize) -> Vec<usize> {
        let known = if self.is_file { &self.dictionaries[..] } else { &self.dictionaries[..before] };
        let mut places = Vec::new();
        for (place, dictionary) in known.iter().enumerate().rev().filter(|(_, dictionary)| dictionary.id == id) {
            places.push(place);
            if !dictionary.is_delta {
                break;
            }
        }
        places.reverse();
        places
    }
}

fn size(count: [u8; 8]) -> Option<usize> {
    u64::from_le_bytes(count).try_into().ok()
}
