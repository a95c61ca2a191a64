//! MATLAB 5 files (`.mat`, up to version 7): the arrays in one, also those in structures, as EMNIST and SVHN have them.
//!
//! ```text
//! byte 0     MATLAB 5.0 MAT-file ...   text, to byte 116
//! byte 124   00 01 49 4D               version 1.0, and "MI" as a number of 16 bits: here little-endian
//! byte 128   0F 00 00 00 8C 01 00 00   a variable: 0F compressed with zlib, or 0E as it is; then its length
//! byte 136   78 9C ...                 its data: see `matrix.rs`
//! ```
//!
//! An array is stored column by column, so that the first dimension varies fastest. Elements come out as they are stored,
//! which is often in a smaller type than the array has. Where the items are along the last dimension, each is put in
//! row-major order. Where they are along the first, none is in one piece, and the whole array is put in order; one that is too
//! large for that comes out in Fortran's order, for [`Reorder`](super::reorder::Reorder).
//!
//! Source: `MathWorks`, "MAT-File Format" (R2021a), chapter 1. What it leaves open is done as `SciPy`'s loadmat does it.

use std::{mem, ops::Range};

mod arrays;
mod items;
mod mapping;
mod matrix;
mod variable;
mod walk;

use self::{
    arrays::Arrays,
    variable::{Progress, Variable},
};
use crate::{
    error::{Error, MatlabFault},
    format::{
        feed::{Feed, MAX_OUTPUT, OUTPUT_LEN},
        layout::ByteOrder,
        member::Member,
    },
};

/// Limit of the bytes that are put in row-major order here: of an item, or of an array whose items are not in one piece.
const MAX_ORDERED: u64 = 128 << 20;

/// Bytes of the header.
const HEADER_LEN: usize = 128;

/// Reads which arrays a file holds, and gives their elements.
///
/// ```
/// use idxlens::format::{matlab::Matlab, reader::Reader};
///
/// // The 2 × 3 array "x" of doubles, which are stored as bytes.
/// let header = [&[b' '; 124][..], b"\0\x01IM"].concat();
/// let matrix = [
///     &[14, 0, 0, 0, 56, 0, 0, 0, 6, 0, 0, 0, 8, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0][..],
///     &[5, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 1, 0, 1, 0, b'x', 0, 0, 0],
///     &[2, 0, 0, 0, 6, 0, 0, 0, 0, 3, 1, 4, 2, 5, 0, 0],
/// ]
/// .concat();
/// let file = [header, matrix].concat();
/// let (mut matlab, mut output) = (Matlab::new(file.len() as u64), Vec::new());
/// while let Some(wanted) = matlab.wanted() {
///     matlab.push(&file[wanted.start as usize..wanted.end as usize])?;
///     output.extend(matlab.take_output());
/// }
/// let member = &matlab.members()[0];
/// assert_eq!((member.name(), member.range()), ("x.npy", 0..6));
/// // The items are the three columns.
/// let array = [member.head(), &output].concat();
/// assert_eq!(Reader::new(&array[..]).unwrap().read_to_end::<u8>().unwrap(), [0, 3, 1, 4, 2, 5]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Matlab {
    feed: Feed,
    /// Byte offset of the next byte to be used.
    offset: u64,
    byte_order: ByteOrder,
    /// The variable at hand.
    variable: Option<Variable>,
    arrays: Arrays,
    /// The first fault. Reading goes on after it: each variable can be read without the others.
    fault: Option<MatlabFault>,
    ended: bool,
}

impl Matlab {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            feed: Feed::new(size),
            offset: 0,
            byte_order: ByteOrder::Little,
            variable: None,
            arrays: Arrays::new(MAX_OUTPUT, MAX_ORDERED),
            fault: None,
            ended: false,
        }
    }

    /// The same, with another limit of the bytes of all arrays, instead of 2 GiB.
    #[must_use]
    pub fn with_limit(mut self, limit: u64) -> Self {
        self.arrays.limit = limit;
        self
    }

    /// The same, with another limit of the bytes that are put in row-major order, instead of 128 MiB: of an item, or of an
    /// array whose items are not in one piece.
    #[must_use]
    pub fn with_max_ordered(mut self, max_ordered: u64) -> Self {
        self.arrays.max_ordered = max_ordered;
        self
    }

    /// The bytes of the file that are wanted next; none of them (an empty range) when more can come out first. `None` when
    /// it is known what the file holds.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        (!self.ended).then(|| self.feed.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// At the end of the file: [`Error::Matlab`] when something in it is damaged or too large, and [`Error::OutOfMemory`] when
    /// there was no memory to put an array in order. The other arrays are there, and the first items of a damaged one.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let is_last = self.feed.push(bytes);
        let (input, start) = self.feed.take();
        let mut rest = &input[..];
        self.feed.is_full = self.advance(&mut rest);
        self.feed.put_back(rest);
        // What is passed over need not be read.
        let end = start + input.len() as u64;
        self.feed.skip((self.offset + rest.len() as u64).saturating_sub(end));
        let is_read = is_last || self.feed.is_read();
        if self.ended || is_read && !self.feed.is_full { self.finish() } else { Ok(()) }
    }

    /// The arrays, in order; complete once nothing more is wanted. Those that are complex, sparse or too large cannot be
    /// read, and neither can cells and objects.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.arrays.members
    }

    /// The array whose elements are coming, with the items that have come out; `None` before the first item. Where the first
    /// dimension counts the items, they all come out at the end.
    #[must_use]
    pub fn unfinished(&self) -> Option<Member> {
        self.arrays.unfinished()
    }

    /// How many more arrays there are: beyond [`MAX_MEMBERS`](super::zip::MAX_MEMBERS) they are counted only.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.arrays.unlisted
    }

    /// The elements that have come out since: the ranges of the arrays lie in all of them.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.arrays.output)
    }

    /// Uses bytes, until enough elements have come. Returns whether they have; otherwise more bytes are needed.
    fn advance(&mut self, bytes: &mut &[u8]) -> bool {
        self.arrays.taken = 0;
        while self.arrays.taken < OUTPUT_LEN {
            let Some(variable) = &mut self.variable else {
                if !self.begin(bytes) {
                    return false;
                }
                continue;
            };
            let left = usize::try_from(variable.end - self.offset).unwrap_or(usize::MAX);
            let (part, _) = bytes.split_at(left.min(bytes.len()));
            let mut rest = part;
            let progress = variable.take(&mut rest, &mut self.arrays);
            let used = part.len() - rest.len();
            *bytes = &bytes[used..];
            self.offset += used as u64;
            match progress {
                Ok(Progress::More) => {}
                Ok(Progress::NeedsInput) if self.offset < variable.end => return false,
                Ok(Progress::NeedsInput) => {
                    self.fault.get_or_insert(variable.fault());
                    self.end_variable(bytes);
                }
                Ok(Progress::Ended) => self.end_variable(bytes),
                Err(fault) => {
                    self.fault.get_or_insert(fault);
                    self.end_variable(bytes);
                }
            }
        }
        true
    }

    /// Takes the header, or the start of a variable. Returns whether it was there.
    fn begin(&mut self, bytes: &mut &[u8]) -> bool {
        if self.offset == 0 {
            let Some((header, rest)) = bytes.split_first_chunk::<HEADER_LEN>() else { return false };
            (*bytes, self.offset) = (rest, HEADER_LEN as u64);
            match header[124..] {
                [0, 1, b'I', b'M'] => self.byte_order = ByteOrder::Little,
                [1, 0, b'M', b'I'] => self.byte_order = ByteOrder::Big,
                _ => {
                    (self.fault, self.ended) = (Some(MatlabFault::Header), true);
                    return false;
                }
            }
        }
        let (words, _) = bytes.as_chunks();
        let &[kind, len, ..] = words else { return false };
        let [kind, len] = [kind, len].map(|word| self.byte_order.u32(word));
        let variable = Variable::new(kind, len, self.offset, self.byte_order);
        let used = usize::try_from(variable.start - self.offset).unwrap_or(usize::MAX);
        (*bytes, self.offset) = (&bytes[used..], variable.start);
        self.variable = Some(variable);
        true
    }

    /// Skips what is left of the variable.
    fn end_variable(&mut self, bytes: &mut &[u8]) {
        let Some(variable) = self.variable.take() else { return };
        let left = usize::try_from(variable.end - self.offset).unwrap_or(usize::MAX);
        *bytes = bytes.get(left..).unwrap_or_default();
        self.offset = variable.end;
        self.arrays.abandon();
    }

    fn finish(&mut self) -> Result<(), Error> {
        let size = self.feed.size();
        let is_whole = self.variable.is_none() && self.feed.input().is_empty() && (1..=size).contains(&self.offset);
        if !self.ended && !is_whole {
            self.fault.get_or_insert(MatlabFault::End { offset: size });
        }
        self.ended = true;
        self.arrays.abandon();
        self.fault.map(Error::Matlab).or(self.arrays.fault.take()).map_or(Ok(()), Err)
    }
}
