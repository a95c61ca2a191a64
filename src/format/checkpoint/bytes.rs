//! Checkpoints as bytes, so that they can be kept for the next visit. They come in parts, because all of them take as much
//! memory again.
//!
//! A part is a magic number, the spacing, the limit and the number of all checkpoints, how many are in the parts before
//! and in this one, then each checkpoint: its places in the file and in the unpacked data, and its entry: 255 for a
//! member, or the number of bits that a block begins with (0 to 7), those bits, and its window. See
//! [`packed`](crate::format::packed) for how numbers become bytes.

use std::{error, fmt};

use super::{Checkpoint, Checkpoints, Entry};
use crate::format::{
    inflate::{Bits, WINDOW},
    packed::{Packer, Unpacker},
};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxlens\x03";

/// How many checkpoints a part has: its bytes are about a megabyte.
const PART: usize = 32;

/// The entry of a member.
const MEMBER: u64 = 255;

/// Bytes are not those of checkpoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotCheckpoints;

impl fmt::Display for NotCheckpoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these are not the bytes of checkpoints, or they have changed")
    }
}

impl error::Error for NotCheckpoints {}

/// Reads checkpoints part by part.
#[derive(Debug, Default)]
pub struct CheckpointReader {
    checkpoints: Option<Checkpoints>,
    /// How many there are in all parts.
    count: u64,
}

impl Checkpoints {
    /// Part `number` of the checkpoints, from 0; `None` after the last.
    ///
    /// ```
    /// use idxlens::format::checkpoint::{Checkpoints, NotCheckpoints, CheckpointReader};
    ///
    /// let checkpoints = Checkpoints::new(1 << 20, 100);
    /// let mut part = checkpoints.part(0).unwrap();
    /// assert_eq!(CheckpointReader::default().push(&part), Ok(Some(checkpoints)));
    /// part[9] ^= 1;
    /// assert_eq!(CheckpointReader::default().push(&part), Err(NotCheckpoints));
    /// ```
    #[must_use]
    pub fn part(&self, number: usize) -> Option<Vec<u8>> {
        let points = self.points.chunks(PART).nth(number)?;
        let capacity = points.len() * (WINDOW + 5 * size_of::<u64>()) + 6 * size_of::<u64>();
        let mut packer = Packer::with_capacity(MAGIC, capacity as u64);
        packer.u64(self.spacing);
        for number in [self.limit, self.points.len(), number * PART, points.len()] {
            packer.u64(number as u64);
        }
        for checkpoint in points {
            packer.u64(checkpoint.encoded);
            packer.u64(checkpoint.decoded);
            let Entry::Block { bits, window } = &checkpoint.entry else {
                packer.u64(MEMBER);
                continue;
            };
            packer.u64(bits.len.into());
            packer.u64(bits.value.into());
            packer.bytes(window);
        }
        Some(packer.finish())
    }
}

impl CheckpointReader {
    /// Takes the next part, and gives the checkpoints after the last. They may still be those of another file.
    ///
    /// # Errors
    /// [`NotCheckpoints`] unless [`Checkpoints::part`] gives these parts for some checkpoints. Memory is taken only for
    /// bytes that are there.
    pub fn push(&mut self, part: &[u8]) -> Result<Option<Checkpoints>, NotCheckpoints> {
        let checkpoints = self.parse(part).ok_or(NotCheckpoints)?;
        if checkpoints.points.len() as u64 == self.count {
            return Ok(Some(checkpoints));
        }
        self.checkpoints = Some(checkpoints);
        Ok(None)
    }

    /// Bytes in memory of the checkpoints so far: see [`Checkpoints::byte_len`].
    pub(crate) fn byte_len(&self) -> u64 {
        self.checkpoints.as_ref().map_or(0, Checkpoints::byte_len)
    }

    fn parse(&mut self, part: &[u8]) -> Option<Checkpoints> {
        let mut unpacker = Unpacker::new(MAGIC, part)?;
        let [spacing, limit, count, before, here] = [(); 5].map(|()| unpacker.u64());
        let mut checkpoints = self.checkpoints.take().unwrap_or_else(|| {
            self.count = count;
            Checkpoints { points: Vec::new(), ..Checkpoints::new(spacing, usize::try_from(limit).unwrap_or(0)) }
        });
        let known = [checkpoints.spacing, checkpoints.limit as u64, self.count, checkpoints.points.len() as u64];
        if known != [spacing, limit, count, before] || here != (count.checked_sub(before)?).min(PART as u64) {
            return None;
        }
        for _ in 0..here {
            let (encoded, decoded) = (unpacker.u64(), unpacker.u64());
            let checkpoint = Checkpoint::new(encoded, decoded, parse_entry(&mut unpacker, decoded)?);
            let is_next = match checkpoints.points.last() {
                None => checkpoint == Checkpoint::start(),
                Some(last) => encoded >= last.encoded && decoded >= checkpoints.due(),
            };
            if !is_next || checkpoints.points.len() == checkpoints.limit {
                return None;
            }
            checkpoints.points.push(checkpoint);
        }
        unpacker.end().filter(|()| here > 0)?;
        Some(checkpoints)
    }
}

fn parse_entry(unpacker: &mut Unpacker<'_>, decoded: u64) -> Option<Entry> {
    let len = unpacker.u64();
    if len == MEMBER {
        return Some(Entry::Member);
    }
    let [len, value] = [len, unpacker.u64()].map(|number| u8::try_from(number).ok());
    let (len, value, window) = (len?, value?, unpacker.bytes());
    let is_possible = len < 8 && value >> len == 0 && window.len() <= WINDOW && window.len() as u64 <= decoded;
    is_possible.then(|| Entry::Block { bits: Bits { value, len }, window: window.into() })
}
