//! A scan: the statistics and the checks of all images. Images that are not in memory are scanned in spans, which others
//! can take over: see [`SpanScan`].

use std::ops::Range;

use crate::{
    dataset::{
        checks::Checks,
        image_pass::ImagePass,
        jobs::{Files, Job, share},
        labels::{Label, Labels},
        statistics::Statistics,
        store::Store,
    },
    error::Error,
    format::{
        layout::Layout,
        packed::{Packer, Unpacker, append, split_appended},
    },
};

pub use self::span::SpanScan;

mod span;

/// Approximate bytes of a span. A worker enters the file at the checkpoint before it, and unpacks little up to its start.
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
    spans: Vec<Span>,
    /// The span that is scanned here.
    own: Option<(usize, Part, ImagePass)>,
    /// How many spans are merged, and the part of them.
    merged: usize,
    part: Part,
}

/// A span of the images.
#[derive(Debug)]
struct Span {
    items: Range<u64>,
    /// Whether it is still to be scanned.
    is_left: bool,
    /// What was found in it, if one before it is not merged yet.
    part: Option<Part>,
}

impl Subject {
    fn pack(&self, packer: &mut Packer) {
        packer.bytes(self.layout.to_string().as_bytes());
        packer.f64s(&[self.range.0, self.range.1]);
        packer.f64s(&self.classes.iter().map(|label| label.0).collect::<Vec<_>>());
    }

    fn unpack(unpacker: &mut Unpacker<'_>) -> Option<Self> {
        let layout = str::from_utf8(unpacker.bytes()).ok()?.parse().ok()?;
        let [min, max] = unpacker.f64s()[..] else { return None };
        Some(Self { layout, range: (min, max), classes: unpacker.f64s().into_iter().map(Label).collect() })
    }

    fn part(&self) -> Part {
        Part {
            statistics: Statistics::new(&self.layout, self.range, self.classes.clone()),
            checks: Checks::new(&self.layout),
        }
    }

    /// The part that these bytes are.
    fn part_of(&self, bytes: &[u8]) -> Option<Part> {
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

    fn merge(&mut self, mut next: Self) {
        self.statistics.merge(&mut next.statistics);
        self.checks.merge(&next.checks);
    }

    fn pack(&mut self) -> Vec<u8> {
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
        let spans = spans.into_iter().map(|items| Span { items, is_left: true, part: None }).collect();
        let mut scan = Self { part: subject.part(), own: None, merged: 0, subject, spans };
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
        let number = self.take_next()?;
        Some((number, span::task(&self.subject, images, files.labels, self.spans[number].items.clone())))
    }

    /// Takes the part that another has made of a span. If these bytes are none, the span is scanned here.
    pub(super) fn finish_span(&mut self, number: usize, found: &[u8], files: Files<'_>) {
        let is_own = self.own.as_ref().is_some_and(|own| own.0 == number);
        let Some(span) = self.spans.get_mut(number).filter(|_| number >= self.merged && !is_own) else { return };
        if span.is_left || span.part.is_some() {
            return;
        }
        match self.subject.part_of(found) {
            Some(part) if part.statistics.items() == span.items.end - span.items.start => self.merge(number, part),
            _ => span.is_left = true,
        }
        if self.own.is_none() {
            self.advance(files.images);
        }
    }

    /// All that was found, as bytes, once all images are scanned.
    pub(super) fn pack(&mut self, labels: Option<&Labels>) -> Option<Vec<u8>> {
        let mut bytes = self.is_done().then(|| self.part.pack())?;
        append(&mut bytes, &self.identity(labels));
        Some(bytes)
    }

    /// Ends the scan by what another of the same images found, with the same labels. Whether the bytes can be that.
    pub(super) fn recall(&mut self, bytes: &[u8], Files { images, labels }: Files<'_>) -> bool {
        let found = split_appended(bytes).filter(|(_, identity)| *identity == self.identity(labels));
        let part = found.and_then(|(bytes, _)| self.subject.part_of(bytes));
        let items = images.map_or(0, Store::items);
        let Some(part) = part.filter(|part| part.statistics.items() == items) else { return false };
        (self.part, self.merged, self.own) = (part, self.spans.len(), None);
        self.spans.iter_mut().for_each(|span| span.is_left = false);
        true
    }

    /// What a scan depends on, besides the values of the images.
    fn identity(&self, labels: Option<&Labels>) -> Vec<u8> {
        let mut packer = Packer::new(MAGIC);
        self.subject.pack(&mut packer);
        packer.u64(labels.map_or(0, Labels::digest));
        packer.finish()
    }

    fn merge(&mut self, number: usize, part: Part) {
        self.spans[number].part = Some(part);
        while let Some(part) = self.spans.get_mut(self.merged).and_then(|span| span.part.take()) {
            self.part.merge(part);
            self.merged += 1;
        }
    }

    /// The number of the first span that is left, which is not from here on.
    fn take_next(&mut self) -> Option<usize> {
        let number = self.spans.iter().position(|span| span.is_left)?;
        self.spans[number].is_left = false;
        Some(number)
    }

    /// Starts the next span here.
    fn advance(&mut self, images: Option<&Store>) {
        self.own = images.and_then(|images| {
            let number = self.take_next()?;
            let pass = ImagePass::over(images, self.spans[number].items.clone())?;
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
        let own = self.own.as_ref().map_or(0, |(_, part, _)| part.statistics.items());
        let is_scanned = |&(number, span): &(usize, &Span)| number < self.merged || span.part.is_some();
        let spans = self.spans.iter().enumerate().filter(is_scanned);
        let scanned: u64 = spans.map(|(_, span)| span.items.end - span.items.start).sum();
        share(scanned + own, self.spans.last().map_or(0, |span| span.items.end))
    }
}
