//! The messages of a file: what they say, and where their bodies are.

use std::{mem, ops::Range};

use super::{
    batch::{Batch, Batches, DictionaryBatch, KnownDictionaries, RowBatch},
    flatbuffer::{Damaged, Table},
    schema::{self, Described, SchemaFault},
    window::Window,
};
use crate::{
    error::ColumnarFault,
    format::columnar::{
        chunk::{Directory, File},
        notes::Notes,
    },
};

/// The magic number of files.
const MAGIC: &[u8; 6] = b"ARROW1";

/// Bytes at the end of a file: the length of the footer and the magic number.
const TAIL_LEN: u64 = 10;

/// Bytes before the messages of a file.
const HEAD_LEN: u64 = 8;

/// Four bytes before the length of metadata. Versions before 0.15 lack them; nothing identifies a stream of theirs.
const CONTINUATION: [u8; 4] = [0xFF; 4];

/// Limit of the footer, and of the metadata of all messages.
const MAX_METADATA: u64 = 64 << 20;

/// The kinds of messages.
const SCHEMA: u8 = 1;
pub(super) const DICTIONARY: u8 = 2;
const RECORD_BATCH: u8 = 3;

/// The version of metadata up to which unions say which values are there: 4, counted from 0.
const OLD: i16 = 3;

/// Reads the messages, but for their bodies.
#[derive(Debug)]
pub(in crate::format::columnar) struct MessageReader {
    size: u64,
    window: Window,
    at: At,
    is_file: bool,
    /// Where the footer begins, and the messages that it names.
    footer: Option<u64>,
    named: Vec<Named>,
    described: Option<Described>,
    /// The record batches of rows, and how many rows they have.
    batches: Vec<RowBatch>,
    groups: Vec<u64>,
    dictionaries: Vec<DictionaryBatch>,
    /// Bytes of metadata that were read.
    read: u64,
}

/// A message that a footer names: where it is, and where its body is.
#[derive(Clone, Copy, Debug)]
struct Named {
    start: u64,
    body: u64,
    end: u64,
}

/// What is read next.
#[derive(Clone, Copy, Debug)]
enum At {
    Start,
    Tail,
    /// The footer, which begins there.
    Footer(u64),
    /// A message that the footer names, counted from 0.
    Named(usize),
    /// A message that begins there.
    Message(u64),
    End,
    /// Nothing, because the file ends in the message that begins there.
    Cut(u64),
    /// Nothing, because the message that begins there makes no sense.
    Damaged(u64),
}

impl MessageReader {
    /// A file of `size` bytes.
    pub(in crate::format::columnar) fn new(size: u64) -> Self {
        Self {
            size,
            window: Window::new(size),
            at: At::Start,
            is_file: false,
            footer: None,
            named: Vec::new(),
            described: None,
            batches: Vec::new(),
            groups: Vec::new(),
            dictionaries: Vec::new(),
            read: 0,
        }
    }

    /// Reads on, and gives what comes next. `None` when more bytes are wanted first.
    fn step(&mut self) -> Result<Option<At>, ColumnarFault> {
        Ok(Some(match self.at {
            At::Start => {
                let Some(head) = self.window.bytes(0..self.size.min(HEAD_LEN)) else { return Ok(None) };
                self.is_file = head.starts_with(MAGIC);
                if self.is_file { At::Tail } else { At::Message(0) }
            }
            At::Tail => {
                let start = self.size.saturating_sub(TAIL_LEN);
                let Some(tail) = self.window.bytes(start..self.size) else { return Ok(None) };
                let len = tail.strip_suffix(MAGIC).and_then(|len| len.try_into().ok()).map(u32::from_le_bytes);
                let footer = len.and_then(|len| start.checked_sub(len.into()));
                match footer.filter(|&footer| footer >= HEAD_LEN && start - footer <= MAX_METADATA) {
                    Some(footer) => At::Footer(footer),
                    None => At::Message(HEAD_LEN),
                }
            }
            At::Footer(start) => {
                let Some(footer) = self.window.bytes(start..self.size - TAIL_LEN) else { return Ok(None) };
                let footer = footer.to_vec();
                if self.take_footer(&footer, start)? { At::Named(0) } else { At::Message(HEAD_LEN) }
            }
            At::Named(number) => {
                let Some(&Named { start, body, end }) = self.named.get(number) else { return Ok(Some(At::End)) };
                match self.metadata(start, body)? {
                    None => return Ok(None),
                    Some(metadata) => match self.take(metadata, body, end)? {
                        Some(next) if next <= end => At::Named(number + 1),
                        _ => At::Damaged(start),
                    },
                }
            }
            At::Message(start) => return self.message(start),
            At::End | At::Cut(_) | At::Damaged(_) => return Ok(None),
        }))
    }

    /// Reads the message there, and gives what comes next. `None` when more bytes are wanted first.
    fn message(&mut self, start: u64) -> Result<Option<At>, ColumnarFault> {
        let end = self.size;
        if start == end {
            // A file ends with its footer, and a stream with a mark, which some programs leave out.
            return Ok(Some(At::Cut(end)));
        }
        let Some(head) = self.window.bytes(start..end.min(start + 8)) else { return Ok(None) };
        let (head_len, len) = match head.as_chunks().0 {
            [CONTINUATION, len] => (8, u32::from_le_bytes(*len)),
            [len, ..] if *len != CONTINUATION => (4, u32::from_le_bytes(*len)),
            _ => return Ok(Some(At::Cut(start))),
        };
        if len == 0 {
            // Zeros to the end are no mark.
            let is_end = head_len == 8 || start + head_len == end;
            return Ok(Some(if is_end { At::End } else { At::Cut(start) }));
        }
        let body = start + head_len + u64::from(len);
        if body > end {
            return Ok(Some(At::Cut(start)));
        }
        if self.read + (body - start) > MAX_METADATA && !self.groups.is_empty() {
            return Ok(Some(At::Damaged(start)));
        }
        let Some(metadata) = self.metadata(start, body)? else { return Ok(None) };
        Ok(Some(match self.take(metadata, body, end)? {
            Some(next) if next <= end => At::Message(next),
            Some(_) => At::Cut(start),
            None => At::Damaged(start),
        }))
    }

    /// The metadata of the message there, whose body follows. `None` when more bytes are wanted first.
    fn metadata(&mut self, start: u64, body: u64) -> Result<Option<Vec<u8>>, ColumnarFault> {
        if self.read + (body - start) > MAX_METADATA {
            return Err(ColumnarFault::Limit { offset: start, expected: MAX_METADATA });
        }
        let Some(bytes) = self.window.bytes(start..body) else { return Ok(None) };
        self.read += body - start;
        let head_len = if bytes.starts_with(&CONTINUATION) { 8 } else { 4 };
        Ok(Some(bytes.get(head_len..).unwrap_or_default().to_vec()))
    }

    /// Takes a message with its body, unless that goes beyond the end, and gives where it ends. `None` when it makes no sense.
    fn take(&mut self, metadata: Vec<u8>, body: u64, end: u64) -> Result<Option<u64>, ColumnarFault> {
        let Ok(message) = Message::read(&metadata) else { return Ok(None) };
        let (kind, next) = (message.kind, body.saturating_add(message.len));
        if kind == SCHEMA && self.described.is_none() {
            self.take_schema(message.header, message.version)?;
        }
        if self.described.is_none() {
            return Ok(None);
        }
        if next > end || !matches!(kind, DICTIONARY | RECORD_BATCH) {
            return Ok(Some(next));
        }
        let batch = Batch { metadata, body: body..next };
        Ok(self.take_batch(batch, kind).ok().map(|()| next))
    }

    fn take_batch(&mut self, batch: Batch, kind: u8) -> Result<(), Damaged> {
        let rows = batch.record()?.rows;
        if kind == DICTIONARY {
            let (id, is_delta) = batch.dictionary()?;
            self.dictionaries.push(DictionaryBatch { id, is_delta, batch });
        } else if rows > 0 {
            self.groups.push(rows);
            self.batches.push(RowBatch { batch, dictionaries: self.dictionaries.len() });
        }
        Ok(())
    }

    fn take_schema(&mut self, schema: Table<'_>, version: i16) -> Result<(), ColumnarFault> {
        if schema.short(0).is_ok_and(|order| order != 0) {
            return Err(ColumnarFault::BigEndian);
        }
        self.described = match schema::read(schema, version <= OLD) {
            Ok(described) => Some(described),
            Err(SchemaFault::Damaged) => None,
            Err(SchemaFault::Type { found, name }) => {
                return Err(ColumnarFault::Encoding { found: found.into(), column: name });
            }
        };
        Ok(())
    }

    /// Takes the footer, which begins there. Whether it makes sense.
    fn take_footer(&mut self, footer: &[u8], end: u64) -> Result<bool, ColumnarFault> {
        let parts = Table::root(footer).and_then(|footer| {
            let places = |field| {
                footer.elements(field)?.iter().map(|block| Named::at(block, end)).collect::<Result<Vec<_>, _>>()
            };
            Ok((footer.short(0)?, footer.part(1)?, places(2)?, places(3)?))
        });
        let Ok((version, schema, dictionaries, rows)) = parts else { return Ok(false) };
        self.take_schema(schema, version)?;
        if self.described.is_some() {
            self.named = [dictionaries, rows].concat();
            self.footer = Some(end);
        }
        Ok(self.described.is_some())
    }

    /// The file, once all messages were read, or all that can be.
    fn file(&mut self) -> Result<File, ColumnarFault> {
        let end = self.footer.unwrap_or(self.size);
        let groups = mem::take(&mut self.groups);
        // A stream may have no rows.
        let is_unended = !self.is_file && matches!(self.at, At::Cut(start) if start == self.size);
        let (cut, fault) = match self.at {
            At::Cut(start) => (Some(start), ColumnarFault::End { offset: end }),
            At::Damaged(offset) => (Some(offset), ColumnarFault::Directory { offset }),
            _ => (None, ColumnarFault::End { offset: end }),
        };
        let Described { schema, paths, notes } = match self.described.take() {
            Some(described) if !groups.is_empty() || cut.is_none() || is_unended => described,
            _ => return Err(fault),
        };
        let chunks = Box::new(Batches {
            paths,
            rows: mem::take(&mut self.batches),
            dictionaries: mem::take(&mut self.dictionaries),
            is_file: self.footer.is_some(),
            known: KnownDictionaries::default(),
        });
        Ok(File { schema, groups, chunks, notes: Notes::read(&notes), end, cut })
    }
}

impl Directory for MessageReader {
    fn wanted(&self) -> Range<u64> {
        self.window.wanted()
    }

    fn push(&mut self, bytes: &[u8]) -> Result<Option<File>, ColumnarFault> {
        if bytes.is_empty() {
            return Err(ColumnarFault::End { offset: self.window.wanted().start });
        }
        self.window.push(bytes);
        while let Some(next) = self.step()? {
            self.at = next;
        }
        if let At::End | At::Cut(_) | At::Damaged(_) = self.at { self.file().map(Some) } else { Ok(None) }
    }
}

impl Named {
    /// The message in this block of a footer, whose body ends before the footer does.
    fn at(block: &[u8; 24], footer: u64) -> Result<Self, Damaged> {
        let &[start, metadata, body] = block.as_chunks().0 else { return Err(Damaged) };
        // Four bytes after the length of the metadata are padding.
        let [start, metadata, len] = [start, metadata, body].map(u64::from_le_bytes);
        let body = start.checked_add(metadata & u64::from(u32::MAX)).ok_or(Damaged)?;
        let end = body.checked_add(len).filter(|&end| end <= footer).ok_or(Damaged)?;
        Ok(Self { start, body, end })
    }
}

/// What a message says of itself.
struct Message<'a> {
    version: i16,
    kind: u8,
    header: Table<'a>,
    /// Bytes of its body.
    len: u64,
}

impl<'a> Message<'a> {
    fn read(metadata: &'a [u8]) -> Result<Self, Damaged> {
        let message = Table::root(metadata)?;
        let (version, kind, header, len) = (message.short(0)?, message.byte(1)?, message.part(2)?, message.count(3)?);
        Ok(Self { version, kind, header, len })
    }
}
