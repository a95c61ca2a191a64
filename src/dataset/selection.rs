//! Which items are looked at, and in which order.

use std::{collections::BTreeMap, mem, ops::RangeInclusive};

use crate::{
    dataset::labels::{Label, Labels, Row},
    error::Error,
};

/// What to look for. The default is all items, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Only items whose label is in one of these ranges; `None` for items with any label, or without one.
    pub labels: Option<Vec<RangeInclusive<Label>>>,
    /// All labels but those.
    pub except: bool,
    /// Only items that have, in each of these columns of the labels, a number in one of its ranges.
    pub columns: Vec<(u64, Vec<RangeInclusive<Label>>)>,
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
    /// By the numbers in this column of the labels; likewise.
    Column(u64),
    /// By the mean of their values. What has none, or not yet, comes last.
    Ink,
    /// Shuffled, for the same seed always in the same way.
    Random {
        /// Any number.
        seed: u32,
    },
}

/// The most items that are selected, or measured, as the list of their numbers takes memory: 4 bytes each, and some 40
/// more for each distinct label that they are sorted by, 1.5 GB in all at the worst.
pub const MAX_ITEMS: u64 = 1 << 25;

/// The numbers of the items that a query asks for, in its order: of items 0 to `total`, as far as their labels are
/// here, and sorted by `means` if it asks for that. A number fits into 32 bits because an IDX dimension does.
///
/// # Errors
/// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
pub fn select(query: &Query, total: u64, labels: Option<&Labels>, means: &[f32]) -> Result<Vec<u32>, Error> {
    let mut found = Found::new(query, total, labels);
    while found.lacks_labels() {
        if let Some(labels) = labels {
            labels.for_each(&mut |item, row| found.see(item, row));
        }
        // In memory nothing changes.
        found.turn(0)?;
    }
    found.ordered(means)
}

/// What is found for a query, as labels go by: once, or, to sort by them, twice.
#[derive(Debug)]
pub(crate) struct Found {
    numbers: Option<Vec<(u64, u64)>>,
    labels: Option<Vec<(Label, Label)>>,
    except: bool,
    columns: Vec<(u64, Vec<(Label, Label)>)>,
    order: Order,
    descending: bool,
    total: u32,
    items: Vec<u32>,
    /// How many items there are, and, where they are sorted by labels, of each; then the place for the next of each
    /// in the lower half, and in the upper half where its places end: another type of map would weigh a kilobyte.
    count: u64,
    places: BTreeMap<Label, u64>,
    /// A label came for which there is no place.
    strayed: bool,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Items are taken as they come.
    Taking,
    /// Items are counted, to know their places.
    Counting,
    /// Each item is put into its place.
    Placing,
    Done,
}

impl Found {
    /// Nothing yet, of items 0 to `total`.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>) -> Self {
        let columns = labels.map_or(0, Labels::columns);
        let order = match query.order {
            // What there is not cannot be sorted by.
            Order::Label if labels.is_none() => Order::Number,
            Order::Column(column) if column >= columns => Order::Number,
            order => order,
        };
        let sorts = matches!(order, Order::Label | Order::Column(_));
        let filters = query.labels.is_some() || !query.columns.is_empty();
        Self {
            numbers: query.items.as_deref().map(merged),
            labels: query.labels.as_deref().map(merged),
            except: query.except,
            columns: query.columns.iter().map(|(column, ranges)| (*column, merged(ranges))).collect(),
            order,
            descending: query.descending,
            total: u32::try_from(total).unwrap_or(u32::MAX),
            items: Vec::new(),
            count: 0,
            places: BTreeMap::new(),
            strayed: false,
            stage: if sorts {
                Stage::Counting
            } else if filters {
                Stage::Taking
            } else {
                Stage::Done
            },
        }
    }

    /// Whether all labels have to go by, for the first time or once more.
    pub(crate) fn lacks_labels(&self) -> bool {
        self.stage != Stage::Done
    }

    /// Whether labels say what comes first.
    pub(crate) fn is_sorted_by_labels(&self) -> bool {
        matches!(self.order, Order::Label | Order::Column(_))
    }

    /// Whether labels go by for the second time.
    pub(crate) fn is_placing(&self) -> bool {
        self.stage == Stage::Placing
    }

    /// Takes the labels of an item, which come in the order of their numbers.
    pub(crate) fn see(&mut self, item: u32, row: Row<'_>) {
        let admits =
            |ranges: &[(Label, Label)], label: Option<Label>| label.is_some_and(|label| contains(ranges, label));
        let Some(label) = row.label().filter(|_| item < self.total) else { return };
        let admitted = self.labels.as_deref().is_none_or(|ranges| contains(ranges, label) != self.except)
            && self.columns.iter().all(|(column, ranges)| admits(ranges, row.column(*column)))
            && self.numbers.as_deref().is_none_or(|ranges| contains(ranges, item.into()));
        let key = if let Order::Column(column) = self.order { row.column(column) } else { Some(label) };
        let Some(key) = key.filter(|_| admitted) else { return };
        match self.stage {
            Stage::Taking | Stage::Counting if self.count >= MAX_ITEMS => self.count = MAX_ITEMS + 1,
            Stage::Taking => {
                self.count += 1;
                self.items.push(item);
            }
            Stage::Counting => {
                self.count += 1;
                *self.places.entry(key).or_default() += 1;
            }
            Stage::Placing => match self.places.get_mut(&key) {
                Some(places) if is_free(*places) => {
                    self.items[next(*places)] = item;
                    *places += 1;
                }
                _ => self.strayed = true,
            },
            Stage::Done => {}
        }
    }

    /// Whether there is any use in going on; the labels' file was read up to `offset`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`]. [`Error::Changed`] where what is placed is not what was
    /// counted.
    pub(crate) fn check(&self, offset: u64) -> Result<(), Error> {
        listable(self.count)?;
        if self.strayed { Err(Error::Changed { offset }) } else { Ok(()) }
    }

    /// Ends a pass over the labels.
    ///
    /// # Errors
    /// As [`Found::check`].
    pub(crate) fn turn(&mut self, offset: u64) -> Result<(), Error> {
        self.strayed |= self.stage == Stage::Placing && self.places.values().any(|&places| is_free(places));
        self.check(offset)?;
        if self.stage != Stage::Counting {
            self.stage = Stage::Done;
            return Ok(());
        }
        self.items = vec![0; listable(self.count)?];
        let mut before = 0;
        for places in self.places.values_mut() {
            let count = *places;
            let start = if self.descending { self.count - before - count } else { before };
            *places = (start + count) << 32 | start;
            before += count;
        }
        self.stage = Stage::Placing;
        Ok(())
    }

    /// The numbers of the items, in the order asked for.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
    pub(crate) fn ordered(self, means: &[f32]) -> Result<Vec<u32>, Error> {
        listable(self.count)?;
        let by_number = self.labels.is_none() && self.columns.is_empty() && !self.is_sorted_by_labels();
        let mut items = self.items;
        if by_number {
            let all = [(0, u64::MAX)];
            let last = u64::from(self.total).checked_sub(1);
            let within = |&(start, end): &(u64, u64)| last.map(|last| start..end.min(last).saturating_add(1));
            let ranges: Vec<_> = self.numbers.as_deref().unwrap_or(&all).iter().filter_map(within).collect();
            listable(ranges.iter().map(|range| range.end.saturating_sub(range.start)).sum())?;
            items.extend(ranges.into_iter().flatten().map(|item| u32::try_from(item).unwrap_or(u32::MAX)));
        }
        match self.order {
            Order::Random { seed } => shuffle(&mut items, seed),
            Order::Ink => return Ok(sorted(items, means, self.descending)),
            Order::Number if self.descending => items.reverse(),
            Order::Number | Order::Label | Order::Column(_) => {}
        }
        Ok(items)
    }
}

/// The place for the next item of a label.
fn next(places: u64) -> usize {
    usize::try_from(places & 0xFFFF_FFFF).unwrap_or(usize::MAX)
}

/// Whether there is one.
fn is_free(places: u64) -> bool {
    places & 0xFFFF_FFFF < places >> 32
}

/// So many items, if that is not too many to list.
fn listable(count: u64) -> Result<usize, Error> {
    let too_many = Error::OutOfMemory { offset: 0, expected: count.saturating_mul(4) };
    usize::try_from(count).ok().filter(|_| count <= MAX_ITEMS).ok_or(too_many)
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
