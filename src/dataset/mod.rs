//! What a person looks at: images with their labels. Nothing here knows a pixel.

use std::ops::Range;

use crate::{
    dataset::{
        labels::{LabelSource, Labels},
        presentation::Presentation,
        profile::Profile,
        search::Search,
        selection::Query,
        statistics::{Average, AverageImages, Statistics},
        store::Store,
        survey::Survey,
    },
    error::Error,
    format::layout::Layout,
};

pub mod axes;
mod blocks;
mod border;
mod channels;
pub mod images;
pub mod labels;
mod look;
pub mod orientation;
pub mod pairing;
mod pass;
pub mod presentation;
pub mod profile;
pub mod range;
mod search;
pub mod selection;
pub mod statistics;
pub mod store;
mod survey;
pub mod view;

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
    source: Option<LabelSource>,
    survey: Option<Survey>,
    search: Option<Search>,
    profile: Option<Profile>,
}

impl Dataset {
    /// A dataset without any file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts reading a file of `size` bytes, if that is known, into a slot, in place of what was there. Of its items
    /// at most `budget` bytes stay in memory: see [`Store::new`].
    pub fn open(&mut self, slot: Slot, size: Option<u64>, budget: u64) {
        match slot {
            Slot::Images => {
                self.images = Some(Store::new(size, budget));
                self.survey = None;
            }
            Slot::Labels => {
                let labels = self.labels.insert(Labels::new(size, budget));
                labels.choose(self.source);
                (self.search, self.profile) = (None, None);
            }
        }
    }

    /// Chooses how items become labels, those of files that are opened later, too: see [`Labels::choose`].
    pub fn choose(&mut self, source: Option<LabelSource>) {
        self.source = source;
        if let Some(labels) = &mut self.labels {
            labels.choose(source);
        }
    }

    /// Reads a slot's file again as this header says, or as its own does.
    pub fn read_as(&mut self, slot: Slot, layout: Option<Layout>) {
        match slot {
            Slot::Images => {
                self.survey = None;
                self.images.as_mut().map(|images| images.read_as(layout))
            }
            Slot::Labels => {
                (self.search, self.profile) = (None, None);
                self.labels.as_mut().map(|labels| labels.read_as(layout))
            }
        };
    }

    /// How the images make pictures, to be changed; `None` while there are none.
    pub fn presentation_mut(&mut self) -> Option<&mut Presentation> {
        self.images.as_mut().map(Store::presentation_mut)
    }

    /// Lets go of what a slot holds.
    pub fn close(&mut self, slot: Slot) {
        match slot {
            Slot::Images => (self.images, self.survey) = (None, None),
            Slot::Labels => (self.labels, self.search, self.profile) = (None, None, None),
        }
    }

    /// The bytes of a slot's file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self, slot: Slot) -> Option<Range<u64>> {
        self.store(slot)?.wanted()
    }

    /// Takes bytes of a slot's file, those from `offset` on: see [`Store::push`].
    ///
    /// # Errors
    /// As [`Store::push`].
    pub fn push(&mut self, slot: Slot, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.push(offset, bytes)),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.push(offset, bytes)),
        }
        .unwrap_or(Ok(()))
    }

    /// Notes which items are wanted, of images and labels: see [`Store::want`]. Whether some are still to be read.
    pub fn want(&mut self, items: &[u64]) -> bool {
        let images = self.images.as_mut().is_some_and(|images| images.want(items));
        let labels = self.labels.as_mut().is_some_and(|labels| labels.want(items));
        images || labels
    }

    /// Wants no items of a slot any more.
    pub fn forget(&mut self, slot: Slot) {
        match slot {
            Slot::Images => self.images.as_mut().map(|images| images.want(&[])),
            Slot::Labels => self.labels.as_mut().map(|labels| labels.want(&[])),
        };
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

    /// The labels.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        self.labels.as_ref()
    }

    /// How many items there are to look at: while a file is read, as many as it promises.
    #[must_use]
    pub fn items(&self) -> u64 {
        let Some(store) = self.store(Slot::Images).or_else(|| self.store(Slot::Labels)) else { return 0 };
        if store.is_done() { store.items() } else { store.layout().map_or(0, Layout::items) }
    }

    /// The numbers of the items that a query asks for, in its order, of labels in memory: see [`selection::select`].
    ///
    /// # Errors
    /// As [`selection::select`].
    pub fn select(&self, query: &Query) -> Result<Vec<u32>, Error> {
        selection::select(query, self.items(), self.labels(), self.statistics().map_or(&[], Statistics::means))
    }

    /// Begins to look through labels that do not stay in memory, once the pass over them is through. Whether a query
    /// needs that: else [`Dataset::select`] answers it.
    pub fn search(&mut self, query: &Query) -> bool {
        self.search = Search::new(query, self.items(), self.labels());
        self.search.is_some()
    }

    /// The bytes of the labels' file that are wanted next to look through them; `None` when no more are: see
    /// [`Dataset::found`].
    #[must_use]
    pub fn unsearched(&self) -> Option<Range<u64>> {
        self.search.as_ref()?.wanted()
    }

    /// How much of the search is over, from 0 to 1.
    #[must_use]
    pub fn searched(&self) -> f64 {
        self.search.as_ref().map_or(1.0, Search::progress)
    }

    /// Takes these bytes, and looks through the labels that they complete.
    ///
    /// # Errors
    /// As [`Store::push`] and [`selection::select`]; [`Error::Changed`], too, when labels are sorted by and are not those
    /// that were counted. The search ends with it.
    pub fn sift(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let result = self.search.as_mut().map_or(Ok(()), |search| search.push(offset, bytes));
        if result.is_err() {
            self.search = None;
        }
        result
    }

    /// What the search has found, in the order asked for; the search ends with it. `None` while it goes on, and where
    /// there is none any more, because another file came, or the same is read otherwise.
    ///
    /// # Errors
    /// As [`selection::select`].
    pub fn found(&mut self) -> Result<Option<Vec<u32>>, Error> {
        let search = self.search.take_if(|search| !search.found.lacks_labels());
        let means = self.statistics().map_or(&[][..], Statistics::means);
        search.map(|search| search.found.ordered(means)).transpose()
    }

    /// Looks for nothing any more.
    pub fn cease(&mut self) {
        self.search = None;
    }

    /// Begins to prepare the line through the labels of these items, in this order, or of all.
    pub fn profile(&mut self, items: Option<Vec<u32>>) {
        self.profile = Some(Profile::new(items, self.items()));
    }

    /// Prepares the line through `most` more: see [`Profile::prepare`].
    pub fn prepare(&mut self, most: u32) -> bool {
        self.profile.as_mut().zip(self.labels.as_ref()).is_some_and(|(profile, labels)| profile.prepare(labels, most))
    }

    /// The line through the labels, as far as it is prepared.
    #[must_use]
    pub fn prepared(&self) -> Option<&Profile> {
        self.profile.as_ref()
    }

    /// Begins to measure the images, once the pass over them is through, from the first one on: by classes as the
    /// labels tell them now. Whether they can be measured.
    pub fn survey(&mut self) -> bool {
        self.survey = self.images.as_ref().and_then(|images| Survey::new(images, self.labels.as_ref()));
        self.survey.is_some()
    }

    /// The bytes of the images' file that are wanted next to measure them; an empty range if none are needed, because
    /// the items are in memory. `None` when all are measured.
    #[must_use]
    pub fn unmeasured(&self) -> Option<Range<u64>> {
        self.survey.as_ref()?.wanted(self.images.as_ref()?)
    }

    /// Takes these bytes, and measures what they complete; without bytes, some of what is in memory.
    ///
    /// # Errors
    /// As [`Store::push`].
    pub fn measure(&mut self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let (Some(survey), Some(images)) = (&mut self.survey, &self.images) else { return Ok(()) };
        survey.push(images, self.labels.as_ref(), offset, bytes)
    }

    /// The average images, shown as the images are: see [`Statistics::images`].
    #[must_use]
    pub fn average_images(&self, average: Average) -> Option<AverageImages> {
        self.statistics()?.images(average, self.images.as_ref()?.raster()?)
    }

    /// What has been measured.
    #[must_use]
    pub fn statistics(&self) -> Option<&Statistics> {
        self.survey.as_ref().map(|survey| &survey.statistics)
    }
}
