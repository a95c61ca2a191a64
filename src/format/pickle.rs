//! Python pickles that hold NumPy arrays, plain or gzip: those of the textbooks (`mnist.pkl.gz`) and CIFAR's batches.
//!
//! A pickle is a program for a machine with a stack. This one knows the instructions that make numbers, text, lists and
//! dictionaries, and the few functions that make NumPy's arrays of them. It calls nothing: any other function ends the
//! reading, and is named.
//!
//! ```text
//! byte 0    80 02                protocol 2
//! byte 2    7D 28                an empty dictionary; a mark
//! byte 4    55 04 64 61 74 61    the key "data"
//! byte 10   63 6E 75 6D 70 79    "numpy.core.multiarray _reconstruct" and more: an array, its shape and its type
//! byte 184  54 00 EE D4 01 ...   the elements, a string of 30,720,000 bytes
//! ...       75 2E                adds everything after the mark to the dictionary; the end
//! ```
//!
//! The elements of a plain file stay where they are. Those of a gzip file come out. So do those that Python 3 stores as text
//! (up to protocol 2), strings of protocol 0, which are lines with escapes, and lists of whole numbers and of words, such as
//! labels. A list of many arrays of one shape comes out as one. A NumPy file of objects (`.npy`) is a header and a pickle of
//! the array.
//!
//! Source: Python's `pickletools`, which describes every instruction; NumPy's `ndarray.__reduce_ex__`.

use std::{mem, ops::Range};

mod arrays;
mod cifar;
mod escapes;
mod heap;
mod lists;
mod machine;
mod names;
mod opcode;
mod stack;
mod stacks;
mod tensors;
mod text;

use self::{
    arrays::{Array, Output},
    heap::Value,
    machine::Machine,
    stacks::Pieces,
    tensors::Storages,
};
use crate::{
    error::{Error, GzipFault, PickleFault},
    format::{
        feed::{Feed, MAX_OUTPUT, OUTPUT_LEN},
        gzip::Gunzip,
        member::Member,
        sniff::GZIP_MAGIC,
        zip::Archive,
    },
};

/// Unpacked bytes that may follow the last pickle before reading stops.
const MAX_EXCESS: u64 = 1 << 20;

/// Reads which arrays a pickle holds, and gives the elements that cannot be read in place.
///
/// ```
/// use idxlens::format::pickle::Pickle;
///
/// // {'labels': [7, 2, 1]}
/// let file = b"\x80\x02}q\x00U\x06labelsq\x01]q\x02(K\x07K\x02K\x01es.";
/// let (mut pickle, mut output) = (Pickle::new(file.len() as u64), Vec::new());
/// while let Some(wanted) = pickle.wanted() {
///     pickle.push(&file[wanted.start as usize..wanted.end as usize])?;
///     output.extend(pickle.take_output());
/// }
/// // What comes out follows the file.
/// let (member, end) = (&pickle.members()[0], file.len() as u64);
/// assert_eq!((member.name(), member.range(), &output[..]), ("labels.npy", end..end + 3, &[7, 2, 1][..]));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Pickle {
    feed: Feed,
    form: Form,
    machine: Machine,
    output: Output,
    members: Vec<Member>,
    /// Arrays beyond the limit.
    unlisted: u64,
    is_read: bool,
    /// What the pickle made, once it is read.
    root: Option<Value>,
    /// The elements that come out after that.
    pieces: Pieces,
    fault: Option<Error>,
    ended: bool,
}

#[derive(Debug)]
enum Form {
    Unknown,
    Plain,
    Gzip(Box<Gunzip>),
}

impl Pickle {
    /// A file of `size` bytes, plain or gzip, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            feed: Feed::new(size),
            form: Form::Unknown,
            machine: Machine::default(),
            output: Output::new(size, MAX_OUTPUT),
            members: Vec::new(),
            unlisted: 0,
            is_read: false,
            root: None,
            pieces: Pieces::default(),
            fault: None,
            ended: false,
        }
    }

    /// The tensors in a zip archive that `torch.save` wrote, of which the directory has been read. `None` if it is another
    /// archive.
    #[must_use]
    pub fn in_archive(archive: &Archive) -> Option<Self> {
        let (range, storages) = Storages::find(archive)?;
        let mut pickle = Self::new(archive.size());
        pickle.feed = Feed::new(range.end);
        pickle.feed.skip(range.start);
        pickle.machine = Machine::new(range.start, storages);
        Some(pickle)
    }

    /// The same, with another limit of the bytes that come out, instead of 2 GiB.
    #[must_use]
    pub fn with_limit(self, limit: u64) -> Self {
        Self { output: Output::new(self.feed.size(), limit), ..self }
    }

    /// The same for a file of which only what is in it can be read, not what comes out: a list of tensors that lie apart in it
    /// is no array.
    #[must_use]
    pub fn in_place(mut self) -> Self {
        self.output.can_gather = false;
        self
    }

    /// The same, with another limit of the bytes of objects, instead of 64 MiB.
    #[must_use]
    pub fn with_memory(mut self, limit: u64) -> Self {
        self.machine.heap().limit = limit;
        self
    }

    /// The bytes of the file that are wanted next; none of them (an empty range) when more can come out first. `None` when
    /// it is known what the file holds.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        if self.ended { None } else { self.pieces.wanted().or_else(|| Some(self.feed.wanted())) }
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Pickle`] and [`Error::Gzip`] when the file is damaged or asks for an object that is no array, and at the end
    /// of one whose arrays take too much room. Nothing more is wanted then; the arrays before that place are there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        let root = match self.root {
            None => {
                let is_last = self.feed.push(bytes);
                self.fault = self.advance(is_last).err();
                if !self.is_read && self.fault.is_none() {
                    return Ok(());
                }
                let root = *self.root.insert(self.machine.close(&self.output));
                self.pieces = stacks::fold(self.machine.heap(), self.fault.is_some(), &mut self.output);
                root
            }
            Some(root) => {
                // The file has become shorter: nothing is where it would be.
                if bytes.is_empty() {
                    self.ended = true;
                    return Err(self.end());
                }
                self.pieces.take(bytes, &mut self.output);
                root
            }
        };
        if self.pieces.wanted().is_some() {
            return Ok(());
        }
        self.ended = true;
        (self.members, self.unlisted) = names::members(self.machine.heap(), root, &mut self.output);
        let fault = self.fault.take().or(self.output.fault.take().map(Error::Pickle));
        fault.map_or(Ok(()), Err)
    }

    /// The arrays, in order; complete once nothing more is wanted. Many of the same shape in a list are one array. Those of
    /// words are arrays of texts, see [`TextLabels`](super::text_labels::TextLabels). Those of other objects and elements
    /// cannot be read.
    /// The ranges lie in the file, followed by everything that came out.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The array to show before the end, as far as its elements have come: the first of at least 1 MiB and two dimensions in C's
    /// order that is no item of a list. `None` before its shape has come, and while it comes behind more than 64 KiB of
    /// objects. Its name is known only at the end.
    #[must_use]
    pub fn early(&self) -> Option<Member> {
        let Array { layout, range, .. } = self.machine.early(&self.output)?;
        Member::new(names::UNNAMED, layout.as_deref(), false, range)
    }

    /// How many more arrays there are: beyond [`MAX_MEMBERS`](super::zip::MAX_MEMBERS) they are counted only.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.unlisted
    }

    /// The elements that have come out since.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output.bytes)
    }

    fn advance(&mut self, is_last: bool) -> Result<(), Error> {
        if let Form::Unknown = self.form {
            let head = self.feed.input();
            if head.len() < tensors::MAGIC.len() && !is_last {
                return Ok(());
            }
            if head.starts_with(tensors::MAGIC) {
                self.machine.storages = Storages::Behind;
            }
            let is_gzip = head.starts_with(&GZIP_MAGIC);
            self.form = if is_gzip { Form::Gzip(Box::new(Gunzip::new(false))) } else { Form::Plain };
            self.output.is_in_place = matches!(self.form, Form::Plain);
        }
        let (input, _) = self.feed.take();
        let mut rest = &input[..];
        match &mut self.form {
            Form::Gzip(gunzip) => {
                self.feed.is_full = unpack(gunzip, &mut rest, &mut self.machine, &mut self.output)?;
                self.feed.put_back(rest);
                self.is_read = self.machine.excess() > MAX_EXCESS;
                if is_last && !self.feed.is_full && !self.is_read { self.finish_gzip() } else { Ok(()) }
            }
            Form::Plain | Form::Unknown => {
                self.machine.take(rest, &mut self.output).map_err(Error::Pickle)?;
                // What is passed over need not be read.
                self.feed.skip(self.machine.skip());
                self.is_read = is_last || self.feed.is_read() || self.machine.excess() > 0;
                if self.is_read { self.check_end() } else { Ok(()) }
            }
        }
    }

    fn finish_gzip(&mut self) -> Result<(), Error> {
        self.is_read = true;
        let Form::Gzip(gunzip) = mem::replace(&mut self.form, Form::Plain) else { return Ok(()) };
        match gunzip.finish().first() {
            Some(GzipFault::Truncated { .. }) => Err(self.end()),
            Some(&fault) => Err(Error::Gzip { layer: 1, fault }),
            None => self.check_end(),
        }
    }

    fn check_end(&self) -> Result<(), Error> {
        if self.machine.is_over() { Ok(()) } else { Err(self.end()) }
    }

    fn end(&self) -> Error {
        let size = if self.output.is_in_place { self.feed.size() } else { u64::MAX };
        Error::Pickle(PickleFault::End { offset: self.machine.offset().min(size) })
    }
}

/// Unpacks bytes from the front of `input` and hands them on, until enough has come out. Returns whether it has.
fn unpack(gunzip: &mut Gunzip, input: &mut &[u8], machine: &mut Machine, output: &mut Output) -> Result<bool, Error> {
    while output.bytes.len() < OUTPUT_LEN {
        let unpacked = gunzip.step(input, None).map_err(|fault| Error::Gzip { layer: 1, fault })?;
        if unpacked.is_empty() && input.is_empty() || machine.excess() > MAX_EXCESS {
            return Ok(false);
        }
        machine.take(unpacked, output).map_err(Error::Pickle)?;
    }
    Ok(true)
}
