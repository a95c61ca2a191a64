//! The schedule: which bytes of the file to read for the blocks that are wanted now.

use std::ops::Range;

use crate::{
    dataset::{
        blocks::PartialBlock,
        pass::{Pass, READ_LEN},
        seek::Seek,
    },
    error::Error,
};

/// The blocks that are wanted but not in memory, and the seek to the first of them.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    /// In order.
    missing: Vec<u64>,
    seek: Option<Seek>,
}

impl Schedule {
    /// Whether blocks are still to be read.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Wants these blocks, which are in order, instead of those before.
    pub(crate) fn set(&mut self, missing: Vec<u64>, pass: &Pass) {
        self.missing = missing;
        self.seek_first(pass);
    }

    /// The offset of the next byte to read, if there is a seek.
    pub(crate) fn offset(&self) -> Option<u64> {
        self.seek.as_ref().map(Seek::offset)
    }

    /// The bytes of the file to read next, if there is a seek.
    pub(crate) fn wanted(&self, pass: &Pass) -> Option<Range<u64>> {
        let start = self.offset()?;
        let end = self.end(start, pass).min(start + READ_LEN);
        Some(start..pass.size().map_or(end, |size| end.min(size)).max(start))
    }

    /// Takes the next bytes of the file. Blocks go to `deliver` as they become full.
    ///
    /// # Errors
    /// The errors of [`Seek::push`]. Afterwards no block is wanted.
    pub(crate) fn push(&mut self, bytes: &[u8], pass: &Pass, deliver: impl FnMut(PartialBlock)) -> Result<(), Error> {
        let Some((seek, block_layout)) = self.seek.as_mut().zip(pass.block_layout()) else { return Ok(()) };
        let result = seek.push(bytes, block_layout, pass.end(), &mut self.missing, deliver);
        if result.is_err() {
            self.missing.clear();
        }
        self.seek_first(pass);
        result
    }

    /// Directs the seek to the first missing block. A seek under way continues unless a new one is shorter.
    fn seek_first(&mut self, pass: &Pass) {
        let seek = self.seek.take();
        let (Some(layout), Some(block_layout)) = (pass.layout(), pass.block_layout()) else { return };
        let Some(&block) = self.missing.first() else { return };
        let start = block_layout.range(block, pass.end()).start;
        let checkpoint = pass.checkpoint_before(layout.data_offset() + start);
        let seek = seek.filter(|seek| seek.reaches(block, start, layout, &checkpoint));
        self.seek = Some(seek.unwrap_or_else(|| Seek::new(layout, &checkpoint)));
    }

    /// The offset up to which the file must be read for the missing blocks that follow each other.
    fn end(&self, offset: u64, pass: &Pass) -> u64 {
        let (Some(layout), Some(block_layout)) = (pass.layout(), pass.block_layout()) else { return 0 };
        let Some(&first) = self.missing.first() else { return 0 };
        let run = (first..).zip(&self.missing).take_while(|(next, block)| next == *block);
        let last = run.last().map_or(first, |(block, _)| block);
        let end = pass.encoded_end(layout.data_offset() + block_layout.range(last, pass.end()).end);
        // If that was not enough, the rest of the file is needed.
        if end > offset { end } else { u64::MAX }
    }
}
