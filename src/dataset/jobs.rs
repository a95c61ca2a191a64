//! The jobs over a whole file. Each starts, says which bytes it wants, takes them, reports its progress and its results,
//! and can be cancelled. A new job is a file that implements `Job`, and a field of `Jobs`.

use std::ops::Range;

use super::{
    Dataset, Slot,
    checks::CheckResult,
    distances::{Distance, Distances},
    filtered::FilteredStatistics,
    labels::Labels,
    profile::Profile,
    scan::Scan,
    search::Search,
    selection::Query,
    shared::{SPAN_LEN, Shared},
    statistics::{Average, AverageImages, Statistics},
    store::Store,
};
use crate::error::Error;

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

    /// Tells the images what the scan has seen, once it is over.
    fn settle_scan(&mut self) {
        let scan = self.jobs.scan.as_ref().filter(|scan| scan.is_done());
        if let Some((scan, images)) = scan.zip(self.images.as_mut()) {
            images.see_counts(&scan.statistics().table().bins());
        }
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

    /// Starts a scan of the images from the first one on, once the pass over them is over, by the classes of the labels
    /// as they are now. Whether they can be scanned.
    pub fn start_scan(&mut self) -> bool {
        self.start_scan_in(SPAN_LEN)
    }

    /// The same in spans of about `span_len` bytes, instead of 64 MiB, where not all images are in memory.
    pub fn start_scan_in(&mut self, span_len: u64) -> bool {
        self.jobs.scan = self.images.as_ref().and_then(|images| Scan::new(images, self.labels.as_ref(), span_len));
        self.jobs.distances = None;
        self.jobs.scan.is_some()
    }

    /// Part `number` of what the scan has found, once it is over, as bytes to be kept; `None` after the last. They have no
    /// items, but the mean of each.
    #[must_use]
    pub fn scan_part(&mut self, number: usize) -> Option<Vec<u8>> {
        self.jobs.scan.as_mut()?.kept_part(number, self.labels.as_ref())
    }

    /// Takes the next part of what an earlier scan found, and ends the scan that has started at the last. Whether it did,
    /// which it does not where those cannot be the same images and labels; `None` while parts are still to come.
    pub fn recall_scan(&mut self, part: &[u8]) -> Option<bool> {
        let files = Files { images: self.images.as_ref(), labels: self.labels.as_ref() };
        let ended = self.jobs.scan.as_mut().map_or(Some(false), |scan| scan.recall(part, files));
        self.settle_scan();
        ended
    }

    /// Whether the scan is over.
    #[must_use]
    pub fn is_scanned(&self) -> bool {
        self.jobs.scan.as_ref().is_some_and(Scan::is_done)
    }

    /// The statistics of the images scanned so far.
    #[must_use]
    pub fn statistics(&self) -> Option<&Statistics> {
        self.jobs.scan.as_ref().map(Scan::statistics)
    }

    /// What the checks have found in the images scanned so far.
    #[must_use]
    pub fn check_results(&self) -> &[CheckResult] {
        self.jobs.scan.as_ref().map_or(&[], |scan| scan.checks().results())
    }

    /// The average images, shown as the images are: see [`Statistics::images`].
    #[must_use]
    pub fn average_images(&self, average: Average) -> Option<AverageImages> {
        let images = self.images.as_ref()?;
        self.statistics()?.images(average, images.raster()?, images.range().unwrap_or_default())
    }

    /// Starts to take the distance of each image from the mean of its class, once the scan is over, or goes on with it.
    /// Whether they can be taken.
    pub fn start_distances(&mut self) -> bool {
        self.start_distances_in(SPAN_LEN)
    }

    /// The same in spans of about `span_len` bytes.
    pub fn start_distances_in(&mut self, span_len: u64) -> bool {
        if let Some(distances) = &mut self.jobs.distances {
            distances.reclaim(self.images.as_ref());
            return true;
        }
        let scan = self.jobs.scan.as_ref().filter(|scan| scan.is_done());
        self.jobs.distances = scan
            .zip(self.images.as_ref())
            .and_then(|(scan, images)| Distances::new(scan.statistics(), images, span_len));
        self.jobs.distances.is_some()
    }

    /// How far an image is from the mean of its class, or of all images where there are no classes. `None` until all
    /// distances are taken, and for an image without a class.
    #[must_use]
    pub fn distance(&self, item: u64) -> Option<Distance> {
        self.jobs.distances.as_ref()?.get(item, self.files())
    }

    /// Starts to take the statistics of these images, in any order, once the pass over their file is over. Whether they
    /// can be taken.
    pub fn start_filtered(&mut self, items: &[u32]) -> bool {
        self.start_filtered_in(items, SPAN_LEN)
    }

    /// The same in spans of about `span_len` bytes.
    pub fn start_filtered_in(&mut self, items: &[u32], span_len: u64) -> bool {
        let (images, labels) = (self.images.as_ref(), self.labels.as_ref());
        self.jobs.filtered = images.and_then(|images| FilteredStatistics::new(items, images, labels, span_len));
        self.jobs.filtered.is_some()
    }

    /// The statistics so far of the images that were given to [`Dataset::start_filtered`].
    #[must_use]
    pub fn filtered_statistics(&self) -> Option<&Statistics> {
        self.jobs.filtered.as_ref().map(Shared::so_far)
    }

    /// The average images of the same images: see [`Dataset::average_images`].
    #[must_use]
    pub fn filtered_average_images(&self, average: Average) -> Option<AverageImages> {
        let images = self.images.as_ref()?;
        self.filtered_statistics()?.images(average, images.raster()?, images.range().unwrap_or_default())
    }

    /// Starts a search through labels that do not stay in memory, once the pass over them is over. Whether the query
    /// needs one; otherwise [`Dataset::select`] answers it.
    pub fn start_search(&mut self, query: &Query) -> bool {
        self.start_search_in(query, SPAN_LEN)
    }

    /// The same in spans of about `span_len` bytes.
    pub fn start_search_in(&mut self, query: &Query, span_len: u64) -> bool {
        self.jobs.search = Search::new(query, self.items(), self.labels(), span_len);
        self.jobs.search.is_some()
    }

    /// The numbers of the items found, in the order of the query; this ends the search. `None` while the search
    /// continues, and where there is none because another file was opened or the layout changed.
    ///
    /// # Errors
    /// The errors of [`select`](super::selection::select).
    pub fn search_results(&mut self) -> Result<Option<Vec<u32>>, Error> {
        let search = self.jobs.search.take_if(|search| search.is_done());
        search.map(|search| search.ordered(self.means())).transpose()
    }

    /// Starts a profile of the labels of these items, in this order, or of all.
    pub fn start_profile(&mut self, items: Option<Vec<u32>>) {
        self.jobs.profile = Some(Profile::new(items, self.items()));
    }

    /// The profile of the labels, as far as it is prepared.
    #[must_use]
    pub fn profile(&self) -> Option<&Profile> {
        self.jobs.profile.as_ref()
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
