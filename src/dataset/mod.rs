//! What a person looks at: images with their labels. Nothing here knows a pixel.

use std::ops::Range;

use crate::{
    dataset::{labels::Labels, store::Store},
    error::Error,
};

pub mod images;
pub mod labels;
pub mod pairing;
pub mod store;

/// Which part of a dataset a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The pictures, or whatever the items are.
    Images = 0,
    /// What the items are called.
    Labels = 1,
}

/// Images with their labels; either may be missing, or still arriving.
#[derive(Debug, Default)]
pub struct Dataset {
    images: Option<Store>,
    labels: Option<Labels>,
}

impl Dataset {
    /// A dataset without any file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts reading a file of `size` bytes into a slot, in place of what was there.
    pub fn open(&mut self, slot: Slot, size: u64) {
        let store = Store::new(size);
        match slot {
            Slot::Images => self.images = Some(store),
            Slot::Labels => self.labels = Some(Labels::new(store)),
        }
    }

    /// Lets go of what a slot holds.
    pub fn close(&mut self, slot: Slot) {
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

    /// Takes the next bytes of a slot's file, the first of those wanted. No bytes at all mean that the file ended
    /// before its time.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Decoder::push`](crate::format::decode::Decoder::push).
    pub fn push(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), Error> {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.push(bytes)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.push(bytes)),
        }
        .unwrap_or(Ok(()))
    }

    /// Wants no more of a slot's file; what has arrived stays.
    pub fn stop(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(Store::stop),
            Slot::Labels => self.labels.as_mut().map(Labels::stop),
        };
    }

    /// What a slot holds.
    #[must_use]
    pub fn store(&self, slot: Slot) -> Option<&Store> {
        match slot {
            Slot::Images => self.images.as_ref(),
            Slot::Labels => self.labels.as_ref().map(Labels::store),
        }
    }

    /// The range of values a slot's file is shown in: see [`Store::range`].
    pub fn range(&mut self, slot: Slot) -> Option<(f64, f64)> {
        match slot {
            Slot::Images => self.images.as_mut()?.range(),
            Slot::Labels => None,
        }
    }

    /// The images' store, for what is computed on demand and kept.
    pub fn images_mut(&mut self) -> Option<&mut Store> {
        self.images.as_mut()
    }

    /// The labels.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }
}
