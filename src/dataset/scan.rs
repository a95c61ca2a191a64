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
    format::packed::{Packer, Unpacker},
};

/// Means of images in a part of what is kept, which is a megabyte.
const MEANS: usize = 1 << 18;

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
    fn reserve(part: &mut Part, items: u64) {
        part.statistics.reserve(items);
    }

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

    /// Part `number` of all that was found, as bytes to be kept, once all images are scanned: first all but the means of
    /// the images, which take the most room, then some of these at a time. `None` after the last.
    pub(super) fn kept_part(&mut self, number: usize, labels: Option<&Labels>) -> Option<Vec<u8>> {
        let identity = self.identity(labels);
        let Part { statistics, checks } = self.complete()?;
        let mut packer = Packer::new(MAGIC);
        if let Some(before) = number.checked_sub(1) {
            packer.f32s(statistics.means().chunks(MEANS).nth(before)?);
        } else {
            packer.bytes(&identity);
            statistics.pack_groups(&mut packer);
            checks.pack(&mut packer);
        }
        Some(packer.finish())
    }

    /// Takes the next part of what another scan of the same images found, with the same labels, and ends the scan at the
    /// last. Whether it did; `None` while parts are still to come.
    pub(super) fn recall(&mut self, bytes: &[u8], Files { images, labels }: Files<'_>) -> Option<bool> {
        let images = images.map_or(0, Store::items);
        let Some(part) = self.recall_next(bytes, images, labels) else { return Some(false) };
        if part.statistics.items() < images {
            *self.recalled() = Some(part);
            return None;
        }
        let is_whole = part.statistics.items() == images;
        if is_whole {
            self.end_with(part);
        }
        Some(is_whole)
    }

    /// What was taken over, with the next part; `None` where it is not that of these images and labels.
    fn recall_next(&mut self, bytes: &[u8], images: u64, labels: Option<&Labels>) -> Option<Part> {
        // A part that is refused ends it.
        let taken_over = self.recalled().take();
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let part = if let Some(mut part) = taken_over {
            part.statistics.extend_means(unpacker.f32s());
            part
        } else {
            if unpacker.bytes() != self.identity(labels) {
                return None;
            }
            let mut part = self.collector().part();
            part.statistics.unpack_groups(&mut unpacker)?;
            part.statistics.reserve(images);
            part.checks.unpack(&mut unpacker)?;
            part
        };
        unpacker.end()?;
        Some(part)
    }

    /// What a scan depends on, besides the values of the images.
    fn identity(&self, labels: Option<&Labels>) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        self.collector().0.pack(&mut packer);
        packer.u64(labels.map_or(0, Labels::digest));
        packer.finish()
    }
}
