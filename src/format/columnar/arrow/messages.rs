//! The messages of a file: what they say, and where their bodies are.

use std::{mem, ops::Range};

use super::{
    batch::{Addition, Batch, Batches},
    flatbuffer::{Damaged, Table},
    schema::{self, Described},
    window::Window,
};
use crate::{
    error::ColumnarFault,
    format::columnar::chunk::{Directory, File},
};

/// The magic number of files.
const MAGIC: &[u8; 6] = b"ARROW1";

/// Bytes at the end of a file: the length of the footer and the magic number.
const TAIL_LEN: u64 = 10;

/// Bytes before the messages of a file.
const HEAD_LEN: u64 = 8;

/// Four bytes before the length of metadata. Versions before 0.15 lack them.
const MARK: [u8; 4] = [0xFF; 4];

/// Limit of the footer, and of the metadata of all messages.
const MAX_METADATA: u64 = 64 << 20;

/// The kinds of messages.
const SCHEMA: u8 = 1;
pub(super) const DICTIONARY: u8 = 2;
const ROWS: u8 = 3;

/// Reads the messages, but for their bodies.
#[derive(Debug)]
pub(in crate::format::columnar) struct MessageReader {
    size: u64,
    window: Window,
    at: At,
    is_file: bool,
    /// Where the footer begins, and the messages that it names: where each is, and where its body is.
    footer: Option<u64>,
    named: Vec<[u64; 3]>,
    described: Option<Described>,
    /// The record batches of rows, each with the number of dictionaries before it, and how many rows they have.
    batches: Vec<(Batch, usize)>,
    groups: Vec<u64>,
    dictionaries: Vec<Addition>,
    /// Bytes of metadata that were read.
    read: u64,
}

/// What is read next.
#[derive(Clone, Copy, Debug)]
enum At {
    Head,
    Tail,
    /// The footer, which begins there.
    Footer(u64),
    /// A message that the footer names, counted from 0.
    Named(usize),
    /// A message that begins there.
    Message(u64),
    /// Nothing, or nothing that can be read from there on.
    End(Option<u64>),
}

impl MessageReader {
    /// A file of `size` bytes.
    pub(in crate::format::columnar) fn new(size: u64) -> Self {
        Self {
            size,
            window: Window::new(size),
            at: At::Head,
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
            At::Head => {
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
                let Some(&[start, body, end]) = self.named.get(number) else { return Ok(Some(At::End(None))) };
                match self.metadata(start, body)? {
                    None => return Ok(None),
                    Some(metadata) => match self.take(metadata, body, end)? {
                        Ok(next) if next <= end => At::Named(number + 1),
                        _ => At::End(Some(start)),
                    },
                }
            }
            At::Message(start) => return self.message(start),
            At::End(_) => return Ok(None),
        }))
    }

    /// Reads the message there, and gives what comes next. `None` when more bytes are wanted first.
    fn message(&mut self, start: u64) -> Result<Option<At>, ColumnarFault> {
        let end = self.size;
        if start == end {
            // A stream may end where it likes.
            return Ok(Some(At::End(self.is_file.then_some(end))));
        }
        let Some(head) = self.window.bytes(start..end.min(start + 8)) else { return Ok(None) };
        let (head_len, len) = match head.as_chunks().0 {
            [MARK, len] => (8, u32::from_le_bytes(*len)),
            [len, ..] if *len != MARK => (4, u32::from_le_bytes(*len)),
            _ => return Ok(Some(At::End(Some(end)))),
        };
        if len == 0 {
            return Ok(Some(At::End(None)));
        }
        let body = start + head_len + u64::from(len);
        if body > end {
            return Ok(Some(At::End(Some(end))));
        }
        let Some(metadata) = self.metadata(start, body)? else { return Ok(None) };
        Ok(Some(match self.take(metadata, body, end)? {
            Ok(next) if next <= end => At::Message(next),
            Ok(_) => At::End(Some(end)),
            Err(Damaged) => At::End(Some(start)),
        }))
    }

    /// The metadata of the message there, whose body follows. `None` when more bytes are wanted first.
    fn metadata(&mut self, start: u64, body: u64) -> Result<Option<Vec<u8>>, ColumnarFault> {
        if self.read + (body - start) > MAX_METADATA {
            return Err(ColumnarFault::Limit { offset: start, expected: MAX_METADATA });
        }
        let Some(bytes) = self.window.bytes(start..body) else { return Ok(None) };
        self.read += body - start;
        let head_len = if bytes.starts_with(&MARK) { 8 } else { 4 };
        Ok(Some(bytes.get(head_len..).unwrap_or_default().to_vec()))
    }

    /// Takes a message with its body, unless that goes beyond the end, and gives where it ends.
    fn take(&mut self, metadata: Vec<u8>, body: u64, end: u64) -> Result<Result<u64, Damaged>, ColumnarFault> {
        let message =
            Table::root(&metadata).and_then(|message| Ok((message.byte(1)?, message.count(3)?, message.part(2)?)));
        let Ok((kind, len, header)) = message else { return Ok(Err(Damaged)) };
        if kind == SCHEMA && self.described.is_none() {
            self.take_schema(header)?;
        }
        let next = body.saturating_add(len);
        if self.described.is_none() {
            return Ok(Err(Damaged));
        }
        if next > end || !matches!(kind, DICTIONARY | ROWS) {
            return Ok(Ok(next));
        }
        let batch = Batch { metadata, body: body..next };
        Ok(self.take_batch(batch, kind).map(|()| next))
    }

    fn take_batch(&mut self, batch: Batch, kind: u8) -> Result<(), Damaged> {
        let rows = batch.record()?.rows;
        if kind == DICTIONARY {
            let (id, is_added) = batch.dictionary()?;
            self.dictionaries.push(Addition { id, is_added, batch });
        } else if rows > 0 {
            self.groups.push(rows);
            self.batches.push((batch, self.dictionaries.len()));
        }
        Ok(())
    }

    fn take_schema(&mut self, schema: Table<'_>) -> Result<(), ColumnarFault> {
        if schema.short(0).is_ok_and(|order| order != 0) {
            return Err(ColumnarFault::BigEndian);
        }
        self.described = schema::read(schema).ok();
        Ok(())
    }

    /// Takes the footer, which begins there. Whether it makes sense.
    fn take_footer(&mut self, footer: &[u8], end: u64) -> Result<bool, ColumnarFault> {
        let parts = Table::root(footer).and_then(|footer| {
            let places =
                |field| footer.elements(field)?.iter().map(|block| place(block, end)).collect::<Result<Vec<_>, _>>();
            Ok((footer.part(1)?, places(2)?, places(3)?))
        });
        let Ok((schema, dictionaries, rows)) = parts else { return Ok(false) };
        self.take_schema(schema)?;
        self.named = [dictionaries, rows].concat();
        self.footer = Some(end);
        Ok(self.described.is_some())
    }

    /// The file, all of whose messages were read, or those before this offset.
    fn file(&mut self, cut: Option<u64>) -> Result<File, ColumnarFault> {
        let end = self.footer.unwrap_or(self.size);
        let groups = mem::take(&mut self.groups);
        let Described { schema, leaves, notes } = match self.described.take() {
            Some(described) if cut.is_none() || !groups.is_empty() => described,
            _ => {
                let offset = cut.unwrap_or(end);
                let is_end = offset == self.size;
                return Err(if is_end { ColumnarFault::End { offset } } else { ColumnarFault::Directory { offset } });
            }
        };
        let chunks = Box::new(Batches {
            leaves,
            rows: mem::take(&mut self.batches),
            dictionaries: mem::take(&mut self.dictionaries),
            is_file: self.footer.is_some(),
        });
        Ok(File { schema, groups, chunks, notes, end, cut })
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
        if let At::End(cut) = self.at { self.file(cut).map(Some) } else { Ok(None) }
    }
}

/// Where a message is that a footer names, and its body, which ends before the footer.
fn place(block: &[u8; 24], end: u64) -> Result<[u64; 3], Damaged> {
    let &[start, metadata, body] = block.as_chunks().0 else { return Err(Damaged) };
    // Four bytes after the length of the metadata are padding.
    let [start, metadata, len] = [start, metadata, body].map(u64::from_le_bytes);
    let body = start.checked_add(metadata & u64::from(u32::MAX)).ok_or(Damaged)?;
    let body_end = body.checked_add(len).filter(|&body_end| body_end <= end).ok_or(Damaged)?;
    Ok([start, body, body_end])
}
