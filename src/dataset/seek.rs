//! A seek: the file is entered at a checkpoint and unpacked up to the blocks that are wanted.

use std::mem;

use crate::{
    dataset::blocks::{BlockLayout, PartialBlock},
    error::{Error, Warning},
    format::{checkpoint::Checkpoint, decode::Decoder, layout::Layout},
};

/// Reads the file from a checkpoint on.
#[derive(Debug)]
pub(crate) struct Seek {
    decoder: Decoder,
    offset: u64,
    /// Position in the elements of the next byte to come out.
    position: u64,
    block: PartialBlock,
}

impl Seek {
    /// A seek that starts at a checkpoint.
    pub(crate) fn new(layout: &Layout, checkpoint: &Checkpoint) -> Self {
        Self {
            decoder: Decoder::resume(layout, checkpoint),
            offset: checkpoint.encoded(),
            position: checkpoint.decoded().saturating_sub(layout.data_offset()),
            block: PartialBlock::default(),
        }
    }

    /// Offset in the file of the next byte to read.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether it will reach a block that starts at `start`, and no later than a seek from the checkpoint would.
    pub(crate) fn reaches(&self, block: u64, start: u64, layout: &Layout, checkpoint: &Checkpoint) -> bool {
        let filled = if self.block.number() == block { self.block.bytes().len() as u64 } else { 0 };
        self.position <= start + filled && self.position + layout.data_offset() >= checkpoint.decoded()
    }

    /// Takes the next bytes of the file. Each missing block goes to `deliver` when it is full and is removed from
    /// `missing`. The elements end at `end`.
    ///
    /// # Errors
    /// [`Error::Changed`] if the file ends before all missing blocks are full. [`Error::OutOfMemory`].
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        block_layout: BlockLayout,
        end: u64,
        missing: &mut Vec<u64>,
        mut deliver: impl FnMut(PartialBlock),
    ) -> Result<(), Error> {
        let Self { decoder, offset, position, block } = self;
        *offset += bytes.len() as u64;
        decoder.push(bytes, &mut |layout, mut elements| {
            while let Some(&number) = missing.first() {
                let range = block_layout.range(number, end);
                if block.number() != number {
                    *block = PartialBlock::new(number);
                }
                let skipped = range.start.saturating_sub(*position).min(elements.len() as u64);
                elements = &elements[usize::try_from(skipped).unwrap_or(elements.len())..];
                *position += skipped;
                let before = elements.len();
                let is_full = block.fill(layout, &mut elements, &range)?;
                *position += (before - elements.len()) as u64;
                if !is_full {
                    break;
                }
                missing.remove(0);
                deliver(mem::take(block));
            }
            Ok(())
        })?;
        if missing.is_empty() || !bytes.is_empty() && !decoder.is_done() {
            return Ok(());
        }
        Err(match decoder.warnings().first() {
            Some(Warning::Stopped(error @ Error::OutOfMemory { .. })) => error.clone(),
            _ => Error::Changed { offset: *offset },
        })
    }
}
