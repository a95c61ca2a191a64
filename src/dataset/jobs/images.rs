//! The jobs over the images: the scan for statistics and checks, the distances from class means, and the statistics of
//! some of the images.

use crate::dataset::{
    Dataset,
    checks::CheckResult,
    distances::{Distance, Distances},
    filtered::FilteredStatistics,
    jobs::Files,
    scan::Scan,
    shared::{SPAN_LEN, Shared},
    statistics::{Average, AverageImages, Statistics},
};

impl Dataset {
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

    /// Tells the images what the scan has seen, once it is over.
    pub(super) fn settle_scan(&mut self) {
        let scan = self.jobs.scan.as_ref().filter(|scan| scan.is_done());
        if let Some((scan, images)) = scan.zip(self.images.as_mut()) {
            images.see_counts(&scan.statistics().table().bins());
        }
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
}
