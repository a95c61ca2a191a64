//! A job that passes over all images in spans, some of which others can take over: see [`SpanPass`]. What it collects of
//! them is a `Collector`.

use std::{fmt::Debug, ops::Range};

use crate::{
    dataset::{
        image_pass::ImagePass,
        jobs::{Files, Job, share},
        labels::{Label, Labels},
        selection::MAX_ITEMS,
        store::Store,
    },
    error::Error,
    format::{
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

pub use self::span::SpanPass;
pub(super) use self::span::task;

mod span;

/// Approximate bytes of a span. A worker enters the file at the checkpoint before it, and unpacks little up to its start.
pub(super) const SPAN_LEN: u64 = 64 << 20;

/// Limit of the bytes of an image.
const MAX_ITEM_LEN: u64 = 64 << 20;

/// The magic number of a part, with the version of the form.
pub(super) const MAGIC: [u8; 8] = *b"idxpart\x02";

/// What every part depends on: the array, the range of its values, and the classes.
#[derive(Debug)]
pub(crate) struct Subject {
    pub(super) layout: Layout,
    pub(super) range: (f64, f64),
    pub(super) classes: Vec<Label>,
}

/// What a job collects of images, in parts. Each part is of images that follow one another.
pub(crate) trait Collector: Debug + Sized + 'static {
    /// What was collected of some images.
    type Part: Debug;

    /// Differs between collectors.
    const KIND: u64;

    /// The images.
    fn subject(&self) -> &Subject;

    /// The part of no images.
    fn part(&self) -> Self::Part;

    /// Adds the next image to a part.
    fn add(&self, part: &mut Self::Part, number: u64, item: &[u8], label: Option<Label>);

    /// The number of the first of these images that is wanted; `None` if none is.
    fn next_wanted(&self, items: &Range<u64>) -> Option<u64> {
        (!items.is_empty()).then_some(items.start)
    }

    /// Packs what another worker needs, beside the subject, to collect the part of these images.
    fn pack(&self, packer: &mut Packer, items: &Range<u64>);

    /// The collector that was packed for these images.
    fn unpack(subject: Subject, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Self>;

    /// Packs a part.
    fn pack_part(part: &mut Self::Part, packer: &mut Packer);
}

/// A collector whose parts come together in one.
pub(crate) trait Merging: Collector {
    /// Makes room in the part of so many images: a part that grows by doubling takes up to three times its size.
    fn reserve(_part: &mut Self::Part, _items: u64) {}

    /// Adds the part of the images that come next.
    fn merge(part: &mut Self::Part, next: Self::Part);

    /// The part of these images that was packed; `None` if it is not that of all of them.
    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Self::Part>;
}

/// How far the spans have come. Their parts are merged in order, so the result does not depend on who collected them.
#[derive(Debug)]
pub(crate) struct Shared<C: Collector> {
    collector: C,
    spans: Vec<Span<C::Part>>,
    /// The span that is passed over here.
    own: Option<(usize, C::Part, ImagePass)>,
    /// How many spans are merged, and the part of them.
    merged: usize,
    part: C::Part,
    /// What an earlier pass collected, as far as it is taken over.
    recalled: Option<C::Part>,
}

/// A span of the images.
#[derive(Debug)]
struct Span<P> {
    items: Range<u64>,
    /// Whether it is still to be passed over.
    is_left: bool,
    /// What was collected of it, if one before it is not merged yet.
    part: Option<P>,
}

impl Subject {
    /// These images, by the classes of the labels, once their layout is known; `None` for images that are too many or too
    /// large.
    pub(super) fn new(images: &Store, labels: Option<&Labels>) -> Option<Self> {
        if images.items() > MAX_ITEMS || images.layout()?.item_len() > MAX_ITEM_LEN {
            return None;
        }
        let range = images.extent().unwrap_or_default();
        Some(Self { layout: images.layout()?.clone(), range, classes: ImagePass::classes(labels) })
    }

    pub(super) fn pack(&self, packer: &mut Packer) {
        packer.bytes(self.layout.to_string().as_bytes());
        packer.f64s(&[self.range.0, self.range.1]);
        packer.f64s(&self.classes.iter().map(|label| label.0).collect::<Vec<_>>());
    }

    fn unpack(unpacker: &mut Unpacker<'_>) -> Option<Self> {
        let layout = str::from_utf8(unpacker.bytes()).ok()?.parse().ok()?;
        let [min, max] = unpacker.f64s()[..] else { return None };
        Some(Self { layout, range: (min, max), classes: unpacker.f64s().into_iter().map(Label).collect() })
    }
}

impl<C: Merging> Shared<C> {
    /// A pass over these images in spans of about `span_len` bytes; `None` where it is not possible, or not yet.
    pub(super) fn over(collector: C, images: &Store, span_len: u64) -> Option<Self> {
        let is_in_memory = ImagePass::new(images)?.is_in_memory();
        let span = |items: Range<u64>| {
            let is_left = collector.next_wanted(&items).is_some();
            Span { part: (!is_left).then(|| collector.part()), is_left, items }
        };
        let spans = images.spans(if is_in_memory { u64::MAX } else { span_len }).into_iter().map(span).collect();
        let mut shared = Self { part: collector.part(), recalled: None, own: None, merged: 0, spans, collector };
        if shared.spans.len() > 1 {
            C::reserve(&mut shared.part, images.items());
        }
        shared.merge();
        shared.advance(Some(images));
        Some(shared)
    }

    pub(super) fn collector(&self) -> &C {
        &self.collector
    }

    /// What was collected so far, up to the first image that is not passed over.
    pub(super) fn so_far(&self) -> &C::Part {
        match &self.own {
            Some((0, part, _)) => part,
            _ => &self.part,
        }
    }

    /// All parts that were collected and are not merged yet, and the part of those that are.
    pub(super) fn parts(&self) -> impl Iterator<Item = &C::Part> {
        let own = self.own.as_ref().map(|(_, part, _)| part);
        own.into_iter().chain([&self.part]).chain(self.spans.iter().filter_map(|span| span.part.as_ref()))
    }

    /// Whether the pass is over.
    pub(crate) fn is_done(&self) -> bool {
        self.merged == self.spans.len()
    }

    /// Takes back the spans that others have taken and will not finish.
    pub(super) fn reclaim(&mut self, images: Option<&Store>) {
        let own = self.own.as_ref().map(|own| own.0);
        for (number, span) in self.spans.iter_mut().enumerate().skip(self.merged) {
            span.is_left |= span.part.is_none() && own != Some(number);
        }
        if own.is_none() {
            self.advance(images);
        }
    }

    /// All that was collected, once the pass is over.
    pub(super) fn complete(&mut self) -> Option<&mut C::Part> {
        self.is_done().then_some(&mut self.part)
    }

    /// A place for what an earlier pass collected, while more of it is still to come.
    pub(super) fn recalled(&mut self) -> &mut Option<C::Part> {
        &mut self.recalled
    }

    /// Ends the pass by what an earlier one collected.
    pub(super) fn end_with(&mut self, part: C::Part) {
        (self.part, self.merged, self.own) = (part, self.spans.len(), None);
        self.spans.iter_mut().for_each(|span| span.is_left = false);
    }

    /// Merges the spans whose parts come next.
    fn merge(&mut self) {
        while let Some(part) = self.spans.get_mut(self.merged).and_then(|span| span.part.take()) {
            C::merge(&mut self.part, part);
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
            Some((number, self.collector.part(), pass))
        });
    }
}

impl<C: Merging> Job for Shared<C> {
    /// `None` also while others pass over the last spans.
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        self.own.as_ref()?.2.wanted(files)
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { collector, own, spans, .. } = self;
        let Some((number, part, pass)) = own else { return Ok(()) };
        pass.feed(files, offset, bytes, &mut |number, item, label| collector.add(part, number, item, label))?;
        let end = spans[*number].items.end;
        if let Some(next) = collector.next_wanted(&(pass.next()..end)) {
            pass.skip_to(next);
            if pass.wanted(files).is_some() {
                return Ok(());
            }
        }
        if let Some((number, part, _)) = own.take() {
            spans[number].part = Some(part);
            self.merge();
            self.advance(files.images);
        }
        Ok(())
    }

    fn progress(&self, _files: Files<'_>) -> f64 {
        let own = self.own.as_ref().map_or(0, |(number, _, pass)| pass.next() - self.spans[*number].items.start);
        let is_over = |&(number, span): &(usize, &Span<C::Part>)| number < self.merged || span.part.is_some();
        let spans = self.spans.iter().enumerate().filter(is_over);
        let passed: u64 = spans.map(|(_, span)| span.items.end - span.items.start).sum();
        share(passed + own, self.spans.last().map_or(0, |span| span.items.end))
    }

    /// `None` also where all images are in memory.
    fn take_span(&mut self, files: Files<'_>) -> Option<(usize, Vec<u8>)> {
        let images = files.images?;
        if self.spans.len() < 2 {
            return None;
        }
        let number = self.take_next()?;
        Some((number, span::task(&self.collector, images, files.labels, self.spans[number].items.clone())))
    }

    fn finish_span(&mut self, number: usize, found: &[u8], files: Files<'_>) {
        let is_own = self.own.as_ref().is_some_and(|own| own.0 == number);
        let Some(span) = self.spans.get_mut(number).filter(|_| number >= self.merged && !is_own) else { return };
        if span.is_left || span.part.is_some() {
            return;
        }
        span.part = part_from_bytes(&self.collector, found, &span.items);
        span.is_left = span.part.is_none();
        self.merge();
        if self.own.is_none() {
            self.advance(files.images);
        }
    }
}

fn part_to_bytes<C: Collector>(part: &mut C::Part) -> Vec<u8> {
    let mut packer = Packer::new(MAGIC);
    C::pack_part(part, &mut packer);
    packer.finish()
}

fn part_from_bytes<C: Merging>(collector: &C, bytes: &[u8], items: &Range<u64>) -> Option<C::Part> {
    let mut unpacker = Unpacker::new(MAGIC, bytes)?;
    let part = collector.unpack_part(&mut unpacker, items)?;
    unpacker.end()?;
    Some(part)
}
