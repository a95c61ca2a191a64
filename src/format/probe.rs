//! Finds the bit on which a deflate block starts.
//!
//! zlib-rs reports the end of a block, but not its bit. There are eight candidates: the data that follows is unpacked
//! from each of them and compared with the real output. The true bit always agrees. It is found when no other candidate
//! agrees, or when all that agree are equivalent to a decoder.

use crate::format::{
    checkpoint::{Checkpoint, Entry},
    inflate::{Bits, Inflate, Outcome},
};

/// Unpacked bytes to compare at first. They are doubled until only one candidate is left.
const MIN_LEN: usize = 2 << 10;

/// Limit of the unpacked bytes to compare. It is more than a stored block holds, because only the end of a stored block
/// shows whether it is the last one.
const MAX_LEN: usize = 128 << 10;

/// The start of a block, and what came after it.
#[derive(Debug)]
pub(crate) struct Probe {
    encoded: u64,
    decoded: u64,
    window: Box<[u8]>,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Length of the output to compare next.
    length: usize,
    candidates: Vec<Bits>,
}

#[derive(Debug)]
pub(crate) enum Verdict {
    /// More data is needed.
    Open,
    Found(Checkpoint),
    /// Several bits agree up to the limit.
    Unclear,
}

impl Probe {
    /// A probe for a block that starts in `byte`, the last one before `encoded`, or exactly at `encoded`.
    pub(crate) fn new(encoded: u64, decoded: u64, byte: u8, window: &[u8]) -> Self {
        Self {
            encoded,
            decoded,
            window: window.into(),
            input: Vec::new(),
            output: Vec::with_capacity(MIN_LEN),
            length: MIN_LEN,
            candidates: (0..8).map(|len| Bits::last_of(byte, len)).collect(),
        }
    }

    /// The limit of the bytes to unpack before the next push. At least one.
    pub(crate) fn wanted(&self) -> usize {
        self.length - self.output.len()
    }

    /// Takes the next compressed data and its output.
    pub(crate) fn push(&mut self, input: &[u8], output: &[u8]) -> Verdict {
        self.input.extend_from_slice(input);
        self.output.extend_from_slice(output);
        if self.output.len() < self.length {
            // Blocks may be empty, so the input needs a limit, too.
            return if self.input.len() > 2 * MAX_LEN { Verdict::Unclear } else { Verdict::Open };
        }
        self.eliminate();
        let Some((&first, others)) = self.candidates.split_first() else {
            return Verdict::Unclear;
        };
        if others.iter().all(|&other| self.is_same(first, other)) {
            let window = std::mem::take(&mut self.window);
            let entry = Entry::Block { bits: first, window };
            return Verdict::Found(Checkpoint::new(self.encoded, self.decoded, entry));
        }
        self.length *= 2;
        if self.length > MAX_LEN { Verdict::Unclear } else { Verdict::Open }
    }

    /// Drops the candidates with another output.
    fn eliminate(&mut self) {
        let Self { window, input, output, candidates, .. } = self;
        let (mut inflate, mut replayed) = (Inflate::new(), vec![0; output.len()]);
        candidates.retain(|&bits| {
            inflate.enter(bits, window) && {
                let step = inflate.step(input, &mut replayed, false);
                step.outcome == Outcome::Open && replayed[..step.produced] == output[..]
            }
        });
    }

    /// Whether blocks that start on either bit are equivalent. Stored blocks are: they continue at the next whole byte,
    /// and the bits before it do not matter.
    fn is_same(&self, one: Bits, other: Bits) -> bool {
        let [one, other] = [one, other].map(|bits| {
            let next = self.input.first().copied().unwrap_or(0);
            let header = u16::from(bits.value) | u16::from(next) << bits.len;
            let (last, stored) = (header & 1, header & 0b110 == 0);
            stored.then_some((last, bits.len < 3))
        });
        one.is_some() && one == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_stored_blocks_are_the_same_from_two_bits() {
        let check = |next: u8, one: (u8, u8), other: (u8, u8), expected: bool| {
            let probe = Probe { input: vec![next], ..Probe::new(0, 0, 0, &[]) };
            let [one, other] = [one, other].map(|(value, len)| Bits { value, len });
            assert_eq!(probe.is_same(one, other), expected, "{next:08b}, {one:?}, {other:?}");
        };
        check(0, (0, 3), (0, 7), true);
        check(0, (1, 3), (1, 4), true);
        check(0b1000, (0, 3), (0, 4), true);
        check(0, (0, 1), (0, 2), true);
        // One continues in the next byte, one after it.
        check(0, (0, 2), (0, 3), false);
        // One is the last.
        check(0, (1, 3), (0, 3), false);
        check(0b100, (1, 1), (0, 1), false);
        // They are compressed; for the second, the next byte tells.
        check(0, (0b10, 3), (0b10, 4), false);
        check(1, (0, 1), (0, 1), false);
    }
}
