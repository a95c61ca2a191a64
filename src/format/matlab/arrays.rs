//! The arrays that were found, and their elements on the way out.

use std::mem;

use super::{items::Arranged, mapping::Mapping};
use crate::{
    error::{Error, MatlabFault},
    format::{layout::Layout, member::Member, zip::MAX_MEMBERS},
};

#[derive(Debug, Default)]
pub(super) struct Arrays {
    /// Limit of the bytes of all arrays.
    pub(super) limit: u64,
    /// Limit of those of an item, or an array, that is put in row-major order.
    pub(super) max_ordered: u64,
    pub(super) members: Vec<Member>,
    /// Arrays beyond the limit of their number.
    pub(super) unlisted: u64,
    /// The elements that were not taken yet.
    pub(super) output: Vec<u8>,
    /// Bytes of all elements so far.
    len: u64,
    /// The array whose elements are coming, if it is read.
    current: Option<Current>,
    /// The table of class names that is coming, and its name.
    mapping: Option<(String, Mapping)>,
    /// Bytes of elements that have come since this was last 0.
    pub(super) taken: usize,
    /// Why the first array that is not read is not: it is too large, or there is no memory to put it in order.
    pub(super) fault: Option<Error>,
}

#[derive(Debug)]
struct Current {
    name: String,
    arranged: Arranged,
    /// Where its elements start.
    start: u64,
}

impl Arrays {
    /// None yet, with these limits of their bytes, and of those that are put in row-major order.
    pub(super) fn new(limit: u64, max_ordered: u64) -> Self {
        Self { limit, max_ordered, ..Self::default() }
    }

    /// Begins an array, in the variable at `offset` of the file.
    pub(super) fn begin(&mut self, name: String, stored: &Layout, offset: u64) {
        if stored.byte_len() > self.limit.saturating_sub(self.len) {
            let fault = MatlabFault::Limit { offset, expected: self.limit };
            self.fault.get_or_insert(Error::Matlab(fault));
            self.skip(&name);
        } else if self.members.len() == MAX_MEMBERS {
            self.unlisted += 1;
        } else if let Some(mapping) = Mapping::new(&name, stored) {
            self.mapping = Some((name, mapping));
        } else {
            self.current = self.arranged(name, stored);
        }
    }

    fn arranged(&self, name: String, stored: &Layout) -> Option<Current> {
        let arranged = Arranged::of(stored, self.max_ordered)?;
        Some(Current { name, arranged, start: self.len })
    }

    /// Takes elements of the array.
    pub(super) fn take(&mut self, data: &[u8]) {
        self.taken += data.len();
        if let Some((_, mapping)) = &mut self.mapping {
            mapping.take(data);
        }
        let Some(Current { name, arranged, .. }) = &mut self.current else { return };
        let before = self.output.len();
        let result = if let Some(pieces) = &mut arranged.pieces {
            pieces.take(data, &mut self.output)
        } else {
            self.output.extend_from_slice(data);
            Ok(())
        };
        self.len += (self.output.len() - before) as u64;
        if let Err(error) = result {
            self.fault.get_or_insert(error);
            let name = mem::take(name);
            self.current = None;
            self.skip(&name);
        }
    }

    /// Ends the array.
    pub(super) fn end(&mut self) {
        if let Some((name, mapping)) = self.mapping.take() {
            let Some(text) = mapping.text() else {
                // It is an array like any other.
                self.current = self.arranged(name, mapping.stored());
                self.take(mapping.elements());
                return self.end();
            };
            self.output.extend_from_slice(text.as_bytes());
            let end = self.len + text.len() as u64;
            self.members.extend(Member::text(&name, self.len..end));
            self.len = end;
        }
        let Some(Current { name, arranged, start }) = self.current.take() else { return };
        self.members.extend(Member::new(&name, Some(&arranged.layout), arranged.is_fortran, start..self.len));
    }

    /// The array whose elements are coming, with the items that have come out; `None` before the first item.
    pub(super) fn unfinished(&self) -> Option<Member> {
        let Current { name, arranged, start } = self.current.as_ref().filter(|current| !current.arranged.is_fortran)?;
        Member::new(name, Some(&arranged.layout), false, *start..self.len).filter(|_| *start < self.len)
    }

    /// Ends the array where it is, if one has not ended. In Fortran's order no item of it is whole.
    pub(super) fn abandon(&mut self) {
        self.mapping = None;
        if self.current.as_ref().is_some_and(|it| it.arranged.is_fortran || it.start == self.len) {
            self.current = None;
        }
        self.end();
    }

    /// Names an array that is not read.
    pub(super) fn skip(&mut self, name: &str) {
        if self.members.len() == MAX_MEMBERS {
            self.unlisted += 1;
        } else {
            self.members.extend(Member::new(name, None, false, 0..0));
        }
    }
}
