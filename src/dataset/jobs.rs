//! The jobs over a whole file. Each starts, says which bytes it wants, takes them, reports its progress and its results,
//! and can be cancelled. A new job is a file that implements `Job`, and a field of `Jobs`.

use std::ops::Range;

use super::{
    Dataset, Slot, distances::Distances, filtered::FilteredStatistics, labels::Labels, profile::Profile, scan::Scan,
    search::Search, store::Store,
};
use crate::error::Error;

mod images;
mod labels;

/// The kind of a job. A dataset has at most one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Statistics and checks of the images.
    Statistics,
    /// Statistics of some of the images.
    Filtered,
    /// The distance of each image from the mean of its class.
    Distances,
    /// The items that match a query.
    Search,
    /// The line through the labels.
    Profile,
}

/// The files that jobs go over.
#[derive(Clone, Copy)]
pub(super) struct Files<'a> {
    pub(super) images: Option<&'a Store>,
    pub(super) labels: Option<&'a Labels>,
}

/// Work over a whole file, in steps.
pub(super) trait Job {
    /// The bytes of the file that are wanted next; an empty range if the next step needs none, because the items are in
    /// memory. `None` when there is nothing to do.
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>>;

    /// Takes the bytes from `offset` on, if they are wanted, or does a step without bytes.
    ///
    /// # Errors
    /// The errors of [`Store::push`], and those of the job itself.
    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error>;

    /// How much is done, from 0 to 1.
    fn progress(&self, files: Files<'_>) -> f64;

    /// A span of the images for another to pass over, as bytes from which [`SpanPass`](super::shared::SpanPass) starts,
    /// and its number. `None` when none is left, and of a job that is not shared.
    fn take_span(&mut self, _files: Files<'_>) -> Option<(usize, Vec<u8>)> {
        None
    }

    /// Takes what another has collected of a span. With other bytes, or none, the span is left for this worker.
    fn finish_span(&mut self, _number: usize, _found: &[u8], _files: Files<'_>) {}
}

/// The jobs of a dataset.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    scan: Option<Scan>,
    filtered: Option<FilteredStatistics>,
    distances: Option<Distances>,
    search: Option<Search>,
    profile: Option<Profile>,
}

impl Jobs {
    fn get(&self, kind: JobKind) -> Option<&dyn Job> {
        match kind {
            JobKind::Statistics => self.scan.as_ref().map(|job| job as _),
            JobKind::Filtered => self.filtered.as_ref().map(|job| job as _),
            JobKind::Distances => self.distances.as_ref().map(|job| job as _),
            JobKind::Search => self.search.as_ref().map(|job| job as _),
            JobKind::Profile => self.profile.as_ref().map(|job| job as _),
        }
    }

    fn get_mut(&mut self, kind: JobKind) -> Option<&mut dyn Job> {
        match kind {
            JobKind::Statistics => self.scan.as_mut().map(|job| job as _),
            JobKind::Filtered => self.filtered.as_mut().map(|job| job as _),
            JobKind::Distances => self.distances.as_mut().map(|job| job as _),
            JobKind::Search => self.search.as_mut().map(|job| job as _),
            JobKind::Profile => self.profile.as_mut().map(|job| job as _),
        }
    }

    fn cancel(&mut self, kind: JobKind) {
        match kind {
            JobKind::Statistics => self.scan = None,
            JobKind::Filtered => self.filtered = None,
            JobKind::Distances => self.distances = None,
            JobKind::Search => self.search = None,
            JobKind::Profile => self.profile = None,
        }
    }

    /// Cancels the jobs over a slot's file, because it changes.
    pub(super) fn cancel_over(&mut self, slot: Slot) {
        match slot {
            Slot::Images => [JobKind::Statistics, JobKind::Filtered, JobKind::Distances].as_slice(),
            Slot::Labels => &[JobKind::Search, JobKind::Profile],
        }
        .iter()
        .for_each(|&kind| self.cancel(kind));
    }
}

impl Dataset {
    /// The bytes of the file that a job wants next; an empty range if it needs none, because the items are in memory.
    /// `None` when it is over, or there is none.
    #[must_use]
    pub fn job_wanted(&self, kind: JobKind) -> Option<Range<u64>> {
        self.jobs.get(kind)?.wanted(self.files())
    }

    /// Takes bytes for a job and does the step that they allow; without bytes, a step over items in memory.
    ///
    /// # Errors
    /// The errors of [`Store::push`]; of a search also those of [`select`](super::selection::select). An error ends the
    /// job.
    pub fn feed_job(&mut self, kind: JobKind, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let files = Files { images: self.images.as_ref(), labels: self.labels.as_ref() };
        let result = self.jobs.get_mut(kind).map_or(Ok(()), |job| job.feed(files, offset, bytes));
        if result.is_err() {
            self.cancel_job(kind);
        }
        if kind == JobKind::Statistics {
            self.settle_scan();
        }
        result
    }

    /// How much of a job is done, from 0 to 1.
    #[must_use]
    pub fn job_progress(&self, kind: JobKind) -> f64 {
        self.jobs.get(kind).map_or(1.0, |job| job.progress(self.files()))
    }

    /// A span of the images of a job for another to pass over, as bytes from which
    /// [`SpanPass::from_bytes`](super::shared::SpanPass::from_bytes) starts, and its number. `None` when no span is left,
    /// or the job is not shared. [`Dataset::finish_span`] takes its result.
    pub fn take_span(&mut self, kind: JobKind) -> Option<(usize, Vec<u8>)> {
        let files = Files { images: self.images.as_ref(), labels: self.labels.as_ref() };
        self.jobs.get_mut(kind)?.take_span(files)
    }

    /// Takes what another has collected of a span that it took. With other bytes, or none, the span is passed over here.
    pub fn finish_span(&mut self, kind: JobKind, number: usize, found: &[u8]) {
        let files = Files { images: self.images.as_ref(), labels: self.labels.as_ref() };
        if let Some(job) = self.jobs.get_mut(kind) {
            job.finish_span(number, found, files);
        }
        if kind == JobKind::Statistics {
            self.settle_scan();
        }
    }

    /// Cancels a job. Its results are lost.
    pub fn cancel_job(&mut self, kind: JobKind) {
        self.jobs.cancel(kind);
    }

    fn files(&self) -> Files<'_> {
        Files { images: self.images.as_ref(), labels: self.labels.as_ref() }
    }
}

/// The share of `total` that `count` is, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "users see a percentage")]
pub(super) fn share(count: u64, total: u64) -> f64 {
    if total == 0 { 1.0 } else { count as f64 / total as f64 }
}
