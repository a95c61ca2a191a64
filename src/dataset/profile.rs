//! A line of any length, prepared step by step. Blocks of values are summarised, so any part of the line is drawn at
//! once.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::{Files, Job, share},
        labels::{Label, Labels},
    },
    error::Error,
};

/// Values that one step prepares.
const STEP: u32 = 1 << 14;

/// The labels of items in some order, as far as they have been prepared.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The items; `None` for all of them.
    items: Option<Vec<u32>>,
    count: u32,
    blocks: Vec<Block>,
    prepared: u32,
}

/// A summary of consecutive values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The first value.
    pub first: f64,
    /// The last value.
    pub last: f64,
    /// The smallest and the largest finite value.
    pub range: Option<(f64, f64)>,
    /// The last value that is not finite.
    pub not_finite: Option<f64>,
}

impl Profile {
    /// Values in a block.
    pub const BLOCK: u32 = 64;

    /// A profile of these items, or of the first `count`. No value is prepared yet.
    #[must_use]
    pub fn new(items: Option<Vec<u32>>, count: u64) -> Self {
        let count = items.as_ref().map_or(count, |items| items.len() as u64);
        Self { items, count: u32::try_from(count).unwrap_or(u32::MAX), blocks: Vec::new(), prepared: 0 }
    }

    /// Prepares up to `limit` more values, but none after the first that is not in memory. Whether calling it again may
    /// prepare more.
    pub fn prepare(&mut self, labels: &Labels, limit: u32) -> bool {
        let end = self.count.min(self.prepared.saturating_add(limit));
        while self.prepared < end {
            let Some(value) = self.value(labels, self.prepared) else { return false };
            if self.prepared.is_multiple_of(Self::BLOCK) {
                self.blocks.push(Block { first: value, last: value, range: None, not_finite: None });
            }
            if let Some(block) = self.blocks.last_mut() {
                block.add(value);
            }
            self.prepared += 1;
        }
        end < self.count
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many values are prepared.
    #[must_use]
    pub fn prepared(&self) -> u32 {
        self.prepared
    }

    /// The blocks in order; the last one summarises the values prepared so far.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The value at a place, if it is in memory.
    // Inlining would copy it into every caller.
    #[inline(never)]
    #[must_use]
    pub fn value(&self, labels: &Labels, place: u32) -> Option<f64> {
        let item = match &self.items {
            Some(items) => *items.get(place as usize)?,
            None => place,
        };
        labels.label(item.into()).map(|Label(value)| value)
    }
}

impl Job for Profile {
    fn wanted(&self, Files { labels, .. }: Files<'_>) -> Option<Range<u64>> {
        let can_prepare = self.prepared < self.count && self.value(labels?, self.prepared).is_some();
        can_prepare.then_some(0..0)
    }

    fn feed(&mut self, Files { labels, .. }: Files<'_>, _offset: u64, _bytes: &[u8]) -> Result<(), Error> {
        if let Some(labels) = labels {
            self.prepare(labels, STEP);
        }
        Ok(())
    }

    fn progress(&self, _files: Files<'_>) -> f64 {
        share(self.prepared.into(), self.count.into())
    }
}

impl Block {
    fn add(&mut self, value: f64) {
        self.last = value;
        if value.is_finite() {
            let (min, max) = self.range.unwrap_or((value, value));
            self.range = Some((min.min(value), max.max(value)));
        } else {
            self.not_finite = Some(value);
        }
    }
}
