//! A later pass over a file whose first pass is over: for its items alone. It records no checkpoints, checks no
//! checksums and finds nothing out, because all that is known.

use std::ops::Range;

use crate::{
    dataset::{
        blocks::{BlockLayout, PartialBlock},
        pass::READ_LEN,
    },
    error::Error,
    format::{
        checkpoint::Checkpoint,
        decode::{Decoder, Sink},
        layout::Layout,
    },
};

/// Reads a file again, from its start or with parts left out, and keeps none of its items.
#[derive(Debug)]
pub struct Reread {
    layout: Layout,
    /// The first unpacked bytes of the first pass.
    head: Vec<u8>,
    size: Option<u64>,
    decoder: Decoder,
    read: u64,
    front: PartialBlock,
    /// Bytes of elements to leave out first.
    ahead: u64,
    /// The end of the elements that are wanted.
    end: u64,
    /// The end of the elements that an earlier pass has seen: if fewer come, the file has changed.
    known: u64,
}

impl Reread {
    /// A pass that has not begun, over a file in this layout, of which an earlier pass has seen so many items. `head` are
    /// its first unpacked bytes; `size` is in bytes, if it is known.
    pub(crate) fn new(layout: Layout, items: u64, head: Vec<u8>, size: Option<u64>) -> Self {
        let (decoder, end) = (Decoder::reread(&layout), layout.byte_len());
        let known = items.saturating_mul(layout.item_len());
        Self { decoder, layout, head, size, read: 0, front: PartialBlock::default(), ahead: 0, end, known }
    }

    /// The same pass, only over these items, the first of which begins a block. It enters the file at a checkpoint before
    /// them, and ends where all of them have come out. `None` if they are not so.
    pub(crate) fn over(mut self, checkpoint: &Checkpoint, items: Range<u64>, encoded_end: u64) -> Option<Self> {
        let block_layout = BlockLayout::new(&self.layout, 0)?;
        let block = block_layout.block_of(items.start);
        let [start, end] = [items.start, items.end].map(|item| item.checked_mul(self.layout.item_len()));
        (self.ahead, self.end) = (start?, end?.min(self.layout.byte_len()));
        if block_layout.first_item(block) != items.start {
            return None;
        }
        // From the start the first bytes are read, which show whether the file has changed.
        if items.start > 0 {
            self.ahead = self.ahead.checked_sub(checkpoint.decoded().saturating_sub(self.layout.data_offset()))?;
            self.decoder = Decoder::resume(&self.layout, checkpoint);
            self.read = checkpoint.encoded();
        }
        self.size = Some(self.size.map_or(encoded_end, |size| encoded_end.min(size)));
        self.front = PartialBlock::new(block);
        Some(self)
    }

    /// The layout of the array.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many bytes of the file have been read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// Whether no more items come.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.decoder.is_exhausted() || self.decoder.received() >= self.end
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        if self.is_done() {
            return None;
        }
        let end = self.read + READ_LEN;
        Some(self.read..self.size.map_or(end, |size| end.min(size)).max(self.read))
    }

    /// Goes on at the block of an item that is still to come, and returns the number of its first item. `None` where that
    /// spares no read: in gzip data, or if the item is near. The first bytes of a file are always read, because they show
    /// whether it has changed.
    pub(crate) fn skip_to(&mut self, item: u64) -> Option<u64> {
        let block_layout = BlockLayout::new(&self.layout, 0)?;
        let block = block_layout.block_of(item);
        let start = self.layout.data_offset() + block_layout.range(block, self.layout.byte_len()).start;
        let is_plain = self.decoder.layers() == 0 && self.decoder.received() > 0;
        if !is_plain || self.is_done() || start < self.read + READ_LEN {
            return None;
        }
        self.decoder = Decoder::resume(&self.layout, &Checkpoint::plain(start));
        self.front = PartialBlock::new(block);
        (self.read, self.ahead) = (start, 0);
        Some(block_layout.first_item(block))
    }

    /// Takes the bytes of the file from `offset` on, if they are wanted, and ignores others. No bytes mean that the
    /// file ends there. Items go to `visit` when they are complete, each once and in order, any number at a time.
    ///
    /// # Errors
    /// [`Error::Changed`] if the file starts with other bytes than in the first pass, or fewer items come.
    /// [`Error::OutOfMemory`], and those of `visit`.
    pub fn push(&mut self, offset: u64, bytes: &[u8], visit: Sink<'_>) -> Result<(), Error> {
        if offset != self.read || self.is_done() {
            return Ok(());
        }
        self.read += bytes.len() as u64;
        let Self { decoder, front, head, read, ahead, .. } = self;
        decoder.push(bytes, &mut |layout, elements| {
            let Some(block_layout) = BlockLayout::new(layout, 0) else { return Ok(()) };
            let skipped = usize::try_from(*ahead).map_or(elements.len(), |ahead| ahead.min(elements.len()));
            *ahead -= skipped as u64;
            front.advance(layout, block_layout, &elements[skipped..], &mut |_| {}, visit)
        })?;
        // How many bytes of the head there are depends on how the file was cut.
        if decoder.head().iter().zip(head).any(|(now, before)| now != before) {
            return Err(Error::Changed { offset: *read });
        }
        if bytes.is_empty() || self.size.is_some_and(|size| self.read >= size) {
            self.decoder.finish(0)?;
        }
        let is_short = self.is_done() && self.decoder.received() < self.end.min(self.known);
        if is_short { Err(Error::Changed { offset: self.read }) } else { Ok(()) }
    }
}
