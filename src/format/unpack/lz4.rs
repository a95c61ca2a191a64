//! LZ4: frames one after the other, some of which are skipped.

use std::hash::Hasher as _;

use lz4_flex::block::decompress_into_with_dict;
use twox_hash::XxHash32;

use super::{
    Input, Progress, STEP_LEN,
    frames::{Begun, Frame},
};
use crate::error::UnpackFault;

/// The first bytes of a frame.
pub(super) const MAGIC: [u8; 4] = [0x04, 0x22, 0x4D, 0x18];

/// The shortest header of a frame.
const MIN_HEADER_LEN: usize = 7;

/// How far back a block refers to those before it.
const WINDOW: usize = 64 << 10;

/// Bytes that come out of a byte at most.
pub(in crate::format) const MAX_RATIO: usize = 255;

/// The bit of a block's length that says that it is stored as it is.
const STORED: u32 = 1 << 31;

/// What the header of a frame says, and what came out of it.
pub(super) struct Lz4 {
    /// Limit of the bytes of a block.
    max_block: usize,
    is_linked: bool,
    has_block_checksums: bool,
    /// How many bytes come out, and how many have.
    len: Option<u64>,
    done: u64,
    /// The hash of what has come out, if a checksum follows.
    hash: Option<XxHash32>,
    /// The end of what has come out.
    window: Vec<u8>,
    /// The block at hand, and how much of it has come out.
    unpacked: Vec<u8>,
    taken: usize,
}

impl Frame for Lz4 {
    const MAX_HEADER_LEN: usize = 19;

    fn begin(input: &mut Input<'_>) -> Result<Begun<Self>, UnpackFault> {
        let (offset, bytes) = (input.offset, input.bytes);
        if let [0x50..=0x5F, 0x2A, 0x4D, 0x18, a, b, c, d, ..] = *bytes {
            input.advance(8);
            return Ok(Begun::Skipped(u32::from_le_bytes([a, b, c, d]) as usize));
        }
        if !bytes.starts_with(&MAGIC) {
            return Err(UnpackFault::Trailing { offset });
        }
        if bytes.len() < MIN_HEADER_LEN {
            return Err(UnpackFault::End { offset: input.end() });
        }
        let [flags, sizes] = [bytes[4], bytes[5]];
        let has = |bit: u8| flags >> bit & 1 == 1;
        let [has_len, has_dictionary] = [has(3), has(0)];
        let len = MIN_HEADER_LEN + if has_len { 8 } else { 0 } + if has_dictionary { 4 } else { 0 };
        let Some((descriptor, &[check])) = bytes.get(MAGIC.len()..len).and_then(<[u8]>::split_last_chunk) else {
            return Err(UnpackFault::End { offset: input.end() });
        };
        if XxHash32::oneshot(0, descriptor).to_be_bytes()[2] != check {
            return Err(UnpackFault::Checksum { offset });
        }
        // The version, two bits that have no meaning yet, the sizes of blocks, and a dictionary, which is in no file.
        if flags >> 6 != 1 || has(1) || sizes & 0x8F != 0 || sizes >> 4 < 4 || has_dictionary {
            return Err(UnpackFault::Method { offset });
        }
        let content = if has_len { descriptor[2..].first_chunk() } else { None };
        input.advance(len);
        Ok(Begun::Frame(Self {
            max_block: 1 << (8 + 2 * (sizes >> 4)),
            is_linked: !has(5),
            has_block_checksums: has(4),
            len: content.copied().map(u64::from_le_bytes),
            done: 0,
            hash: has(2).then(|| XxHash32::with_seed(0)),
            window: Vec::new(),
            unpacked: Vec::new(),
            taken: 0,
        }))
    }

    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault> {
        if self.taken < self.unpacked.len() {
            let end = self.unpacked.len().min(self.taken + STEP_LEN);
            output.extend_from_slice(&self.unpacked[self.taken..end]);
            self.taken = end;
            return Ok(Progress::More);
        }
        let Some(&len) = input.bytes.first_chunk() else { return input.need() };
        let (progress, whole) = match u32::from_le_bytes(len) {
            0 => (Progress::Ended, self.end(input)?),
            len => (Progress::More, self.block(len, input)?),
        };
        if whole.is_some() { Ok(progress) } else { input.need() }
    }
}

impl Lz4 {
    /// Unpacks the block that begins with this length. `None` when it is not all there.
    fn block(&mut self, len: u32, input: &mut Input<'_>) -> Result<Option<()>, UnpackFault> {
        let corrupt = UnpackFault::Corrupt { offset: input.offset };
        let is_stored = len & STORED != 0;
        let len = (len & !STORED) as usize;
        if len > self.max_block {
            return Err(corrupt);
        }
        let Some((block, rest)) = input.bytes[4..].split_at_checked(len) else { return Ok(None) };
        let mut consumed = 4 + len;
        if self.has_block_checksums {
            let Some(&sum) = rest.first_chunk() else { return Ok(None) };
            if XxHash32::oneshot(0, block) != u32::from_le_bytes(sum) {
                return Err(UnpackFault::Checksum { offset: input.offset });
            }
            consumed += sum.len();
        }
        self.taken = 0;
        if is_stored {
            self.unpacked = block.to_vec();
        } else {
            // Nothing takes more room than its bytes can hold.
            self.unpacked.resize(self.max_block.min(len.saturating_mul(MAX_RATIO)), 0);
            let produced = decompress_into_with_dict(block, &mut self.unpacked, &self.window);
            self.unpacked.truncate(*produced.as_ref().unwrap_or(&0));
            produced.map_err(|_| corrupt)?;
        }
        let produced = &self.unpacked;
        self.done += produced.len() as u64;
        if let Some(hash) = &mut self.hash {
            hash.write(produced);
        }
        if self.is_linked {
            self.window.extend_from_slice(&produced[produced.len().saturating_sub(WINDOW)..]);
            self.window.drain(..self.window.len().saturating_sub(WINDOW));
        }
        input.advance(consumed);
        Ok(Some(()))
    }

    /// Checks what has come out, after the last block. `None` when the checksum is not all there.
    fn end(&self, input: &mut Input<'_>) -> Result<Option<()>, UnpackFault> {
        let mut consumed = 4;
        if let Some(hash) = &self.hash {
            let Some(&sum) = input.bytes[4..].first_chunk() else { return Ok(None) };
            if hash.finish() != u64::from(u32::from_le_bytes(sum)) {
                return Err(UnpackFault::Checksum { offset: input.offset });
            }
            consumed += sum.len();
        }
        if self.len.is_some_and(|len| len != self.done) {
            return Err(UnpackFault::Corrupt { offset: input.offset });
        }
        input.advance(consumed);
        Ok(Some(()))
    }
}
