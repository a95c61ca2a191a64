//! A search through labels that do not stay in memory: their file is read once more, or, to sort by them, twice. All
//! that is kept of it is the numbers of the items found.

use std::ops::Range;

use crate::{
    dataset::{
        labels::{self, LabelSource, Labels},
        selection::{Found, Query},
        store::Store,
    },
    error::Error,
};

/// What has been found, and how far the file has been read.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) found: Found,
    source: LabelSource,
    pass: Store,
    /// The number of the item that comes next.
    next: u64,
}

impl Search {
    /// A search for what a query asks for, of items 0 to `total`; `None` where no label has to be read for it.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>) -> Option<Self> {
        let found = Found::new(query, total, labels);
        let labels = labels.filter(|labels| !labels.store().is_kept() && found.lacks_labels())?;
        Some(Self { found, source: labels.source(), pass: labels.store().once_more(), next: 0 })
    }

    /// The bytes of the labels' file that are wanted next; `None` when all is found.
    pub(crate) fn wanted(&self) -> Option<Range<u64>> {
        if self.found.lacks_labels() { self.pass.wanted() } else { None }
    }

    /// How much of the search is over, from 0 to 1.
    pub(crate) fn progress(&self) -> f64 {
        let passes = if self.found.is_sorted_by_labels() { 2.0 } else { 1.0 };
        let before = if self.found.is_placing() { 1.0 } else { 0.0 };
        let items = self.pass.layout().map_or(1, |layout| layout.items().max(1));
        #[expect(clippy::cast_precision_loss, reason = "it is shown as a percentage")]
        let share = self.next as f64 / items as f64;
        (before + share) / passes
    }

    /// Takes the bytes from `offset` on, if they are wanted.
    ///
    /// # Errors
    /// As [`Store::push`], and when too many items are found, or not those that were counted.
    pub(crate) fn push(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { found, source, pass, next } = self;
        pass.push_and_see(offset, bytes, &mut |layout, items| {
            labels::rows(layout, *source, *next, items, &mut |item, row| found.see(item, row));
            *next += items.len() as u64 / layout.item_len().max(1);
            Ok(())
        })?;
        self.found.check(self.pass.read())?;
        if self.pass.is_done() {
            self.found.turn(self.pass.read())?;
            (self.pass, self.next) = (self.pass.once_more(), 0);
        }
        Ok(())
    }
}
