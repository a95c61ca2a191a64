//! Selections: which items match a query, and in which order.

use std::ops::RangeInclusive;

use crate::{
    dataset::labels::{Label, Labels, Row},
    error::Error,
    format::packed::{Packer, Unpacker},
};

mod matches;
mod order;
mod ranges;

pub(super) use self::{matches::Matches, order::shuffle};

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
    /// The label that stands for none, if there is one. Sorted by labels, its items come last.
    pub unlabelled: Option<Label>,
}

/// The orders of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Their numbers.
    #[default]
    Number,
    /// Their labels, NaN last. Items with the same label stay in the order of their numbers; items without one are left out.
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

/// Limit of the items that are selected or scanned. The list of their numbers takes 4 bytes each, and up to 12 while it is
/// made; and some 70 more for each distinct label that they are sorted by.
pub const MAX_ITEMS: u64 = 1 << 25;

/// The numbers of the items that match a query, in its order: items 0 to `total`, by the labels in memory, and sorted
/// by `means` if the query asks for that. A number fits into 32 bits because an IDX dimension does.
///
/// # Errors
/// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
pub fn select(query: &Query, total: u64, labels: Option<&Labels>, means: &[f32]) -> Result<Vec<u32>, Error> {
    let filter = Filter::new(query, total, labels);
    let mut found = Matches::default();
    if let Some(labels) = labels.filter(|_| filter.needs_labels()) {
        labels.for_each(&mut |item, row| found.add(item, filter.group(item, row)));
    }
    filter.ordered(found, means)
}

/// What a query asks of an item.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    numbers: Option<Vec<(u64, u64)>>,
    labels: Option<Vec<(Label, Label)>>,
    except: bool,
    columns: Vec<(u64, Vec<(Label, Label)>)>,
    order: Order,
    descending: bool,
    unlabelled: Option<Label>,
    total: u32,
}

impl Filter {
    /// A filter of items 0 to `total`.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>) -> Self {
        let columns = labels.map_or(0, Labels::columns);
        let order = match query.order {
            // Items cannot be sorted by labels or columns that do not exist.
            Order::Label if labels.is_none() => Order::Number,
            Order::Column(column) if column >= columns => Order::Number,
            order => order,
        };
        Self {
            numbers: query.items.as_deref().map(ranges::merged),
            labels: query.labels.as_deref().map(ranges::merged),
            except: query.except,
            columns: query.columns.iter().map(|(column, ranges)| (*column, ranges::merged(ranges))).collect(),
            order,
            descending: query.descending,
            unlabelled: query.unlabelled.filter(|_| order == Order::Label),
            total: u32::try_from(total).unwrap_or(u32::MAX),
        }
    }

    /// Whether the labels tell which items match, or in which order.
    pub(crate) fn needs_labels(&self) -> bool {
        self.labels.is_some() || !self.columns.is_empty() || self.is_sorted_by_labels()
    }

    fn is_sorted_by_labels(&self) -> bool {
        matches!(self.order, Order::Label | Order::Column(_))
    }

    /// The group of an item that matches: the label that it is sorted by, or the same for all.
    pub(crate) fn group(&self, item: u32, row: Row<'_>) -> Option<Label> {
        let label = row.label().filter(|_| item < self.total)?;
        let has_column = |ranges: &[(Label, Label)], number: Option<Label>| {
            number.is_some_and(|number| ranges::contains(ranges, number))
        };
        let matches = self.labels.as_deref().is_none_or(|ranges| ranges::contains(ranges, label) != self.except)
            && self.columns.iter().all(|(column, ranges)| has_column(ranges, row.column(*column)))
            && self.numbers.as_deref().is_none_or(|ranges| ranges::contains(ranges, item.into()));
        match self.order {
            _ if !matches => None,
            Order::Label => Some(label),
            Order::Column(column) => row.column(column),
            Order::Number | Order::Mean | Order::Random { .. } => Some(Label(0.0)),
        }
    }

    /// The numbers of the items found, in the order of the query.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] for more than [`MAX_ITEMS`].
    pub(crate) fn ordered(&self, found: Matches, means: &[f32]) -> Result<Vec<u32>, Error> {
        listable(found.count())?;
        let mut items = found.into_items(self.is_sorted_by_labels() && self.descending, self.unlabelled);
        if !self.needs_labels() {
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

    /// Packs what tells the group of an item.
    pub(super) fn pack(&self, packer: &mut Packer) {
        let (order, column) = match self.order {
            Order::Number | Order::Mean | Order::Random { .. } => (0, 0),
            Order::Label => (1, 0),
            Order::Column(column) => (2, column),
        };
        packer.u64s(&[self.except.into(), self.total.into(), order, column]);
        let numbers = self.numbers.iter().flatten().flat_map(|&(start, end)| [start, end]);
        packer.u64s(&numbers.chain(self.numbers.is_none().then_some(0)).collect::<Vec<_>>());
        pack_ranges(packer, self.labels.as_deref());
        packer.u64s(&self.columns.iter().map(|(column, _)| *column).collect::<Vec<_>>());
        for (_, ranges) in &self.columns {
            pack_ranges(packer, Some(ranges));
        }
    }

    /// The filter that was packed, which knows nothing of the order but the groups.
    pub(super) fn unpack(unpacker: &mut Unpacker<'_>) -> Option<Self> {
        let [except, total, order, column] = unpacker.u64s()[..] else { return None };
        let numbers = unpacker.u64s();
        let (pairs, none) = numbers.as_chunks();
        Some(Self {
            numbers: none.is_empty().then(|| pairs.iter().map(|&[start, end]| (start, end)).collect()),
            labels: unpack_ranges(unpacker),
            except: except == 1,
            columns: unpacker
                .u64s()
                .into_iter()
                .map(|column| Some((column, unpack_ranges(unpacker)?)))
                .collect::<Option<_>>()?,
            order: [Order::Number, Order::Label, Order::Column(column)].get(usize::try_from(order).ok()?).copied()?,
            descending: false,
            unlabelled: None,
            total: u32::try_from(total).ok()?,
        })
    }
}

/// Packs the ends of ranges; one number alone where there are none.
fn pack_ranges(packer: &mut Packer, ranges: Option<&[(Label, Label)]>) {
    let ends = ranges.iter().copied().flatten().flat_map(|(start, end)| [start.0, end.0]);
    packer.f64s(&ends.chain(ranges.is_none().then_some(0.0)).collect::<Vec<_>>());
}

fn unpack_ranges(unpacker: &mut Unpacker<'_>) -> Option<Vec<(Label, Label)>> {
    let ends = unpacker.f64s();
    let (pairs, none) = ends.as_chunks();
    none.is_empty().then(|| pairs.iter().map(|&[start, end]| (Label(start), Label(end))).collect())
}

/// The count, if it is not too many items to list.
fn listable(count: u64) -> Result<usize, Error> {
    let too_many = Error::OutOfMemory { offset: 0, expected: count.saturating_mul(4) };
    usize::try_from(count).ok().filter(|_| count <= MAX_ITEMS).ok_or(too_many)
}
