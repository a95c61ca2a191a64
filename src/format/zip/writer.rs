//! Archives of stored files, for [`Export`](crate::format::export::Export): what is before, between and after the files.
//!
//! The checksum of a file that comes in parts is known only at its end. It stands there, in a data descriptor, and in the
//! directory. Source: PKWARE's APPNOTE.TXT, sections 4.3 and 4.4.

use super::records::{END, END64, ENTRY, LOCAL, LOCATOR, ZIP64_FIELD};
use crate::format::{crc::Crc, encode::checksum};

const DESCRIPTOR: &[u8] = b"PK\x07\x08";
/// The flags of a file with a data descriptor, and of one with a name in UTF-8.
const DESCRIBED: u16 = 1 << 3;
const UTF8: u16 = 1 << 11;
/// The version of the format that zip64 needs, and the one that everything else needs.
const ZIP64_VERSION: u16 = 45;
const VERSION: u16 = 20;
/// 1 January 1980, so that the same arrays always give the same bytes.
const DATE: u16 = 1 << 5 | 1;

/// An archive whose bytes come out as its files go in. The files are stored one after the other.
#[derive(Debug, Default)]
pub(crate) struct ZipWriter {
    /// Bytes of the archive so far.
    position: u64,
    output: Vec<u8>,
    entries: Vec<Entry>,
    /// Where the file that is being written starts, and the checksum of what is there.
    start: u64,
    checksum: Crc,
}

/// A file for the directory.
#[derive(Debug)]
struct Entry {
    name: String,
    len: u64,
    offset: u64,
    checksum: u32,
    /// [`DESCRIBED`] or nothing.
    described: u16,
}

impl Entry {
    /// Whether sizes take 64 bits. Zip64 is only where it must be, because not every program reads it.
    fn is_large(&self) -> bool {
        self.len >= u32::MAX.into()
    }

    fn version(&self) -> u16 {
        if self.is_large() || self.offset >= u32::MAX.into() { ZIP64_VERSION } else { VERSION }
    }

    /// What the record of the file and that of the directory have in common.
    fn common(&self, checksum: u32, len: u64) -> Vec<u8> {
        let len = small(if self.is_large() { u64::MAX } else { len });
        [
            &self.version().to_le_bytes()[..],
            &(UTF8 | self.described).to_le_bytes(),
            &[0; 4],
            &DATE.to_le_bytes(),
            &checksum.to_le_bytes(),
            &len,
            &len,
            &u16::try_from(self.name.len()).unwrap_or(u16::MAX).to_le_bytes(),
        ]
        .concat()
    }
}

impl ZipWriter {
    /// The bytes of an archive of files with these names and lengths.
    pub(crate) fn size_of<'a>(files: impl IntoIterator<Item = (&'a str, u64)>) -> u64 {
        let mut writer = Self::default();
        for (name, len) in files {
            writer.begin(name, len);
            writer.position += len;
            writer.end();
        }
        writer.finish();
        writer.position
    }

    /// Begins a file of `len` bytes, or of as many as come if they are fewer than 4 GiB, as `len` has to be then. The
    /// name has at most 65,535.
    pub(crate) fn begin(&mut self, name: &str, len: u64) {
        self.checksum = Crc::new();
        let entry = Entry { name: name.into(), len, offset: self.position, checksum: 0, described: DESCRIBED };
        // Its sizes stand in the descriptor. This field says that they have 64 bits there.
        let large = if entry.is_large() { field(&[0, 0]) } else { Vec::new() };
        let record = [LOCAL, &entry.common(0, 0), &u16_of(large.len()), entry.name.as_bytes(), &large].concat();
        self.emit(&record);
        self.start = self.position;
        self.entries.push(entry);
    }

    /// Adds a whole file of less than 4 GiB.
    pub(crate) fn add(&mut self, name: &str, bytes: &[u8]) {
        let (len, checksum) = (bytes.len() as u64, checksum(bytes));
        let entry = Entry { name: name.into(), len, offset: self.position, checksum, described: 0 };
        let record = [LOCAL, &entry.common(checksum, len), &[0; 2], entry.name.as_bytes(), bytes].concat();
        self.emit(&record);
        self.entries.push(entry);
    }

    /// Takes the next bytes of the file.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        self.checksum.update(bytes);
        self.emit(bytes);
    }

    /// Ends the file.
    pub(crate) fn end(&mut self) {
        let Some(entry) = self.entries.last_mut() else { return };
        entry.checksum = self.checksum.sum();
        entry.len = self.position - self.start;
        let large = entry.len.to_le_bytes();
        let len = if entry.is_large() { &large[..] } else { &large[..4] };
        let record = [DESCRIPTOR, &entry.checksum.to_le_bytes(), len, len].concat();
        self.emit(&record);
    }

    /// Ends the archive: writes the directory.
    pub(crate) fn finish(&mut self) {
        let start = self.position;
        let entries = std::mem::take(&mut self.entries);
        for entry in &entries {
            let large: Vec<u64> = [entry.len; 2].into_iter().filter(|_| entry.is_large()).collect();
            let far = Some(entry.offset).filter(|&offset| offset >= u32::MAX.into());
            let extra = if large.is_empty() && far.is_none() {
                Vec::new()
            } else {
                field(&[large, far.into_iter().collect()].concat())
            };
            let record = [
                ENTRY,
                &entry.version().to_le_bytes(),
                &entry.common(entry.checksum, entry.len),
                &u16_of(extra.len()),
                &[0; 10],
                &small(entry.offset),
                entry.name.as_bytes(),
                &extra,
            ]
            .concat();
            self.emit(&record);
        }
        let (end, count) = (self.position, entries.len() as u64);
        let len = end - start;
        if start >= u32::MAX.into() || len >= u32::MAX.into() || count >= u16::MAX.into() {
            let version = ZIP64_VERSION.to_le_bytes();
            let numbers = [count, count, len, start].map(u64::to_le_bytes).concat();
            self.emit(&[END64, &44_u64.to_le_bytes(), &version, &version, &[0; 8], &numbers].concat());
            self.emit(&[LOCATOR, &[0; 4], &end.to_le_bytes(), &1_u32.to_le_bytes()].concat());
        }
        let count = u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes();
        self.emit(&[END, &[0; 4], &count, &count, &small(len), &small(start), &[0; 2]].concat());
    }

    /// The bytes of the archive that are complete, without those taken before.
    pub(crate) fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    fn emit(&mut self, bytes: &[u8]) {
        self.output.extend_from_slice(bytes);
        self.position += bytes.len() as u64;
    }
}

/// The field with these large numbers.
fn field(numbers: &[u64]) -> Vec<u8> {
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    [&ZIP64_FIELD.to_le_bytes()[..], &u16_of(numbers.len()), &numbers].concat()
}

/// A number of 32 bits; all of them set if it is in the field with large numbers.
fn small(number: u64) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}

fn u16_of(len: usize) -> [u8; 2] {
    u16::try_from(len).unwrap_or(u16::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::ZipWriter;
    use crate::format::zip::Archive;

    #[test]
    fn files_beyond_four_gigabytes_are_found_again() {
        let files = [("small", 3), ("huge", 5 << 30), ("after", u64::from(u32::MAX)), ("last", 1)];
        let mut writer = ZipWriter::default();
        // What stands at which offset; the files themselves are not there.
        let mut pieces: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut starts = Vec::new();
        for (name, len) in files {
            let begin = writer.position;
            writer.begin(name, len);
            starts.push(writer.position);
            pieces.push((begin, writer.take_output()));
            writer.position += len;
            let end = writer.position;
            writer.end();
            pieces.push((end, writer.take_output()));
        }
        let end = writer.position;
        writer.finish();
        pieces.push((end, writer.take_output()));
        assert_eq!(ZipWriter::size_of(files), writer.position);

        let mut archive = Archive::new(writer.position);
        while let Some(wanted) = archive.wanted() {
            let bytes = wanted.map(|at| {
                let piece = pieces.iter().find(|(start, bytes)| (*start..*start + bytes.len() as u64).contains(&at));
                piece.map_or(0, |(start, bytes)| bytes[usize::try_from(at - start).unwrap()])
            });
            archive.push(&bytes.collect::<Vec<_>>()).unwrap();
        }
        let found: Vec<_> = archive.members().iter().map(|member| (member.name(), member.range())).collect();
        let expected: Vec<_> =
            files.iter().zip(starts).map(|(&(name, len), start)| (name, start..start + len)).collect();
        assert_eq!(found, expected);
    }
}
