//! Labels: one number per item, and how many items have each.

use std::mem;

use crate::{
    dataset::{store::Store, view::View},
    error::Error,
    format::{crc::Crc, layout::Layout},
};

mod counts;
mod kept;
mod label;

pub use self::label::Label;
use self::{
    counts::{Counts, class_limit},
    kept::Known,
};

/// Receives rows, each with the number of its item.
pub type RowVisitor<'a> = &'a mut dyn FnMut(u32, Row<'_>);

/// The numbers of an item, and which of them is its label.
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
    /// The column of the largest number: in a one-hot row, the column of the 1.
    OneHot,
}

/// The labels of a dataset, as far as they have arrived. The label of an item with several numbers (QMNIST has eight
/// per digit) is the first, unless all rows are one-hot or the user chose another.
#[derive(Debug)]
pub struct Labels {
    store: Store,
    chosen: Option<LabelSource>,
    /// Items that have passed, and whether all of them are one-hot.
    passed: u64,
    one_hot: bool,
    /// How many items are not one-hot, and the first of them.
    exceptions: (u64, Vec<u64>),
    counts: Counts,
    /// What an earlier pass found out, while parts of its index are still to come.
    known: Option<Known>,
}

impl Labels {
    /// Limit of the items that are not one-hot and are listed.
    pub const MAX_EXCEPTIONS: usize = 1000;
    /// Limit of the distinct labels that are counted. Items with others are counted together.
    pub const MAX_CLASSES: usize = 65_536;

    /// Limit of the distinct floats that are classes. More of them are a scale, on which nothing is counted.
    pub const MAX_FLOATS: usize = 64;

    /// The labels in a file of `size` bytes, if that is known: see [`Store::new`].
    #[must_use]
    pub fn new(size: Option<u64>, budget: u64) -> Self {
        Self::over(Store::counted(size, budget), None)
    }

    fn over(mut store: Store, chosen: Option<LabelSource>) -> Self {
        store.presentation_mut().show(Some(View::Table));
        let (exceptions, counts) = ((0, Vec::new()), Counts::default());
        Self { store, chosen, passed: 0, one_hot: true, exceptions, counts, known: None }
    }

    /// Takes bytes of the file, and counts the labels that they complete.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Store::push`].
    pub fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { store, chosen, passed, one_hot, exceptions, counts, .. } = self;
        store.push_with(offset, bytes, &mut |layout, items| {
            let item_len = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
            let mut source = effective_source(*chosen, *one_hot, layout);
            let mut limit = class_limit(layout, source);
            for item in items.chunks_exact(item_len) {
                let is_exception = layout.item_elements() > 1 && !is_one_hot(layout, item);
                if is_exception {
                    exceptions.0 += 1;
                    if exceptions.1.len() < Self::MAX_EXCEPTIONS {
                        exceptions.1.push(*passed);
                    }
                }
                if *one_hot && (is_exception || layout.item_elements() == 1) {
                    *one_hot = false;
                    let before = mem::replace(&mut source, effective_source(*chosen, false, layout));
                    if source != before {
                        counts.become_first_column();
                        limit = class_limit(layout, source);
                    }
                }
                if let Some(label) = Label::of(layout, item, source) {
                    counts.add(label, 1, limit);
                }
                *passed += 1;
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

    /// Sets how items become labels. `None`, or a column that does not exist, restores the default. Labels that are not
    /// in memory are read again to be counted.
    pub fn set_source(&mut self, chosen: Option<LabelSource>) {
        let before = self.source();
        if chosen != self.chosen {
            self.known = None;
        }
        self.chosen = chosen;
        if self.source() == before {
            return;
        }
        if !self.store.keeps_all() {
            *self = Self::over(self.store.restarted(), chosen);
            return;
        }
        let mut counts = Counts::default();
        let limit = self.store.layout().map_or(0, |layout| class_limit(layout, self.source()));
        self.for_each(&mut |item, row| {
            if let Some(label) = row.label().filter(|_| u64::from(item) < self.passed) {
                counts.add(label, 1, limit);
            }
        });
        self.counts = counts;
    }

    /// Reads the file again in this layout, or else in the one that its header gives: see [`Store::read_as`].
    pub fn read_as(&mut self, layout: Option<Layout>) {
        let mut store = self.store.restarted();
        store.read_as(layout);
        *self = Self::over(store, self.chosen);
    }

    /// Whether every item so far is a row with a single 1 among zeros.
    #[must_use]
    pub fn is_one_hot(&self) -> bool {
        self.one_hot && self.passed > 0 && self.columns() > 1
    }

    /// The first items that are not one-hot, where most of the others are; else none. Such rows are errors.
    #[must_use]
    pub fn not_one_hot(&self) -> &[u64] {
        let (count, first) = &self.exceptions;
        if count.saturating_mul(2) < self.passed { first } else { &[] }
    }

    /// The count of numbers per item.
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.store.layout().map_or(0, Layout::item_elements)
    }

    /// Sets the items that are wanted: see [`Store::want`].
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.store.want(items)
    }

    /// Stops reading the file. What has arrived stays.
    pub fn stop(&mut self) {
        self.store.stop();
    }

    /// Differs between labels that are not the same, or are read in another way. 0 where they do not stay in memory,
    /// because images have no classes then.
    pub(super) fn digest(&self) -> u64 {
        if !self.store.keeps_all() {
            return 0;
        }
        let mut crc = Crc::new();
        let source = match self.source() {
            LabelSource::Column(column) => column,
            LabelSource::OneHot => u64::MAX,
        };
        crc.update(&source.to_le_bytes());
        crc.update(self.store.layout().map(Layout::to_string).unwrap_or_default().as_bytes());
        for (_, items) in self.store.runs() {
            crc.update(items);
        }
        u64::from(crc.sum()) << 32 | u64::from(crc.amount())
    }

    /// The array of the labels.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The label of item `index`, if it is in memory and has one.
    #[must_use]
    pub fn label(&self, index: u64) -> Option<Label> {
        Label::of(self.store.layout()?, self.store.item(index)?, self.source())
    }

    /// The number of item `index` in a column, if both are there.
    #[must_use]
    pub fn column(&self, index: u64, column: u64) -> Option<Label> {
        Label::of(self.store.layout()?, self.store.item(index)?, LabelSource::Column(column))
    }

    /// Gives the rows in memory to `visit`, in the order of their items.
    pub fn for_each(&self, visit: RowVisitor<'_>) {
        let Some(layout) = self.store.layout() else { return };
        // Items of no size make no runs.
        for (first, items) in self.store.runs() {
            rows(layout, self.source(), first, items, visit);
        }
    }

    /// The position among these items of the first with the same label as item `index`.
    pub fn next_with_label(&self, index: u64, mut among: impl Iterator<Item = u64>) -> Option<usize> {
        let label = self.label(index)?;
        among.position(|other| self.label(other) == Some(label))
    }

    /// How many items have each label, in the order of labels. Nothing for floats that are no classes because there are
    /// more than [`Labels::MAX_FLOATS`].
    #[must_use]
    pub fn counts(&self) -> impl ExactSizeIterator<Item = (Label, u64)> {
        let classes = &self.counts.classes;
        let limit = self.store.layout().map_or(0, |layout| class_limit(layout, self.source()));
        let is_scale = self.counts.uncounted > 0 && limit == Self::MAX_FLOATS;
        classes.iter().take(if is_scale { 0 } else { classes.len() }).map(|(&label, &count)| (label, count))
    }

    /// How many items have a label beyond the limit of distinct ones.
    #[must_use]
    pub fn uncounted(&self) -> u64 {
        self.counts.uncounted
    }
}

/// Gives the rows of these items to `visit`. The first one has the number `first`.
pub(crate) fn rows(layout: &Layout, source: LabelSource, first: u64, items: &[u8], visit: RowVisitor<'_>) {
    let item_len = usize::try_from(layout.item_len()).unwrap_or(usize::MAX);
    let numbers = u32::try_from(first).unwrap_or(u32::MAX)..;
    for (number, item) in numbers.zip(items.chunks_exact(item_len)) {
        visit(number, Row { layout, item, source });
    }
}

/// How the items of an array become labels. A choice that the array does not allow is ignored.
fn effective_source(chosen: Option<LabelSource>, one_hot: bool, layout: &Layout) -> LabelSource {
    let columns = layout.item_elements();
    let possible = chosen.filter(|chosen| match *chosen {
        LabelSource::Column(column) => column < columns,
        LabelSource::OneHot => columns > 1,
    });
    possible.unwrap_or(if one_hot && columns > 1 { LabelSource::OneHot } else { LabelSource::Column(0) })
}

fn is_one_hot(layout: &Layout, item: &[u8]) -> bool {
    let mut set = layout.element_type().values(item).filter(|value| *value != 0.0);
    layout.item_elements() > 1 && set.next() == Some(1.0) && set.next().is_none()
}

impl Row<'_> {
    /// The label, if the item has one.
    #[must_use]
    pub fn label(&self) -> Option<Label> {
        Label::of(self.layout, self.item, self.source)
    }

    /// The number in a column, if that exists.
    #[must_use]
    pub fn column(&self, column: u64) -> Option<Label> {
        Label::of(self.layout, self.item, LabelSource::Column(column))
    }
}
