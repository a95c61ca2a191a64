//! A column of a record batch: its buffers become pages of some rows.
//!
//! Which values are there, and where lists and texts begin, is read as a whole. The values themselves come in parts, but for views.

use std::{collections::VecDeque, ops::Range};

use super::{
    Trouble,
    batch::Record,
    buffer::{BufferReader, Codec},
    dictionary::DictionaryReader,
    layers::{Layer, Walk},
    schema::{Node, Storage},
};
use crate::{
    error::ColumnarFault,
    format::{
        columnar::{
            chunk::{ChunkReader, Levels, MAX_PAGE_LEN, MAX_PAGE_VALUES, Values},
            schema::{Column, Physical},
        },
        words::Classes,
    },
};

/// Rows, values and bytes after which a page ends.
const PAGE_ROWS: u64 = 1 << 15;
const PAGE_VALUES: usize = 1 << 16;
const PAGE_LEN: u64 = 1 << 20;

#[derive(Debug)]
pub(super) struct ColumnReader {
    /// The dictionary that the values are numbers of.
    pub(super) dictionary: Option<DictionaryReader>,
    /// The buffers that are still to be read as a whole, and what they are; and the bytes of the others.
    whole: VecDeque<(BufferReader, Whole)>,
    held: u64,
    layers: Vec<Layer>,
    /// Where views lead.
    pub(super) data: Vec<Vec<u8>>,
    /// The values, or their numbers in the dictionary.
    pub(super) values: BufferReader,
    rows: u64,
    /// The next row, and the levels of some from it on, while their values are read.
    row: u64,
    walk: Option<Walk>,
    page: Option<Page>,
    limit: u64,
}

/// What a buffer is that is read as a whole: of which layer.
#[derive(Clone, Copy, Debug)]
enum Whole {
    Validity(usize),
    /// Offsets, or views.
    Offsets(usize),
    /// Bytes that views lead to.
    Data,
}

/// Some rows.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) levels: Levels,
    /// Which values are theirs, and the offset of their bytes in the buffer.
    pub(super) values: Range<u64>,
    pub(super) offset: u64,
}

impl ColumnReader {
    /// The column with these nodes in one another. `None` when what the batch says of them makes no sense.
    pub(super) fn new(record: &Record<'_>, path: &[Node], codec: Option<Codec>, limit: u64) -> Option<Self> {
        let mut whole = VecDeque::new();
        let mut layers = Vec::new();
        let mut values = BufferReader::new(0..0, None);
        for (layer, node) in path.iter().enumerate() {
            let [len, missing] = record.counts(node)?;
            if layer == 0 && len != record.rows {
                return None;
            }
            layers.push(Layer { storage: node.storage, validity: Vec::new(), offsets: Vec::new() });
            let buffer = |place| record.buffer(node, place, codec);
            if missing > 0 {
                whole.push_back((buffer(0)?, Whole::Validity(layer)));
            }
            match node.storage {
                Storage::Struct | Storage::FixedList(_) => {}
                Storage::List { .. } => whole.push_back((buffer(1)?, Whole::Offsets(layer))),
                Storage::Plain(_) => values = buffer(1)?,
                Storage::Bytes { .. } => {
                    whole.push_back((buffer(1)?, Whole::Offsets(layer)));
                    values = buffer(2)?;
                }
                Storage::Views => {
                    whole.push_back((buffer(1)?, Whole::Offsets(layer)));
                    for place in 2..record.buffers(node)? {
                        whole.push_back((buffer(place)?, Whole::Data));
                    }
                }
            }
        }
        Some(Self {
            dictionary: None,
            whole,
            held: 0,
            layers,
            data: Vec::new(),
            values,
            rows: record.rows,
            row: 0,
            walk: None,
            page: None,
            limit,
        })
    }

    /// The buffer that is read.
    pub(super) fn buffer(&self) -> &BufferReader {
        let dictionary = self.dictionary.as_ref().and_then(DictionaryReader::buffer);
        dictionary.or(self.whole.front().map(|(buffer, _)| buffer)).unwrap_or(&self.values)
    }

    /// Goes on to the next rows. `false` while more bytes are wanted for them.
    pub(super) fn advance(&mut self, column: &Column) -> Result<bool, Trouble> {
        if let Some(dictionary) = &mut self.dictionary
            && !dictionary.advance(column)?
        {
            return Ok(false);
        }
        let limit = self.limit.min(MAX_PAGE_LEN);
        while let Some((buffer, _)) = self.whole.front_mut() {
            if !buffer.fill_all(limit - self.held)? {
                return Ok(false);
            }
            if let Some((buffer, what)) = self.whole.pop_front() {
                let bytes = buffer.into_bytes();
                self.held += bytes.len() as u64;
                match what {
                    Whole::Validity(layer) => self.layers[layer].validity = bytes,
                    Whole::Offsets(layer) => self.layers[layer].offsets = bytes,
                    Whole::Data => self.data.push(bytes),
                }
            }
        }
        self.read_rows()
    }

    fn read_rows(&mut self) -> Result<bool, Trouble> {
        let walk = if let Some(walk) = self.walk.take() { walk } else { self.walk()? };
        let values = walk.values();
        let bytes = self.last().bytes(&values).ok_or(Trouble::Damaged)?;
        let (len, limit) = (bytes.end - bytes.start, self.limit.min(MAX_PAGE_LEN));
        if len > limit {
            return Err(Trouble::Limit(limit));
        }
        if len > 0 {
            self.values.skip_to(bytes.start)?;
        }
        if !self.values.fill(usize::try_from(len).map_err(|_| Trouble::Damaged)?)? {
            self.walk = Some(walk);
            return Ok(false);
        }
        self.row += walk.rows;
        let page = Page { levels: Levels::default(), values, offset: bytes.start };
        let missing = self.missing_words(&page, &walk);
        self.page = Some(Page { levels: walk.finish(&missing), ..page });
        Ok(true)
    }

    /// The levels of the next rows.
    fn walk(&self) -> Result<Walk, Trouble> {
        let rows = self.page_rows(PAGE_ROWS.min(self.rows - self.row)).ok_or(Trouble::Damaged)?;
        let limit = usize::try_from(self.limit.min(MAX_PAGE_VALUES)).unwrap_or(usize::MAX);
        Walk::new(&self.layers, self.row, rows, PAGE_VALUES, limit)
    }

    /// How many of so many rows make a page, by their bytes. Those of lists are bounded by their values. `None` when the bytes
    /// make no sense.
    fn page_rows(&self, mut rows: u64) -> Option<u64> {
        let last = self.last();
        match last.storage {
            Storage::Plain(Physical::Fixed(len)) if self.layers.len() == 1 => {
                rows = rows.min((PAGE_LEN / len as u64).max(1));
            }
            Storage::Bytes { .. } => {
                let end = last.range(self.row)?.0.saturating_add(PAGE_LEN);
                while rows > 1 && last.range(self.row + rows - 1)?.1 > end {
                    rows /= 2;
                }
            }
            Storage::Views => {
                let mut len = 0;
                for row in 0..rows {
                    len += self.view_len(self.row + row)?;
                    if len > PAGE_LEN {
                        return Some(row.max(1));
                    }
                }
            }
            _ => {}
        }
        Some(rows)
    }

    /// The layer that has the values.
    pub(super) fn last(&self) -> &Layer {
        &self.layers[self.layers.len() - 1]
    }
}

impl ChunkReader for ColumnReader {
    fn wanted(&self) -> Range<u64> {
        self.buffer().wanted()
    }

    fn push(&mut self, bytes: &[u8]) {
        if let Some(batch) = self.dictionary.as_mut().and_then(DictionaryReader::batch) {
            return batch.push(bytes);
        }
        self.whole.front_mut().map_or(&mut self.values, |(buffer, _)| buffer).push(bytes);
    }

    fn next_page(&mut self, column: &Column) -> Result<Option<u64>, ColumnarFault> {
        if self.is_done() {
            return Ok(None);
        }
        let found = self.advance(column).map_err(|trouble| match trouble {
            Trouble::Damaged => ColumnarFault::Page { offset: self.offset() },
            Trouble::Limit(expected) => ColumnarFault::Limit { offset: self.offset(), expected },
        })?;
        Ok(found.then(|| self.offset()))
    }

    fn page(&self, column: &Column) -> Option<(&Levels, Values<'_>)> {
        let page = self.page.as_ref()?;
        Some((&page.levels, self.decoded(page, column)?))
    }

    fn classes(&self) -> Option<Classes> {
        self.dictionary.as_ref()?.classes()
    }

    fn is_done(&self) -> bool {
        self.row == self.rows
    }

    fn offset(&self) -> u64 {
        self.buffer().offset()
    }
}
