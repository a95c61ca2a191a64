//! Checks of items. Each check takes all items in the order of their numbers, together with the statistics, and lists
//! those that it finds.
//!
//! A new check is a file in this folder, a line in `CHECKS`, and its text on the page.

use std::{fmt::Debug, ops::RangeInclusive};

use crate::{
    dataset::range::NotFinite,
    format::{
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

mod blank;
mod not_finite;

/// Limit of the ranges of items in a list. Items beyond it are only counted.
const MAX_RANGES: usize = 1 << 16;

/// Makes a check of the items of an array; `None` where it can find nothing in such an array.
type NewCheck = fn(&Layout) -> Option<Box<dyn Check>>;

/// Every check, by the name that the page has a text for.
const CHECKS: [(&str, NewCheck); 3] =
    [("blank", |layout| Some(blank::new(layout))), ("nan", not_finite::nan), ("infinite", not_finite::infinite)];

/// A check of items, which come one by one in the order of their numbers.
trait Check: Debug {
    /// Whether the check lists this item, of whose values so many are not finite.
    fn finds(&self, item: &[u8], not_finite: NotFinite) -> bool;
}

/// The checks of an array, and what they have found so far.
#[derive(Debug)]
pub struct Checks {
    item_len: u64,
    running: Vec<Box<dyn Check>>,
    results: Vec<CheckResult>,
}

/// The items that a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    /// The name of the check.
    pub name: &'static str,
    /// How many items there are.
    pub items: u64,
    /// Their numbers, as ranges in order. The list is shorter than the number of items where there are more than 65,536
    /// ranges.
    pub ranges: Vec<RangeInclusive<u32>>,
}

impl Checks {
    /// All checks that can find something in such an array. They have seen no items yet.
    #[must_use]
    pub fn new(layout: &Layout) -> Self {
        let (results, running) = CHECKS
            .into_iter()
            .filter_map(|(name, new)| Some((CheckResult { name, items: 0, ranges: Vec::new() }, new(layout)?)))
            .unzip();
        Self { item_len: layout.item_len(), running, results }
    }

    /// Takes the next item, which has this number, and of whose values so many are not finite. No check finds an item of
    /// another length than the layout's, because it is missing.
    pub fn add(&mut self, number: u32, item: &[u8], not_finite: NotFinite) {
        if item.len() as u64 != self.item_len {
            return;
        }
        for (check, result) in self.running.iter().zip(&mut self.results) {
            if check.finds(item, not_finite) {
                result.add(number);
            }
        }
    }

    /// Adds what was found in the items that come next. No check depends on more than one item.
    pub(super) fn merge(&mut self, next: &Self) {
        for (result, next) in self.results.iter_mut().zip(&next.results) {
            result.items += next.items;
            for range in &next.ranges {
                result.list(range.clone());
            }
        }
    }

    /// Packs what was found.
    pub(super) fn pack(&self, packer: &mut Packer) {
        for result in &self.results {
            packer.u64(result.items);
            let mut ends = Vec::with_capacity(2 * result.ranges.len());
            for range in &result.ranges {
                ends.extend_from_slice(&[*range.start(), *range.end()]);
            }
            packer.u32s(&ends);
        }
    }

    /// Takes over what was packed, in place of what was found here.
    pub(super) fn unpack(&mut self, unpacker: &mut Unpacker<'_>) -> Option<()> {
        for result in &mut self.results {
            result.items = unpacker.u64().min(u64::from(u32::MAX));
            result.ranges.clear();
            for &[start, end] in unpacker.u32s().as_chunks().0.iter().take(MAX_RANGES) {
                if end < start || result.ranges.last().is_some_and(|before| *before.end() >= start) {
                    return None;
                }
                result.ranges.push(start..=end);
            }
        }
        Some(())
    }
    /// The names of all checks.
    pub fn names() -> impl Iterator<Item = &'static str> {
        CHECKS.into_iter().map(|(name, _)| name)
    }

    /// What each check has found so far.
    #[must_use]
    pub fn results(&self) -> &[CheckResult] {
        &self.results
    }
}

impl CheckResult {
    fn add(&mut self, number: u32) {
        self.items += 1;
        self.list(number..=number);
    }

    /// Adds a range after all others.
    fn list(&mut self, next: RangeInclusive<u32>) {
        let ranges = self.ranges.len();
        match self.ranges.last_mut() {
            Some(range) if range.end().checked_add(1) == Some(*next.start()) => *range = *range.start()..=*next.end(),
            _ if ranges < MAX_RANGES => self.ranges.push(next),
            _ => {}
        }
    }
}
