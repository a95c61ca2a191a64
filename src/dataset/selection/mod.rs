//! Selections: which items match a query, and in which order.

use std::{collections::BTreeMap, ops::RangeInclusive};

use crate::{
    dataset::labels::{Label, Labels, Row},
    error::Error,
};

mod order;

pub(super) use self::order::shuffle;
mod ranges;

/// Which items to select. The default is all items, by number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Only items whose label is in one of these ranges; `None` for items with any label or none.
    pub labels: Option<Vec<RangeInclusive<Label>>>,
    /// All labels except those.
    pub except: bool,
    /// Only items that have, in each of these columns of the labels, a number in one of its ranges.
    pub columns: Vec<(u64, Vec<RangeInclusive<Label>>)>,
    /// Only items whose number is in one of these ranges.
    pub items: Option<Vec<RangeInclusive<u64>>>,
    /// The order of the items.
    pub order: Order,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// The orders of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Their numbers.
    #[default]
    Number,
    /// Their labels. Items with the same label stay in the order of their numbers; items without one are left out.
    Label,
    /// The numbers in this column of the labels, likewise.
    Column(u64),
    /// The means of their values. Items that have no mean, or none yet, come last.
    Mean,
    /// A shuffle that is always the same for the same seed.
    Random {
        /// Any number.
        seed: u32,
    },
}

/// Limit of the items that are selected or scanned. The list of their numbers takes 4 bytes each, and some 40 more for
/// each distinct label that they are sorted by: 1.5 GB in all at worst.
pub const MAX_ITEMS: u64 = 1 << 25;

/// The numbers of the items that match a query, in its order: items 0 to `total`, by the labels in memory, and sorted
/// by `means` if the query asks for that. A number fits into 32 bits because an IDX dimension does.
///
/// # Errors
/// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
pub fn select(query: &Query, total: u64, labels: Option<&Labels>, means: &[f32]) -> Result<Vec<u32>, Error> {
    let mut selection = Selection::new(query, total, labels);
    while selection.needs_labels() {
        if let Some(labels) = labels {
            labels.for_each(&mut |item, row| selection.add(item, row));
        }
        // Labels in memory do not change, so the offset for that error is not needed.
        selection.end_pass(0)?;
    }
    selection.ordered(means)
}

/// Collects the items that match a query while labels pass: once, or twice to sort by them.
#[derive(Debug)]
pub(crate) struct Selection {
    numbers: Option<Vec<(u64, u64)>>,
    labels: Option<Vec<(Label, Label)>>,
    except: bool,
    columns: Vec<(u64, Vec<(Label, Label)>)>,
    order: Order,
    descending: bool,
    total: u32,
    items: Vec<u32>,
    /// The number of matching items.
    count: u64,
    /// The places of the items with each label, where items are sorted by labels.
    places: BTreeMap<Label, Places>,
    /// Whether a label came that has no place.
    has_changed: bool,
    stage: Stage,
}

/// The places of the items with one label in the list of items.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    /// The place of the next item.
    next: u32,
    /// The end of the places. While items are counted, their number.
    end: u32,
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

impl Selection {
    /// A selection from items 0 to `total`, before any label has passed.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>) -> Self {
        let columns = labels.map_or(0, Labels::columns);
        let order = match query.order {
            // Items cannot be sorted by labels or columns that do not exist.
            Order::Label if labels.is_none() => Order::Number,
            Order::Column(column) if column >= columns => Order::Number,
            order => order,
        };
        let sorts = matches!(order, Order::Label | Order::Column(_));
        let filters = query.labels.is_some() || !query.columns.is_empty();
        Self {
            numbers: query.items.as_deref().map(ranges::merged),
            labels: query.labels.as_deref().map(ranges::merged),
            except: query.except,
            columns: query.columns.iter().map(|(column, ranges)| (*column, ranges::merged(ranges))).collect(),
            order,
            descending: query.descending,
            total: u32::try_from(total).unwrap_or(u32::MAX),
            items: Vec::new(),
            count: 0,
            places: BTreeMap::new(),
            has_changed: false,
            stage: if sorts {
                Stage::Counting
            } else if filters {
                Stage::Taking
            } else {
                Stage::Done
            },
        }
    }

    /// Whether all labels must pass, for the first time or again.
    pub(crate) fn needs_labels(&self) -> bool {
        self.stage != Stage::Done
    }

    /// Whether items are sorted by labels.
    pub(crate) fn is_sorted_by_labels(&self) -> bool {
        matches!(self.order, Order::Label | Order::Column(_))
    }

    /// Whether labels pass for the second time.
    pub(crate) fn is_placing(&self) -> bool {
        self.stage == Stage::Placing
    }

    /// Takes the labels of an item. Items come in the order of their numbers.
    pub(crate) fn add(&mut self, item: u32, row: Row<'_>) {
        let Some(label) = row.label().filter(|_| item < self.total) else { return };
        let has_column = |ranges: &[(Label, Label)], number: Option<Label>| {
            number.is_some_and(|number| ranges::contains(ranges, number))
        };
        let matches = self.labels.as_deref().is_none_or(|ranges| ranges::contains(ranges, label) != self.except)
            && self.columns.iter().all(|(column, ranges)| has_column(ranges, row.column(*column)))
            && self.numbers.as_deref().is_none_or(|ranges| ranges::contains(ranges, item.into()));
        let key = if let Order::Column(column) = self.order { row.column(column) } else { Some(label) };
        let Some(key) = key.filter(|_| matches) else { return };
        match self.stage {
            Stage::Taking | Stage::Counting if self.count >= MAX_ITEMS => self.count = MAX_ITEMS + 1,
            Stage::Taking => {
                self.count += 1;
                self.items.push(item);
            }
            Stage::Counting => {
                self.count += 1;
                self.places.entry(key).or_default().end += 1;
            }
            Stage::Placing => match self.places.get_mut(&key) {
                Some(places) if places.next < places.end => {
                    self.items[places.next as usize] = item;
                    places.next += 1;
                }
                _ => self.has_changed = true,
            },
            Stage::Done => {}
        }
    }

    /// Whether continuing makes sense. The labels' file was read up to `offset`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`]. [`Error::Changed`] where the labels are not those that were
    /// counted.
    pub(crate) fn check(&self, offset: u64) -> Result<(), Error> {
        listable(self.count)?;
        if self.has_changed { Err(Error::Changed { offset }) } else { Ok(()) }
    }

    /// Ends a pass over the labels.
    ///
    /// # Errors
    /// The errors of [`Selection::check`].
    pub(crate) fn end_pass(&mut self, offset: u64) -> Result<(), Error> {
        self.has_changed |= self.is_placing() && self.places.values().any(|places| places.next < places.end);
        self.check(offset)?;
        if self.stage != Stage::Counting {
            self.stage = Stage::Done;
            return Ok(());
        }
        self.items = vec![0; listable(self.count)?];
        let all = u32::try_from(self.count).unwrap_or(u32::MAX);
        let mut before = 0;
        for places in self.places.values_mut() {
            let count = places.end;
            let next = if self.descending { all - before - count } else { before };
            *places = Places { next, end: next + count };
            before += count;
        }
        self.stage = Stage::Placing;
        Ok(())
    }

    /// The numbers of the items, in the order of the query.
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
            Order::Mean => return Ok(order::sorted_by_means(items, means, self.descending)),
            Order::Number if self.descending => items.reverse(),
            Order::Number | Order::Label | Order::Column(_) => {}
        }
        Ok(items)
    }
}

/// The count, if it is not too many items to list.
fn listable(count: u64) -> Result<usize, Error> {
    let too_many = Error::OutOfMemory { offset: 0, expected: count.saturating_mul(4) };
    usize::try_from(count).ok().filter(|_| count <= MAX_ITEMS).ok_or(too_many)
}
