//! Zip archives, written byte by byte, with lies where a test wants them.

use std::io::Write as _;

use flate2::{Compression, write::DeflateEncoder};
use idxlens::format::encode::checksum;

/// An archive that is being written.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) file: Vec<u8>,
    pub(crate) directory: Vec<u8>,
    pub(crate) entries: u64,
}

/// How a file is written, and lies about it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a str,
    pub(crate) data: &'a [u8],
    pub(crate) deflated: bool,
    pub(crate) flags: u16,
    pub(crate) method: Option<u16>,
    pub(crate) checksum: Option<u32>,
    pub(crate) len: Option<u32>,
    pub(crate) packed_len: Option<u32>,
    pub(crate) offset: Option<u32>,
}

impl Writer {
    pub(crate) fn add(&mut self, entry: Entry<'_>) {
        let mut packed = entry.data.to_vec();
        if entry.deflated {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(entry.data).unwrap();
            packed = encoder.finish().unwrap();
        }
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
        let method = entry.method.unwrap_or(if entry.deflated { 8 } else { 0 });
        let common = [
            &[20, 0][..],
            &entry.flags.to_le_bytes(),
            &method.to_le_bytes(),
            &[0; 4],
            &entry.checksum.unwrap_or(checksum(entry.data)).to_le_bytes(),
            &entry.packed_len.unwrap_or(length(&packed)).to_le_bytes(),
            &entry.len.unwrap_or(length(entry.data)).to_le_bytes(),
            &u16::try_from(entry.name.len()).unwrap().to_le_bytes(),
        ]
        .concat();
        let offset = entry.offset.unwrap_or(length(&self.file)).to_le_bytes();
        self.directory.extend([b"PK\x01\x02\x14\0", &common[..], &[0; 12], &offset, entry.name.as_bytes()].concat());
        // The extra field before a file is not the one in the directory.
        self.file.extend([b"PK\x03\x04", &common[..], &[4, 0], entry.name.as_bytes(), &[9, 9, 0, 0], &packed].concat());
        self.entries += 1;
    }

    /// The archive, with a zip64 record if it has too many files without.
    pub(crate) fn finish(self, comment: &[u8]) -> Vec<u8> {
        let Self { file, directory, entries } = self;
        let Ok(few) = u16::try_from(entries) else { return finish_large(&file, &directory, entries, comment) };
        let [start, length] = [&file, &directory].map(|part| u32::try_from(part.len()).unwrap().to_le_bytes());
        let few = few.to_le_bytes();
        let end = [b"PK\x05\x06\0\0\0\0", &few[..], &few, &length, &start, &comment_len(comment), comment].concat();
        [file, directory, end].concat()
    }
}

/// An archive with a zip64 record, as zipfile writes it.
pub(crate) fn finish_large(file: &[u8], directory: &[u8], entries: u64, comment: &[u8]) -> Vec<u8> {
    let [start, length] = [file.len(), directory.len()].map(|length| (length as u64).to_le_bytes());
    let record = [
        &b"PK\x06\x06"[..],
        &44_u64.to_le_bytes(),
        &[45, 0, 45, 0],
        &[0; 8],
        &entries.to_le_bytes(),
        &entries.to_le_bytes(),
        &length,
        &start,
        b"PK\x06\x07",
        &[0; 4],
        &((file.len() + directory.len()) as u64).to_le_bytes(),
        &[1, 0, 0, 0],
        b"PK\x05\x06",
        &[0; 4],
        &[0xFF; 12],
        &comment_len(comment),
        comment,
    ]
    .concat();
    [file, directory, &record].concat()
}

fn comment_len(comment: &[u8]) -> [u8; 2] {
    u16::try_from(comment.len()).unwrap().to_le_bytes()
}

pub(crate) fn archive(entries: &[Entry<'_>]) -> Vec<u8> {
    let mut writer = Writer::default();
    for &entry in entries {
        writer.add(entry);
    }
    writer.finish(b"")
}

pub(crate) fn entry<'a>(name: &'a str, data: &'a [u8]) -> Entry<'a> {
    Entry { name, data, ..Entry::default() }
}
