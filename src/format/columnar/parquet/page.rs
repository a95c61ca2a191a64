//! Pages: the values of a part of a column, and the levels that say which rows they are in.

use std::ops::Range;

use super::{
    codec,
    footer::{DATA_V2, PageHeader},
    packing::{differences, runs},
};
use crate::format::columnar::{
    chunk::{Levels, Values},
    schema::{Column, Physical},
};

/// The encodings that are read, by their numbers in the format.
const PLAIN: u64 = 0;
const PLAIN_DICTIONARY: u64 = 2;
const RUNS: u64 = 3;
const DIFFERENCES: u64 = 5;
const LENGTHS: u64 = 6;
const PREFIXES: u64 = 7;
const DICTIONARY: u64 = 8;
const SPLIT: u64 = 9;

/// Values that those of pages are numbers of.
#[derive(Debug)]
pub(super) enum Dictionary {
    Numbers(Vec<f64>),
    Bytes { bytes: Vec<u8>, ranges: Vec<Range<usize>> },
}

/// A page without its header: its levels, and what holds its values.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) levels: Levels,
    /// How many values are there.
    count: usize,
    encoding: u64,
    unpacked: Vec<u8>,
    /// Where the values begin.
    start: usize,
}

/// Whether an encoding is read.
pub(super) fn is_known(encoding: u64) -> bool {
    matches!(encoding, PLAIN | PLAIN_DICTIONARY | RUNS | DIFFERENCES | LENGTHS | PREFIXES | DICTIONARY | SPLIT)
}

impl Page {
    /// Unpacks a page of values, to at most `limit` bytes. `None` when it is damaged.
    pub(super) fn new(header: &PageHeader, bytes: &[u8], codec: u64, column: &Column, limit: usize) -> Option<Self> {
        let values = usize::try_from(header.values).ok()?;
        let len = usize::try_from(header.unpacked_len).ok()?;
        let mut levels = [Vec::new(), Vec::new()];
        let maxima = [column.max_repetition, column.max_definition];
        let (unpacked, start) = if header.kind == DATA_V2 {
            let mut rest = bytes;
            for (slot, max) in maxima.into_iter().enumerate() {
                let (part, after) = rest.split_at_checked(usize::try_from(header.level_lens[slot]).ok()?)?;
                levels[slot] = levels_in(part, max, values)?;
                rest = after;
            }
            let len = len.checked_sub(bytes.len() - rest.len())?;
            // A page without values may have nothing to unpack.
            let codec = if header.is_plain || rest.is_empty() { 0 } else { codec };
            (codec::unpack(codec, rest, len)?, 0)
        } else {
            let unpacked = codec::unpack(codec, bytes, len)?;
            let mut rest = &unpacked[..];
            for (slot, max) in maxima.into_iter().enumerate().filter(|&(_, max)| max > 0) {
                if header.level_encodings[slot] != RUNS {
                    return None;
                }
                let (part, after) = prefixed(rest)?;
                levels[slot] = levels_in(part, max, values)?;
                rest = after;
            }
            let start = unpacked.len() - rest.len();
            (unpacked, start)
        };
        let [repetition, definition] = levels;
        let missing: usize = definition.iter().map(|&level| usize::from(level < column.max_definition)).sum();
        let count = values - missing;
        let levels = Levels { repetition, definition, len: values };
        let page = Self { levels, count, encoding: header.encoding, unpacked, start };
        if header.encoding == PREFIXES && count > 0 { page.joined(column.physical, limit) } else { Some(page) }
    }

    /// The page with values in place of what each adds to a part of the one before. `None` when they cannot be decoded, or
    /// take more than `limit` bytes.
    fn joined(self, physical: Physical, limit: usize) -> Option<Self> {
        let mut rest = &self.unpacked[self.start..];
        let prefixes = differences(&mut rest, self.count)?;
        let suffixes = lengths(rest, self.count)?;
        let mut joined = Vec::new();
        let mut last: Range<usize> = 0..0;
        for (prefix, suffix) in prefixes.into_iter().zip(suffixes) {
            let shared = last.start..last.start.checked_add(usize::try_from(prefix).ok()?)?;
            let len = shared.len().checked_add(suffix.len())?;
            if shared.end > last.end || joined.len().checked_add(len)? > limit {
                return None;
            }
            match physical {
                Physical::Bytes => joined.extend_from_slice(&u32::try_from(len).ok()?.to_le_bytes()),
                _ if physical.size() == Some(len) => {}
                _ => return None,
            }
            last = joined.len()..joined.len() + len;
            joined.extend_from_within(shared);
            joined.extend_from_slice(suffix);
        }
        Some(Self { encoding: PLAIN, unpacked: joined, start: 0, ..self })
    }

    /// The values that are there. `None` when they cannot be decoded.
    pub(super) fn values<'a>(&'a self, physical: Physical, dictionary: Option<&'a Dictionary>) -> Option<Values<'a>> {
        let (count, bytes) = (self.count, &self.unpacked[self.start..]);
        match self.encoding {
            _ if count == 0 => plain(&[], physical, 0),
            PLAIN => plain(bytes, physical, count),
            PLAIN_DICTIONARY | DICTIONARY => dictionary?.values(bytes, count),
            RUNS if physical == Physical::Boolean => {
                let mut values = Vec::new();
                let take = |value, times| values.extend(std::iter::repeat_n(f64::from(value), times));
                runs(prefixed(bytes)?.0, 1, count, take)?;
                Some(Values::Numbers(values))
            }
            DIFFERENCES if physical.is_integer() => {
                let size = physical.size()?;
                let number = |value: i64| physical.number(&value.to_le_bytes()[..size]);
                Some(Values::Numbers(differences(&mut &bytes[..], count)?.into_iter().map(number).collect()))
            }
            LENGTHS if physical == Physical::Bytes => lengths(bytes, count).map(Values::Bytes),
            SPLIT if physical.is_integer() || physical.is_float() => split(bytes, physical, count).map(Values::Numbers),
            _ => None,
        }
    }
}

impl Dictionary {
    /// Unpacks a page of a dictionary. `None` when it is damaged.
    pub(super) fn new(header: &PageHeader, bytes: &[u8], codec: u64, physical: Physical) -> Option<Self> {
        let bytes = codec::unpack(codec, bytes, usize::try_from(header.unpacked_len).ok()?)?;
        let count = usize::try_from(header.values).ok()?;
        Some(match plain(&bytes, physical, count)? {
            Values::Numbers(numbers) => Self::Numbers(numbers),
            Values::Bytes(values) => {
                // The length before a value.
                let prefix = if physical == Physical::Bytes { 4 } else { 0 };
                let mut end = 0;
                let mut range = |value: &&[u8]| {
                    let start = end + prefix;
                    end = start + value.len();
                    start..end
                };
                let ranges = values.iter().map(&mut range).collect();
                Self::Bytes { bytes, ranges }
            }
        })
    }

    /// The values with the numbers in these bytes, the first of which says how many bits they have.
    fn values(&self, bytes: &[u8], count: usize) -> Option<Values<'_>> {
        let (&bits, bytes) = bytes.split_first()?;
        let mut are_known = true;
        let values = match self {
            Self::Numbers(numbers) => {
                let mut values = Vec::new();
                runs(bytes, bits.into(), count, |index, times| match numbers.get(index as usize) {
                    Some(&value) => values.extend(std::iter::repeat_n(value, times)),
                    None => are_known = false,
                })?;
                Values::Numbers(values)
            }
            Self::Bytes { bytes: all, ranges } => {
                let mut values = Vec::new();
                runs(bytes, bits.into(), count, |index, times| match ranges.get(index as usize) {
                    Some(range) => values.extend(std::iter::repeat_n(&all[range.clone()], times)),
                    None => are_known = false,
                })?;
                Values::Bytes(values)
            }
        };
        are_known.then_some(values)
    }
}

/// Levels up to this one.
fn levels_in(bytes: &[u8], max: u8, count: usize) -> Option<Vec<u8>> {
    let mut levels = Vec::new();
    if max == 0 {
        return Some(levels);
    }
    let mut are_valid = true;
    runs(bytes, u8::BITS - max.leading_zeros(), count, |level, times| match u8::try_from(level) {
        Ok(level) if level <= max => levels.extend(std::iter::repeat_n(level, times)),
        _ => are_valid = false,
    })?;
    are_valid.then_some(levels)
}

/// The bytes whose number comes before them, and those that follow.
fn prefixed(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&len, rest) = bytes.split_first_chunk()?;
    rest.split_at_checked(u32::from_le_bytes(len) as usize)
}

/// Values after their lengths.
fn lengths(mut bytes: &[u8], count: usize) -> Option<Vec<&[u8]>> {
    let lens = differences(&mut bytes, count)?;
    let value = |len| {
        let (value, rest) = bytes.split_at_checked(usize::try_from(len).ok()?)?;
        bytes = rest;
        Some(value)
    };
    lens.into_iter().map(value).collect()
}

fn plain(bytes: &[u8], physical: Physical, count: usize) -> Option<Values<'_>> {
    Some(match physical {
        Physical::Boolean => {
            let bits = bytes.get(..count.div_ceil(8))?;
            Values::Numbers((0..count).map(|at| f64::from(bits[at / 8] >> (at % 8) & 1)).collect())
        }
        Physical::Bytes => {
            let mut rest = bytes;
            let mut value = || {
                let (value, after) = prefixed(rest)?;
                rest = after;
                Some(value)
            };
            Values::Bytes((0..count).map(|_| value()).collect::<Option<_>>()?)
        }
        Physical::Fixed(len) => Values::Bytes(bytes.get(..len.checked_mul(count)?)?.chunks_exact(len).collect()),
        _ => {
            let size = physical.size()?;
            let bytes = bytes.get(..size.checked_mul(count)?)?;
            Values::Numbers(bytes.chunks_exact(size).map(|value| physical.number(value)).collect())
        }
    })
}

/// Numbers of which all first bytes come first, then all second ones.
fn split(bytes: &[u8], physical: Physical, count: usize) -> Option<Vec<f64>> {
    let size = physical.size()?;
    let bytes = bytes.get(..size.checked_mul(count)?)?;
    let mut value = [0; 8];
    let number = |at: usize| {
        for (byte, column) in value.iter_mut().zip(bytes.chunks_exact(count)) {
            *byte = column[at];
        }
        physical.number(&value[..size])
    };
    Some((0..count).map(number).collect())
}
