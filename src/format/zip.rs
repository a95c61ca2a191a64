//! Zip archives: the files that the directory at the end names, and where each is.
//!
//! An archive is read as [`Archive::wanted`] says: its last bytes, the directory, then the few bytes before each file.
//! What is in a file stays where it is. A deflated file is the data of a gzip member without its frame, so
//! [`Member::head`] and [`Member::tail`] are that frame: with them it reads as a .gz file does, in place, from any of its
//! checkpoints, and is checked against its checksum. A stored file needs no frame.
//!
//! Source: PKWARE's APPNOTE.TXT, sections 4.3 and 4.4; RFC 1952 for gzip. As Python's zipfile does, it takes data before
//! the archive, and finds the zip64 record right before its locator.

use std::{mem, ops::Range};

use crate::error::{Error, ZipFault};

mod records;
pub(crate) mod writer;

use self::records::{Directory, Entry, LOCAL_LEN, TAIL_LEN};

/// Limit of the files that are looked at, which may be pictures. Others are counted.
pub const MAX_MEMBERS: usize = 100_000;

/// Limit of the bytes of their names: one may have 65,535.
pub(super) const MAX_NAMES_LEN: usize = 16 << 20;

/// Bytes of the directory that are read at a time.
const READ_LEN: u64 = 1 << 20;

/// Bytes that are read where a file begins: more small files begin in them.
const LOCAL_READ_LEN: u64 = 4096;

/// Reads which files an archive holds.
///
/// ```
/// use idxlens::format::zip::Archive;
///
/// // A stored file "a" with the byte 7, and the directory.
/// let file = [
///     b"PK\x03\x04\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0a\x07".to_vec(),
///     b"PK\x01\x02\x0A\0\x0A\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0a".to_vec(),
///     b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x2F\0\0\0\x20\0\0\0\0\0".to_vec(),
/// ]
/// .concat();
/// let mut archive = Archive::new(file.len() as u64);
/// while let Some(wanted) = archive.wanted() {
///     archive.push(&file[wanted.start as usize..wanted.end as usize])?;
/// }
/// assert_eq!((archive.members()[0].name(), archive.members()[0].range()), ("a", 31..32));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Archive {
    size: u64,
    state: State,
    members: Vec<Member>,
    names_len: usize,
    /// Files beyond the limit.
    unlisted: u64,
}

#[derive(Debug)]
enum State {
    Tail,
    Directory {
        directory: Directory,
        /// Bytes of an entry that is not complete.
        partial: Vec<u8>,
        /// Where the next bytes of the directory are.
        offset: u64,
    },
    /// The bytes before the data of this member.
    Local(usize),
    Done,
}

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    name: String,
    entry: Entry,
    range: Range<u64>,
}

/// How a file in an archive is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As it is.
    Stored,
    /// As deflate data.
    Deflated,
    /// By another method, or encrypted: it cannot be read.
    Unknown,
}

impl Archive {
    /// An archive of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self { size, state: State::Tail, members: Vec::new(), names_len: 0, unlisted: 0 }
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The bytes of the archive that are wanted next; `None` when it is known what it holds.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        match &self.state {
            State::Tail => Some(self.size.saturating_sub(TAIL_LEN)..self.size),
            State::Directory { directory, offset, .. } => {
                Some(*offset..directory.range.end.min(offset.saturating_add(READ_LEN)))
            }
            State::Local(index) => {
                let start = self.members[*index].entry.offset;
                Some(start..(start + LOCAL_READ_LEN).min(self.size).max(start + LOCAL_LEN))
            }
            State::Done => None,
        }
    }

    /// Takes the bytes that are wanted, all of them.
    ///
    /// # Errors
    /// [`Error::Zip`] when the archive is damaged, or the bytes are too few.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Some(wanted) = self.wanted() else { return Ok(()) };
        let is_short = bytes.len() as u64 != wanted.end - wanted.start;
        match mem::replace(&mut self.state, State::Done) {
            State::Tail if is_short => return Err(Error::Zip(ZipFault::End { offset: self.size })),
            State::Tail => {
                let directory = Directory::find(bytes, wanted.start).map_err(Error::Zip)?;
                let offset = directory.range.start;
                self.state = State::Directory { directory, partial: Vec::new(), offset };
                self.list(&[])?;
            }
            State::Directory { .. } if is_short => {
                return Err(Error::Zip(ZipFault::Directory { offset: wanted.start }));
            }
            state @ State::Directory { .. } => {
                self.state = state;
                self.list(bytes)?;
            }
            State::Local(_) if is_short => return Err(Error::Zip(ZipFault::Entry { offset: wanted.start })),
            State::Local(mut index) => {
                while let Some(local) = self.members.get(index).and_then(|it| it.local_in(wanted.start, bytes)) {
                    self.locate(index, local)?;
                    index += 1;
                }
                self.advance(index)?;
            }
            State::Done => {}
        }
        Ok(())
    }

    /// The files, in the order of the directory, without folders and without what macOS adds; complete once nothing more
    /// is wanted.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// How many more entries the directory has: beyond [`MAX_MEMBERS`] it is not read.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.unlisted
    }

    /// Takes the next bytes of the directory.
    fn list(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let State::Directory { directory, partial, offset } = &mut self.state else { return Ok(()) };
        *offset += bytes.len() as u64;
        partial.extend_from_slice(bytes);
        let mut rest = &partial[..];
        let is_full = |members: usize, names_len: usize| members == MAX_MEMBERS || names_len > MAX_NAMES_LEN;
        while directory.entries > 0 && !is_full(self.members.len(), self.names_len) {
            let at = *offset - rest.len() as u64;
            let Some((entry, name, after)) = Entry::parse(rest, at, directory).map_err(Error::Zip)? else { break };
            (rest, directory.entries) = (after, directory.entries - 1);
            let name = visible(name);
            if !name.is_empty() {
                self.names_len += name.len();
                self.members.push(Member { name, entry, range: 0..0 });
            }
        }
        let (is_full, left) = (is_full(self.members.len(), self.names_len), rest.len());
        if *offset >= directory.range.end || is_full || directory.entries == 0 {
            if !is_full && directory.entries > 0 {
                return Err(Error::Zip(ZipFault::Directory { offset: *offset - left as u64 }));
            }
            self.unlisted = directory.entries;
            return self.advance(0);
        }
        partial.drain(..partial.len() - left);
        Ok(())
    }

    /// Goes on with a member, or ends after the last.
    fn advance(&mut self, index: usize) -> Result<(), Error> {
        if index < self.members.len() {
            self.state = State::Local(index);
            return Ok(());
        }
        self.state = State::Done;
        let mut ranges: Vec<_> = self.members.iter().map(|member| member.entry.offset..member.range.end).collect();
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        let overlap = ranges.windows(2).find(|pair| pair[1].start < pair[0].end);
        overlap.map_or(Ok(()), |pair| Err(Error::Zip(ZipFault::Overlap { offset: pair[1].start })))
    }

    /// Finds out where the data of a member is, from the bytes before it.
    fn locate(&mut self, index: usize, local: &[u8]) -> Result<(), Error> {
        let Member { entry, range, .. } = &mut self.members[index];
        let fault = Error::Zip(ZipFault::Entry { offset: entry.offset });
        let length = records::local_len(local).ok_or_else(|| fault.clone())?;
        let start = entry.offset + length;
        let end = start.checked_add(entry.packed_len).filter(|&end| end <= self.size).ok_or(fault)?;
        *range = start..end;
        Ok(())
    }
}

impl Member {
    /// The bytes before its data, if they are among those that begin at `start`.
    fn local_in<'a>(&self, start: u64, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let at = usize::try_from(self.entry.offset.checked_sub(start)?).ok()?;
        bytes.get(at..)?.get(..usize::try_from(LOCAL_LEN).ok()?)
    }

    /// Its name with its folders, none of which leads out of the archive.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its data is in the archive.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// How its data is stored.
    #[must_use]
    pub fn packing(&self) -> Packing {
        self.entry.packing
    }

    /// The bytes that go before its data, so that it is a .gz file; none of a stored file.
    #[must_use]
    pub fn head(&self) -> &'static [u8] {
        match self.entry.packing {
            // No name, no time, of an unknown system.
            Packing::Deflated => &[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF],
            Packing::Stored | Packing::Unknown => &[],
        }
    }

    /// The bytes that go after its data: checksum and length, modulo 2^32.
    #[must_use]
    pub fn tail(&self) -> Vec<u8> {
        let [a, b, c, d, ..] = self.entry.len.to_le_bytes();
        match self.entry.packing {
            Packing::Deflated => [self.entry.checksum.to_le_bytes(), [a, b, c, d]].concat(),
            Packing::Stored | Packing::Unknown => Vec::new(),
        }
    }
}

/// The name of a file in an archive as it is shown; empty for what is not meant to be opened: a folder, or what macOS
/// adds.
pub(super) fn visible(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name).replace('\\', "/");
    if name.ends_with('/') {
        return String::new();
    }
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | "." | "..")).collect();
    let is_extra = parts.first() == Some(&"__MACOSX")
        || parts.last().is_some_and(|name| *name == ".DS_Store" || name.starts_with("._"));
    if is_extra { String::new() } else { parts.join("/") }
}
