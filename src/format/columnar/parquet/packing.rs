//! Whole numbers as Parquet packs them: in runs, and as differences.

use super::thrift::Reader;

/// Limit of the values of a block of differences; writers put 128 or 256 into one.
const MAX_BLOCK: u64 = 1 << 16;

/// Reads `count` numbers of so many bits from runs: of one number, or of numbers side by side. Gives each with the times
/// that it occurs. Source: the [hybrid encoding](https://parquet.apache.org/docs/file-format/data-pages/encodings/).
pub(super) fn runs(bytes: &[u8], bits: u32, mut count: usize, mut take: impl FnMut(u32, usize)) -> Option<()> {
    let mut reader = Reader(bytes);
    if bits > 32 {
        return None;
    }
    while count > 0 {
        let header = reader.varint()?;
        let len = usize::try_from(header >> 1).ok()?;
        if header & 1 == 0 {
            let mut value = [0; 4];
            let size = bits.div_ceil(8) as usize;
            value[..size].copy_from_slice(reader.bytes(size)?);
            take(u32::from_le_bytes(value), len.min(count));
            count -= len.min(count);
            continue;
        }
        let values = len.saturating_mul(8).min(count);
        // Some writers cut the last group.
        let packed = len.saturating_mul(bits as usize).min(reader.0.len());
        let packed = reader.bytes(packed)?;
        let mut packed = Bits::new(packed, bits);
        for _ in 0..values {
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 32 bits")]
            take(packed.next()? as u32, 1);
        }
        count -= values;
    }
    Some(())
}

/// Reads `count` numbers from their differences, and passes over them.
pub(super) fn differences(bytes: &mut &[u8], count: usize) -> Option<Vec<i64>> {
    let mut reader = Reader(bytes);
    let block = reader.varint()?;
    let miniblocks = reader.varint()?;
    let total = reader.varint()?;
    let mut value = reader.zigzag()?;
    let is_sized = block <= MAX_BLOCK && (1..=MAX_BLOCK).contains(&miniblocks);
    if !is_sized || !block.is_multiple_of(8 * miniblocks) || total != count as u64 {
        return None;
    }
    let len = usize::try_from(block / miniblocks).ok()?;
    let mut values = Vec::new();
    if count > 0 {
        values.push(value);
    }
    while values.len() < count {
        let min = reader.zigzag()?;
        let widths = reader.bytes(usize::try_from(miniblocks).ok()?)?;
        for &bits in widths {
            if values.len() == count {
                break;
            }
            if bits > 64 {
                return None;
            }
            let mut packed = Bits::new(reader.bytes(len / 8 * usize::from(bits))?, bits.into());
            for _ in 0..len.min(count - values.len()) {
                value = value.wrapping_add(min).wrapping_add(packed.next()?.cast_signed());
                values.push(value);
            }
        }
    }
    *bytes = reader.0;
    Some(values)
}

/// Numbers of so many bits side by side, from the lowest bit of the first byte on.
struct Bits<'a> {
    bytes: &'a [u8],
    width: u32,
    /// Bits that were read, and how many: fewer than 8 between two numbers.
    buffer: u64,
    len: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8], width: u32) -> Self {
        Self { bytes, width, buffer: 0, len: 0 }
    }

    fn next(&mut self) -> Option<u64> {
        let low = self.take(self.width.min(32))?;
        let high = self.take(self.width.saturating_sub(32))?;
        Some(high << 32 | low)
    }

    /// The next bits, at most 32.
    fn take(&mut self, width: u32) -> Option<u64> {
        while self.len < width {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.buffer |= u64::from(byte) << self.len;
            self.len += 8;
        }
        let value = self.buffer & ((1 << width) - 1);
        self.buffer >>= width;
        self.len -= width;
        Some(value)
    }
}
