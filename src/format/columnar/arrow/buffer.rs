//! A buffer of a record batch: its bytes, as they come, unpacked.

use std::ops::Range;

use super::Trouble;
use crate::{
    error::Foreign,
    format::{columnar::chunk::READ_LEN, unpack::Unpack},
};

/// Bytes before what is packed: how many come out, or -1 where the others are as they are.
const PREFIX_LEN: usize = 8;

/// Bytes that are read with the prefix: many buffers are no longer.
const FIRST_LEN: u64 = 64 << 10;

/// How buffers are packed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Codec {
    Lz4,
    Zstd,
}

impl Codec {
    /// The codec with this number.
    pub(super) fn new(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Lz4),
            1 => Some(Self::Zstd),
            _ => None,
        }
    }

    fn format(self) -> Foreign {
        match self {
            Self::Lz4 => Foreign::Lz4,
            Self::Zstd => Foreign::Zstd,
        }
    }
}

#[derive(Debug)]
pub(super) struct BufferReader {
    start: u64,
    /// The bytes of the file that are still to come.
    rest: Range<u64>,
    packing: Packing,
    /// Bytes that have come, and how many of them were used.
    bytes: Vec<u8>,
    used: usize,
    /// Bytes that were used or passed over, and those that are still to be passed over.
    position: u64,
    skipped: u64,
}

#[derive(Debug)]
enum Packing {
    None,
    /// Packed like this, but for its prefix, of which these bytes have come.
    Unknown(Codec, Vec<u8>),
    /// Packed, so many bytes.
    Packed {
        unpack: Box<Unpack>,
        len: u64,
    },
}

/// Whether more bytes can come.
enum More {
    Came,
    /// Not without more of the file.
    Wanted,
    Ended,
}

impl BufferReader {
    pub(super) fn new(range: Range<u64>, codec: Option<Codec>) -> Self {
        let codec = codec.filter(|_| !range.is_empty());
        let packing = codec.map_or(Packing::None, |codec| Packing::Unknown(codec, Vec::new()));
        Self { start: range.start, rest: range, packing, bytes: Vec::new(), used: 0, position: 0, skipped: 0 }
    }

    /// The bytes of the file that are wanted next.
    pub(super) fn wanted(&self) -> Range<u64> {
        let start = self.rest.start;
        let len = match &self.packing {
            Packing::None => READ_LEN,
            Packing::Unknown(..) => FIRST_LEN,
            Packing::Packed { unpack, .. } => unpack.wanted().map_or(0, |wanted| wanted.end - wanted.start),
        };
        start..self.rest.end.min(start.saturating_add(len))
    }

    /// Takes the bytes that are wanted, or the first of them.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        // Nothing would mean that the buffer ends.
        if bytes.is_empty() {
            return;
        }
        self.rest.start += bytes.len() as u64;
        match &mut self.packing {
            Packing::None => {
                self.bytes.drain(..self.used);
                self.used = 0;
                self.bytes.extend_from_slice(bytes);
            }
            &mut Packing::Unknown(codec, ref mut first) => {
                first.extend_from_slice(bytes);
                let Some((&len, first)) = first.split_first_chunk::<PREFIX_LEN>() else { return };
                match u64::from_le_bytes(len) {
                    u64::MAX => {
                        self.start += PREFIX_LEN as u64;
                        self.bytes = first.to_vec();
                        self.packing = Packing::None;
                    }
                    len => {
                        let packed = self.rest.end - self.start - PREFIX_LEN as u64;
                        let mut unpack = Box::new(Unpack::new(packed).with_format(codec.format()));
                        if !first.is_empty() {
                            unpack.push(first).ok();
                        }
                        self.packing = Packing::Packed { unpack, len };
                        self.take_output();
                    }
                }
            }
            Packing::Packed { unpack, .. } => {
                // What is wrong shows where its output ends.
                unpack.push(bytes).ok();
                self.take_output();
            }
        }
    }

    /// Where the bytes are that are used next, or where the buffer is if it is packed.
    pub(super) fn offset(&self) -> u64 {
        if let Packing::None = self.packing { self.start.saturating_add(self.position) } else { self.start }
    }

    /// Passes over what comes before this position.
    pub(super) fn skip_to(&mut self, position: u64) -> Result<(), Trouble> {
        self.skipped = position.checked_sub(self.position).ok_or(Trouble::Damaged)?;
        Ok(())
    }

    /// Whether so many bytes are there; `false` while more of the file are wanted for them.
    pub(super) fn fill(&mut self, len: usize) -> Result<bool, Trouble> {
        loop {
            let there = self.bytes.len() - self.used;
            let skipped = there.min(usize::try_from(self.skipped).unwrap_or(usize::MAX));
            self.used += skipped;
            self.pass(skipped as u64);
            if self.skipped == 0 && there - skipped >= len {
                return Ok(true);
            }
            if let Packing::None = self.packing {
                let jump = self.skipped.min(self.rest.end - self.rest.start);
                self.rest.start += jump;
                self.pass(jump);
            }
            match self.more() {
                More::Came => {}
                More::Wanted => return Ok(false),
                More::Ended => return Err(Trouble::Damaged),
            }
        }
    }

    /// Whether the whole buffer is there, which has at most `limit` bytes; `false` while more of the file are wanted.
    pub(super) fn fill_all(&mut self, limit: u64) -> Result<bool, Trouble> {
        loop {
            let more = self.more();
            let there = self.bytes.len() as u64;
            if there > limit {
                return Err(Trouble::Limit(limit));
            }
            match (more, &self.packing) {
                (More::Came, _) => {}
                (More::Wanted, _) => return Ok(false),
                (More::Ended, &Packing::Packed { len, .. }) if len != there => return Err(Trouble::Damaged),
                (More::Ended, Packing::Unknown(..)) => return Err(Trouble::Damaged),
                (More::Ended, _) => return Ok(true),
            }
        }
    }

    /// The bytes that are used next, as far as they are there.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.used..]
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    fn pass(&mut self, len: u64) {
        self.position += len;
        self.skipped -= len;
    }

    fn more(&mut self) -> More {
        let Packing::Packed { unpack, .. } = &mut self.packing else {
            return if self.rest.is_empty() { More::Ended } else { More::Wanted };
        };
        match unpack.wanted() {
            None => More::Ended,
            Some(wanted) if !wanted.is_empty() => More::Wanted,
            Some(_) => {
                unpack.push(&[]).ok();
                self.take_output();
                More::Came
            }
        }
    }

    fn take_output(&mut self) {
        if let Packing::Packed { unpack, .. } = &mut self.packing {
            self.bytes.drain(..self.used);
            self.used = 0;
            self.bytes.extend(unpack.take_output());
        }
    }
}
