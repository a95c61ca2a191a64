//! Files in xz, bzip2, Zstandard, LZ4 and gzip, unpacked as a whole.
//!
//! Such a file has few places where it can be entered, or none, so it is not read in parts. What comes out is a file like any
//! other. Arrays in gzip are read in parts, see `decode`; a file in gzip that is read from its end has to be unpacked, too.
//!
//! Sources: "The .xz File Format", version 1.2.1; bzip2's manual; RFC 8878 for Zstandard; the
//! [frame format](https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md) of LZ4. The decoders are crates; here is
//! what bounds their memory and their output, and what is wrong with a file.

use std::{fmt, mem, ops::Range};

use crate::{
    error::{Error, Foreign, UnpackFault},
    format::{
        feed::{Feed, MAX_OUTPUT, OUTPUT_LEN},
        sniff::{self, GZIP_MAGIC, PREFIX_LEN},
    },
};

use self::{bzip2::Bzip2, frames::Frames, gzip::Gzip, lz4::Lz4, xz::Xz, zstd::Zstd};

mod bzip2;
mod frames;
mod gzip;
pub(in crate::format) mod lz4;
mod xz;
mod zstd;

/// Limit of the memory for the data that later data refers to. `xz -9` needs 64 MiB and `zstd --ultra -22` 128 MiB.
const MAX_WINDOW: u32 = 256 << 20;

/// Limit of the bytes that come out in one step of a decoder.
const STEP_LEN: usize = 1 << 18;

/// Limit of the steps of a decoder for one piece of the file: thousands of empty streams fit in it.
const MAX_STEPS: usize = 64;

/// Unpacks a file in xz, bzip2, Zstandard, LZ4 or gzip.
///
/// ```
/// use idxlens::format::unpack::Unpack;
///
/// // A frame of Zstandard with the bytes "idx" as they are.
/// let file = b"\x28\xB5\x2F\xFD\x20\x03\x19\x00\x00idx";
/// let mut unpack = Unpack::new(file.len() as u64);
/// let mut output = Vec::new();
/// while let Some(wanted) = unpack.wanted() {
///     unpack.push(&file[wanted.start as usize..wanted.end as usize])?;
///     output.extend(unpack.take_output());
/// }
/// assert_eq!(output, b"idx");
/// # Ok::<(), idxlens::error::Error>(())
/// ```
pub struct Unpack {
    feed: Feed,
    decoder: Option<Box<dyn Decoder>>,
    /// What came out and was not taken yet.
    output: Vec<u8>,
    /// Bytes of output that were taken.
    taken: u64,
    limit: u64,
    ended: bool,
}

/// A format.
trait Decoder {
    /// Unpacks from the front of the input to the end of `output`, at most [`STEP_LEN`] bytes. What comes before a fault is
    /// in `output`, too; in xz, what comes before the last few kilobytes of the file.
    fn step(&mut self, input: &mut Input<'_>, output: &mut Vec<u8>) -> Result<Progress, UnpackFault>;
}

/// What came of a step.
enum Progress {
    /// More may come out.
    More,
    /// Not without more input.
    NeedsInput,
    /// The data has ended.
    Ended,
}

/// Bytes of the file.
struct Input<'a> {
    bytes: &'a [u8],
    /// Where they are.
    offset: u64,
    /// Whether the file ends after them.
    is_last: bool,
}

impl Input<'_> {
    fn advance(&mut self, len: usize) {
        self.bytes = &self.bytes[len..];
        self.offset += len as u64;
    }

    /// The result of a step that needs more bytes.
    fn need(&self) -> Result<Progress, UnpackFault> {
        if self.is_last { Err(UnpackFault::End { offset: self.end() }) } else { Ok(Progress::NeedsInput) }
    }

    fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }
}

impl Unpack {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        let feed = Feed::new(size);
        Self { feed, decoder: None, output: Vec::new(), taken: 0, limit: MAX_OUTPUT, ended: false }
    }

    /// The same, with another limit of the bytes that come out, instead of 2 GiB.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// The same, of a file in this format, whatever it begins with.
    #[cfg(feature = "columnar")]
    #[must_use]
    pub(in crate::format) fn with_format(self, format: Foreign) -> Self {
        Self { decoder: decoder_of(format), ..self }
    }

    /// The bytes of the file that are wanted next; none of them (an empty range) when more can come out first. `None` when
    /// all has come out.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        (!self.ended).then(|| self.feed.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Unpack`] when the data is damaged or too large, and another error when the file is in another format. Nothing
    /// more is wanted then; what came out before is there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let is_last = self.feed.push(bytes);
        let result = self.advance(is_last);
        self.ended |= result.is_err();
        if self.ended {
            // It may be large.
            self.decoder = None;
        }
        result
    }

    /// What has come out since.
    pub fn take_output(&mut self) -> Vec<u8> {
        self.taken += self.output.len() as u64;
        mem::take(&mut self.output)
    }

    fn advance(&mut self, is_last: bool) -> Result<(), Error> {
        if self.decoder.is_none() {
            let start = self.feed.input();
            if start.len() < PREFIX_LEN && !is_last {
                return Ok(());
            }
            self.decoder = Some(decoder(&start[..start.len().min(PREFIX_LEN)])?);
        }
        let Some(decoder) = &mut self.decoder else { return Ok(()) };
        let (bytes, offset) = self.feed.take();
        let mut input = Input { bytes: &bytes, offset, is_last };
        let mut steps = 0;
        self.feed.is_full = loop {
            steps += 1;
            let progress = decoder.step(&mut input, &mut self.output);
            let room = self.limit - self.taken;
            if self.output.len() as u64 > room {
                self.output.truncate(usize::try_from(room).unwrap_or(usize::MAX));
                return Err(Error::Unpack(UnpackFault::Limit { offset: input.offset, expected: self.limit }));
            }
            match progress.map_err(Error::Unpack)? {
                Progress::More if self.output.len() < OUTPUT_LEN && steps < MAX_STEPS => {}
                Progress::More => break true,
                Progress::NeedsInput => break false,
                Progress::Ended => {
                    self.ended = true;
                    break false;
                }
            }
        };
        self.feed.put_back(input.bytes);
        Ok(())
    }
}

/// The decoder of a file that starts with these bytes.
fn decoder(prefix: &[u8]) -> Result<Box<dyn Decoder>, Error> {
    if prefix.starts_with(&GZIP_MAGIC) {
        return Ok(Box::new(Gzip::new()));
    }
    let format = sniff::unrecognized(prefix, 0);
    let decoder = if let Error::Foreign(format) = format { decoder_of(format) } else { None };
    decoder.ok_or(format)
}

fn decoder_of(format: Foreign) -> Option<Box<dyn Decoder>> {
    match format {
        Foreign::Xz => Some(Box::new(Xz::new())),
        Foreign::Bzip2 => Some(Box::new(Bzip2::new())),
        Foreign::Zstd => Some(Box::new(Frames::<Zstd>::new())),
        Foreign::Lz4 => Some(Box::new(Frames::<Lz4>::new())),
        _ => None,
    }
}

impl fmt::Debug for Unpack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpack").field("feed", &self.feed).finish_non_exhaustive()
    }
}
