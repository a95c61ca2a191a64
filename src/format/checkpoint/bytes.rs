//! Checkpoints as bytes, so that they can be kept for the next visit.
//!
//! A magic number, the spacing, the limit and the number of checkpoints, then each checkpoint: its places in the file and
//! in the unpacked data, and its entry: 255 for a member, or the number of bits that a block begins with (0 to 7), those
//! bits, and its window. See [`packed`](crate::format::packed) for how numbers become bytes.

use std::{error, fmt};

use super::{Checkpoint, Checkpoints, Entry};
use crate::format::{
    inflate::{Bits, WINDOW},
    packed::{Packer, Unpacker},
};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxlens\x02";

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

impl Checkpoints {
    /// The checkpoints as bytes.
    ///
    /// ```
    /// use idxlens::format::checkpoint::{Checkpoints, NotCheckpoints};
    ///
    /// let checkpoints = Checkpoints::new(1 << 20, 100);
    /// let mut bytes = checkpoints.to_bytes();
    /// assert_eq!(Checkpoints::from_bytes(&bytes), Ok(checkpoints));
    /// bytes[9] ^= 1;
    /// assert_eq!(Checkpoints::from_bytes(&bytes), Err(NotCheckpoints));
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut packer = Packer::with_capacity(MAGIC, self.byte_len());
        packer.u64(self.spacing);
        packer.u64(self.limit as u64);
        packer.u64(self.points.len() as u64);
        for checkpoint in &self.points {
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
        packer.finish()
    }

    /// The checkpoints that these bytes are. They may still be those of another file.
    ///
    /// # Errors
    /// [`NotCheckpoints`] unless [`Checkpoints::to_bytes`] gives these bytes for some checkpoints. Memory is taken only
    /// for bytes that are there.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NotCheckpoints> {
        Self::parse(bytes).ok_or(NotCheckpoints)
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let (spacing, limit, count) = (unpacker.u64(), unpacker.u64(), unpacker.u64());
        let mut checkpoints = Self::new(spacing, usize::try_from(limit).ok()?);
        for number in 0..count {
            let (encoded, decoded) = (unpacker.u64(), unpacker.u64());
            let checkpoint = Checkpoint::new(encoded, decoded, parse_entry(&mut unpacker, decoded)?);
            if number == 0 {
                checkpoints.points = vec![(checkpoint == Checkpoint::start()).then_some(checkpoint)?];
                continue;
            }
            let before = checkpoints.points.last()?;
            if encoded < before.encoded || decoded < checkpoints.due() || checkpoints.points.len() == checkpoints.limit
            {
                return None;
            }
            checkpoints.points.push(checkpoint);
        }
        unpacker.end()?;
        let is_exact = (checkpoints.spacing, checkpoints.limit as u64) == (spacing, limit);
        (count > 0 && is_exact).then_some(checkpoints)
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
