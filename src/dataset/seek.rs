//! A seek: the file is entered at a checkpoint and unpacked from there.

use crate::{
    error::{Error, Warning},
    format::{
        checkpoint::{Checkpoint, Checkpoints},
        decode::Decoder,
        layout::Layout,
    },
};

/// Reads the file from a checkpoint on.
#[derive(Debug)]
pub(crate) struct Seek {
    decoder: Decoder,
    offset: u64,
    /// Position in the elements of the next byte to come out.
    position: u64,
}

impl Seek {
    /// A seek that starts at a checkpoint.
    pub(crate) fn new(layout: &Layout, checkpoint: &Checkpoint) -> Self {
        Self {
            decoder: Decoder::resume(layout, checkpoint),
            offset: checkpoint.encoded(),
            position: checkpoint.decoded().saturating_sub(layout.data_offset()),
        }
    }

    /// Offset in the file of the next byte to read.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether it will reach the elements from `start` on, and no later than a seek from the checkpoint would.
    pub(crate) fn reaches(&self, start: u64, layout: &Layout, checkpoint: &Checkpoint) -> bool {
        self.position <= start && self.position + layout.data_offset() >= checkpoint.decoded()
    }

    /// Whether a file without faults, of which these are checkpoints, has changed: there is a fault now, or less has come
    /// out than there was before one of them.
    pub(crate) fn contradicts(&self, layout: &Layout, checkpoints: &Checkpoints) -> bool {
        let reached = checkpoints.reached(self.offset).decoded();
        self.decoder.is_damaged() || self.position + layout.data_offset() < reached
    }

    /// Takes the next bytes of the file. The elements among them go to `sink`, with their position among all. `next` is
    /// the position of the elements that are wanted after that, if there are any.
    ///
    /// # Errors
    /// [`Error::Changed`] if the file ends before the elements that are wanted. [`Error::OutOfMemory`], and those of
    /// `sink`.
    pub(crate) fn push<S>(
        &mut self,
        bytes: &[u8],
        state: &mut S,
        sink: impl Fn(&mut S, u64, &[u8]) -> Result<(), Error>,
        next: impl Fn(&S) -> Option<u64>,
    ) -> Result<(), Error> {
        let Self { decoder, offset, position } = self;
        *offset += bytes.len() as u64;
        decoder.push(bytes, &mut |_, elements| {
            sink(state, *position, elements)?;
            *position += elements.len() as u64;
            Ok(())
        })?;
        // Elements behind are for another seek.
        let is_waiting = next(state).is_some_and(|next| next >= *position);
        if !is_waiting || !bytes.is_empty() && !decoder.is_exhausted() {
            return Ok(());
        }
        Err(match decoder.warnings().first() {
            Some(Warning::Stopped(error @ Error::OutOfMemory { .. })) => error.clone(),
            _ => Error::Changed { offset: *offset },
        })
    }
}
