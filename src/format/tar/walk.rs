//! A walk over the bytes of an archive: records, what they say, and the data between them.

use std::mem;

use super::record::{BLOCK_LEN, Kind, Properties, Record, text};
use crate::{error::TarFault, format::zip::visible};

/// Limit of the bytes of a text about a file.
const MAX_TEXT_LEN: u64 = 1 << 20;

/// Limit of the bytes of a name, as in a zip archive.
const MAX_NAME_LEN: usize = u16::MAX as usize;

/// Where the walk is. It takes bytes in pieces of any size.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Byte offset of the next byte.
    offset: u64,
    state: State,
    /// Properties of the next file, from the records before it.
    said: Properties,
}

#[derive(Debug)]
enum State {
    /// In a record, of which these bytes have come.
    Record(Vec<u8>),
    /// In blocks of the map of a sparse file.
    Map { block: Vec<u8>, file: Entry },
    /// In the data of a file, and then the padding.
    Data { left: u64, padding: u64 },
    /// In a text about the next file, of which these bytes have come, and then the padding.
    Text { kind: Kind, bytes: Vec<u8>, left: u64, padding: u64 },
    /// In bytes that are passed over.
    Passed(u64),
    /// After the block of zeros that ends an archive: how many bytes have come since.
    End(u64),
}

/// A file of the archive.
#[derive(Debug)]
pub(super) struct Entry {
    /// As it is shown; empty if it is not.
    pub(super) name: String,
    pub(super) start: u64,
    pub(super) len: u64,
    pub(super) is_sparse: bool,
}

/// What the walk comes to.
#[derive(Debug)]
pub(super) enum Event<'a> {
    File(Entry),
    /// Bytes of the file that came last.
    Data(&'a [u8]),
}

impl Default for State {
    fn default() -> Self {
        Self::Record(Vec::new())
    }
}

impl Walk {
    /// Takes bytes from the front of `bytes`, until it comes to something. `None` when they are used up.
    pub(super) fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Option<Event<'a>>, TarFault> {
        while !bytes.is_empty() {
            let before = bytes.len();
            let event = self.step(bytes);
            self.offset += (before - bytes.len()) as u64;
            if let Some(event) = event? {
                return Ok(Some(self.begun(event)));
            }
        }
        Ok(None)
    }

    /// Passes over the data that it is in. Returns how many bytes these are.
    pub(super) fn skip(&mut self) -> u64 {
        let left = match self.state {
            State::Data { left, padding } => left + padding,
            State::Passed(left) => left,
            _ => return 0,
        };
        self.offset += left;
        self.state = State::default();
        left
    }

    /// Byte offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the archive may end here. Some programs leave out the block of zeros, or the padding before it.
    pub(super) fn may_end(&self) -> bool {
        match &self.state {
            State::Record(block) => block.is_empty(),
            state => matches!(state, State::Data { left: 0, .. } | State::End(_)),
        }
    }

    /// Whether more data of a file is to come.
    pub(super) fn is_in_data(&self) -> bool {
        matches!(self.state, State::Data { left: 1.., .. })
    }

    /// The bytes after the block of zeros, once that has come.
    pub(super) fn excess(&self) -> Option<u64> {
        if let State::End(excess) = self.state { Some(excess) } else { None }
    }

    /// Where a file starts is known when its records are over.
    fn begun<'a>(&self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::File(entry) => Event::File(Entry { start: self.offset, ..entry }),
            event @ Event::Data(_) => event,
        }
    }

    fn step<'a>(&mut self, bytes: &mut &'a [u8]) -> Result<Option<Event<'a>>, TarFault> {
        match &mut self.state {
            State::Record(block) => {
                fill(block, bytes);
                let Some(&block) = block.first_chunk() else { return Ok(None) };
                // Its bytes are counted up to here, but for those that came last.
                self.state = State::default();
                self.record(&block)
            }
            State::Map { block, file } => {
                fill(block, bytes);
                // Byte 504 says whether another block follows.
                match block.get(504).filter(|_| block.len() == BLOCK_LEN) {
                    None => Ok(None),
                    Some(0) => {
                        let file = Entry { name: mem::take(&mut file.name), ..*file };
                        self.file(file).map(Some)
                    }
                    Some(_) => {
                        block.clear();
                        Ok(None)
                    }
                }
            }
            State::Data { left: 0, padding } => {
                let left = *padding - split(bytes, *padding).len() as u64;
                self.state = if left == 0 { State::default() } else { State::Passed(left) };
                Ok(None)
            }
            State::Data { left, padding } => {
                let data = split(bytes, *left);
                *left -= data.len() as u64;
                if *left == 0 && *padding == 0 {
                    self.state = State::default();
                }
                Ok(Some(Event::Data(data)))
            }
            State::Text { kind, bytes: said, left, padding } => {
                let start = self.offset - said.len() as u64;
                let part = split(bytes, *left);
                said.extend_from_slice(part);
                *left -= part.len() as u64;
                if *left == 0 {
                    let (kind, said, padding) = (*kind, mem::take(said), *padding);
                    self.state = if padding == 0 { State::default() } else { State::Passed(padding) };
                    self.extend(kind, &said, start)?;
                }
                Ok(None)
            }
            State::Passed(left) => {
                *left -= split(bytes, *left).len() as u64;
                if *left == 0 {
                    self.state = State::default();
                }
                Ok(None)
            }
            State::End(excess) => {
                *excess += mem::take(bytes).len() as u64;
                Ok(None)
            }
        }
    }

    /// Goes on with what follows a record.
    fn record<'a>(&mut self, block: &[u8; BLOCK_LEN]) -> Result<Option<Event<'a>>, TarFault> {
        if block.iter().all(|&byte| byte == 0) {
            self.state = State::End(0);
            return Ok(None);
        }
        let record = Record::parse(block).ok_or(self.fault())?;
        match record.kind {
            Kind::Name | Kind::Properties if record.len > MAX_TEXT_LEN => Err(self.fault()),
            Kind::Name | Kind::Properties if record.len == 0 => Ok(None),
            kind @ (Kind::Name | Kind::Properties) => {
                let padding = self.padded(record.len)? - record.len;
                self.state = State::Text { kind, bytes: Vec::new(), left: record.len, padding };
                Ok(None)
            }
            Kind::Nothing => {
                self.said = Properties::default();
                Ok(None)
            }
            Kind::Aside | Kind::Other => {
                if record.kind == Kind::Other {
                    self.said = Properties::default();
                }
                if record.len > 0 {
                    self.state = State::Passed(self.padded(record.len)?);
                }
                Ok(None)
            }
            Kind::File | Kind::Sparse => {
                let said = mem::take(&mut self.said);
                let name = said.name.unwrap_or(record.name);
                if name.len() > MAX_NAME_LEN {
                    return Err(self.fault());
                }
                let is_sparse = said.is_sparse || record.kind == Kind::Sparse;
                let len = said.len.unwrap_or(record.len);
                let file = Entry { name: visible(&name), start: 0, len, is_sparse };
                if record.has_map {
                    self.state = State::Map { block: Vec::new(), file };
                    return Ok(None);
                }
                self.file(file).map(Some)
            }
        }
    }

    /// Goes on with the data of a file.
    fn file<'a>(&mut self, file: Entry) -> Result<Event<'a>, TarFault> {
        let padding = self.padded(file.len)? - file.len;
        self.state = if file.len == 0 { State::default() } else { State::Data { left: file.len, padding } };
        Ok(Event::File(file))
    }

    /// The length of data with its padding, after the block that ends now. Its end has to be an offset.
    fn padded(&self, len: u64) -> Result<u64, TarFault> {
        let padded = len.checked_next_multiple_of(BLOCK_LEN as u64);
        let end = |padded: u64| self.offset.checked_add(BLOCK_LEN as u64)?.checked_add(padded);
        padded.filter(|&padded| end(padded).is_some()).ok_or(self.fault())
    }

    /// The block that ends now is no record.
    fn fault(&self) -> TarFault {
        TarFault::Record { offset: self.offset / BLOCK_LEN as u64 * BLOCK_LEN as u64 }
    }

    /// Takes what a text, which starts there, says about the next file.
    fn extend(&mut self, kind: Kind, said: &[u8], start: u64) -> Result<(), TarFault> {
        if kind == Kind::Name {
            self.said.name = Some(text(said).to_vec());
            return Ok(());
        }
        let said = Properties::parse(said).ok_or(TarFault::Record { offset: start })?;
        self.said = Properties { name: said.name.or(self.said.name.take()), ..said };
        Ok(())
    }
}

/// Fills a block.
fn fill(block: &mut Vec<u8>, bytes: &mut &[u8]) {
    block.extend_from_slice(split(bytes, (BLOCK_LEN - block.len()) as u64));
}

/// Takes so many bytes from the front, or as many as there are.
fn split<'a>(bytes: &mut &'a [u8], len: u64) -> &'a [u8] {
    let len = usize::try_from(len).map_or(bytes.len(), |len| len.min(bytes.len()));
    let (part, rest) = bytes.split_at(len);
    *bytes = rest;
    part
}
