//! Labels: what each item is called, and how many items are called so.

use std::{cmp::Ordering, collections::BTreeMap, mem};

use crate::{
    dataset::{store::Store, view::View},
    error::Error,
    format::layout::Layout,
};

/// A label: one number. Integer types hold class numbers; floats occur too, as regression targets.
#[derive(Clone, Copy, Debug)]
pub struct Label(pub f64);

/// Where rows go, each with its item's number.
pub type See<'a> = &'a mut dyn FnMut(u32, Row<'_>);

/// The numbers of an item, and how they become its label.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    layout: &'a Layout,
    item: &'a [u8],
    source: LabelSource,
}

/// How an item of several numbers becomes a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelSource {
    /// The number in this column, from 0.
    Column(u64),
    /// The column of the greatest number: in a one-hot row, that of the 1.
    OneHot,
}

/// The labels of a dataset, as far as they have arrived. Of an item of several numbers (QMNIST has eight per digit)
/// the first is the label, unless all rows are one-hot, or somebody chooses.
#[derive(Debug)]
pub struct Labels {
    store: Store,
    chosen: Option<LabelSource>,
    /// Items that have been seen, and whether all of them are one-hot.
    seen: u64,
    one_hot: bool,
    counts: Counts,
}

#[derive(Debug, Default)]
struct Counts {
    classes: BTreeMap<Label, u64>,
    uncounted: u64,
}

impl Labels {
    /// More distinct values than this are not classes; the rest are not told apart.
    pub const MAX_CLASSES: usize = 65_536;

    /// More distinct floats than this are a scale, on which nothing is counted.
    pub const MAX_FLOATS: usize = 64;

    /// The labels in a file of `size` bytes, or of as many as there will be: see [`Store::new`].
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self::of(Store::counted(size, budget), None)
    }

    fn of(mut store: Store, chosen: Option<LabelSource>) -> Self {
        store.presentation_mut().show(Some(View::Table));
        Self { store, chosen, seen: 0, one_hot: true, counts: Counts::default() }
    }

    /// Takes bytes of the file, and counts the labels that they complete.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Store::push`].
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { store, chosen, seen, one_hot, counts } = self;
        store.push_and_see(offset, bytes, &mut |layout, items| {
            let item_len = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
            let mut source = effective_source(*chosen, *one_hot, layout);
            let mut most = most_classes(layout, source);
            for item in items.chunks_exact(item_len) {
                if *one_hot && !is_one_hot(layout, item) {
                    *one_hot = false;
                    let before = mem::replace(&mut source, effective_source(*chosen, false, layout));
                    if source != before {
                        counts.first_of_one_hot();
                        most = most_classes(layout, source);
                    }
                }
                if let Some(label) = Label::of(layout, item, source) {
                    counts.add(label, 1, most);
                }
                *seen += 1;
            }
            Ok(())
        })
    }

    /// How items become labels.
    #[must_use]
    pub fn source(&self) -> LabelSource {
        self.store
            .layout()
            .map_or(LabelSource::Column(0), |layout| effective_source(self.chosen, self.is_one_hot(), layout))
    }

    /// Chooses how items become labels; `None`, or a column that there is not, leaves it to us. What is not in memory
    /// is read again to be counted.
    pub fn choose(&mut self, chosen: Option<LabelSource>) {
        let before = self.source();
        self.chosen = chosen;
        if self.source() == before {
            return;
        }
        if !self.store.is_kept() {
            *self = Self::of(self.store.again(), chosen);
            return;
        }
        let mut counts = Counts::default();
        let most = self.store.layout().map_or(0, |layout| most_classes(layout, self.source()));
        self.for_each(&mut |item, row| {
            if let Some(label) = row.label().filter(|_| u64::from(item) < self.seen) {
                counts.add(label, 1, most);
            }
        });
        self.counts = counts;
    }

    /// Reads the file again as this header says, or as its own does: see [`Store::read_as`].
    pub fn read_as(&mut self, layout: Option<Layout>) {
        let mut store = self.store.again();
        store.read_as(layout);
        *self = Self::of(store, self.chosen);
    }

    /// Whether every item that has been seen is a row with a single 1 among zeros.
    #[must_use]
    pub fn is_one_hot(&self) -> bool {
        self.one_hot && self.seen > 0 && self.columns() > 1
    }

    /// Numbers per item.
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.store.layout().map_or(0, Layout::item_elements)
    }

    /// Notes which items are wanted: see [`Store::want`].
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.store.want(items)
    }

    /// Wants no more of the file; what has arrived stays.
    pub fn stop(&mut self) {
        self.store.stop();
    }

    /// The array that the labels come from.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The label of item `index`, if it is here and has one.
    #[must_use]
    pub fn label(&self, index: u64) -> Option<Label> {
        Label::of(self.store.layout()?, self.store.item(index)?, self.source())
    }

    /// Shows the rows that are here, each with its item's number, in the order of those.
    pub fn for_each(&self, see: See<'_>) {
        let Some(layout) = self.store.layout() else { return };
        // There are no runs of items of no size.
        for (first, items) in self.store.runs() {
            rows(layout, self.source(), first, items, see);
        }
    }

    /// Where among these items is the first that carries the same label as item `index`.
    pub fn alike(&self, index: u64, mut among: impl Iterator<Item = u64>) -> Option<usize> {
        let label = self.label(index)?;
        among.position(|other| self.label(other) == Some(label))
    }

    /// How many items carry each label, least label first; nothing of floats that are no classes, because there are more
    /// than [`Labels::MAX_FLOATS`].
    #[must_use]
    pub fn counts(&self) -> impl ExactSizeIterator<Item = (Label, u64)> {
        let classes = &self.counts.classes;
        let most = self.store.layout().map_or(0, |layout| most_classes(layout, self.source()));
        let is_scale = self.counts.uncounted > 0 && most == Self::MAX_FLOATS;
        classes.iter().take(if is_scale { 0 } else { classes.len() }).map(|(&label, &count)| (label, count))
    }

    /// Items whose label came after as many others as are told apart.
    #[must_use]
    pub fn uncounted(&self) -> u64 {
        self.counts.uncounted
    }
}

/// Shows the rows of these items, the first of which has the number `first`.
pub(crate) fn rows(layout: &Layout, source: LabelSource, first: u64, items: &[u8], see: See<'_>) {
    let item_len = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
    let numbers = u32::try_from(first).unwrap_or(u32::MAX)..;
    for (number, item) in numbers.zip(items.chunks_exact(item_len)) {
        see(number, Row { layout, item, source });
    }
}

/// How the items of an array become labels. A choice that it does not have is none.
fn effective_source(chosen: Option<LabelSource>, one_hot: bool, layout: &Layout) -> LabelSource {
    let columns = layout.item_elements();
    let possible = chosen.filter(|chosen| match *chosen {
        LabelSource::Column(column) => column < columns,
        LabelSource::OneHot => columns > 1,
    });
    possible.unwrap_or(if one_hot && columns > 1 { LabelSource::OneHot } else { LabelSource::Column(0) })
}

/// How many distinct labels of an array are told apart.
fn most_classes(layout: &Layout, source: LabelSource) -> usize {
    // A place in a row is no float.
    let floats = layout.element_type().is_float() && source != LabelSource::OneHot;
    if floats { Labels::MAX_FLOATS } else { Labels::MAX_CLASSES }
}

fn is_one_hot(layout: &Layout, item: &[u8]) -> bool {
    let mut set = layout.element_type().values(item).filter(|value| *value != 0.0);
    layout.item_elements() > 1 && set.next() == Some(1.0) && set.next().is_none()
}

impl Counts {
    /// Makes the counts of classes of one-hot rows those of their first column, which is 1 in class 0 and else 0.
    fn first_of_one_hot(&mut self) {
        let classes = mem::take(self);
        for (&class, &count) in &classes.classes {
            self.add(Label(f64::from(u8::from(class == Label(0.0)))), count, 2);
        }
        if classes.uncounted > 0 {
            self.add(Label(0.0), classes.uncounted, 2);
        }
    }

    /// Counts a label, or does not tell it apart where it comes after `most` others.
    fn add(&mut self, label: Label, count: u64, most: usize) {
        if self.classes.len() < most || self.classes.contains_key(&label) {
            *self.classes.entry(label).or_default() += count;
        } else {
            self.uncounted += count;
        }
    }
}

impl Row<'_> {
    /// The label, if the item has one.
    #[must_use]
    pub fn label(&self) -> Option<Label> {
        Label::of(self.layout, self.item, self.source)
    }

    /// The number in a column, if there is such a column.
    #[must_use]
    pub fn column(&self, column: u64) -> Option<Label> {
        Label::of(self.layout, self.item, LabelSource::Column(column))
    }
}

impl Label {
    /// The label that an item is, if it has one.
    fn of(layout: &Layout, item: &[u8], source: LabelSource) -> Option<Self> {
        let mut values = layout.element_type().values(item);
        match source {
            // Minus zero is zero.
            LabelSource::Column(column) => values.nth(usize::try_from(column).ok()?).map(|value| Self(value + 0.0)),
            LabelSource::OneHot => {
                let greatest = (0_u32..).zip(values).reduce(|best, next| if next.1 > best.1 { next } else { best });
                greatest.map(|(column, _)| Self(column.into()))
            }
        }
    }
}

/// Numeric order, with NaN after everything else.
impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.partial_cmp(&other.0).unwrap_or_else(|| self.0.is_nan().cmp(&other.0.is_nan()))
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Label {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Label {}
