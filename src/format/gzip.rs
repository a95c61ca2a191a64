//! Gzip members (RFC 1952), pushed in piece by piece.
//!
//! The framing is our own, because it must report where a fault is, continue after a wrong checksum, and resume in the
//! middle. zlib-rs inflates. Only one output buffer is allocated.

use std::{mem, ops::Range};

use self::header::{Field, Next};
use crate::{
    error::GzipFault,
    format::{
        checkpoint::{Checkpoint, Entry},
        crc::Crc,
        inflate::{Inflate, Outcome, WINDOW},
        recorder::{Progress, Recorder},
        sniff::GZIP_MAGIC,
    },
};

mod header;

/// Bytes unpacked in one step. Each step copies up to 32 KiB of history, so much smaller steps are slower.
const STEP: usize = 256 << 10;

/// Unpacks one layer of gzip: any number of members, with zero padding between and after them.
#[derive(Debug)]
pub(crate) struct Gunzip {
    state: State,
    /// Bytes of this layer consumed.
    offset: u64,
    /// Bytes unpacked, over all members.
    decoded: u64,
    /// Offset in this layer of the start of the member.
    member_offset: u64,
    /// Offset in the unpacked data of the start of the member, or of the known part if it was entered in the middle.
    member_decoded: u64,
    inflate: Inflate,
    /// Whether members are not checked against their trailers.
    trusts_checksums: bool,
    /// The checksum of the unpacked bytes of the member; `None` if it was entered in the middle, or is trusted.
    crc: Option<Crc>,
    /// The checksum of the header of the member.
    header_crc: Crc,
    /// The data unpacked last, up to `end`. At least the window, once that much was unpacked.
    output: Box<[u8]>,
    end: usize,
    /// Faults that do not stop unpacking: only the first of each kind, so that hostile input cannot pile them up.
    faults: Vec<GzipFault>,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before the first member and after each: a member, zero padding, or trailing bytes follow.
    Between,
    /// Where a checkpoint says that a member starts: nothing else may follow.
    Member,
    Header(Field),
    Deflate,
    Trailer {
        bytes: [u8; 8],
        len: usize,
    },
    Trailing {
        offset: u64,
    },
    Failed(GzipFault),
}

impl Gunzip {
    /// At the start of a layer. If its checksums are trusted, members are not checked against their trailers.
    pub(crate) fn new(trusts_checksums: bool) -> Self {
        Self {
            state: State::Between,
            offset: 0,
            decoded: 0,
            member_offset: 0,
            member_decoded: 0,
            inflate: Inflate::new(),
            trusts_checksums,
            crc: None,
            header_crc: Crc::new(),
            output: vec![0; WINDOW + STEP].into(),
            end: 0,
            faults: Vec::new(),
        }
    }

    /// Starts at a checkpoint, with byte [`Checkpoint::encoded`] of the layer. The member entered there is not checked
    /// against its trailer.
    pub(crate) fn resume(checkpoint: &Checkpoint) -> Self {
        let decoded = checkpoint.decoded();
        let mut gunzip = Self { state: State::Member, offset: checkpoint.encoded(), decoded, ..Self::new(false) };
        if let Entry::Block { bits, window } = checkpoint.entry() {
            let entered = gunzip.inflate.enter(*bits, window);
            gunzip.state = if entered { State::Deflate } else { State::Failed(GzipFault::Corrupt { decoded }) };
            gunzip.member_decoded = decoded - window.len() as u64;
            gunzip.output[..window.len()].copy_from_slice(window);
            gunzip.end = window.len();
        }
        gunzip
    }

    /// Consumes some of `input` and returns the data that it unpacks to. Must be called until the input is empty and
    /// nothing comes out. A fault that ends the unpacking comes after all data unpacked before it.
    pub(crate) fn step(&mut self, input: &mut &[u8], mut recorder: Option<&mut Recorder>) -> Result<&[u8], GzipFault> {
        loop {
            match self.state {
                State::Deflate => {
                    let produced = self.inflate(input, recorder.as_deref_mut());
                    if !produced.is_empty() || input.is_empty() && matches!(self.state, State::Deflate) {
                        return Ok(&self.output[produced]);
                    }
                }
                State::Failed(fault) => return Err(fault),
                State::Trailing { .. } => {
                    self.offset += input.len() as u64;
                    *input = &[];
                    return Ok(&[]);
                }
                State::Between | State::Member | State::Header(_) | State::Trailer { .. } => {
                    let Some((&byte, rest)) = input.split_first() else {
                        return Ok(&[]);
                    };
                    self.state = self.framing_byte(byte);
                    self.offset += 1;
                    *input = rest;
                    if let (State::Deflate, Some(recorder)) = (self.state, recorder.as_deref_mut()) {
                        recorder.member(self.member_offset, self.member_decoded);
                    }
                }
            }
        }
    }

    /// The last `len` bytes unpacked, of those that the last step returned.
    pub(crate) fn last(&self, len: usize) -> &[u8] {
        &self.output[self.end - len..self.end]
    }

    /// The faults so far that do not stop unpacking.
    pub(crate) fn faults(&self) -> &[GzipFault] {
        &self.faults
    }

    /// Whether the data has ended, and other bytes follow it.
    pub(crate) fn is_trailing(&self) -> bool {
        matches!(self.state, State::Trailing { .. })
    }

    /// All faults, at the end of the input.
    pub(crate) fn finish(mut self) -> Vec<GzipFault> {
        match self.state {
            State::Between | State::Failed(_) => {}
            State::Trailing { offset } => self.faults.push(GzipFault::Trailing { offset, found: self.offset - offset }),
            State::Header(Field::Magic) if self.decoded > 0 => {
                self.faults.push(GzipFault::Trailing { offset: self.offset - 1, found: 1 });
            }
            State::Member | State::Header(_) | State::Deflate | State::Trailer { .. } => {
                self.faults.push(GzipFault::Truncated { offset: self.offset });
            }
        }
        self.faults
    }

    /// Inflates into the output buffer. Returns the new part of it.
    fn inflate(&mut self, input: &mut &[u8], recorder: Option<&mut Recorder>) -> Range<usize> {
        if self.end == self.output.len() {
            self.output.copy_within(self.end - WINDOW.., 0);
            self.end = WINDOW;
        }
        let (limit, stop_at_block_end) = recorder.as_ref().map_or((u64::MAX, false), |it| it.pace(self.decoded));
        let room = &mut self.output[self.end..];
        let limit = usize::try_from(limit).map_or(room.len(), |limit| limit.min(room.len()));
        let step = self.inflate.step(input, &mut room[..limit], stop_at_block_end);
        let (consumed, rest) = input.split_at(step.consumed);
        *input = rest;
        let produced = self.end..self.end + step.produced;
        self.end = produced.end;
        self.offset += step.consumed as u64;
        self.decoded += step.produced as u64;
        if let Some(crc) = &mut self.crc {
            crc.update(&self.output[produced.clone()]);
        }
        match step.outcome {
            Outcome::Open | Outcome::BlockEnd => {}
            Outcome::Ended => self.state = State::Trailer { bytes: [0; 8], len: 0 },
            Outcome::Corrupt => self.state = State::Failed(GzipFault::Corrupt { decoded: self.decoded }),
        }
        if let Some(recorder) = recorder {
            let known = usize::try_from(self.decoded - self.member_decoded).map_or(self.end, |len| len.min(self.end));
            recorder.follow(Progress {
                consumed,
                produced: &self.output[produced.clone()],
                history: &self.output[self.end - known..self.end],
                outcome: step.outcome,
                encoded: self.offset,
                decoded: self.decoded,
            });
        }
        produced
    }

    fn framing_byte(&mut self, byte: u8) -> State {
        match self.state {
            State::Between if byte == 0 => State::Between,
            State::Between | State::Member if byte == GZIP_MAGIC[0] => {
                (self.member_offset, self.member_decoded) = (self.offset, self.decoded);
                self.header_crc = Crc::new();
                self.header_crc.update(&[byte]);
                State::Header(Field::Magic)
            }
            State::Between => State::Trailing { offset: self.offset },
            State::Member => State::Failed(GzipFault::Corrupt { decoded: self.decoded }),
            State::Header(field) => self.header_byte(field, byte),
            State::Trailer { mut bytes, len } => {
                bytes[len] = byte;
                if len + 1 == bytes.len() {
                    self.check(bytes);
                    State::Between
                } else {
                    State::Trailer { bytes, len: len + 1 }
                }
            }
            State::Deflate | State::Trailing { .. } | State::Failed(_) => self.state,
        }
    }

    fn header_byte(&mut self, field: Field, byte: u8) -> State {
        match field.next(byte, self.offset, &mut self.header_crc) {
            Next::Field(field) => State::Header(field),
            Next::Data(fault) => {
                if let Some(fault) = fault {
                    self.note(fault);
                }
                self.inflate.reset();
                self.crc = (!self.trusts_checksums).then(Crc::new);
                State::Deflate
            }
            Next::Trailing => State::Trailing { offset: self.offset - 1 },
            Next::Failed(fault) => State::Failed(fault),
        }
    }

    /// Compares the trailer of a member with the data unpacked.
    fn check(&mut self, trailer: [u8; 8]) {
        let Some(crc) = self.crc.take() else { return };
        let offset = self.offset + 1;
        let (words, _) = trailer.as_chunks();
        let [checksum, length] = [words[0], words[1]].map(u32::from_le_bytes);
        if checksum != crc.sum() {
            self.note(GzipFault::Checksum { offset: offset - 8, expected: checksum, found: crc.sum() });
        }
        if length != crc.amount() {
            self.note(GzipFault::Length { offset: offset - 4, expected: length, found: crc.amount() });
        }
    }

    fn note(&mut self, fault: GzipFault) {
        if !self.faults.iter().any(|known| mem::discriminant(known) == mem::discriminant(&fault)) {
            self.faults.push(fault);
        }
    }
}
