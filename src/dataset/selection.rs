//! Which items are looked at, and in which order.

use std::{collections::BTreeMap, mem, ops::RangeInclusive};

use crate::{
    dataset::labels::{Label, Labels, See},
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
    /// By the mean of their values. What has none, or not yet, comes last.
    Ink,
    /// Shuffled, for the same seed always in the same way.
    Random {
        /// Any number.
        seed: u32,
    },
}

/// The most items that are selected from, as the list of their numbers takes memory.
pub const MAX_ITEMS: u64 = 1 << 25;

/// The numbers of the items that a query asks for, in its order: of items 0 to `total`, as far as their labels are
/// here, and sorted by `means` if it asks for that. A number fits into 32 bits because an IDX dimension does.
///
/// # Errors
/// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
pub fn select(query: &Query, total: u64, labels: Option<&Labels>, means: &[f32]) -> Result<Vec<u32>, Error> {
    let too_many = Error::OutOfMemory { offset: 0, expected: total.saturating_mul(4) };
    let total = u32::try_from(total).ok().filter(|&total| u64::from(total) <= MAX_ITEMS).ok_or(too_many)?;
    let (numbers, classes) = (query.items.as_deref().map(merged), query.labels.as_deref().map(merged));
    let is_listed = |item: u32| numbers.as_deref().is_none_or(|ranges| contains(ranges, item.into()));
    let is_called = |label| classes.as_deref().is_none_or(|ranges| contains(ranges, label) != query.except);
    let by_label = query.order == Order::Label && labels.is_some();
    let mut items = Vec::new();
    if classes.is_some() || by_label {
        let each = |see: See<'_>| {
            let Some(labels) = labels else { return };
            labels.for_each(&mut |item, label| {
                if item < total && is_called(label) && is_listed(item) {
                    see(item, label);
                }
            });
        };
        if by_label {
            items = by_labels(&each, query.descending);
        } else {
            each(&mut |item, _| items.push(item));
        }
    } else {
        items.extend((0..total).filter(|&item| is_listed(item)));
    }
    match query.order {
        Order::Random { seed } => shuffle(&mut items, seed),
        Order::Ink => return Ok(sorted(items, means, query.descending)),
        Order::Number | Order::Label if query.descending && !by_label => items.reverse(),
        Order::Number | Order::Label => {}
    }
    Ok(items)
}

/// The items of `each`, sorted by their labels: they are counted, and then each is put into its place.
fn by_labels(each: &dyn Fn(See<'_>), descending: bool) -> Vec<u32> {
    let mut places: BTreeMap<Label, u64> = BTreeMap::new();
    let mut len = 0;
    each(&mut |_, label| {
        *places.entry(label).or_default() += 1;
        len += 1;
    });
    let mut before = 0;
    for place in places.values_mut() {
        let count = mem::replace(place, if descending { len - before - *place } else { before });
        before += count;
    }
    let mut items = vec![0; usize::try_from(len).unwrap_or(usize::MAX)];
    each(&mut |item, label| {
        let place = places.entry(label).or_default();
        items[usize::try_from(*place).unwrap_or(usize::MAX)] = item;
        *place += 1;
    });
    items
}

/// Items by their means, those with the same mean in their order: a radix sort in two steps, which is small and fast.
fn sorted(mut items: Vec<u32>, means: &[f32], descending: bool) -> Vec<u32> {
    // In the order of the floats, if the bits of those below zero are turned over and the others come after them.
    let key = |item: u32| match means.get(item as usize) {
        Some(mean) if !mean.is_nan() => {
            // Minus zero is zero.
            let bits = (mean + 0.0).to_bits();
            let key = bits ^ if bits >> 31 == 1 { u32::MAX } else { 1 << 31 };
            if descending { !key } else { key }
        }
        _ => u32::MAX,
    };
    for shift in [0, 16] {
        let digit = |item: u32| (key(item) >> shift & 0xFFFF) as usize;
        let mut places = vec![0; 1 << 16];
        for &item in &items {
            places[digit(item)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += mem::replace(place, next);
        }
        let mut moved = vec![0; items.len()];
        for &item in &items {
            let place = &mut places[digit(item)];
            moved[*place] = item;
            *place += 1;
        }
        items = moved;
    }
    items
}

/// The ranges in order, without those that are empty and without overlaps.
fn merged<T: Copy + Ord>(ranges: &[RangeInclusive<T>]) -> Vec<(T, T)> {
    let mut merged: Vec<(T, T)> = Vec::new();
    for range in ranges.iter().filter(|range| !range.is_empty()) {
        let (mut start, mut end) = (*range.start(), *range.end());
        // Those that it overlaps become part of it.
        let at = merged.partition_point(|other| other.1 < start);
        while let Some(other) = merged.get(at).filter(|other| other.0 <= end) {
            (start, end) = (start.min(other.0), end.max(other.1));
            merged.remove(at);
        }
        merged.insert(at, (start, end));
    }
    merged
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
