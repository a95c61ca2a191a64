//! A column of a row group: its bytes, as they come, become pages.

use std::ops::Range;

use super::{
    codec,
    footer::{self, Chunk, DATA, DATA_V2, DICTIONARY, PageHeader},
    page::{self, Dictionary, Page},
};
use crate::{
    error::ColumnarFault,
    format::columnar::{
        chunk::{ChunkReader, Levels, MAX_PAGE_LEN, MAX_PAGE_VALUES, READ_LEN, Values},
        schema::Column,
    },
};

/// Limit of the bytes of the header of a page, which may quote values.
const MAX_HEADER_LEN: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct PageReader {
    codec: u64,
    /// Values that are still to come.
    values: u64,
    /// The bytes of the file that are still to come.
    rest: Range<u64>,
    buffer: Vec<u8>,
    /// Bytes of the buffer that were used.
    used: usize,
    dictionary: Option<Dictionary>,
    /// The page at hand.
    page: Option<Page>,
    limits: Limits,
}

/// Limits of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Bytes, packed and unpacked.
    len: u64,
    values: u64,
}

impl Limits {
    /// The usual limits, but at most this one.
    pub(super) fn within(limit: u64) -> Self {
        Self { len: MAX_PAGE_LEN.min(limit), values: MAX_PAGE_VALUES.min(limit) }
    }

    fn check(self, header: &PageHeader, offset: u64) -> Result<(), ColumnarFault> {
        for (found, expected) in [(header.len, self.len), (header.unpacked_len, self.len), (header.values, self.values)]
        {
            if found > expected {
                return Err(ColumnarFault::Limit { offset, expected });
            }
        }
        Ok(())
    }
}

impl PageReader {
    /// A column in a file whose columns end there.
    pub(super) fn new(chunk: &Chunk, end: u64, column: &Column, limits: Limits) -> Result<Self, ColumnarFault> {
        let &Chunk { codec, values, start, len, is_encrypted } = chunk;
        if is_encrypted {
            return Err(ColumnarFault::Encrypted);
        }
        if !codec::is_known(codec) {
            return Err(ColumnarFault::Codec { found: codec, column: column.name.clone() });
        }
        let end = start.checked_add(len).filter(|&to| to <= end).ok_or(ColumnarFault::Directory { offset: end })?;
        Ok(Self { codec, values, rest: start..end, buffer: Vec::new(), used: 0, dictionary: None, page: None, limits })
    }
}

impl ChunkReader for PageReader {
    fn wanted(&self) -> Range<u64> {
        self.rest.start..self.rest.end.min(self.rest.start + READ_LEN)
    }

    fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.used);
        self.used = 0;
        self.buffer.extend_from_slice(bytes);
        self.rest.start += bytes.len() as u64;
    }

    fn offset(&self) -> u64 {
        self.rest.start - (self.buffer.len() - self.used) as u64
    }

    fn next_page(&mut self, column: &Column) -> Result<Option<u64>, ColumnarFault> {
        // It takes room.
        self.page = None;
        while !self.is_done() {
            let offset = self.offset();
            let damaged = ColumnarFault::Page { offset };
            let bytes = &self.buffer[self.used..];
            let Some((header, header_len)) = footer::page_header(bytes) else {
                let may_be_cut = !self.rest.is_empty() && bytes.len() < MAX_HEADER_LEN;
                return if may_be_cut { Ok(None) } else { Err(damaged) };
            };
            self.limits.check(&header, offset)?;
            let len = usize::try_from(header.len).map_err(|_| damaged.clone())?;
            let Some(body) = bytes[header_len..].get(..len) else {
                return if self.rest.is_empty() { Err(damaged) } else { Ok(None) };
            };
            self.used += header_len + len;
            match header.kind {
                DICTIONARY => {
                    let dictionary = Dictionary::new(&header, body, self.codec, column.physical);
                    self.dictionary = Some(dictionary.ok_or(damaged)?);
                }
                DATA | DATA_V2 => {
                    if !page::is_known(header.encoding) {
                        let column = column.name.clone();
                        return Err(ColumnarFault::Encoding { found: header.encoding, column });
                    }
                    self.values = self.values.checked_sub(header.values).ok_or(damaged.clone())?;
                    let limit = usize::try_from(self.limits.len).unwrap_or(usize::MAX);
                    self.page = Some(Page::new(&header, body, self.codec, column, limit).ok_or(damaged)?);
                    return Ok(Some(offset));
                }
                // An index, which tells nothing new.
                _ => {}
            }
        }
        Ok(None)
    }

    fn page(&self, column: &Column) -> Option<(&Levels, Values<'_>)> {
        let page = self.page.as_ref()?;
        Some((&page.levels, page.values(column.physical, self.dictionary.as_ref())?))
    }

    fn is_done(&self) -> bool {
        self.values == 0
    }
}
