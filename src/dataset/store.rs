//! The store of one file: which bytes of it are wanted next, and the items that have come of them.
//!
//! A file is read in two ways. The *pass* reads it once from start to end, for what only the whole file can tell: where
//! gzip can be entered, its checksum, the range of values, the counts of labels. A *seek* fetches the items that are
//! wanted now, from the nearest place at which the file can be entered: any byte of a plain file, a checkpoint of
//! gzip data. Seeks come first. Items are held in blocks. All blocks stay in memory if they fit a budget; otherwise
//! only some do, and the file is read again for the others.
//!
//! A plain file whose items are single unsigned bytes needs no pass: its header and its size tell everything
//! but the largest value.
//!
//! Offsets and counts are `u64`; only positions inside one block are `usize`. No block is larger than its bytes.

use std::{cell::Cell, ops};

use crate::{
    dataset::{
        blocks::{Blocks, PartialBlock},
        pass::Pass,
        presentation::Presentation,
        reread::Reread,
        schedule::Schedule,
    },
    error::{Error, Warning},
    format::{decode::Sink, layout::Layout, npy, suggestion::Suggestion, text_damage::TextDamage},
};

mod export;
mod items;
mod recall;
mod shown;
mod spans;
mod want;

pub use self::{
    export::MAX_EXPORTED_LEN,
    want::{SlowJump, Want},
};

/// Bytes of items in memory where not all of them stay.
const CACHE_LEN: u64 = 16 << 20;

/// One file's array, as far as it has arrived.
#[derive(Debug)]
pub struct Store {
    pass: Pass,
    schedule: Schedule,
    blocks: Blocks,
    presentation: Presentation,
}

impl Store {
    /// A store for a file of `size` bytes, if that is known, none of which has been read. If its items take at most
    /// `budget` bytes, all that have arrived stay in memory; 0 is enough where reading again is cheap.
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self::over(Pass::new(size, budget, false, None))
    }

    /// A store whose items all pass through [`Store::push_with`] once.
    #[must_use]
    pub fn counted(size: Option<u64>, budget: u64) -> Self {
        Self::over(Pass::new(size, budget, true, None))
    }

    fn over(pass: Pass) -> Self {
        Self {
            pass,
            schedule: Schedule::new(CACHE_LEN),
            blocks: Blocks::new(CACHE_LEN),
            presentation: Presentation::default(),
        }
    }

    /// The same store, for the file in the layout that the user chose, or else in the one that the header gives.
    #[must_use]
    pub fn with_layout(self, chosen: Option<Layout>) -> Self {
        Self { pass: self.pass.with_layout(chosen), ..self }
    }

    /// The same store, with another limit of the bytes of items in memory where not all of them stay, instead of
    /// 16 MiB.
    #[must_use]
    pub fn with_cache(self, capacity: u64) -> Self {
        Self { blocks: Blocks::new(capacity), schedule: Schedule::new(capacity), ..self }
    }

    /// Reads the file again in the layout that the user chose, or else in the one that the header gives, unless that is
    /// its layout now.
    pub fn read_as(&mut self, chosen: Option<Layout>) {
        if chosen.as_ref() != self.pass.chosen() {
            self.presentation.detect(None, false);
            *self = self.restarted().with_layout(chosen).presented_like(self);
        }
    }

    /// A store of the same kind for the same file, none of which has been read.
    #[must_use]
    pub fn restarted(&self) -> Self {
        Self::over(self.pass.with_layout(self.pass.chosen().cloned()))
    }

    /// A later pass over the same file, for its items alone, once its layout is known.
    #[must_use]
    pub fn reread(&self) -> Option<Reread> {
        Some(Reread::new(self.layout()?.clone(), self.items(), self.pass.decoder().head().to_vec(), self.size()))
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self) -> Option<ops::Range<u64>> {
        self.schedule.wanted(&self.pass).or_else(|| self.pass.wanted())
    }

    /// Whether items that are wanted are still to be read.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.schedule.is_waiting()
    }

    /// Takes bytes of the file from `offset` on, if they are wanted, and ignores others. No bytes mean that the file
    /// ends there.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Decoder::push`](crate::format::decode::Decoder::push). [`Error::Changed`]
    /// when it is not what it was.
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.push_with(offset, bytes, &mut |_, _| Ok(()))
    }

    /// Like [`Store::push`]. Items that the pass completes go to `visit`, each once and in order, any number at a time.
    ///
    /// # Errors
    /// The errors of [`Store::push`].
    pub fn push_with(&mut self, offset: u64, bytes: &[u8], visit: Sink<'_>) -> Result<(), Error> {
        match self.schedule.offset() {
            Some(expected) if expected == offset => self.push_seek(bytes),
            None if self.pass.wanted().is_some_and(|wanted| wanted.start == offset) => self.push_pass(bytes, visit),
            _ => Ok(()),
        }
    }

    fn push_pass(&mut self, bytes: &[u8], visit: Sink<'_>) -> Result<(), Error> {
        let Self { pass, blocks, .. } = self;
        pass.push(bytes, &mut |block_layout, block| blocks.insert_if_room(block, block_layout), visit)?;
        self.settle();
        Ok(())
    }

    fn push_seek(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let Self { pass, schedule, blocks, .. } = self;
        let Some(block_layout) = pass.block_layout() else { return Ok(()) };
        let seen = Cell::new(pass.findings().range().bytes());
        let see = |elements: &[u8]| {
            let mut bytes = seen.get();
            bytes.extend(elements);
            seen.set(bytes);
        };
        let deliver = |block: PartialBlock| {
            see(block.bytes());
            blocks.insert_wanted(block, block_layout);
        };
        let result = schedule.push(bytes, pass, deliver, see);
        pass.see(seen.get());
        result
    }

    /// Takes over what the pass has found out.
    fn settle(&mut self) {
        if self.is_done() {
            // The front is now a block like all others.
            self.pass.take_front().into_iter().for_each(|front| self.blocks.insert(front));
        }
        let findings = self.pass.findings();
        self.presentation.detect(findings.detected_shape().map(<[u32]>::to_vec), findings.are_signals());
    }

    /// Stops reading. What has arrived stays.
    pub fn stop(&mut self) {
        self.schedule.set(Vec::new(), &self.pass, |_| ());
        self.pass.stop();
        self.settle();
    }

    /// Whether the pass is over: nothing more can be found out.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.pass.is_done()
    }

    /// Whether the user stopped before the whole file was read.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.pass.is_stopped()
    }

    /// The number of bytes of the file, if known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.pass.size()
    }

    /// The number of bytes of the file that the pass has read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.pass.read()
    }

    /// The layout of the array, as soon as its header is complete.
    #[must_use]
    pub fn layout(&self) -> Option<&Layout> {
        self.pass.layout()
    }

    /// The number of gzip layers around the array.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.pass.decoder().layers()
    }

    /// The faults of the file; final once it is done.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.pass.decoder().warnings()
    }

    /// Whether the file is a NumPy array.
    #[must_use]
    pub fn is_numpy(&self) -> bool {
        self.pass.decoder().head().starts_with(npy::MAGIC)
    }

    /// The layout that the file's own header gives, and the bytes of that header.
    #[must_use]
    pub fn own_header(&self) -> Option<(Layout, &[u8])> {
        let head = self.pass.decoder().head();
        let layout = self.pass.decoder().own_layout()?;
        let bytes = head.get(..usize::try_from(layout.data_offset()).ok()?)?;
        Some((layout, bytes))
    }

    /// Other layouts in which the file would make more sense; final once nothing more is wanted.
    #[must_use]
    pub fn suggestions(&self) -> &[Suggestion] {
        self.pass.findings().suggestions()
    }

    /// What happened to the file if a program handled it as text; final once nothing more is wanted.
    #[must_use]
    pub fn text_damage(&self) -> Option<TextDamage> {
        self.pass.findings().text_damage()
    }
}
