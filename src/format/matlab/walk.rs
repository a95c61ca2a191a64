//! A walk over the bytes of a variable: matrices, those in structures, and the elements of the arrays among them.

use std::mem;

use super::{
    arrays::Arrays,
    matrix::{Content, Fields, MAX_HEAD_LEN, Matrix, Stop},
};
use crate::{error::MatlabFault, format::layout::ByteOrder};

/// Limit of the structures in structures.
const MAX_DEPTH: usize = 16;

/// Where the walk is. It takes bytes in pieces of any size.
#[derive(Debug)]
pub(super) struct Walk {
    byte_order: ByteOrder,
    /// Byte offset in the variable of the next byte.
    offset: u64,
    state: State,
    /// The structures around that place.
    structures: Vec<Structure>,
}

#[derive(Debug)]
enum State {
    /// In the head of a matrix, of which these bytes have come.
    Head(Vec<u8>),
    /// In the elements of an array.
    Data {
        left: u64,
        end: u64,
    },
    /// In bytes up to the end of a matrix that are skipped.
    Skipped {
        end: u64,
    },
    Over,
}

#[derive(Debug)]
struct Structure {
    name: String,
    fields: Fields,
    /// Fields that have come, of all entries of a list.
    seen: usize,
    end: u64,
}

impl Walk {
    pub(super) fn new(byte_order: ByteOrder) -> Self {
        Self { byte_order, offset: 0, state: State::Head(Vec::new()), structures: Vec::new() }
    }

    /// Whether the variable has ended.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    /// Takes bytes from the front of `bytes`, up to the end of the variable, which is at byte `variable` of the file.
    pub(super) fn take(&mut self, bytes: &mut &[u8], variable: u64, arrays: &mut Arrays) -> Result<(), MatlabFault> {
        let fault = MatlabFault::Variable { offset: variable };
        while !bytes.is_empty() && !self.is_over() {
            let before = bytes.len();
            match &mut self.state {
                State::Head(head) => {
                    let known = head.len();
                    let more = &bytes[..before.min(MAX_HEAD_LEN - known)];
                    // Most heads come whole, and a list of structures has many: these are not copied.
                    if known > 0 {
                        head.extend_from_slice(more);
                    }
                    match Matrix::parse(if known > 0 { head } else { more }, self.byte_order) {
                        Ok(matrix) => {
                            let used = matrix.head_len - known;
                            *bytes = &bytes[used..];
                            self.offset += used as u64;
                            self.enter(matrix, variable, arrays).ok_or(fault)?;
                        }
                        Err(Stop::Short) if known + more.len() < MAX_HEAD_LEN => {
                            if known == 0 {
                                *head = more.to_vec();
                            }
                            self.offset += mem::take(bytes).len() as u64;
                        }
                        Err(_) => return Err(fault),
                    }
                }
                State::Data { left, .. } => {
                    let data = split(bytes, *left);
                    *left -= data.len() as u64;
                    self.offset += data.len() as u64;
                    arrays.take(data);
                    if *left == 0 {
                        arrays.end();
                    }
                }
                State::Skipped { end } => self.offset += split(bytes, *end - self.offset).len() as u64,
                State::Over => {}
            }
            self.close_ended();
        }
        Ok(())
    }

    /// Goes on with what follows the head of a matrix. `None` if that cannot be.
    fn enter(&mut self, matrix: Matrix, variable: u64, arrays: &mut Arrays) -> Option<()> {
        let end = self.offset - matrix.head_len as u64 + matrix.len;
        let around = self.structures.last_mut();
        if around.as_ref().is_some_and(|structure| structure.end < end) {
            return None;
        }
        let name = around.map_or(matrix.name, Structure::next_name);
        self.state = State::Skipped { end };
        match matrix.content {
            Content::Nothing => {}
            Content::Other => arrays.skip(&name),
            Content::Array(layout) => {
                let left = layout.byte_len();
                arrays.begin(name, &layout, variable);
                self.state = State::Data { left, end };
            }
            Content::Structure(fields) => {
                if self.structures.len() == MAX_DEPTH {
                    return None;
                }
                self.structures.push(Structure { name, fields, seen: 0, end });
                self.state = State::Head(Vec::new());
            }
        }
        Some(())
    }

    /// Closes the matrix and the structures that end here.
    fn close_ended(&mut self) {
        if let State::Data { left: 0, end } = self.state {
            self.state = State::Skipped { end };
        }
        if matches!(self.state, State::Skipped { end } if end == self.offset) {
            self.state = State::Head(Vec::new());
        }
        if matches!(&self.state, State::Head(head) if head.is_empty()) {
            while self.structures.pop_if(|structure| structure.end == self.offset).is_some() {}
            if self.structures.is_empty() {
                self.state = State::Over;
            }
        }
    }
}

impl Structure {
    /// The name of the field that comes next. Entries of a list are counted from 1, as MATLAB counts them.
    fn next_name(&mut self) -> String {
        let (entry, field) = (self.seen / self.fields.count(), self.fields.name(self.seen % self.fields.count()));
        self.seen += 1;
        if self.fields.is_list {
            format!("{}.{}.{field}", self.name, entry + 1)
        } else {
            format!("{}.{field}", self.name)
        }
    }
}

/// Takes so many bytes from the front, or as many as there are.
fn split<'a>(bytes: &mut &'a [u8], len: u64) -> &'a [u8] {
    let len = usize::try_from(len).map_or(bytes.len(), |len| len.min(bytes.len()));
    let (part, rest) = bytes.split_at(len);
    *bytes = rest;
    part
}
