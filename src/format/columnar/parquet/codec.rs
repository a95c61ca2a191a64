//! Pages as they are compressed: Snappy, gzip, Zstandard, LZ4.

use std::io::Read as _;

use flate2::read::MultiGzDecoder;

use crate::format::unpack::{Unpack, lz4::MAX_RATIO};

/// The codecs that are read, by their numbers in the format.
const NONE: u64 = 0;
const SNAPPY: u64 = 1;
const GZIP: u64 = 2;
const LZ4_FRAMED: u64 = 5;
const ZSTD: u64 = 6;
const LZ4: u64 = 7;

/// Whether a codec is read.
pub(super) fn is_known(codec: u64) -> bool {
    matches!(codec, NONE | SNAPPY | GZIP | LZ4_FRAMED | ZSTD | LZ4)
}

/// Unpacks a page to exactly `len` bytes. `None` if it is damaged or has another length.
pub(super) fn unpack(codec: u64, bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    let unpacked = match codec {
        NONE => bytes.to_vec(),
        // Nothing takes more room than its bytes can hold, which is less than in LZ4.
        SNAPPY if len / MAX_RATIO > bytes.len() => return None,
        SNAPPY if snap::raw::decompress_len(bytes).ok()? == len => {
            snap::raw::Decoder::new().decompress_vec(bytes).ok()?
        }
        GZIP => {
            // One more byte shows that there is too much.
            let mut unpacked = Vec::new();
            MultiGzDecoder::new(bytes).take(len as u64 + 1).read_to_end(&mut unpacked).ok()?;
            unpacked
        }
        ZSTD => zstd(bytes, len)?,
        LZ4 => lz4(bytes, len)?,
        // Arrow once wrote the blocks without the frame that Hadoop gives them.
        LZ4_FRAMED => framed(bytes, len).or_else(|| lz4(bytes, len))?,
        _ => return None,
    };
    (unpacked.len() == len).then_some(unpacked)
}

fn zstd(bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    let mut unpacking = Unpack::new(bytes.len() as u64);
    let mut unpacked = Vec::new();
    while let Some(wanted) = unpacking.wanted() {
        let range = usize::try_from(wanted.start).ok()?..usize::try_from(wanted.end).ok()?;
        unpacking.push(bytes.get(range)?).ok()?;
        unpacked.extend(unpacking.take_output());
        if unpacked.len() > len {
            return None;
        }
    }
    Some(unpacked)
}

fn lz4(bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    if len / MAX_RATIO > bytes.len() {
        return None;
    }
    let mut unpacked = vec![0; len];
    let found = lz4_flex::block::decompress_into(bytes, &mut unpacked).ok()?;
    (found == len).then_some(unpacked)
}

/// Blocks, each after the lengths of what is in it and of itself.
fn framed(mut bytes: &[u8], len: usize) -> Option<Vec<u8>> {
    let mut unpacked = Vec::new();
    while let Some((&inner, rest)) = bytes.split_first_chunk() {
        let (&outer, rest) = rest.split_first_chunk()?;
        let [inner, outer] = [inner, outer].map(|len| u32::from_be_bytes(len) as usize);
        let (block, rest) = rest.split_at_checked(outer)?;
        if inner > len - unpacked.len() {
            return None;
        }
        unpacked.extend(lz4(block, inner)?);
        bytes = rest;
    }
    (bytes.is_empty() && unpacked.len() == len).then_some(unpacked)
}
