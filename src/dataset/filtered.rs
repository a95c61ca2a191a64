//! The statistics of some of the images, such as those that match a filter.

use std::ops::Range;

use crate::{
    dataset::{
        labels::{Label, Labels},
        shared::{Collector, Merging, Shared, Subject},
        statistics::Statistics,
        store::Store,
    },
    format::packed::{Packer, Unpacker},
};

/// The statistics so far.
pub(crate) type FilteredStatistics = Shared<Wanted>;

/// Which images the statistics are of.
#[derive(Debug)]
pub(crate) struct Wanted {
    subject: Subject,
    /// The number of the first image that can be one of them.
    first: u64,
    /// Whether each image from there on is one of them.
    is_asked: Vec<u8>,
}

impl FilteredStatistics {
    /// The statistics of these images, in any order, by the classes of the labels, in spans of about `span_len` bytes; `None`
    /// where it is not possible, or not yet.
    pub(crate) fn new(items: &[u32], images: &Store, labels: Option<&Labels>, span_len: u64) -> Option<Self> {
        // There may be more images than fit a list.
        let subject = Subject::new(images, labels)?;
        let mut is_asked = vec![0; usize::try_from(images.items()).ok()?];
        for &item in items {
            if let Some(is_asked) = is_asked.get_mut(item as usize) {
                *is_asked = 1;
            }
        }
        Self::over(Wanted { subject, first: 0, is_asked }, images, span_len)
    }
}

impl Wanted {
    /// Whether each of these images is one of them.
    fn within(&self, items: &Range<u64>) -> &[u8] {
        let place = |number: u64| {
            let at = number.saturating_sub(self.first);
            usize::try_from(at).map_or(self.is_asked.len(), |at| at.min(self.is_asked.len()))
        };
        self.is_asked.get(place(items.start)..place(items.end)).unwrap_or_default()
    }
}

impl Collector for Wanted {
    type Part = Statistics;

    const KIND: u64 = 2;

    fn subject(&self) -> &Subject {
        &self.subject
    }

    fn part(&self) -> Statistics {
        let Subject { layout, range, classes } = &self.subject;
        Statistics::new(layout, *range, classes.clone())
    }

    fn add(&self, part: &mut Statistics, number: u64, item: &[u8], label: Option<Label>) {
        if self.within(&(number..number + 1)) == [1] {
            part.add(item, label);
        }
    }

    fn next_wanted(&self, items: &Range<u64>) -> Option<u64> {
        self.within(items).iter().position(|is_asked| *is_asked == 1).map(|skipped| items.start + skipped as u64)
    }

    fn pack(&self, packer: &mut Packer, items: &Range<u64>) {
        packer.bytes(self.within(items));
    }

    fn unpack(subject: Subject, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Self> {
        Some(Self { subject, first: items.start, is_asked: unpacker.bytes().to_vec() })
    }

    fn pack_part(part: &mut Statistics, packer: &mut Packer) {
        part.pack(packer);
    }
}

impl Merging for Wanted {
    fn merge(part: &mut Statistics, mut next: Statistics) {
        part.merge(&mut next);
    }

    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Statistics> {
        let mut part = self.part();
        part.unpack(unpacker)?;
        let asked: u64 = self.within(items).iter().map(|&is_asked| u64::from(is_asked)).sum();
        Some(part).filter(|part| part.items() == asked)
    }
}
