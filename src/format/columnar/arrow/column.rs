//! A column of a record batch: its buffers become pages of some rows.
//!
//! What says where values are is read as a whole: which are there, and where lists and texts end. The values themselves come in
//! parts.

use std::{collections::VecDeque, ops::Range};

use super::{
    Trouble,
    batch::Record,
    buffer::BufferReader,
    layers::{Layer, Walk},
    schema::{Form, Part},
    words::Words,
};

use crate::{
    error::ColumnarFault,
    format::columnar::{
        chunk::{ChunkReader, Levels, Values},
        schema::Column,
    },
};

/// Limit of the bytes of a buffer that is read as a whole, and of those of a page.
const MAX_LEN: u64 = 128 << 20;

/// Limit of the values of a page.
const MAX_VALUES: u64 = 1 << 24;

/// Rows, values and bytes after which a page ends. The bits of so many rows begin with a byte.
const PAGE_ROWS: u64 = 1 << 15;
const PAGE_VALUES: usize = 1 << 16;
const PAGE_LEN: u64 = 1 << 20;

#[derive(Debug)]
pub(super) struct ColumnReader {
    /// The dictionaries that are still to be read, and what was in the others.
    dictionaries: VecDeque<ColumnReader>,
    pub(super) dictionary: Option<Words>,
    /// The buffers that are read as a whole, and what becomes of them.
    heads: VecDeque<(BufferReader, Head)>,
    layers: Vec<Layer>,
    /// Where views lead.
    pub(super) blobs: Vec<Vec<u8>>,
    /// The values, or their numbers in the dictionary.
    pub(super) values: BufferReader,
    rows: u64,
    /// The next row, and the levels of some from it on, while their values are read.
    row: u64,
    walk: Option<Walk>,
    page: Option<Page>,
    limit: u64,
}

/// What a buffer is that is read as a whole.
#[derive(Clone, Copy, Debug)]
enum Head {
    Present(usize),
    Ends(usize),
    Blob,
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
    /// The column whose parts these are. `None` when what the batch says of them makes no sense.
    pub(super) fn new(record: &Record<'_>, parts: &[Part], limit: u64) -> Option<Self> {
        let mut heads = VecDeque::new();
        let mut layers = Vec::new();
        let mut values = BufferReader::new(0..0, false);
        for (number, part) in parts.iter().enumerate() {
            let [len, missing] = record.node(part)?;
            if number == 0 && len != record.rows {
                return None;
            }
            layers.push(Layer { form: part.form, present: Vec::new(), ends: Vec::new() });
            if missing > 0 {
                heads.push_back((record.buffer(part, 0)?, Head::Present(number)));
            }
            match part.form {
                Form::Struct | Form::FixedList(_) => {}
                Form::List { .. } => heads.push_back((record.buffer(part, 1)?, Head::Ends(number))),
                Form::Plain(_) => values = record.buffer(part, 1)?,
                Form::Bytes { .. } => {
                    heads.push_back((record.buffer(part, 1)?, Head::Ends(number)));
                    values = record.buffer(part, 2)?;
                }
                Form::Views => {
                    heads.push_back((record.buffer(part, 1)?, Head::Ends(number)));
                    for place in 2..record.buffers(part)? {
                        heads.push_back((record.buffer(part, place)?, Head::Blob));
                    }
                }
            }
        }
        Some(Self {
            dictionaries: VecDeque::new(),
            dictionary: None,
            heads,
            layers,
            blobs: Vec::new(),
            values,
            rows: record.rows,
            row: 0,
            walk: None,
            page: None,
            limit,
        })
    }

    /// The values are numbers of those in a dictionary, which comes in these parts.
    pub(super) fn set_dictionary(&mut self, dictionaries: VecDeque<Self>) {
        self.dictionaries = dictionaries;
        self.dictionary = Some(Words::default());
    }

    /// The buffer that is read.
    fn buffer(&self) -> &BufferReader {
        match (self.dictionaries.front(), self.heads.front()) {
            (Some(dictionary), _) => dictionary.buffer(),
            (None, Some((head, _))) => head,
            (None, None) => &self.values,
        }
    }

    /// Goes on to the next rows. `false` while more bytes are wanted for them.
    fn advance(&mut self, column: &Column) -> Result<bool, Trouble> {
        while let Some(dictionary) = self.dictionaries.front_mut() {
            while !dictionary.is_done() {
                if !dictionary.advance(column)? {
                    return Ok(false);
                }
                let (levels, values) = dictionary.page(column).ok_or(Trouble::Damaged)?;
                let words = self.dictionary.get_or_insert_default();
                words.add(levels, &values, column, self.limit.min(MAX_LEN))?;
            }
            self.dictionaries.pop_front();
        }
        while let Some((head, _)) = self.heads.front_mut() {
            if !head.fill_all(self.limit.min(MAX_LEN))? {
                return Ok(false);
            }
            if let Some((head, what)) = self.heads.pop_front() {
                let bytes = head.into_bytes();
                match what {
                    Head::Present(layer) => self.layers[layer].present = bytes,
                    Head::Ends(layer) => self.layers[layer].ends = bytes,
                    Head::Blob => self.blobs.push(bytes),
                }
            }
        }
        self.read_rows()
    }

    fn read_rows(&mut self) -> Result<bool, Trouble> {
        let walk = if let Some(walk) = self.walk.take() { walk } else { self.walk()? };
        let values = walk.values();
        let bytes = self.last().bytes(&values).ok_or(Trouble::Damaged)?;
        let (len, limit) = (bytes.end - bytes.start, self.limit.min(MAX_LEN));
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
        let mut rows = PAGE_ROWS.min(self.rows - self.row);
        if let Form::Bytes { .. } = self.last().form {
            let end = |rows: u64| Some(self.last().range(self.row + rows - 1)?.1);
            let most = self.last().range(self.row).ok_or(Trouble::Damaged)?.0.saturating_add(PAGE_LEN);
            while rows > 1 && end(rows).ok_or(Trouble::Damaged)? > most {
                rows /= 2;
            }
        }
        let limit = usize::try_from(self.limit.min(MAX_VALUES)).unwrap_or(usize::MAX);
        Walk::new(&self.layers, self.row, rows, PAGE_VALUES, limit)
    }

    /// The part that has the values.
    pub(super) fn last(&self) -> &Layer {
        &self.layers[self.layers.len() - 1]
    }
}

impl ChunkReader for ColumnReader {
    fn wanted(&self) -> Range<u64> {
        self.buffer().wanted()
    }

    fn push(&mut self, bytes: &[u8]) {
        match (self.dictionaries.front_mut(), self.heads.front_mut()) {
            (Some(dictionary), _) => dictionary.push(bytes),
            (None, Some((head, _))) => head.push(bytes),
            (None, None) => self.values.push(bytes),
        }
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

    fn is_done(&self) -> bool {
        self.row == self.rows
    }

    fn offset(&self) -> u64 {
        self.buffer().offset()
    }
}
