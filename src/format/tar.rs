//! Tar archives, plain or gzip: the files in one, and where each is.
//!
//! A plain archive is read from record to record, and the data of its files stays where it is. A gzip archive cannot be
//! read in parts, so it is unpacked once, from start to end: the data of the files that can be arrays comes out, one after the
//! other, up to a limit.
//!
//! ```text
//! byte 0     images-idx3-ubyte   a record of 512 bytes: name, size as octal digits, checksum, kind
//! byte 512   00 00 08 03 ...     the data, padded to a multiple of 512 bytes
//! ...        00 00 00 00 ...     two blocks of zeros at the end
//! ```
//!
//! Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar's manual, "Basic Tar
//! Format", for long names, sizes of 8 GiB and more, and sparse files. What one of them leaves open is done as Python's tarfile
//! does it.

use std::{mem, ops::Range};

use crate::{
    error::{Error, GzipFault, TarFault},
    format::{
        feed::{Feed, MAX_OUTPUT, OUTPUT_LEN},
        gzip::Gunzip,
        sniff::GZIP_MAGIC,
    },
};

mod files;
mod record;
mod walk;

pub use self::files::Member;
use self::files::{Files, Output};
pub(crate) use self::record::Record;

/// Bytes that may follow the end of a gzip archive before reading stops. Programs pad archives to some 10 KiB.
const MAX_EXCESS: u64 = 1 << 20;

/// Reads which files an archive holds.
///
/// ```
/// use idxlens::format::tar::Archive;
///
/// // A file "a" with the byte 7.
/// let mut file = vec![0; 2048];
/// file[0] = b'a';
/// file[124..136].copy_from_slice(b"00000000001\0");
/// file[148..156].copy_from_slice(b"0001562\0");
/// file[512] = 7;
/// let mut archive = Archive::new(file.len() as u64);
/// while let Some(wanted) = archive.wanted() {
///     archive.push(&file[wanted.start as usize..wanted.end as usize])?;
/// }
/// assert_eq!((archive.members()[0].name(), archive.members()[0].range()), ("a", 512..513));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Archive {
    feed: Feed,
    form: Form,
    files: Files,
    limit: u64,
    ended: bool,
}

#[derive(Debug)]
enum Form {
    Unknown,
    Plain,
    Gzip(Box<Gunzip>),
}

impl Archive {
    /// An archive of `size` bytes, plain or gzip, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        let (feed, form, files) = (Feed::new(size), Form::Unknown, Files::default());
        Self { feed, form, files, limit: MAX_OUTPUT, ended: false }
    }

    /// The same, with another limit of the bytes that come out of a gzip archive, instead of 2 GiB.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The bytes of the file that are wanted next; none of them (an empty range) when more can come out first. `None` when
    /// it is known what the archive holds.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        (!self.ended).then(|| self.feed.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Tar`] and [`Error::Gzip`] when the archive is damaged, and at the end of one of whose files some were too
    /// large. Nothing more is wanted then; the files before the damage are there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let is_last = self.feed.push(bytes);
        let result = self.advance(is_last);
        if result.is_err() || self.ended {
            self.ended = true;
            self.files.finish();
            if self.files.walk.is_in_data()
                && let Some(member) = self.files.members.last_mut()
            {
                member.is_cut = true;
            }
        }
        result
    }

    /// The files, in order, without folders, links and what macOS adds; complete once nothing more is wanted.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.files.members
    }

    /// How many more files there are: beyond [`MAX_MEMBERS`](super::zip::MAX_MEMBERS) they are counted only.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.files.unlisted
    }

    /// Whether the archive is gzip, so that the data of its files comes out.
    #[must_use]
    pub fn is_gzip(&self) -> bool {
        self.files.output.is_some()
    }

    /// The data of files that has come out since.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.files.output.as_mut().map(|output| mem::take(&mut output.bytes)).unwrap_or_default()
    }

    fn advance(&mut self, is_last: bool) -> Result<(), Error> {
        if let Form::Unknown = self.form {
            self.form = match self.feed.input().first_chunk() {
                Some(&GZIP_MAGIC) => Form::Gzip(Box::new(Gunzip::new(false))),
                None if !is_last => return Ok(()),
                _ => Form::Plain,
            };
            if let Form::Gzip(_) = self.form {
                self.files.output = Some(Output::new(self.limit));
            }
        }
        let (input, _) = self.feed.take();
        match &mut self.form {
            Form::Gzip(gunzip) => {
                let mut rest = &input[..];
                self.feed.is_full = unpack(gunzip, &mut rest, &mut self.files)?;
                self.feed.put_back(rest);
                self.ended = self.files.walk.excess().is_some_and(|excess| excess > MAX_EXCESS);
                if is_last && !self.feed.is_full && !self.ended { self.finish_gzip() } else { Ok(()) }
            }
            Form::Plain | Form::Unknown => {
                self.files.take(&input).map_err(Error::Tar)?;
                // What is passed over need not be read.
                self.feed.skip(self.files.walk.skip());
                self.ended = self.feed.is_read() || self.files.walk.excess().is_some();
                if self.ended || is_last { self.finish_plain() } else { Ok(()) }
            }
        }
    }

    fn finish_gzip(&mut self) -> Result<(), Error> {
        self.ended = true;
        let Form::Gzip(gunzip) = mem::replace(&mut self.form, Form::Plain) else { return Ok(()) };
        let end = Error::Tar(TarFault::End { offset: self.files.walk.offset() });
        match gunzip.finish().first() {
            Some(GzipFault::Truncated { .. }) => return Err(end),
            Some(&fault) => return Err(Error::Gzip { layer: 1, fault }),
            None if !self.files.walk.may_end() => return Err(end),
            None => {}
        }
        let fault = self.files.output.as_ref().and_then(|output| output.fault);
        fault.map_or(Ok(()), |fault| Err(Error::Tar(fault)))
    }

    fn finish_plain(&mut self) -> Result<(), Error> {
        self.ended = true;
        let size = self.feed.size();
        let is_cut = self.files.members.last().is_some_and(|member| member.range.end > size);
        for member in &mut self.files.members {
            member.is_cut = member.range.end > size;
            member.range = member.range.start.min(size)..member.range.end.min(size);
        }
        let fault = Error::Tar(TarFault::End { offset: size });
        if is_cut || !self.files.walk.may_end() { Err(fault) } else { Ok(()) }
    }
}

/// Unpacks bytes from the front of `input` and hands them on, until enough has come out. Returns whether it has.
fn unpack(gunzip: &mut Gunzip, input: &mut &[u8], files: &mut Files) -> Result<bool, Error> {
    while files.output.as_ref().is_none_or(|output| output.bytes.len() < OUTPUT_LEN) {
        let unpacked = gunzip.step(input, None).map_err(|fault| Error::Gzip { layer: 1, fault })?;
        if unpacked.is_empty() && input.is_empty() {
            return Ok(false);
        }
        files.take(unpacked).map_err(Error::Tar)?;
    }
    Ok(true)
}
