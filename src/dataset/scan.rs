//! A scan: the statistics and the checks of all images. Images that are not in memory are scanned in spans, which others
//! can take over: see [`SpanScan`].

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use crate::{
    dataset::{
        checks::Checks,
        image_pass::ImagePass,
        jobs::{Files, Job, share},
        labels::{Label, Labels},
        packed::{Packer, Unpacker, append, split_appended},
        statistics::Statistics,
        store::Store,
    },
    error::Error,
    format::layout::Layout,
};

pub use self::span::SpanScan;

mod span;

/// Bytes of a span, about. A file is entered at a checkpoint before each, and what is unpacked in vain up to its start is
/// little beside it.
pub(super) const SPAN_LEN: u64 = 64 << 20;

/// The magic number of a part, with the version of the form.
const MAGIC: [u8; 8] = *b"idxpart\x01";

/// The statistics and the checks of some images that follow one another.
#[derive(Debug)]
struct Part {
    statistics: Statistics,
    checks: Checks,
}

/// What a part is of: the array, the range of its values, and the classes.
#[derive(Clone, Debug)]
struct Subject {
    layout: Layout,
    range: (f64, f64),
    classes: Vec<Label>,
}

/// How far the spans have come. Their parts are merged in order, so the result does not depend on who scanned them.
#[derive(Debug)]
pub(crate) struct Scan {
    subject: Subject,
    spans: Vec<Range<u64>>,
    /// The spans that are to be scanned.
    left: BTreeSet<usize>,
    /// The span that is scanned here.
    own: Option<(usize, Part, ImagePass)>,
    /// The parts of spans that have been scanned, behind one that has not.
    waiting: BTreeMap<usize, Part>,
    /// How many spans are merged, and the part of them.
    merged: usize,
    part: Part,
}

impl Subject {
    fn part(&self) -> Part {
        Part {
            statistics: Statistics::new(&self.layout, self.range, self.classes.clone()),
            checks: Checks::new(&self.layout),
        }
    }

    /// The part that these bytes are.
    fn unpack(&self, bytes: &[u8]) -> Option<Part> {
        let mut unpacker = Unpacker::new(MAGIC, bytes)?;
        let mut part = self.part();
        part.statistics.unpack(&mut unpacker)?;
        part.checks.unpack(&mut unpacker)?;
        unpacker.end()?;
        Some(part)
    }
}

impl Part {
    fn add(&mut self, number: u64, item: &[u8], label: Option<Label>) {
        self.checks.add(u32::try_from(number).unwrap_or(u32::MAX), item, label);
        self.statistics.add(item, label);
    }

    fn merge(&mut self, next: Self) {
        self.statistics.merge(next.statistics);
        self.checks.merge(next.checks);
    }

    fn pack(&self) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        self.statistics.pack(&mut packer);
        self.checks.pack(&mut packer);
        packer.finish()
    }
}

impl Scan {
    /// A scan of these images by the classes of the labels, in spans of about `span_len` bytes; `None` where it is not
    /// possible, or not yet.
    pub(crate) fn new(images: &Store, labels: Option<&Labels>, span_len: u64) -> Option<Self> {
        let layout = images.layout()?.clone();
        let subject =
            Subject { range: images.range().unwrap_or_default(), classes: ImagePass::classes(labels), layout };
        let first = ImagePass::new(images)?;
        let spans = images.spans(if first.is_in_memory() { u64::MAX } else { span_len });
        let mut scan = Self {
            part: subject.part(),
            left: (0..spans.len()).collect(),
            own: None,
            waiting: BTreeMap::new(),
            merged: 0,
            subject,
            spans,
        };
        scan.advance(Some(images));
        Some(scan)
    }

    /// The statistics of the images scanned so far, up to the first that is not.
    pub(crate) fn statistics(&self) -> &Statistics {
        &self.so_far().statistics
    }

    /// The checks of the same images.
    pub(crate) fn checks(&self) -> &Checks {
        &self.so_far().checks
    }

    fn so_far(&self) -> &Part {
        match &self.own {
            Some((0, part, _)) => part,
            _ => &self.part,
        }
    }

    /// Whether all images are scanned.
    pub(crate) fn is_done(&self) -> bool {
        self.merged == self.spans.len()
    }

    /// A span for another to scan, as bytes from which [`SpanScan::from_bytes`] starts, and its number. `None` when none
    /// is left, or where all images are in memory.
    pub(super) fn take_span(&mut self, files: Files<'_>) -> Option<(usize, Vec<u8>)> {
        let images = files.images?;
        if self.spans.len() < 2 {
            return None;
        }
        let number = self.left.pop_first()?;
        let items = self.spans.get(number)?.clone();
        Some((number, span::task(&self.subject, images, files.labels, items)))
    }

    /// Takes the part that another has made of a span. If these bytes are none, the span is scanned here.
    pub(super) fn finish_span(&mut self, number: usize, found: &[u8], files: Files<'_>) {
        let is_asked = (self.merged..self.spans.len()).contains(&number) && !self.waiting.contains_key(&number);
        if !is_asked || self.left.contains(&number) || self.own.as_ref().is_some_and(|own| own.0 == number) {
            return;
        }
        let items = self.spans[number].end - self.spans[number].start;
        match self.subject.unpack(found).filter(|part| part.statistics.items() == items) {
            Some(part) => self.merge(number, part),
            None => drop(self.left.insert(number)),
        }
        if self.own.is_none() {
            self.advance(files.images);
        }
    }

    /// All that was found, as bytes, once all images are scanned.
    pub(super) fn to_bytes(&self, labels: Option<&Labels>) -> Option<Vec<u8>> {
        let mut bytes = self.is_done().then(|| self.part.pack())?;
        append(&mut bytes, &labels.map_or(0, Labels::digest).to_le_bytes());
        Some(bytes)
    }

    /// Ends the scan by what another of the same images found, with the same labels. Whether the bytes can be that.
    pub(super) fn recall(&mut self, bytes: &[u8], Files { images, labels }: Files<'_>) -> bool {
        let items = images.map_or(0, Store::items);
        let Some((bytes, digest)) = split_appended(bytes) else { return false };
        if digest != labels.map_or(0, Labels::digest).to_le_bytes() {
            return false;
        }
        let Some(part) = self.subject.unpack(bytes).filter(|part| part.statistics.items() == items) else {
            return false;
        };
        (self.part, self.merged, self.own) = (part, self.spans.len(), None);
        self.left.clear();
        true
    }

    fn merge(&mut self, number: usize, part: Part) {
        self.waiting.insert(number, part);
        while let Some(part) = self.waiting.remove(&self.merged) {
            match self.merged {
                0 => self.part = part,
                _ => self.part.merge(part),
            }
            self.merged += 1;
        }
    }

    /// Starts the next span here.
    fn advance(&mut self, images: Option<&Store>) {
        self.own = images.and_then(|images| {
            let number = self.left.pop_first()?;
            let pass = ImagePass::over(images, self.spans.get(number)?.clone())?;
            Some((number, self.subject.part(), pass))
        });
    }
}

impl Job for Scan {
    /// `None` also while others scan the last spans.
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        self.own.as_ref()?.2.wanted(files)
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Some((_, part, pass)) = &mut self.own else { return Ok(()) };
        pass.feed(files, offset, bytes, &mut |number, item, label| part.add(number, item, label))?;
        if pass.wanted(files).is_none()
            && let Some((number, part, _)) = self.own.take()
        {
            self.merge(number, part);
            self.advance(files.images);
        }
        Ok(())
    }

    fn progress(&self, _files: Files<'_>) -> f64 {
        let len = |number: usize| self.spans.get(number).map_or(0, |items| items.end - items.start);
        let merged: u64 = (0..self.merged).map(len).sum();
        let waiting: u64 = self.waiting.keys().map(|&number| len(number)).sum();
        let own = self.own.as_ref().map_or(0, |(_, part, _)| part.statistics.items());
        share(merged + waiting + own, self.spans.last().map_or(0, |items| items.end))
    }
}
