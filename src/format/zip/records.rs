//! The records of an archive: the end, the entries of the directory, and the start of a file. All numbers are
//! little-endian.

use std::ops::Range;

use super::Packing;
use crate::error::ZipFault;

/// Bytes of the end record, without its comment.
const END_LEN: usize = 22;
/// Bytes of the zip64 end record, and of its locator. The two stand before the end record.
const END64_LEN: usize = 56;
const LOCATOR_LEN: usize = 20;
/// Bytes of an entry of the directory, without its name and what follows that.
const ENTRY_LEN: usize = 46;
/// Bytes before a file, without its name and what follows that.
pub(super) const LOCAL_LEN: u64 = 30;
/// Bytes that hold all end records, however long the comment is.
pub(super) const TAIL_LEN: u64 = (END64_LEN + LOCATOR_LEN + END_LEN) as u64 + u16::MAX as u64;

pub(super) const END: &[u8] = b"PK\x05\x06";
pub(super) const END64: &[u8] = b"PK\x06\x06";
pub(super) const LOCATOR: &[u8] = b"PK\x06\x07";
pub(super) const ENTRY: &[u8] = b"PK\x01\x02";
pub(super) const LOCAL: &[u8] = b"PK\x03\x04";

/// The extra field with the sizes of large files.
pub(super) const ZIP64_FIELD: u16 = 1;
/// The flag of an encrypted file.
const ENCRYPTED: u16 = 1;

/// Where the directory is.
#[derive(Debug)]
pub(super) struct Directory {
    pub(super) range: Range<u64>,
    /// Entries that are still to come.
    pub(super) entries: u64,
    /// Bytes before the archive, which offsets do not count.
    before: u64,
}

/// What the directory says about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) packing: Packing,
    pub(super) checksum: u32,
    pub(super) packed_len: u64,
    pub(super) len: u64,
    /// Of the bytes before the file.
    pub(super) offset: u64,
}

impl Directory {
    /// Finds it by the end record, in the last bytes of the file, which start at `offset`.
    pub(super) fn find(tail: &[u8], offset: u64) -> Result<Self, ZipFault> {
        let missing = ZipFault::End { offset: offset + tail.len() as u64 };
        let is_end = |&at: &usize| {
            let record = &tail[at..];
            record.starts_with(END) && END_LEN + usize::from(u16_at(record, 20)) <= record.len()
        };
        let at = (0..=tail.len().checked_sub(END_LEN).ok_or(missing)?).rev().find(is_end).ok_or(missing)?;
        let (record, start) = (&tail[at..], offset + at as u64);
        if u16_at(record, 4) != 0 && u16_at(record, 4) != u16::MAX || u16_at(record, 6) != u16_at(record, 4) {
            return Err(ZipFault::Parts { offset: start });
        }
        let small = (u64::from(u16_at(record, 10)), u32_at(record, 12).into(), u32_at(record, 16).into(), start);
        let end64 = at.checked_sub(LOCATOR_LEN).filter(|&locator| tail[locator..].starts_with(LOCATOR));
        let end64 = end64.and_then(|locator| locator.checked_sub(END64_LEN));
        let end64 = end64.filter(|&record| tail[record..].starts_with(END64));
        let (entries, length, claimed, end) = end64.map_or(small, |at| {
            let record = &tail[at..];
            (u64_at(record, 32), u64_at(record, 40), u64_at(record, 48), offset + at as u64)
        });
        let directory = ZipFault::Directory { offset: start };
        let first = end.checked_sub(length).ok_or(directory)?;
        let before = first.checked_sub(claimed).ok_or(directory)?;
        Ok(Self { range: first..end, entries, before })
    }
}

/// An entry, the name of its file, and the bytes after it.
type Parsed<'a> = (Entry, &'a [u8], &'a [u8]);

impl Entry {
    /// The first entry in these bytes, the name of its file, and the bytes after it; `None` if it is not complete.
    pub(super) fn parse<'a>(bytes: &'a [u8], at: u64, directory: &Directory) -> Result<Option<Parsed<'a>>, ZipFault> {
        let fault = ZipFault::Directory { offset: at };
        let Some((record, rest)) = bytes.split_at_checked(ENTRY_LEN) else { return Ok(None) };
        if !record.starts_with(ENTRY) {
            return Err(fault);
        }
        let [name_len, extra_len, comment_len] = [28, 30, 32].map(|at| usize::from(u16_at(record, at)));
        let Some((name, rest)) = rest.split_at_checked(name_len) else { return Ok(None) };
        let Some((extra, rest)) = rest.split_at_checked(extra_len) else { return Ok(None) };
        let Some(rest) = rest.get(comment_len..) else { return Ok(None) };
        let mut large = zip64(extra);
        let mut number = |at| match u32_at(record, at) {
            // The number is in the extra field, if that has one more.
            u32::MAX => large.split_first_chunk().map_or(u64::from(u32::MAX), |(&number, rest)| {
                large = rest;
                u64::from_le_bytes(number)
            }),
            number => number.into(),
        };
        let [len, packed_len, offset] = [24, 20, 42].map(&mut number);
        let packing = match (u16_at(record, 8) & ENCRYPTED, u16_at(record, 10)) {
            (0, 0) => Packing::Stored,
            (0, 8) => Packing::Deflated,
            _ => Packing::Unknown,
        };
        let offset = offset
            .checked_add(directory.before)
            .filter(|offset| offset.checked_add(LOCAL_LEN).is_some_and(|end| end <= directory.range.start));
        let offset = offset.ok_or(fault)?;
        Ok(Some((Self { packing, checksum: u32_at(record, 16), packed_len, len, offset }, name, rest)))
    }
}

/// The contents of the field with the sizes of large files; empty if there is none.
fn zip64(mut extra: &[u8]) -> &[u8] {
    while let Some((&[a, b, c, d], rest)) = extra.split_first_chunk() {
        let (id, len) = (u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d]));
        let Some((field, rest)) = rest.split_at_checked(len.into()) else { break };
        if id == ZIP64_FIELD {
            return field;
        }
        extra = rest;
    }
    &[]
}

/// The length of all that is before the data of a file, by the first bytes of it; `None` if no file starts so.
pub(super) fn local_len(local: &[u8]) -> Option<u64> {
    let is_whole = local.starts_with(LOCAL) && local.len() as u64 >= LOCAL_LEN;
    is_whole.then(|| LOCAL_LEN + u64::from(u16_at(local, 26)) + u64::from(u16_at(local, 28)))
}

fn u16_at(record: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes_at(record, at))
}

fn u32_at(record: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(record, at))
}

fn u64_at(record: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(record, at))
}

fn bytes_at<const N: usize>(record: &[u8], at: usize) -> [u8; N] {
    *record[at..].first_chunk().expect("a record is as long as its fields")
}
