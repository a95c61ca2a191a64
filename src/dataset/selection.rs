//! Which items are looked at, and in which order.

use std::{collections::BTreeMap, ops::RangeInclusive};

use crate::{
    dataset::labels::{Label, Labels},
    error::Error,
};

/// What to look for. The default is all items, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Only items whose label is in one of these ranges; `None` for items with any label, or without one.
    pub labels: Option<Vec<RangeInclusive<Label>>>,
    /// All labels but those.
    pub except: bool,
    /// Only items whose number is in one of these ranges.
    pub items: Option<Vec<RangeInclusive<u64>>>,
    /// What comes first.
    pub order: Order,
    /// The last number or label first.
    pub descending: bool,
}

/// What items are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are in the file.
    #[default]
    Number,
    /// Items with the same label stay in the order of their numbers; those without one are left out.
    Label,
    /// Shuffled, for the same seed always in the same way.
    Random {
        /// Any number.
        seed: u32,
    },
}

/// The most items that are selected from, as the list of their numbers takes memory.
pub const MAX_ITEMS: u64 = 1 << 25;

/// The numbers of the items that a query asks for, in its order: of items 0 to `total`, as far as their labels are
/// here. A number fits into 32 bits because an IDX dimension does.
///
/// # Errors
/// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
pub fn select(query: &Query, total: u64, labels: Option<&Labels>) -> Result<Vec<u32>, Error> {
    let too_many = Error::OutOfMemory { offset: 0, expected: total.saturating_mul(4) };
    let total = u32::try_from(total).ok().filter(|&total| u64::from(total) <= MAX_ITEMS).ok_or(too_many)?;
    let numbers = query.items.as_deref().map(merged);
    let is_listed = |item: u32| numbers.as_deref().is_none_or(|ranges| contains(ranges, item.into()));
    let by_label = query.order == Order::Label && labels.is_some();
    let mut items = if query.labels.is_some() || by_label {
        let classes = query.labels.as_deref().map(merged);
        let is_called = |label| classes.as_deref().is_none_or(|ranges| contains(ranges, label) != query.except);
        // One group of all, or one for each label.
        let mut groups: BTreeMap<Option<Label>, Vec<u32>> = BTreeMap::new();
        let labels = labels.into_iter().flat_map(Labels::iter);
        labels.filter(|&(item, label)| item < total && is_called(label) && is_listed(item)).for_each(
            |(item, label)| {
                groups.entry(by_label.then_some(label)).or_default().push(item);
            },
        );
        let groups = groups.into_values();
        if by_label && query.descending { groups.rev().flatten().collect() } else { groups.flatten().collect() }
    } else {
        (0..total).filter(|&item| is_listed(item)).collect::<Vec<_>>()
    };
    match query.order {
        Order::Random { seed } => shuffle(&mut items, seed),
        Order::Number | Order::Label if query.descending && !by_label => items.reverse(),
        Order::Number | Order::Label => {}
    }
    Ok(items)
}

/// The ranges in order, without those that are empty and without overlaps.
fn merged<T: Copy + Ord>(ranges: &[RangeInclusive<T>]) -> Vec<(T, T)> {
    let mut sorted: Vec<(T, T)> =
        ranges.iter().filter(|range| !range.is_empty()).map(|range| (*range.start(), *range.end())).collect();
    sorted.sort_unstable();
    sorted.dedup_by(|next, last| {
        let overlaps = next.0 <= last.1;
        if overlaps {
            last.1 = last.1.max(next.1);
        }
        overlaps
    });
    sorted
}

/// Whether a value is in one of the [`merged`] ranges.
fn contains<T: Copy + Ord>(ranges: &[(T, T)], value: T) -> bool {
    let after = ranges.partition_point(|(start, _)| *start <= value);
    after > 0 && value <= ranges[after - 1].1
}

/// The shuffle of Fisher and Yates, with the numbers of `SplitMix64`.
fn shuffle(items: &mut [u32], seed: u32) {
    let mut state = u64::from(seed);
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // The upper half decides, by its share of all numbers.
        let other = ((mixed >> 32) * (last as u64 + 1)) >> 32;
        items.swap(last, usize::try_from(other).unwrap_or(last));
    }
}
