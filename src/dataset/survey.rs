//! A survey: the images are measured once, in order, when the pass over their file is through. Those that are in memory
//! are taken from there; for the others the file is read once more.

use std::ops::Range;

use crate::{
    dataset::{labels::Labels, selection::MAX_ITEMS, statistics::Statistics, store::Store},
    error::Error,
};

/// Bytes that are measured at a time where items are in memory.
const STEP: u64 = 256 << 10;

/// Larger items are not measured.
const MAX_ITEM: u64 = 64 << 20;

/// The statistics, and how far they have come.
#[derive(Debug)]
pub(crate) struct Survey {
    pub(crate) statistics: Statistics,
    /// The file once more, where not all items are in memory.
    pass: Option<Store>,
}

impl Survey {
    /// A survey of these images, and of the classes that the labels tell; `None` where it cannot be made, or not yet.
    pub(crate) fn new(images: &Store, labels: Option<&Labels>) -> Option<Self> {
        let layout =
            images.layout().filter(|layout| images.is_done() && (1..=MAX_ITEM).contains(&layout.item_len()))?;
        if images.items() > MAX_ITEMS {
            return None;
        }
        // Of a label that is not in memory nobody knows which it is.
        let classes = labels.filter(|labels| labels.store().is_kept());
        let classes = classes.map(|labels| labels.counts().map(|(label, _)| label).collect()).unwrap_or_default();
        let in_memory = images.layers() > 0 && images.is_kept();
        Some(Self {
            statistics: Statistics::new(layout, images.range().unwrap_or_default(), classes),
            pass: (!in_memory).then(|| images.once_more()),
        })
    }

    /// The bytes of the file that are wanted next, none if the items are in memory; `None` when all are measured.
    pub(crate) fn wanted(&self, images: &Store) -> Option<Range<u64>> {
        if self.statistics.items() >= images.items() {
            return None;
        }
        self.pass.as_ref().map_or(Some(0..0), Store::wanted)
    }

    /// Takes the bytes from `offset` on, if they are wanted; else measures some of what is in memory.
    ///
    /// # Errors
    /// As [`Store::push`].
    pub(crate) fn push(
        &mut self,
        images: &Store,
        labels: Option<&Labels>,
        offset: u64,
        bytes: &[u8],
    ) -> Result<(), Error> {
        let Self { statistics, pass } = self;
        let next = statistics.items();
        let mut add = |item: &[u8]| {
            let label = labels.and_then(|labels| labels.label(statistics.items()));
            statistics.add(item, label);
        };
        let Some(pass) = pass else {
            let item_len = images.layout().map_or(1, |layout| layout.item_len().max(1));
            for item in next..images.items().min(next + STEP.div_ceil(item_len)) {
                add(images.item(item).unwrap_or_default());
            }
            return Ok(());
        };
        pass.push_and_see(offset, bytes, &mut |layout, items| {
            items.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)).for_each(&mut add);
            Ok(())
        })
    }
}
