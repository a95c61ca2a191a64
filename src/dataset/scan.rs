//! A scan: the statistics and the checks of all images, taken in order once the pass over their file is over. Images in memory are
//! taken from there; for the others the file is read again.

use std::ops::Range;

use crate::{
    dataset::{
        checks::Checks,
        jobs::{Files, Job, share},
        labels::Labels,
        reread::Reread,
        selection::MAX_ITEMS,
        statistics::Statistics,
        store::Store,
    },
    error::Error,
};

/// Bytes of images in memory that are scanned at a time.
const STEP: u64 = 256 << 10;

/// Limit of the bytes of an item. Larger items are not scanned.
const MAX_ITEM_LEN: u64 = 64 << 20;

/// The statistics and what the checks have found so far.
#[derive(Debug)]
pub(crate) struct Scan {
    statistics: Statistics,
    checks: Checks,
    /// Reads the file again, where not all items are in memory.
    reread: Option<Reread>,
}

impl Scan {
    /// A scan of these images by the classes of the labels; `None` where it is not possible, or not yet.
    pub(crate) fn new(images: &Store, labels: Option<&Labels>) -> Option<Self> {
        let can_scan = |item_len| images.is_done() && (1..=MAX_ITEM_LEN).contains(&item_len);
        let layout = images.layout().filter(|layout| can_scan(layout.item_len()))?;
        if images.items() > MAX_ITEMS {
            return None;
        }
        // Without all labels in memory, images cannot be assigned to classes.
        let classes = labels.filter(|labels| labels.store().keeps_all());
        let classes = classes.map(|labels| labels.counts().map(|(label, _)| label).collect()).unwrap_or_default();
        let in_memory = images.layers() > 0 && images.keeps_all();
        Some(Self {
            statistics: Statistics::new(layout, images.range().unwrap_or_default(), classes),
            checks: Checks::new(layout),
            reread: images.reread().filter(|_| !in_memory),
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
    fn wanted(&self, Files { images, .. }: Files<'_>) -> Option<Range<u64>> {
        if self.statistics.items() >= images?.items() {
            return None;
        }
        self.reread.as_ref().map_or(Some(0..0), Reread::wanted)
    }

    fn feed(&mut self, Files { images, labels }: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Some(images) = images else { return Ok(()) };
        let Self { statistics, checks, reread } = self;
        let next = statistics.items();
        let mut add = |item: &[u8]| {
            let number = statistics.items();
            let label = labels.and_then(|labels| labels.label(number));
            checks.add(u32::try_from(number).unwrap_or(u32::MAX), item, label);
            statistics.add(item, label);
        };
        let Some(reread) = reread else {
            let item_len = images.layout().map_or(1, |layout| layout.item_len().max(1));
            for item in next..images.items().min(next + STEP.div_ceil(item_len)) {
                add(images.item(item).unwrap_or_default());
            }
            return Ok(());
        };
        reread.push(offset, bytes, &mut |layout, items| {
            items.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)).for_each(&mut add);
            Ok(())
        })
    }

    fn progress(&self, Files { images, .. }: Files<'_>) -> f64 {
        share(self.statistics.items(), images.map_or(0, Store::items))
    }
}
