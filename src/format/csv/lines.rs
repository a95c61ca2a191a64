//! The lines of a text, whose bytes come in pieces.

use std::mem;

use super::{
    plan::{Form, Plan},
    rows::Rows,
};
use crate::error::{CsvFault, Error};

/// Bytes of elements that come out at a time, about: a few bytes of text can be many values.
const OUTPUT_LEN: usize = 4 << 20;

/// Limit of the bytes of a line.
const MAX_LINE_LEN: usize = 16 << 20;

/// Those that have not been taken.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) text: Vec<u8>,
    /// The number of the first one, from 1.
    line: u64,
    /// Bytes of the lines before it.
    offset: u64,
    /// The same of a line that may be wrong, which the end or the next line shows.
    doubtful_offset: Option<u64>,
    /// Whether more comes out without more bytes of the file.
    pub(super) is_full: bool,
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { text: Vec::new(), line: 1, offset: 0, doubtful_offset: None, is_full: false }
    }

    /// Where the first line begins, in bytes of the text; after a fault, the line that is wrong.
    pub(super) fn offset(&self) -> u64 {
        self.doubtful_offset.unwrap_or(self.offset)
    }

    /// Turns those that have an end into rows, until enough has come out. `false` when a type does not hold their values.
    ///
    /// # Errors
    /// [`Error::Csv`] for a line that is wrong, or too long; and when sparse rows would take more bytes than `max_sparse_len`.
    pub(super) fn take_rows(
        &mut self,
        rows: &mut Rows,
        plan: &mut Plan,
        is_last: bool,
        max_sparse_len: u64,
    ) -> Result<bool, Error> {
        let mut text = mem::take(&mut self.text);
        let mut taken = 0;
        while taken < text.len() {
            self.is_full = rows.output_len() >= OUTPUT_LEN;
            if self.is_full {
                break;
            }
            let rest = &text[taken..];
            let len = if let Some(len) = rows.take_bytes(rest, self.line, plan) {
                len
            } else {
                let end = rest.iter().position(|&byte| byte == b'\n');
                let Some(len) = end.or(is_last.then_some(rest.len())) else { break };
                if plan.form != Form::Dense && rows.next_len(plan) > max_sparse_len {
                    return Err(Error::Csv(CsvFault::Limit { line: self.line, limit: max_sparse_len }));
                }
                match rows.take_line(&rest[..len], self.line, plan) {
                    Ok(true) => {}
                    Ok(false) => return Ok(false),
                    Err(fault) => rows.take_cut(fault, self.line, end.is_none(), plan)?,
                }
                if rows.short.is_some() || rows.held.is_some() {
                    self.doubtful_offset.get_or_insert(self.offset);
                }
                rest.len().min(len + 1)
            };
            taken += len;
            self.offset += len as u64;
            self.line += 1;
        }
        text.drain(..taken);
        self.text = text;
        Ok(true)
    }

    /// # Errors
    /// [`Error::Csv`] when a line that has no end yet is too long.
    pub(super) fn check_len(&self) -> Result<(), Error> {
        let is_too_long = self.text.len() > MAX_LINE_LEN && !self.is_full;
        if is_too_long {
            return Err(Error::Csv(CsvFault::LongLine { line: self.line, expected: MAX_LINE_LEN as u64 }));
        }
        Ok(())
    }
}
