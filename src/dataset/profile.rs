//! A line of any length, prepared bit by bit: what its values are like in blocks, so that any part of it is drawn at
//! once.

use crate::dataset::labels::{Label, Labels};

/// The numbers of items, in an order, as far as they have been prepared.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Those of which items; all if there is no list.
    items: Option<Vec<u32>>,
    count: u32,
    blocks: Vec<Block>,
    /// How many are prepared.
    taken: u32,
}

/// Values side by side, put together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The first.
    pub first: f64,
    /// The last.
    pub last: f64,
    /// The least and the greatest of those that are finite.
    pub ends: Option<(f64, f64)>,
    /// The last of those that are not.
    pub odd: Option<f64>,
}

impl Profile {
    /// Values in a block.
    pub const BLOCK: u32 = 64;

    /// Nothing yet of the numbers of these items, or of the first `count`.
    #[must_use]
    pub fn new(items: Option<Vec<u32>>, count: u64) -> Self {
        let count = items.as_ref().map_or(count, |items| items.len() as u64);
        Self { items, count: u32::try_from(count).unwrap_or(u32::MAX), blocks: Vec::new(), taken: 0 }
    }

    /// Prepares `most` more at most, up to the first that is not here. Whether there may be more here.
    pub fn prepare(&mut self, labels: &Labels, most: u32) -> bool {
        let end = self.count.min(self.taken.saturating_add(most));
        while self.taken < end {
            let Some(value) = self.value(labels, self.taken) else { return false };
            if self.taken.is_multiple_of(Self::BLOCK) {
                self.blocks.push(Block { first: value, last: value, ends: None, odd: None });
            }
            if let Some(block) = self.blocks.last_mut() {
                block.take(value);
            }
            self.taken += 1;
        }
        end < self.count
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many are prepared.
    #[must_use]
    pub fn taken(&self) -> u32 {
        self.taken
    }

    /// The values with these numbers and so on, put together; of the last block what has been prepared.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The number at a place, if it is here.
    // Called from several places, and long.
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

impl Block {
    fn take(&mut self, value: f64) {
        self.last = value;
        if value.is_finite() {
            let (least, greatest) = self.ends.unwrap_or((value, value));
            self.ends = Some((least.min(value), greatest.max(value)));
        } else {
            self.odd = Some(value);
        }
    }
}
