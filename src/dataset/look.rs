//! A look into a file: it is entered at a checkpoint, and unpacked up to the blocks that are wanted.

use std::mem;

use crate::{
    dataset::blocks::{Division, Filling},
    error::{Error, Warning},
    format::{checkpoint::Checkpoint, decode::Decoder, layout::Layout},
};

/// Bytes from `offset` on are to be pushed.
#[derive(Debug)]
pub(crate) struct Look {
    decoder: Decoder,
    offset: u64,
    /// In the elements: of what comes out next.
    position: u64,
    filling: Filling,
}

impl Look {
    /// A look from a checkpoint on.
    pub(crate) fn new(layout: &Layout, checkpoint: &Checkpoint) -> Self {
        Self {
            decoder: Decoder::resume(layout, checkpoint),
            offset: checkpoint.encoded(),
            position: checkpoint.decoded().saturating_sub(layout.data_offset()),
            filling: Filling::default(),
        }
    }

    /// Where the file is to be read next.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether it comes by a block that starts at `start`, at no greater a distance than a look from the checkpoint.
    pub(crate) fn leads_to(&self, block: u64, start: u64, layout: &Layout, checkpoint: &Checkpoint) -> bool {
        let filled = if self.filling.block == block { self.filling.bytes.len() as u64 } else { 0 };
        self.position <= start + filled && self.position + layout.data_offset() >= checkpoint.decoded()
    }

    /// Takes the next bytes of the file; the blocks that are lacking go to `deliver` as they fill, and are lacking no
    /// more. The elements end at `end`.
    ///
    /// # Errors
    /// [`Error::Changed`] if it ends before nothing is lacking. [`Error::OutOfMemory`].
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        division: Division,
        end: u64,
        lacking: &mut Vec<u64>,
        mut deliver: impl FnMut(Filling),
    ) -> Result<(), Error> {
        let Self { decoder, offset, position, filling } = self;
        *offset += bytes.len() as u64;
        decoder.push(bytes, &mut |layout, mut elements| {
            while let Some(&block) = lacking.first() {
                let place = division.range(block, end);
                if filling.block != block {
                    *filling = Filling::new(block);
                }
                let skipped = place.start.saturating_sub(*position).min(elements.len() as u64);
                elements = &elements[usize::try_from(skipped).unwrap_or(elements.len())..];
                *position += skipped;
                let before = elements.len();
                let full = filling.take(layout, &mut elements, &place)?;
                *position += (before - elements.len()) as u64;
                if !full {
                    break;
                }
                lacking.remove(0);
                deliver(mem::take(filling));
            }
            Ok(())
        })?;
        if lacking.is_empty() || !bytes.is_empty() && !decoder.is_done() {
            return Ok(());
        }
        Err(match decoder.warnings().first() {
            Some(Warning::Stopped(error @ Error::OutOfMemory { .. })) => error.clone(),
            _ => Error::Changed { offset: *offset },
        })
    }
}
