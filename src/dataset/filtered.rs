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
    /// Whether each image is one of them.
    is_asked: Vec<bool>,
    /// How many of them have not been taken yet.
    left: usize,
    table: FigureTable,
    pass: ImagePass,
}

impl FilteredFigures {
    /// The figures of these images, in any order, by the classes of the labels; `None` where it is not possible, or not
    /// yet.
    pub(crate) fn new(items: &[u32], images: &Store, labels: Option<&Labels>) -> Option<Self> {
        let pass = ImagePass::new(images)?;
        let mut is_asked = vec![false; usize::try_from(images.items()).ok()?];
        for &item in items {
            if let Some(is_asked) = is_asked.get_mut(item as usize) {
                *is_asked = true;
            }
        }
        let left = is_asked.iter().filter(|is_asked| **is_asked).count();
        let table = FigureTable::new(images.layout()?, images.range().unwrap_or_default(), ImagePass::classes(labels));
        Some(Self { is_asked, left, table, pass })
    }

    /// The figures of the images taken so far.
    pub(crate) fn table(&self) -> &FigureTable {
        &self.table
    }
}

impl Job for FilteredFigures {
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        // The rest of the file has none of them.
        if self.left > 0 { self.pass.wanted(files) } else { None }
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { is_asked, left, table, pass } = self;
        pass.feed(files, offset, bytes, &mut |number, item, label| {
            if usize::try_from(number).is_ok_and(|number| is_asked.get(number) == Some(&true)) {
                *left -= 1;
                table.add(item, label);
            }
        })?;
        let rest = usize::try_from(pass.next()).ok().and_then(|next| is_asked.get(next..)).unwrap_or_default();
        if let Some(skipped) = rest.iter().position(|&is_asked| is_asked) {
            pass.skip_to(pass.next() + skipped as u64);
        }
        Ok(())
    }

    fn progress(&self, files: Files<'_>) -> f64 {
        self.pass.progress(files)
    }
}
