//! The jobs over a whole file: a search, a profile and a scan. Each starts, says which bytes it wants, takes them,
//! tells its progress and its results, and can be cancelled.

use std::ops::Range;

use super::{
    Dataset, Slot,
    profile::Profile,
    scan::Scan,
    search::Search,
    selection::Query,
    statistics::{Average, AverageImages, Statistics},
};
use crate::error::Error;

impl Dataset {
    /// Cancels the jobs over a slot's file, because it changes.
    pub(super) fn cancel_jobs(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.scan = None,
            Slot::Labels => (self.search, self.profile) = (None, None),
        }
    }

    /// Starts a search through labels that do not stay in memory, once the pass over them is over. Whether the query
    /// needs one; otherwise [`Dataset::select`] answers it.
    pub fn start_search(&mut self, query: &Query) -> bool {
        self.search = Search::new(query, self.items(), self.labels());
        self.search.is_some()
    }

    /// The bytes of the labels' file that the search wants next; `None` when it is over: see
    /// [`Dataset::search_results`].
    #[must_use]
    pub fn search_wanted(&self) -> Option<Range<u64>> {
        self.search.as_ref()?.wanted()
    }

    /// How much of the search is done, from 0 to 1.
    #[must_use]
    pub fn search_progress(&self) -> f64 {
        self.search.as_ref().map_or(1.0, Search::progress)
    }

    /// Takes bytes for the search, and checks the labels that they complete.
    ///
    /// # Errors
    /// The errors of [`Store::push`](super::store::Store::push) and [`select`](super::selection::select); also
    /// [`Error::Changed`] when the search sorts by labels and finds others than it counted. An error ends the
    /// search.
    pub fn feed_search(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let result = self.search.as_mut().map_or(Ok(()), |search| search.feed(offset, bytes));
        if result.is_err() {
            self.search = None;
        }
        result
    }

    /// The numbers of the items found, in the order of the query; this ends the search. `None` while the search
    /// continues, and where there is none because another file was opened or the layout changed.
    ///
    /// # Errors
    /// The errors of [`select`](super::selection::select).
    pub fn search_results(&mut self) -> Result<Option<Vec<u32>>, Error> {
        let search = self.search.take_if(|search| search.is_done());
        search.map(|search| search.into_selection().ordered(self.means())).transpose()
    }

    /// Cancels the search.
    pub fn cancel_search(&mut self) {
        self.search = None;
    }

    /// Starts a profile of the labels of these items, in this order, or of all.
    pub fn start_profile(&mut self, items: Option<Vec<u32>>) {
        self.profile = Some(Profile::new(items, self.items()));
    }

    /// Prepares up to `limit` more values of the profile: see [`Profile::prepare`].
    pub fn prepare_profile(&mut self, limit: u32) -> bool {
        self.profile.as_mut().zip(self.labels.as_ref()).is_some_and(|(profile, labels)| profile.prepare(labels, limit))
    }

    /// Whether [`Dataset::prepare_profile`] can prepare more values now: those of labels that are in memory.
    #[must_use]
    pub fn can_prepare_profile(&self) -> bool {
        self.profile.as_ref().zip(self.labels.as_ref()).is_some_and(|(profile, labels)| {
            profile.prepared() < profile.count() && profile.value(labels, profile.prepared()).is_some()
        })
    }

    /// How much of the profile is prepared, from 0 to 1.
    #[must_use]
    pub fn profile_progress(&self) -> f64 {
        self.profile.as_ref().map_or(1.0, |profile| share(profile.prepared().into(), profile.count().into()))
    }

    /// Cancels the profile.
    pub fn cancel_profile(&mut self) {
        self.profile = None;
    }

    /// The profile of the labels, as far as it is prepared.
    #[must_use]
    pub fn profile(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// Starts a scan of the images from the first one on, once the pass over them is over, by the classes of the labels
    /// as they are now. Whether they can be scanned.
    pub fn start_scan(&mut self) -> bool {
        self.scan = self.images.as_ref().and_then(|images| Scan::new(images, self.labels.as_ref()));
        self.scan.is_some()
    }

    /// The bytes of the images' file that the scan wants next; an empty range if it needs none because the items are in
    /// memory. `None` when all are scanned.
    #[must_use]
    pub fn scan_wanted(&self) -> Option<Range<u64>> {
        self.scan.as_ref()?.wanted(self.images.as_ref()?)
    }

    /// Takes bytes for the scan, and scans the images that they complete; without bytes, scans some that are in memory.
    ///
    /// # Errors
    /// The errors of [`Store::push`](super::store::Store::push).
    pub fn feed_scan(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let (Some(scan), Some(images)) = (&mut self.scan, &self.images) else { return Ok(()) };
        scan.feed(images, self.labels.as_ref(), offset, bytes)
    }

    /// How much of the scan is done, from 0 to 1.
    #[must_use]
    pub fn scan_progress(&self) -> f64 {
        let (Some(statistics), Some(images)) = (self.statistics(), &self.images) else { return 1.0 };
        share(statistics.items(), images.items())
    }

    /// Cancels the scan. Its statistics are lost.
    pub fn cancel_scan(&mut self) {
        self.scan = None;
    }

    /// The statistics of the images scanned so far.
    #[must_use]
    pub fn statistics(&self) -> Option<&Statistics> {
        self.scan.as_ref().map(Scan::statistics)
    }

    /// The average images, shown as the images are: see [`Statistics::images`].
    #[must_use]
    pub fn average_images(&self, average: Average) -> Option<AverageImages> {
        self.statistics()?.images(average, self.images.as_ref()?.raster()?)
    }
}

/// The share of `total` that `count` is, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "users see a percentage")]
fn share(count: u64, total: u64) -> f64 {
    if total == 0 { 1.0 } else { count as f64 / total as f64 }
}
