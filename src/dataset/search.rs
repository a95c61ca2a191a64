//! A search through labels that do not stay in memory: their file is read again, and only the numbers of the items found
//! are kept.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::{Files, Job},
        labels::{self, Label, LabelSource, Labels},
        selection::{Filter, Matches, Query},
        shared::{Collector, Merging, Shared, Subject},
    },
    error::Error,
    format::packed::{Packer, Unpacker},
};

/// The items found so far. Labels are passed over as images are.
#[derive(Debug)]
pub(crate) struct Search(Shared<Finder>);

/// Finds items by their labels.
#[derive(Debug)]
pub(crate) struct Finder {
    /// The labels.
    subject: Subject,
    source: LabelSource,
    filter: Filter,
}

impl Collector for Finder {
    type Part = Matches;

    const KIND: u64 = 4;

    fn subject(&self) -> &Subject {
        &self.subject
    }

    fn part(&self) -> Matches {
        Matches::default()
    }

    fn add(&self, part: &mut Matches, number: u64, row: &[u8], _label: Option<Label>) {
        labels::rows(&self.subject.layout, self.source, number, row, &mut |item, row| {
            part.add(item, self.filter.group(item, row));
        });
    }

    fn pack(&self, packer: &mut Packer, _items: &Range<u64>) {
        let column = if let LabelSource::Column(column) = self.source { Some(column) } else { None };
        packer.u64s(column.as_slice());
        self.filter.pack(packer);
    }

    fn unpack(subject: Subject, unpacker: &mut Unpacker<'_>, _items: &Range<u64>) -> Option<Self> {
        let source = unpacker.u64s().first().map_or(LabelSource::OneHot, |&column| LabelSource::Column(column));
        Some(Self { subject, source, filter: Filter::unpack(unpacker)? })
    }

    fn pack_part(part: &mut Matches, packer: &mut Packer) {
        part.pack(packer);
    }
}

impl Merging for Finder {
    fn merge(part: &mut Matches, next: Matches) {
        part.merge(next);
    }

    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Matches> {
        Matches::unpack(unpacker, items)
    }
}

impl Search {
    /// A search for the items that a query matches, from 0 to `total`, in spans of about `span_len` bytes; `None` where no
    /// label must be read for it.
    pub(crate) fn new(query: &Query, total: u64, labels: Option<&Labels>, span_len: u64) -> Option<Self> {
        let filter = Filter::new(query, total, labels);
        let labels = labels.filter(|labels| !labels.store().keeps_all() && filter.needs_labels())?;
        let layout = labels.store().layout()?.clone();
        let subject = Subject { layout, range: (0.0, 0.0), classes: Vec::new() };
        Shared::over(Finder { subject, source: labels.source(), filter }, labels.store(), span_len).map(Self)
    }

    /// Whether the search is over.
    pub(crate) fn is_done(&self) -> bool {
        self.0.is_done()
    }

    /// The numbers of the items found, in the order of the query.
    ///
    /// # Errors
    /// The errors of [`Filter::ordered`].
    pub(crate) fn ordered(mut self, means: &[f32]) -> Result<Vec<u32>, Error> {
        let found = self.0.complete().map(std::mem::take).unwrap_or_default();
        self.0.collector().filter.ordered(found, means)
    }
}

/// The labels in the place of the images: a pass over images is one over any array.
fn labels_of(Files { labels, .. }: Files<'_>) -> Files<'_> {
    Files { images: labels.map(Labels::store), labels: None }
}

impl Job for Search {
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        self.0.wanted(labels_of(files))
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        self.0.feed(labels_of(files), offset, bytes)?;
        Matches::check(self.0.parts())
    }

    fn progress(&self, files: Files<'_>) -> f64 {
        self.0.progress(labels_of(files))
    }

    fn take_span(&mut self, files: Files<'_>) -> Option<(usize, Vec<u8>)> {
        self.0.take_span(labels_of(files))
    }

    fn finish_span(&mut self, number: usize, found: &[u8], files: Files<'_>) {
        self.0.finish_span(number, found, labels_of(files));
    }
}
