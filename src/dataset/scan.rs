//! A scan: the statistics and the checks of all images.

use std::ops::Range;

use crate::{
    dataset::{
        checks::Checks,
        jobs::Files,
        labels::{Label, Labels},
        shared::{Collector, MAGIC, Merging, Shared, Subject},
        statistics::Statistics,
        store::Store,
    },
    format::packed::{Packer, Unpacker, append, split_appended},
};

/// The statistics and the checks of the images passed over so far.
pub(crate) type Scan = Shared<Everything>;

/// The statistics and the checks of some images that follow one another.
#[derive(Debug)]
pub(crate) struct Part {
    statistics: Statistics,
    checks: Checks,
}

/// All that a scan collects depends on the subject alone.
#[derive(Debug)]
pub(crate) struct Everything(Subject);

impl Collector for Everything {
    type Part = Part;

    const KIND: u64 = 0;

    fn subject(&self) -> &Subject {
        &self.0
    }

    fn part(&self) -> Part {
        let Subject { layout, range, classes } = &self.0;
        Part { statistics: Statistics::new(layout, *range, classes.clone()), checks: Checks::new(layout) }
    }

    fn add(&self, part: &mut Part, number: u64, item: &[u8], label: Option<Label>) {
        let not_finite = part.statistics.add(item, label);
        part.checks.add(u32::try_from(number).unwrap_or(u32::MAX), item, not_finite);
    }

    fn pack(&self, _packer: &mut Packer, _items: &Range<u64>) {}

    fn unpack(subject: Subject, _unpacker: &mut Unpacker<'_>, _items: &Range<u64>) -> Option<Self> {
        Some(Self(subject))
    }

    fn pack_part(part: &mut Part, packer: &mut Packer) {
        part.statistics.pack(packer);
        part.checks.pack(packer);
    }
}

impl Merging for Everything {
    fn merge(part: &mut Part, mut next: Part) {
        part.statistics.merge(&mut next.statistics);
        part.checks.merge(&next.checks);
    }

    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Part> {
        let mut part = self.part();
        part.statistics.unpack(unpacker)?;
        part.checks.unpack(unpacker)?;
        Some(part).filter(|part| part.statistics.items() == items.end - items.start)
    }
}

impl Scan {
    /// A scan of these images by the classes of the labels, in spans of about `span_len` bytes; `None` where it is not
    /// possible, or not yet.
    pub(crate) fn new(images: &Store, labels: Option<&Labels>, span_len: u64) -> Option<Self> {
        Self::over(Everything(Subject::new(images, labels)?), images, span_len)
    }

    /// The statistics of the images scanned so far, up to the first that is not.
    pub(crate) fn statistics(&self) -> &Statistics {
        &self.so_far().statistics
    }

    /// The checks of the same images.
    pub(crate) fn checks(&self) -> &Checks {
        &self.so_far().checks
    }

    /// All that was found, as bytes, once all images are scanned.
    pub(super) fn pack(&mut self, labels: Option<&Labels>) -> Option<Vec<u8>> {
        let mut bytes = self.packed()?;
        append(&mut bytes, &self.identity(labels));
        Some(bytes)
    }

    /// Ends the scan by what another of the same images found, with the same labels. Whether the bytes can be that.
    pub(super) fn recall_scan(&mut self, bytes: &[u8], Files { images, labels }: Files<'_>) -> bool {
        let found = split_appended(bytes).filter(|(_, identity)| *identity == self.identity(labels));
        found.is_some_and(|(bytes, _)| self.recall(bytes, images.map_or(0, Store::items)))
    }

    /// What a scan depends on, besides the values of the images.
    fn identity(&self, labels: Option<&Labels>) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        self.collector().0.pack(&mut packer);
        packer.u64(labels.map_or(0, Labels::digest));
        packer.finish()
    }
}
