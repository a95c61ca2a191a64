//! What the user looks at: images with their labels. Nothing here knows a pixel.

use std::ops::Range;

use crate::{
    dataset::{
        labels::{LabelSource, Labels},
        presentation::Presentation,
        profile::Profile,
        scan::Scan,
        search::Search,
        selection::Query,
        statistics::{Average, AverageImages, Statistics},
        store::Store,
    },
    error::Error,
    format::layout::Layout,
};

pub use self::slot::Slot;

pub mod axes;
mod blocks;
mod border;
mod channels;
mod findings;
mod fingerprint;
pub mod images;
pub mod known;
pub mod labels;
pub mod orientation;
pub mod pairing;
mod pass;
pub mod presentation;
pub mod profile;
pub mod range;
mod scan;
mod schedule;
mod search;
mod seek;
pub mod selection;
mod slot;
pub mod statistics;
pub mod store;
pub mod view;

/// Images with their labels; either may be missing, or still arriving.
#[derive(Debug, Default)]
pub struct Dataset {
    images: Option<Store>,
    labels: Option<Labels>,
    label_source: Option<LabelSource>,
    scan: Option<Scan>,
    search: Option<Search>,
    profile: Option<Profile>,
}

impl Dataset {
    /// A dataset without any file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts reading a file of `size` bytes, if that is known, into a slot, in place of the file before. At most
    /// `budget` bytes of its items stay in memory: see [`Store::new`].
    pub fn open(&mut self, slot: Slot, size: Option<u64>, budget: u64) {
        self.cancel_jobs(slot);
        match slot {
            Slot::Images => self.images = Some(Store::new(size, budget)),
            Slot::Labels => self.labels.insert(Labels::new(size, budget)).set_source(self.label_source),
        }
    }

    /// Sets how items become labels, also for files that are opened later: see [`Labels::set_source`].
    pub fn set_label_source(&mut self, source: Option<LabelSource>) {
        self.label_source = source;
        if let Some(labels) = &mut self.labels {
            labels.set_source(source);
        }
    }

    /// Reads a slot's file again in this layout, or else in the one that its header gives.
    pub fn read_as(&mut self, slot: Slot, layout: Option<Layout>) {
        self.cancel_jobs(slot);
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.read_as(layout)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.read_as(layout)),
        };
    }

    /// Cancels the jobs over a slot's file, because it changes.
    fn cancel_jobs(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.scan = None,
            Slot::Labels => (self.search, self.profile) = (None, None),
        }
    }

    /// How the images are shown, to be changed; `None` while there are none.
    pub fn presentation_mut(&mut self) -> Option<&mut Presentation> {
        self.images.as_mut().map(Store::presentation_mut)
    }

    /// Closes the file in a slot.
    pub fn close(&mut self, slot: Slot) {
        self.cancel_jobs(slot);
        match slot {
            Slot::Images => self.images = None,
            Slot::Labels => self.labels = None,
        }
    }

    /// The bytes of a slot's file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self, slot: Slot) -> Option<Range<u64>> {
        self.store(slot)?.wanted()
    }

    /// Takes bytes of a slot's file from `offset` on: see [`Store::push`].
    ///
    /// # Errors
    /// The errors of [`Store::push`].
    pub fn push(&mut self, slot: Slot, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.push(offset, bytes)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.push(offset, bytes)),
        }
        .unwrap_or(Ok(()))
    }

    /// Sets the items that are wanted, of images and labels: see [`Store::want`]. Whether some are still to be read.
    pub fn want(&mut self, items: &[u64]) -> bool {
        let images = self.images.as_mut().is_some_and(|images| images.want(items));
        let labels = self.labels.as_mut().is_some_and(|labels| labels.want(items));
        images || labels
    }

    /// Wants no items of a slot any more.
    pub fn clear_wanted(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.want(&[])),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.want(&[])),
        };
    }

    /// Stops reading a slot's file. What has arrived stays.
    pub fn stop(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(Store::stop),
            Slot::Labels => self.labels.as_mut().map(Labels::stop),
        };
    }

    /// The array in a slot.
    #[must_use]
    pub fn store(&self, slot: Slot) -> Option<&Store> {
        match slot {
            Slot::Images => self.images.as_ref(),
            Slot::Labels => self.labels.as_ref().map(Labels::store),
        }
    }

    /// The labels.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }

    /// The number of items: while a file is being read, as many as its header promises.
    #[must_use]
    pub fn items(&self) -> u64 {
        let Some(store) = self.store(Slot::Images).or_else(|| self.store(Slot::Labels)) else { return 0 };
        if store.is_done() { store.items() } else { store.layout().map_or(0, Layout::items) }
    }

    /// The numbers of the items that match a query, in its order, by the labels in memory: see [`selection::select`].
    ///
    /// # Errors
    /// The errors of [`selection::select`].
    pub fn select(&self, query: &Query) -> Result<Vec<u32>, Error> {
        selection::select(query, self.items(), self.labels(), self.means())
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
    /// The errors of [`Store::push`] and [`selection::select`]; also [`Error::Changed`] when the search sorts by labels and finds
    /// others than it counted. An error ends the search.
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
    /// The errors of [`selection::select`].
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
    /// The errors of [`Store::push`].
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

    /// The means that items are sorted by.
    fn means(&self) -> &[f32] {
        self.statistics().map_or(&[], Statistics::means)
    }
}

/// The share of `total` that `count` is, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "users see a percentage")]
fn share(count: u64, total: u64) -> f64 {
    if total == 0 { 1.0 } else { count as f64 / total as f64 }
}
