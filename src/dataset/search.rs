//! A search through labels that do not stay in memory: their file is read again once, or twice to sort by them. Only
//! the numbers of the items found are kept.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::{Files, Job, share},
        labels::{self, LabelSource, Labels},
        reread::Reread,
        selection::{Query, Selection},
    },
    error::Error,
};

/// The items found, and how far the file has been read.
#[derive(Debug)]
pub(crate) struct Search {
    selection: Selection,
    source: LabelSource,
    reread: Reread,
    /// The number of the next item.
    next: u64,
}

impl Search {
    /// A search for the items that a query matches, from 0 to `total`; `None` where no label must be read for it.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>) -> Option<Self> {
        let selection = Selection::new(query, total, labels);
        let labels = labels.filter(|labels| !labels.store().keeps_all() && selection.needs_labels())?;
        Some(Self { selection, source: labels.source(), reread: labels.store().reread()?, next: 0 })
    }

    /// Whether the search is over.
    pub(crate) fn is_done(&self) -> bool {
        !self.selection.needs_labels()
    }

    /// The items found.
    pub(crate) fn into_selection(self) -> Selection {
        self.selection
    }
}

impl Job for Search {
    fn wanted(&self, _files: Files<'_>) -> Option<Range<u64>> {
        if self.is_done() { None } else { self.reread.wanted() }
    }

    fn feed(&mut self, _files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { selection, source, reread, next } = self;
        reread.push(offset, bytes, &mut |layout, items| {
            labels::rows(layout, *source, *next, items, &mut |item, row| selection.add(item, row));
            *next += items.len() as u64 / layout.item_len().max(1);
            Ok(())
        })?;
        self.selection.check(self.reread.read())?;
        if self.reread.is_done() {
            self.selection.end_pass(self.reread.read())?;
            (self.reread, self.next) = (self.reread.restarted(), 0);
        }
        Ok(())
    }

    fn progress(&self, _files: Files<'_>) -> f64 {
        let passes = if self.selection.is_sorted_by_labels() { 2.0 } else { 1.0 };
        let before = if self.selection.is_placing() { 1.0 } else { 0.0 };
        (before + share(self.next, self.reread.layout().items())) / passes
    }
}
