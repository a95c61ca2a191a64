//! The files that a walk over an archive finds, and those of a gzip archive that are kept.

use std::{mem, ops::Range};

use super::walk::{Entry, Event, Walk};
use crate::{
    error::TarFault,
    format::{
        sniff::{self, PREFIX_LEN},
        zip::{MAX_MEMBERS, MAX_NAMES_LEN},
    },
};

/// A file in an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub(super) name: String,
    pub(super) range: Range<u64>,
    pub(super) is_readable: bool,
    pub(super) is_cut: bool,
}

#[derive(Debug, Default)]
pub(super) struct Files {
    pub(super) walk: Walk,
    pub(super) members: Vec<Member>,
    names_len: usize,
    /// Files beyond the limit.
    pub(super) unlisted: u64,
    /// Where the data of the files goes, if it cannot be read in place.
    pub(super) output: Option<Output>,
}

/// The data of files, one after the other.
#[derive(Debug)]
pub(super) struct Output {
    /// Limit of the bytes of all files.
    pub(super) limit: u64,
    /// The data that was not taken yet.
    pub(super) bytes: Vec<u8>,
    /// All bytes so far.
    len: u64,
    state: Keeping,
    /// The first file that was beyond the limit.
    pub(super) fault: Option<TarFault>,
}

/// What happens to the data of the file at hand.
#[derive(Debug)]
enum Keeping {
    No,
    Yes,
    /// That is decided by its first bytes.
    Unknown(Vec<u8>),
}

impl Files {
    /// Takes the next bytes of the archive.
    pub(super) fn take(&mut self, mut bytes: &[u8]) -> Result<(), TarFault> {
        while let Some(event) = self.walk.next(&mut bytes)? {
            match event {
                Event::File(file) => self.begin(file),
                Event::Data(data) => {
                    if let (Some(output), Some(member)) = (&mut self.output, self.members.last_mut()) {
                        output.take(data, member);
                    }
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, Entry { name, start, len, is_sparse }: Entry) {
        let has_room = self.members.len() < MAX_MEMBERS && self.names_len <= MAX_NAMES_LEN;
        let is_listed = !name.is_empty() && has_room;
        self.names_len += if is_listed { name.len() } else { 0 };
        self.unlisted += u64::from(!name.is_empty() && !is_listed);
        let Some(output) = &mut self.output else {
            if is_listed {
                self.members.push(Member { name, range: start..start + len, is_readable: !is_sparse, is_cut: false });
            }
            return;
        };
        output.end(self.members.last_mut());
        if is_listed {
            let is_readable = !is_sparse && output.has_room(start, len);
            output.state = if is_readable { Keeping::Unknown(Vec::new()) } else { Keeping::No };
            // It grows with the data that comes: the archive may end early.
            self.members.push(Member { name, range: output.len..output.len, is_readable, is_cut: false });
        }
    }

    /// Ends the archive: the last file has come, as far as it is there.
    pub(super) fn finish(&mut self) {
        if let Some(output) = &mut self.output {
            output.end(self.members.last_mut());
        }
    }
}

impl Output {
    /// Output with that limit.
    pub(super) fn new(limit: u64) -> Self {
        Self { limit, bytes: Vec::new(), len: 0, state: Keeping::No, fault: None }
    }

    /// Whether a file has room beside those before it.
    fn has_room(&mut self, offset: u64, len: u64) -> bool {
        let has_room = len <= self.limit - self.len;
        if !has_room {
            self.fault = self.fault.or(Some(TarFault::Limit { offset, expected: self.limit }));
        }
        has_room
    }

    /// Takes data of a file.
    fn take(&mut self, mut data: &[u8], member: &mut Member) {
        if let Keeping::Unknown(prefix) = &mut self.state {
            let (first, rest) = data.split_at(data.len().min(PREFIX_LEN - prefix.len()));
            prefix.extend_from_slice(first);
            data = rest;
            if prefix.len() < PREFIX_LEN {
                return;
            }
            self.decide(member);
        }
        if let Keeping::Yes = self.state {
            self.keep(data, member);
        }
    }

    /// Ends a file.
    fn end(&mut self, member: Option<&mut Member>) {
        if let Some(member) = member {
            self.decide(member);
        }
        self.state = Keeping::No;
    }

    /// Decides by the first bytes of a file whether it is kept, unless that is decided.
    fn decide(&mut self, member: &mut Member) {
        let Keeping::Unknown(prefix) = mem::replace(&mut self.state, Keeping::No) else { return };
        member.is_readable = sniff::can_be_data(&prefix);
        if member.is_readable {
            self.state = Keeping::Yes;
            self.keep(&prefix, member);
        }
    }

    fn keep(&mut self, data: &[u8], member: &mut Member) {
        self.bytes.extend_from_slice(data);
        self.len += data.len() as u64;
        member.range.end = self.len;
    }
}

impl Member {
    /// Its name with its folders, none of which leads out of the archive.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its data is: in the archive, or of a gzip archive in the bytes that came out.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// Whether the end of its data is missing, because the archive is damaged.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether its data can be read. That of a sparse file cannot: its holes are left out. From a gzip archive, neither
    /// files of other formats come out, nor those beyond the limit.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.is_readable
    }
}
