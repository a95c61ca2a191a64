//! Checkpoints as bytes, so that they can be kept for the next visit.
//!
//! All numbers are little-endian: a magic number, the spacing (u64), the limit and the number of checkpoints (u32),
//! then each checkpoint: its places in the file and in the unpacked data (u64), and its entry (u8): 255 for a member, or
//! the number of bits that a block begins with (0 to 7), those bits (u8), the length of its window (u32) and the window.
//! At the end stands the CRC-32 of all bytes before it.

use std::{error, fmt};

use flate2::Crc;

use super::{Checkpoint, Checkpoints, Entry};
use crate::format::inflate::{Bits, WINDOW};

/// The magic number, with the version of the form.
const MAGIC: [u8; 8] = *b"idxlens\x01";

/// The entry of a member.
const MEMBER: u8 = 255;

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
        let mut bytes = Vec::with_capacity(usize::try_from(self.byte_len()).unwrap_or(0));
        bytes.extend(MAGIC);
        bytes.extend(self.spacing.to_le_bytes());
        for number in [self.limit, self.points.len()] {
            bytes.extend(u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes());
        }
        for checkpoint in &self.points {
            bytes.extend(checkpoint.encoded.to_le_bytes());
            bytes.extend(checkpoint.decoded.to_le_bytes());
            let Entry::Block { bits, window } = &checkpoint.entry else {
                bytes.push(MEMBER);
                continue;
            };
            bytes.extend([bits.len, bits.value]);
            bytes.extend(u32::try_from(window.len()).unwrap_or(u32::MAX).to_le_bytes());
            bytes.extend_from_slice(window);
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
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
        let (body, sum) = bytes.split_last_chunk()?;
        if checksum(body) != u32::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = body.strip_prefix(&MAGIC)?;
        let spacing = u64::from_le_bytes(take(&mut rest)?);
        let [limit, count] = [take(&mut rest)?, take(&mut rest)?].map(u32::from_le_bytes);
        let mut checkpoints = Self::new(spacing, usize::try_from(limit).ok()?);
        for number in 0..count {
            let [encoded, decoded] = [take(&mut rest)?, take(&mut rest)?].map(u64::from_le_bytes);
            let checkpoint = Checkpoint::new(encoded, decoded, parse_entry(&mut rest, decoded)?);
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
        let is_exact = (checkpoints.spacing, checkpoints.limit as u64) == (spacing, limit.into());
        (rest.is_empty() && count > 0 && is_exact).then_some(checkpoints)
    }
}

fn parse_entry(bytes: &mut &[u8], decoded: u64) -> Option<Entry> {
    let [len] = take(bytes)?;
    if len == MEMBER {
        return Some(Entry::Member);
    }
    let [value] = take(bytes)?;
    let window_len = usize::try_from(u32::from_le_bytes(take(bytes)?)).ok()?;
    let is_possible = len < 8 && value >> len == 0 && window_len <= WINDOW && window_len as u64 <= decoded;
    let (window, rest) = bytes.split_at_checked(window_len).filter(|_| is_possible)?;
    *bytes = rest;
    Some(Entry::Block { bits: Bits { value, len }, window: window.into() })
}

/// The next bytes, which are removed.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
