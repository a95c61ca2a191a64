//! The schedule: which bytes of the file to read for the blocks and reductions that are wanted now.

use std::{mem, ops::Range};

use crate::{
    dataset::{
        blocks::{BlockLayout, PartialBlock},
        pass::{Pass, READ_LEN},
        reductions::Reductions,
        seek::Seek,
    },
    error::Error,
    format::layout::Layout,
};

/// The blocks that are wanted but not in memory, the reductions, and the seek to what is read next. Blocks come first.
#[derive(Debug)]
pub(crate) struct Schedule {
    /// In order.
    missing: Vec<u64>,
    /// Blocks that other workers read, in order.
    lent: Vec<u64>,
    /// The first missing block, as far as it has come.
    block: PartialBlock,
    reductions: Reductions,
    seek: Option<Seek>,
}

/// Where the bytes that are pushed go.
struct Target<'a, D, S> {
    layout: &'a Layout,
    block_layout: BlockLayout,
    /// The end of the elements.
    end: u64,
    missing: &'a mut Vec<u64>,
    block: &'a mut PartialBlock,
    reductions: &'a mut Reductions,
    deliver: D,
    see: S,
}

impl Schedule {
    /// Nothing is wanted. Reductions may take `capacity` bytes.
    pub(crate) fn new(capacity: u64) -> Self {
        let (missing, lent) = (Vec::new(), Vec::new());
        Self { missing, lent, block: PartialBlock::default(), reductions: Reductions::new(capacity), seek: None }
    }

    /// Whether blocks or reductions are still to be read.
    pub(crate) fn is_waiting(&self) -> bool {
        self.seek.is_some() || !self.lent.is_empty()
    }

    /// The number of bytes in memory.
    pub(crate) fn byte_len(&self) -> u64 {
        self.block.bytes().len() as u64 + self.reductions.byte_len()
    }

    /// The reductions.
    pub(crate) fn reductions(&self) -> &Reductions {
        &self.reductions
    }

    /// Wants these blocks, which are in order, instead of those before, and the reductions that `want` adds.
    pub(crate) fn set(&mut self, mut missing: Vec<u64>, pass: &Pass, want: impl FnOnce(&mut Reductions)) {
        self.lent.retain(|block| missing.binary_search(block).is_ok());
        missing.retain(|block| self.lent.binary_search(block).is_err());
        if missing.first() != Some(&self.block.number()) {
            self.block = PartialBlock::default();
        }
        self.missing = missing;
        self.reductions.start_generation();
        want(&mut self.reductions);
        self.reductions.settle();
        self.seek_next(pass);
    }

    /// How many bytes must be unpacked for the missing blocks.
    pub(crate) fn missing_len(&self, pass: &Pass) -> u64 {
        let (mut len, mut position) = (0, 0);
        for (start, range) in self.missing.iter().filter_map(|&block| place_of(block, pass)) {
            position = position.max(start);
            len += range.end.saturating_sub(position);
            position = range.end;
        }
        len
    }

    /// Leaves the last missing blocks to another worker: those behind the last checkpoint that leads to any. `None` if all
    /// of them are behind one.
    pub(crate) fn lend(&mut self, pass: &Pass) -> Option<Vec<u64>> {
        let checkpoint = |block: &u64| place_of(*block, pass).map(|(start, _)| start);
        let last = checkpoint(self.missing.last()?);
        let kept = self.missing.partition_point(|block| checkpoint(block) < last);
        if kept == 0 {
            return None;
        }
        let blocks = self.missing.split_off(kept);
        self.lent.extend_from_slice(&blocks);
        self.lent.sort_unstable();
        Some(blocks)
    }

    /// Whether another worker was to read this block, which has now come.
    pub(crate) fn arrives(&mut self, block: u64) -> bool {
        let found = self.lent.binary_search(&block);
        found.map(|index| self.lent.remove(index)).is_ok()
    }

    /// Reads here what other workers were to read.
    pub(crate) fn reclaim(&mut self, pass: &Pass) {
        self.missing.append(&mut self.lent);
        self.missing.sort_unstable();
        self.seek_next(pass);
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

    /// Takes the next bytes of the file. Blocks go to `deliver` as they become full, and elements of reductions to `see`, as the
    /// file has them.
    ///
    /// # Errors
    /// The errors of [`Seek::push`], and [`Error::Changed`] if the file is not the one that an index was made of.
    /// Afterwards nothing is wanted.
    pub(crate) fn push(
        &mut self,
        bytes: &[u8],
        pass: &Pass,
        deliver: impl FnMut(PartialBlock),
        see: impl FnMut(&[u8]),
    ) -> Result<(), Error> {
        let Self { missing, block, reductions, seek, .. } = self;
        let known = pass.layout().zip(pass.block_layout());
        let Some((seek, (layout, block_layout))) = seek.as_mut().zip(known) else { return Ok(()) };
        let mut target = Target { layout, block_layout, end: pass.end(), missing, block, reductions, deliver, see };
        let mut result = seek.push(bytes, &mut target, Target::take, |target| target.next().map(|next| next.start));
        if result.is_ok() && pass.index_is_wrong(seek) {
            result = Err(Error::Changed { offset: seek.offset() });
        }
        if result.is_err() {
            self.missing.clear();
            self.lent.clear();
            self.block = PartialBlock::default();
            self.reductions.clear_wanted();
        }
        self.seek_next(pass);
        result
    }

    /// Directs the seek to what is read next. A seek under way continues unless a new one is shorter.
    fn seek_next(&mut self, pass: &Pass) {
        let seek = self.seek.take();
        let Some((layout, next)) = pass.layout().zip(self.next(pass)) else { return };
        let checkpoint = pass.checkpoint_before(layout.data_offset() + next.start);
        let seek = seek.filter(|seek| seek.reaches(next.start, layout, &checkpoint));
        self.seek = Some(seek.unwrap_or_else(|| Seek::new(layout, &checkpoint)));
    }

    /// The elements that are wanted next.
    fn next(&self, pass: &Pass) -> Option<Range<u64>> {
        let (layout, block_layout) = pass.layout().zip(pass.block_layout())?;
        next(layout, block_layout, pass.end(), &self.missing, &self.block, &self.reductions)
    }

    /// The offset up to which the file must be read for what is wanted next, and for what follows it without a gap.
    fn end(&self, offset: u64, pass: &Pass) -> u64 {
        let Some((layout, block_layout)) = pass.layout().zip(pass.block_layout()) else { return 0 };
        let end = if let Some(&first) = self.missing.first() {
            let run = (first..).zip(&self.missing).take_while(|(next, block)| next == *block);
            let last = run.last().map_or(first, |(block, _)| block);
            block_layout.range(last, pass.end()).end
        } else {
            let Some((_, end)) = self.reductions.wanted(layout, READ_LEN) else { return 0 };
            end
        };
        let end = pass.encoded_end(layout.data_offset() + end);
        // If that was not enough, the rest of the file is needed.
        if end > offset { end } else { u64::MAX }
    }
}

/// Where unpacking starts for a block, and where the block is; both in bytes of unpacked data.
fn place_of(block: u64, pass: &Pass) -> Option<(u64, Range<u64>)> {
    let (layout, block_layout) = pass.layout().zip(pass.block_layout())?;
    let Range { start, end } = block_layout.range(block, pass.end());
    let range = layout.data_offset() + start..layout.data_offset() + end;
    Some((pass.entered_before(range.start), range))
}

/// The elements that are wanted next: what the first missing block lacks, or else a part of a reduction.
fn next(
    layout: &Layout,
    block_layout: BlockLayout,
    end: u64,
    missing: &[u64],
    block: &PartialBlock,
    reductions: &Reductions,
) -> Option<Range<u64>> {
    let Some(&first) = missing.first() else { return reductions.wanted(layout, 0).map(|(range, _)| range) };
    let range = block_layout.range(first, end);
    let filled = if block.number() == first { block.bytes().len() as u64 } else { 0 };
    Some(range.start + filled..range.end)
}

impl<D: FnMut(PartialBlock), S: FnMut(&[u8])> Target<'_, D, S> {
    fn next(&self) -> Option<Range<u64>> {
        next(self.layout, self.block_layout, self.end, self.missing, self.block, self.reductions)
    }

    /// Takes those of these elements that are wanted.
    fn take(&mut self, mut position: u64, mut elements: &[u8]) -> Result<(), Error> {
        while let Some(next) = self.next() {
            let Some(skipped) = next.start.checked_sub(position) else { break };
            let skipped = usize::try_from(skipped).map_or(elements.len(), |skipped| skipped.min(elements.len()));
            (position, elements) = (position + skipped as u64, &elements[skipped..]);
            if position < next.start || elements.is_empty() && !next.is_empty() {
                break;
            }
            let before = elements.len();
            if let Some(&number) = self.missing.first() {
                if self.block.number() != number {
                    *self.block = PartialBlock::new(number);
                }
                let range = self.block_layout.range(number, self.end);
                if self.block.fill(self.layout, &mut elements, &range)? {
                    self.missing.remove(0);
                    (self.deliver)(mem::take(self.block));
                }
            } else {
                let count = usize::try_from(next.end - next.start).map_or(before, |count| count.min(before));
                let (taken, others) = elements.split_at(count);
                (self.see)(taken);
                self.reductions.take(self.layout, taken);
                elements = others;
            }
            position += (before - elements.len()) as u64;
        }
        Ok(())
    }
}
