//! On which bit a deflate block starts.
//!
//! zlib-rs says when a block has ended, but not on which bit. There are eight: so the data that follows is unpacked
//! from each of them and compared with what really came out. The true one always agrees; it is known when no other
//! does, or when those that do are the same to a decoder.

use crate::format::{
    checkpoint::{Checkpoint, Entry},
    inflate::{Bits, Inflate, Outcome},
};

/// Unpacked bytes to compare at first. As long as that does not decide, they are doubled.
const SHORTEST: usize = 2 << 10;

/// Unpacked bytes to compare at most. More than a stored block holds, as only the end of one shows whether it was the
/// last.
const LONGEST: usize = 128 << 10;

/// The start of a block, and what came after it.
#[derive(Debug)]
pub(crate) struct Probe {
    encoded: u64,
    decoded: u64,
    window: Box<[u8]>,
    input: Vec<u8>,
    output: Vec<u8>,
    /// Length of the output that is to be compared next.
    length: usize,
    candidates: Vec<Bits>,
}

#[derive(Debug)]
pub(crate) enum Verdict {
    /// More data is needed.
    Open,
    Found(Checkpoint),
    /// Several bits agree, for as long as is worth following.
    Unclear,
}

impl Probe {
    /// Of a block that starts in `byte`, the last one before `encoded`, or right at `encoded`.
    pub(crate) fn new(encoded: u64, decoded: u64, byte: u8, window: &[u8]) -> Self {
        Self {
            encoded,
            decoded,
            window: window.into(),
            input: Vec::new(),
            output: Vec::with_capacity(SHORTEST),
            length: SHORTEST,
            candidates: (0..8).map(|len| Bits::last_of(byte, len)).collect(),
        }
    }

    /// How many bytes, at most, are to be unpacked before the next push. At least one.
    pub(crate) fn wanted(&self) -> usize {
        self.length - self.output.len()
    }

    /// Takes what was unpacked next, and from what.
    pub(crate) fn push(&mut self, input: &[u8], output: &[u8]) -> Verdict {
        self.input.extend_from_slice(input);
        self.output.extend_from_slice(output);
        if self.output.len() < self.length {
            // Blocks need not hold anything.
            return if self.input.len() > 2 * LONGEST { Verdict::Unclear } else { Verdict::Open };
        }
        self.eliminate();
        let Some((&first, others)) = self.candidates.split_first() else {
            return Verdict::Unclear;
        };
        if others.iter().all(|&other| self.is_same(first, other)) {
            let window = std::mem::take(&mut self.window);
            let entry = Entry::Block { bits: first, window };
            return Verdict::Found(Checkpoint { encoded: self.encoded, decoded: self.decoded, entry });
        }
        self.length *= 2;
        if self.length > LONGEST { Verdict::Unclear } else { Verdict::Open }
    }

    /// Drops the candidates that unpack to something else.
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

    /// Whether a block that starts on either bit is the same. So are stored blocks: they go on at the next whole byte,
    /// and the bits up to there do not count.
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
        // One goes on in the next byte, one behind it.
        check(0, (0, 2), (0, 3), false);
        // One is the last.
        check(0, (1, 3), (0, 3), false);
        check(0b100, (1, 1), (0, 1), false);
        // They are packed, the second as its next byte says.
        check(0, (0b10, 3), (0b10, 4), false);
        check(1, (0, 1), (0, 1), false);
    }
}
