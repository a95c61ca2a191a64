//! A scan: the statistics and the checks of all images.

use std::ops::Range;

use crate::{
    dataset::{
        checks::Checks,
        image_pass::ImagePass,
        jobs::{Files, Job},
        labels::Labels,
        statistics::Statistics,
        store::Store,
    },
    error::Error,
};

/// The statistics and what the checks have found so far.
#[derive(Debug)]
pub(crate) struct Scan {
    statistics: Statistics,
    checks: Checks,
    pass: ImagePass,
}

impl Scan {
    /// A scan of these images by the classes of the labels; `None` where it is not possible, or not yet.
    pub(crate) fn new(images: &Store, labels: Option<&Labels>) -> Option<Self> {
        let layout = images.layout()?;
        Some(Self {
            pass: ImagePass::new(images)?,
            statistics: Statistics::new(layout, images.range().unwrap_or_default(), ImagePass::classes(labels)),
            checks: Checks::new(layout),
        })
    }

    /// The statistics of the images scanned so far.
    pub(crate) fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The checks of the images scanned so far.
    pub(crate) fn checks(&self) -> &Checks {
        &self.checks
    }
}

impl Job for Scan {
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        self.pass.wanted(files)
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { statistics, checks, pass } = self;
        pass.feed(files, offset, bytes, &mut |number, item, label| {
            checks.add(u32::try_from(number).unwrap_or(u32::MAX), item, label);
            statistics.add(item, label);
        })
    }

    fn progress(&self, files: Files<'_>) -> f64 {
        self.pass.progress(files)
    }
}
