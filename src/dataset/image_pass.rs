//! A pass over all images in order, once the pass over their file is over. Images in memory are taken from there; for the
//! others the file is read again.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::Files,
        labels::{Label, Labels},
        reread::Reread,
        store::Store,
    },
    error::Error,
};

/// Bytes of images in memory that are taken at a time.
const STEP: u64 = 256 << 10;

/// Takes an image with its number and its label.
type Visit<'a> = &'a mut dyn FnMut(u64, &[u8], Option<Label>);

/// How far a pass has come.
#[derive(Debug)]
pub(super) struct ImagePass {
    next: u64,
    end: u64,
    /// Reads the file again, where not all items are in memory.
    reread: Option<Reread>,
}

impl ImagePass {
    /// A pass over these images; `None` where it is not possible, or not yet.
    pub(super) fn new(images: &Store) -> Option<Self> {
        let item_len = images.layout()?.item_len();
        if !images.is_done() || item_len == 0 {
            return None;
        }
        let in_memory = images.layers() > 0 && images.keeps_all();
        Some(Self { next: 0, end: images.items(), reread: images.reread().filter(|_| !in_memory) })
    }

    /// A pass over some of these images, which are one of [`Store::spans`].
    pub(super) fn over(images: &Store, items: Range<u64>) -> Option<Self> {
        let pass = Self::new(images)?;
        let (checkpoint, encoded_end) = images.way_to(&items);
        let reread = match pass.reread {
            Some(reread) => Some(reread.over(&checkpoint, items.clone(), encoded_end)?),
            None => None,
        };
        Some(Self { next: items.start, end: items.end, reread })
    }

    /// Whether the file need not be read.
    pub(super) fn is_in_memory(&self) -> bool {
        self.reread.is_none()
    }

    /// The classes of the images: the labels that occur. Without all labels in memory, images have no classes.
    pub(super) fn classes(labels: Option<&Labels>) -> Vec<Label> {
        let labels = labels.filter(|labels| labels.store().keeps_all());
        labels.map(|labels| labels.counts().map(|(label, _)| label).collect()).unwrap_or_default()
    }

    /// The bytes of the file that are wanted next: see [`Job::wanted`](super::jobs::Job::wanted).
    pub(super) fn wanted(&self, Files { images, .. }: Files<'_>) -> Option<Range<u64>> {
        if self.next >= images?.items().min(self.end) {
            return None;
        }
        self.reread.as_ref().map_or(Some(0..0), Reread::wanted)
    }

    /// The number of the image that comes next.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Takes bytes, or a step without them. Each image that is not skipped goes to `visit` once.
    ///
    /// # Errors
    /// The errors of [`Reread::push`].
    pub(super) fn feed(
        &mut self,
        Files { images, labels }: Files<'_>,
        offset: u64,
        bytes: &[u8],
        visit: Visit<'_>,
    ) -> Result<(), Error> {
        let Some(images) = images else { return Ok(()) };
        let Self { next, end, reread } = self;
        let (first, end) = (*next, *end);
        let mut take = |item: &[u8]| {
            if *next < end {
                visit(*next, item, labels.and_then(|labels| labels.label(*next)));
            }
            *next += 1;
        };
        let Some(reread) = reread else {
            let item_len = images.layout().map_or(1, |layout| layout.item_len().max(1));
            for item in first..images.items().min(end).min(first + STEP.div_ceil(item_len)) {
                take(images.item(item).unwrap_or_default());
            }
            return Ok(());
        };
        reread.push(offset, bytes, &mut |layout, items| {
            items.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)).for_each(&mut take);
            Ok(())
        })
    }

    /// Leaves out images before `item`, as far as that spares reading them.
    pub(super) fn skip_to(&mut self, item: u64) {
        match &mut self.reread {
            Some(reread) => self.next = reread.skip_to(item).unwrap_or(self.next),
            None => self.next = self.next.max(item),
        }
    }
}
