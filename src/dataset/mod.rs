//! Images with their labels, and everything known about them. Drawing is in `draw`.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::Jobs,
        labels::{LabelSource, Labels},
        presentation::Presentation,
        selection::Query,
        statistics::Statistics,
        store::{Store, Want},
    },
    error::Error,
    format::layout::Layout,
};

pub use self::{jobs::JobKind, slot::Slot};

pub mod axes;
mod blocks;
mod border;
mod channels;
pub mod checks;
mod copies;
pub mod correction;
pub mod distances;
mod filtered;
mod findings;
mod fingerprint;
mod image_pass;
pub mod images;
mod index;
pub mod item_hash;
mod jobs;
pub mod known;
pub mod labels;
pub mod orientation;
pub mod pairing;
mod pass;
pub mod presentation;
pub mod profile;
pub mod range;
mod read_plan;
pub mod reduction;
mod reductions;
pub mod reread;
mod scan;
mod schedule;
mod search;
mod seek;
pub mod selection;
pub mod shared;
mod signals;
mod slot;
pub mod split;
pub mod statistics;
pub mod store;
pub mod view;

/// Images with their labels; either may be missing, or still arriving.
#[derive(Debug, Default)]
pub struct Dataset {
    images: Option<Store>,
    labels: Option<Labels>,
    label_source: Option<LabelSource>,
    jobs: Jobs,
}

impl Dataset {
    /// A dataset without any file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts reading a file of `size` bytes, if that is known, into a slot, in place of the file before. At most
    /// `budget` bytes of its items stay in memory: see [`Store::new`].
    pub fn open(&mut self, slot: Slot, size: Option<u64>, budget: u64) {
        self.jobs.cancel_over(slot);
        match slot {
            Slot::Images => self.images = Some(Store::new(size, budget)),
            Slot::Labels => self.labels.insert(Labels::new(size, budget)).set_source(self.label_source),
        }
    }

    /// Sets how items become labels, also for files that are opened later: see [`Labels::set_source`].
    pub fn set_label_source(&mut self, source: Option<LabelSource>) {
        self.label_source = source;
        if let Some(labels) = &mut self.labels {
            labels.set_source(source);
        }
    }

    /// Reads a slot's file again in this layout, or else in the one that its header gives.
    pub fn read_as(&mut self, slot: Slot, layout: Option<Layout>) {
        self.jobs.cancel_over(slot);
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.read_as(layout)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.read_as(layout)),
        };
    }

    /// How the images are shown, to be changed; `None` while there are none.
    pub fn presentation_mut(&mut self) -> Option<&mut Presentation> {
        self.images.as_mut().map(Store::presentation_mut)
    }

    /// Closes the file in a slot.
    pub fn close(&mut self, slot: Slot) {
        self.jobs.cancel_over(slot);
        match slot {
            Slot::Images => self.images = None,
            Slot::Labels => self.labels = None,
        }
    }

    /// The bytes of a slot's file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self, slot: Slot) -> Option<Range<u64>> {
        self.store(slot)?.wanted()
    }

    /// Takes bytes of a slot's file from `offset` on: see [`Store::push`].
    ///
    /// # Errors
    /// The errors of [`Store::push`].
    pub fn push(&mut self, slot: Slot, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.push(offset, bytes)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.push(offset, bytes)),
        }
        .unwrap_or(Ok(()))
    }

    /// Sets the items that are wanted, of images and labels: see [`Store::want`]. Whether some are still to be read.
    pub fn want(&mut self, items: &[u64]) -> bool {
        self.want_all(&[Want { items: items.to_vec(), picture: None }])
    }

    /// Sets the items that are wanted, of images and labels: see [`Store::want_all`]. Whether some are still to be read.
    pub fn want_all(&mut self, wants: &[Want]) -> bool {
        let items: Vec<u64> = wants.iter().flat_map(|want| &want.items).copied().collect();
        self.want_each(wants, &items)
    }

    /// Sets the images that are wanted, and the items whose labels are. Whether some are still to be read.
    pub fn want_each(&mut self, images: &[Want], labels: &[u64]) -> bool {
        let images = self.images.as_mut().is_some_and(|store| store.want_all(images));
        let labels = self.labels.as_mut().is_some_and(|file| file.want(labels));
        images || labels
    }

    /// Wants no items of a slot any more.
    pub fn clear_wanted(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.want(&[])),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.want(&[])),
        };
    }

    /// Whether other workers should read some of the images that are wanted: see [`Store::is_scattered`].
    #[must_use]
    pub fn is_scattered(&self) -> bool {
        self.images.as_ref().is_some_and(Store::is_scattered)
    }

    /// Some of the images that are wanted, for another worker to read: see [`Store::lend`].
    pub fn lend(&mut self) -> Option<Vec<u8>> {
        self.images.as_mut()?.lend()
    }

    /// Takes images that another worker has read: see [`Store::take_back`].
    pub fn take_back(&mut self, found: &[u8]) -> bool {
        self.images.as_mut().is_some_and(|images| images.take_back(found))
    }

    /// A part of the index of a slot's file: see [`Store::index_part`] and [`Labels::index_part`].
    #[must_use]
    pub fn index_part(&self, slot: Slot, number: usize) -> Option<Vec<u8>> {
        match slot {
            Slot::Images => self.images.as_ref()?.index_part(number),
            Slot::Labels => self.labels.as_ref()?.index_part(number),
        }
    }

    /// Takes the next part of an index of a slot's file: see [`Store::recall`] and [`Labels::recall`].
    pub fn recall(&mut self, slot: Slot, part: &[u8]) -> Option<bool> {
        match slot {
            Slot::Images => self.images.as_mut().map_or(Some(false), |images| images.recall(part)),
            Slot::Labels => self.labels.as_mut().map_or(Some(false), |labels| labels.recall(part)),
        }
    }

    /// Stops reading a slot's file. What has arrived stays.
    pub fn stop(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(Store::stop),
            Slot::Labels => self.labels.as_mut().map(Labels::stop),
        };
    }

    /// The array in a slot.
    #[must_use]
    pub fn store(&self, slot: Slot) -> Option<&Store> {
        match slot {
            Slot::Images => self.images.as_ref(),
            Slot::Labels => self.labels.as_ref().map(Labels::store),
        }
    }

    /// The labels.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }

    /// The number of items: while a file is being read, as many as its header promises.
    #[must_use]
    pub fn items(&self) -> u64 {
        let Some(store) = self.store(Slot::Images).or_else(|| self.store(Slot::Labels)) else { return 0 };
        if store.is_done() { store.items() } else { store.layout().map_or(0, Layout::items) }
    }

    /// The numbers of the items that match a query, in its order, by the labels in memory: see [`selection::select`].
    ///
    /// # Errors
    /// The errors of [`selection::select`].
    pub fn select(&self, query: &Query) -> Result<Vec<u32>, Error> {
        selection::select(query, self.items(), self.labels(), self.means())
    }

    /// The means that items are sorted by.
    fn means(&self) -> &[f32] {
        self.statistics().map_or(&[], Statistics::means)
    }
}
