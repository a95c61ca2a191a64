//! Raw deflate data (RFC 1951), which can be entered at each of its blocks.
//!
//! Blocks start on any bit, but zlib-rs takes only whole bytes. To enter at a block, it first gets as many empty blocks
//! as it takes to reach that bit.

use std::fmt;

use zlib_rs::{InflateFlush, Status};

/// How far back deflate data may refer.
pub(crate) const WINDOW: usize = 32 << 10;

/// The first bits of a block, where they are the last bits of a byte: `len` bits, 0 to 7, the first one lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    pub(crate) value: u8,
    pub(crate) len: u8,
}

/// Inflates raw deflate data.
pub(crate) struct Inflate(zlib_rs::Inflate);

/// The result of one call of [`Inflate::step`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) consumed: usize,
    pub(crate) produced: usize,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// More input or more room for output is needed.
    Open,
    /// A block has ended, less than a byte before the end of the consumed input.
    BlockEnd,
    /// The last block has ended.
    Ended,
    Corrupt,
}

/// An empty block with fixed codes: not the last one, type 1, end of block.
const EMPTY_BLOCK: (u128, u8) = (0b010, 10);

/// An empty block of an odd number of bits: not the last one, type 2, 257 literals and lengths, 2 distances, 18 lengths
/// of code lengths, of which those of 18 and 1 are 1; 138 and 118 zeros, 1, 1, 1; end of block.
const EMPTY_ODD_BLOCK: (u128, u8) = joined(&[
    (0b100, 3),
    (0, 5),
    (1, 5),
    (14, 4),
    ((1 << 6) + (1 << 51), 54),
    (1, 1),
    (138 - 11, 7),
    (1, 1),
    (118 - 11, 7),
    (0, 1),
    (0, 1),
    (0, 1),
    (0, 1),
]);

/// Fields side by side, the first one lowest, and their number of bits.
const fn joined(fields: &[(u128, u8)]) -> (u128, u8) {
    let (mut bits, mut len, mut field) = (0, 0, 0);
    while field < fields.len() {
        bits |= fields[field].0 << len;
        len += fields[field].1;
        field += 1;
    }
    (bits, len)
}

impl Inflate {
    pub(crate) fn new() -> Self {
        Self(zlib_rs::Inflate::new(false, 15))
    }

    /// For data in zlib's format (RFC 1950), which has a header and a checksum.
    pub(crate) fn zlib() -> Self {
        Self(zlib_rs::Inflate::new(true, 15))
    }

    /// Restarts at the first block of other data.
    pub(crate) fn reset(&mut self) {
        self.0.reset(false);
    }

    /// Restarts at a block that begins with `bits` and comes after `window`. False if no block begins so.
    pub(crate) fn enter(&mut self, bits: Bits, window: &[u8]) -> bool {
        self.reset();
        let (preface, len) = preface(bits);
        self.0.set_dictionary(window).is_ok()
            && (len == 0 || self.step(&preface[..len], &mut [], false).outcome == Outcome::Open)
    }

    /// Consumes some of `input` and fills some of `output`, or all, unless a block ends and `stop_at_block_end` is set.
    ///
    /// The end of a block is not noticed in the last byte of the input or at the end of the output.
    pub(crate) fn step(&mut self, input: &[u8], output: &mut [u8], stop_at_block_end: bool) -> Step {
        let before = (self.0.total_in(), self.0.total_out());
        let flush = if stop_at_block_end { InflateFlush::Block } else { InflateFlush::NoFlush };
        let status = self.0.decompress(input, output, flush);
        let consumed = to_usize(self.0.total_in() - before.0);
        let produced = to_usize(self.0.total_out() - before.1);
        let outcome = match status {
            Ok(Status::Ok) if stop_at_block_end && consumed < input.len() && produced < output.len() => {
                Outcome::BlockEnd
            }
            Ok(Status::Ok | Status::BufError) => Outcome::Open,
            Ok(Status::StreamEnd) => Outcome::Ended,
            Err(_) => Outcome::Corrupt,
        };
        Step { consumed, produced, outcome }
    }
}

impl fmt::Debug for Inflate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (total_in, total_out) = (self.0.total_in(), self.0.total_out());
        formatter.debug_struct("Inflate").field("total_in", &total_in).field("total_out", &total_out).finish()
    }
}

impl Bits {
    /// The last `len` bits of `byte`.
    pub(crate) fn last_of(byte: u8, len: u8) -> Self {
        Self { value: byte.checked_shr(8 - u32::from(len)).unwrap_or(0), len }
    }
}

/// Whole bytes that unpack to nothing and end with `bits`, and their number.
fn preface(bits: Bits) -> ([u8; 16], usize) {
    let (mut blocks, mut len) = if bits.len % 2 == 1 { EMPTY_ODD_BLOCK } else { (0, 0) };
    while !(len + bits.len).is_multiple_of(8) {
        blocks |= EMPTY_BLOCK.0 << len;
        len += EMPTY_BLOCK.1;
    }
    blocks |= u128::from(bits.value) << len;
    (blocks.to_le_bytes(), usize::from(len + bits.len) / 8)
}

/// A number of bytes within one buffer.
fn to_usize(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preface_unpacks_to_nothing_and_leaves_its_bits() {
        // A last, stored block of one byte: its header takes 3 bits, its length starts at the next byte.
        for len in 0..8 {
            let bits = Bits { value: u8::from(len > 0), len };
            let mut rest = vec![u8::from(len == 0); usize::from(len < 3)];
            rest.extend([1, 0, 0xFE, 0xFF, 42]);
            let (mut inflate, mut output) = (Inflate::new(), [0; 2]);
            assert!(inflate.enter(bits, &[]), "{len}");
            let step = inflate.step(&rest, &mut output, false);
            assert_eq!((step.outcome, step.produced, output[0]), (Outcome::Ended, 1, 42), "{len}");
        }
    }
}
