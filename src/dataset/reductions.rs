//! The reductions that are wanted or were, and how far each has been read.

use std::ops::Range;

use crate::{
    dataset::{images::Raster, read_plan::ReadPlan, reduction::Reduction},
    format::layout::Layout,
};

/// Reductions, up to a number of bytes. Those that are not wanted any more are evicted first.
#[derive(Debug)]
pub(crate) struct Reductions {
    held: Vec<Held>,
    capacity: u64,
    /// Increases by one whenever others are wanted.
    generation: u64,
    /// The one that is read now.
    current: Option<usize>,
}

#[derive(Debug)]
struct Held {
    item: u64,
    reduction: Reduction,
    plan: ReadPlan,
    /// The part of the plan that is read next.
    part: u64,
    /// Bytes of that part that have come.
    taken: u64,
    /// The bytes of an element that was cut.
    partial: Vec<u8>,
    /// The generation in which it was last wanted.
    generation: u64,
}

impl Reductions {
    /// No reductions. Those here may take `capacity` bytes, and those that are wanted more if they need it.
    pub(crate) fn new(capacity: u64) -> Self {
        Self { held: Vec::new(), capacity, generation: 0, current: None }
    }

    /// Starts a generation: from here on other reductions are wanted.
    pub(crate) fn start_generation(&mut self) {
        self.generation += 1;
    }

    /// Wants a reduction of an item. Parts of the file can be skipped if it is `plain`.
    pub(crate) fn want(&mut self, layout: &Layout, is_plain: bool, item: u64, (raster, shrink): (Raster, u64)) {
        let generation = self.generation;
        if let Some(held) = self.held.iter_mut().find(|held| held.is(item, raster, shrink)) {
            held.generation = generation;
            return;
        }
        let reduction = Reduction::new(raster, shrink);
        let plan = if is_plain {
            ReadPlan::sparse(&reduction, layout.element_type().size() as u64)
        } else {
            ReadPlan::whole(&reduction)
        };
        let reduction = if plan.is_interlaced() { reduction.filled(plan.direction()) } else { reduction };
        self.held.push(Held { item, reduction, plan, part: 0, taken: 0, partial: Vec::new(), generation });
    }

    /// Evicts reductions that are not wanted until the others fit, and chooses what is read next.
    pub(crate) fn settle(&mut self) {
        let mut byte_len = self.byte_len();
        let (generation, capacity) = (self.generation, self.capacity);
        // Those wanted least recently are in front, because others are added behind them.
        self.held.sort_by_key(|held| held.generation);
        self.held.retain(|held| {
            let stays = held.generation == generation || byte_len <= capacity;
            byte_len -= if stays { 0 } else { held.reduction.byte_len() };
            stays
        });
        self.choose();
    }

    /// Wants no reduction any more.
    pub(crate) fn clear_wanted(&mut self) {
        self.start_generation();
        self.settle();
    }

    /// Goes on with the wanted reduction that has been read least: so all have a preview before one is refined.
    fn choose(&mut self) {
        let unfinished = |(_, held): &(usize, &Held)| held.generation == self.generation && !held.is_complete();
        let open = self.held.iter().enumerate().filter(unfinished);
        self.current = open.min_by_key(|(_, held)| held.level()).map(|(index, _)| index);
    }

    /// The number of bytes in memory.
    pub(crate) fn byte_len(&self) -> u64 {
        self.held.iter().map(|held| held.reduction.byte_len()).sum()
    }

    /// A reduction of an item, once it can be drawn, and whether it is complete.
    pub(crate) fn get(&self, item: u64, raster: Raster, shrink: u64) -> Option<(&Reduction, bool)> {
        let held = self.held.iter().find(|held| held.is(item, raster, shrink))?;
        (held.level() > 0 || held.is_complete()).then(|| (&held.reduction, held.is_complete()))
    }

    /// Where the elements that are read next are among all, in bytes, and the end of those that follow without a gap up
    /// to `limit` bytes. `None` when no reduction needs more.
    pub(crate) fn wanted(&self, layout: &Layout, limit: u64) -> Option<(Range<u64>, u64)> {
        let held = &self.held[self.current?];
        let range = held.range(layout, held.part);
        let mut end = range.end;
        for part in held.part + 1..held.plan.len() {
            let next = held.range(layout, part);
            if next.start != end || end - range.start >= limit {
                break;
            }
            end = next.end;
        }
        Some((range.start + held.taken..range.end, end))
    }

    /// Takes the elements that are wanted next, as the file has them, or the first of them.
    pub(crate) fn take(&mut self, layout: &Layout, bytes: &[u8]) {
        let Some(held) = self.current.map(|index| &mut self.held[index]) else { return };
        held.take(layout, bytes);
        let range = held.range(layout, held.part);
        if held.taken == range.end - range.start {
            let level = held.level();
            held.advance();
            if held.is_complete() || held.level() > level {
                self.choose();
            }
        }
    }
}

impl Held {
    fn is(&self, item: u64, raster: Raster, shrink: u64) -> bool {
        self.item == item && self.reduction.raster() == raster && self.reduction.shrink() == shrink.max(1)
    }

    fn is_complete(&self) -> bool {
        self.part >= self.plan.len()
    }

    /// How fine the picture is: see [`ReadPlan::level`].
    fn level(&self) -> u64 {
        self.plan.level(self.part)
    }

    /// Where a part is among all elements, in bytes.
    fn range(&self, layout: &Layout, part: u64) -> Range<u64> {
        let size = layout.element_type().size() as u64;
        let (first, part) = (self.item * layout.item_len(), self.plan.part(part));
        first + part.start * size..first + part.end * size
    }

    fn take(&mut self, layout: &Layout, bytes: &[u8]) {
        let size = layout.element_type().size();
        let first = self.plan.part(self.part).start + self.taken / size as u64;
        self.taken += bytes.len() as u64;
        self.partial.extend_from_slice(bytes);
        let whole = self.partial.len() / size * size;
        layout.convert_byte_order(&mut self.partial[..whole]);
        let mut first = first;
        let Self { reduction, partial, .. } = self;
        layout.element_type().for_each_chunk(&partial[..whole], |values| {
            reduction.add(first, values);
            first += values.len() as u64;
        });
        partial.drain(..whole);
    }

    /// Goes on to the next part that is not empty.
    fn advance(&mut self) {
        self.taken = 0;
        self.part += 1;
        while !self.is_complete() && self.plan.part(self.part).is_empty() {
            self.part += 1;
        }
        if self.is_complete() {
            self.reduction.complete();
        }
    }
}
