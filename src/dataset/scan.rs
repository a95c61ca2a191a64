//! A scan: the statistics and the checks of all images.

use std::ops::Range;

use crate::{
    dataset::{
        checks::Checks,
        image_pass::ImagePass,
        jobs::Files,
        labels::{Label, Labels},
        shared::{Collector, Shared},
        statistics::Statistics,
        store::Store,
    },
    format::{
        layout::Layout,
        packed::{Packer, Unpacker, append, split_appended},
    },
};

/// The magic number of an identity, with the version of the form.
const MAGIC: [u8; 8] = *b"idxpart\x01";

/// The statistics and the checks of the images passed over so far.
pub(crate) type Scan = Shared<Subject>;

/// The statistics and the checks of some images that follow one another.
#[derive(Debug)]
pub(crate) struct Part {
    statistics: Statistics,
    checks: Checks,
}

/// What a part is of: the array, the range of its values, and the classes.
#[derive(Debug)]
pub(crate) struct Subject {
    layout: Layout,
    range: (f64, f64),
    classes: Vec<Label>,
}

impl Subject {
    fn pack_identity(&self, packer: &mut Packer) {
        packer.bytes(self.layout.to_string().as_bytes());
        packer.f64s(&[self.range.0, self.range.1]);
        packer.f64s(&self.classes.iter().map(|label| label.0).collect::<Vec<_>>());
    }
}

impl Collector for Subject {
    type Part = Part;

    const KIND: u64 = 0;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn part(&self) -> Part {
        Part {
            statistics: Statistics::new(&self.layout, self.range, self.classes.clone()),
            checks: Checks::new(&self.layout),
        }
    }

    fn add(&self, part: &mut Part, number: u64, item: &[u8], label: Option<Label>) {
        part.checks.add(u32::try_from(number).unwrap_or(u32::MAX), item, label);
        part.statistics.add(item, label);
    }

    fn merge(part: &mut Part, mut next: Part) {
        part.statistics.merge(&mut next.statistics);
        part.checks.merge(&next.checks);
    }

    fn pack(&self, packer: &mut Packer, _items: &Range<u64>) {
        self.pack_identity(packer);
    }

    fn unpack(unpacker: &mut Unpacker<'_>, _items: &Range<u64>) -> Option<Self> {
        let layout = str::from_utf8(unpacker.bytes()).ok()?.parse().ok()?;
        let [min, max] = unpacker.f64s()[..] else { return None };
        Some(Self { layout, range: (min, max), classes: unpacker.f64s().into_iter().map(Label).collect() })
    }

    fn pack_part(part: &mut Part, packer: &mut Packer) {
        part.statistics.pack(packer);
        part.checks.pack(packer);
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
        let layout = images.layout()?.clone();
        let subject =
            Subject { range: images.range().unwrap_or_default(), classes: ImagePass::classes(labels), layout };
        Self::over(subject, images, span_len)
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
        self.collector().pack_identity(&mut packer);
        packer.u64(labels.map_or(0, Labels::digest));
        packer.finish()
    }
}
