//! The figures of some of the images, such as those that match a filter.

use std::ops::Range;

use crate::{
    dataset::{
        image_pass::ImagePass,
        jobs::{Files, Job},
        labels::Labels,
        statistics::FigureTable,
        store::Store,
    },
    error::Error,
};

/// The figures so far.
#[derive(Debug)]
pub(crate) struct FilteredFigures {
    /// The numbers of the images, in ascending order.
    items: Vec<u32>,
    /// How many of them have been taken.
    taken: usize,
    table: FigureTable,
    pass: ImagePass,
}

impl FilteredFigures {
    /// The figures of these images, in any order, by the classes of the labels; `None` where it is not possible, or not
    /// yet.
    pub(crate) fn new(mut items: Vec<u32>, images: &Store, labels: Option<&Labels>) -> Option<Self> {
        items.sort_unstable();
        items.dedup();
        let table = FigureTable::new(images.layout()?, images.range().unwrap_or_default(), ImagePass::classes(labels));
        Some(Self { items, taken: 0, table, pass: ImagePass::new(images)? })
    }

    /// The figures of the images taken so far.
    pub(crate) fn table(&self) -> &FigureTable {
        &self.table
    }
}

impl Job for FilteredFigures {
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        // The rest of the file has none of them.
        if self.taken < self.items.len() { self.pass.wanted(files) } else { None }
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { items, taken, table, pass } = self;
        pass.feed(files, offset, bytes, &mut |number, item, label| {
            if items.get(*taken).is_some_and(|&next| u64::from(next) == number) {
                *taken += 1;
                table.add(item, label);
            }
        })
    }

    fn progress(&self, files: Files<'_>) -> f64 {
        self.pass.progress(files)
    }
}
