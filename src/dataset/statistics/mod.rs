//! Statistics of items: the mean of each, the figures of the values of all, and the mean and the deviation of each
//! element; over the whole dataset and over each class.

use std::mem;

use self::{
    moments::{Moments, Unit},
    sums::Sums,
};
use crate::{
    dataset::{images::Raster, labels::Label, range::NotFinite},
    format::{
        element::ElementType,
        layout::Layout,
        packed::{Packer, Unpacker},
    },
};

mod binning;
mod figures;
mod finite;
mod moments;
mod sums;
mod table;

pub use self::{
    figures::Figures,
    moments::{Spread, Summary},
    table::FigureTable,
};

/// With more classes than this, classes get no figures and no images of their own.
pub const MAX_CLASSES: usize = 256;

/// Limit of the elements of the images of all classes together. They take up to 24 bytes each.
const MAX_ELEMENTS: usize = 1 << 21;

/// Statistics of items, which are added one by one in the order of their numbers.
#[derive(Debug)]
pub struct Statistics {
    layout: Layout,
    table: FigureTable,
    unit: Unit,
    classes: Vec<Label>,
    /// Sums over the items of each class, then over those of no class. Empty where they would be too large.
    sums: Vec<Sums>,
    means: Vec<f32>,
}

/// The number that an average image shows for each element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Average {
    /// The mean.
    Mean,
    /// The standard deviation.
    Deviation,
}

/// One average image of all items, and then one of each class.
#[derive(Clone, Debug, PartialEq)]
pub struct AverageImages {
    average: Average,
    range: (f64, f64),
    raster: Raster,
    images: Vec<Vec<f64>>,
}

impl Statistics {
    /// Statistics of no items yet, of an array whose values are in a range, with figures and images of these classes (in
    /// the order of their labels) unless they are too many.
    #[must_use]
    pub fn new(layout: &Layout, range: (f64, f64), mut classes: Vec<Label>) -> Self {
        let table = FigureTable::new(layout, range, classes.clone());
        let elements = usize::try_from(layout.item_elements()).unwrap_or(usize::MAX);
        let limit = MAX_ELEMENTS.checked_div(elements).unwrap_or(0);
        if classes.len() > MAX_CLASSES || classes.len() >= limit {
            classes.clear();
        }
        let sums = if limit == 0 { Vec::new() } else { vec![Sums::default(); classes.len() + 1] };
        Self {
            layout: layout.clone(),
            table,
            unit: Unit::new(layout.element_type(), range),
            classes,
            sums,
            means: Vec::new(),
        }
    }

    /// Adds the next item, which has this label, and returns how many of its values are not finite. An item of another
    /// length than the layout's counts as missing: it has a number and nothing else.
    pub fn add(&mut self, item: &[u8], label: Option<Label>) -> NotFinite {
        let Self { layout, table, classes, sums, means, .. } = self;
        let is_whole = item.len() as u64 == layout.item_len();
        let class = label.and_then(|label| classes.binary_search(&label).ok()).unwrap_or(classes.len());
        let mut sums = sums.get_mut(class).filter(|_| is_whole);
        if let Some(sums) = &mut sums {
            match layout.element_type() {
                ElementType::U8 => sums.add_bytes(item),
                other => sums.start_item(item.len() / other.size()),
            }
        }
        let mut first = 0;
        let added = table.add(item, label, |values, are_finite| {
            if let Some(sums) = &mut sums {
                sums.add_values(first, values, are_finite);
            }
            first += values.len();
        });
        #[expect(clippy::cast_possible_truncation, reason = "sorting needs no more precision")]
        means.push(added.mean as f32);
        added.not_finite
    }

    /// Makes room for so many items.
    pub(super) fn reserve(&mut self, items: u64) {
        // Without it, the list grows as items are added.
        let _ = usize::try_from(items).map(|items| self.means.try_reserve_exact(items));
    }

    /// Adds the statistics of the items that come next.
    pub(super) fn merge(&mut self, next: &mut Self) {
        self.table.merge(&next.table);
        self.extend_means(mem::take(&mut next.means));
        for (sums, others) in self.sums.iter_mut().zip(&mut next.sums) {
            sums.merge(others);
        }
    }

    /// Adds the means of the items that come next.
    pub(super) fn extend_means(&mut self, mut means: Vec<f32>) {
        // The only part of all items is not copied.
        if self.means.capacity() == 0 {
            self.means = means;
        } else {
            self.means.append(&mut means);
        }
    }

    /// Packs everything that was added, but not the means of the items.
    pub(super) fn pack_groups(&mut self, packer: &mut Packer) {
        self.table.pack(packer);
        for sums in &mut self.sums {
            sums.pack(packer);
        }
    }

    /// Takes over what was packed, in place of what was added here.
    pub(super) fn unpack_groups(&mut self, unpacker: &mut Unpacker<'_>) -> Option<()> {
        self.table.unpack(unpacker)?;
        let elements = usize::try_from(self.layout.item_elements()).ok()?;
        for sums in &mut self.sums {
            *sums = Sums::unpack(unpacker, elements, self.layout.element_type() == ElementType::U8)?;
        }
        Some(())
    }

    /// Packs everything that was added.
    pub(super) fn pack(&mut self, packer: &mut Packer) {
        self.pack_groups(packer);
        packer.f32s(&self.means);
    }

    /// Takes over what was packed, in place of what was added here.
    pub(super) fn unpack(&mut self, unpacker: &mut Unpacker<'_>) -> Option<()> {
        self.unpack_groups(unpacker)?;
        self.means = unpacker.f32s();
        Some(())
    }

    /// How many items have been added.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.means.len() as u64
    }

    /// The mean of each item's finite values, by which items are sorted; NaN for an item that has none.
    #[must_use]
    pub fn means(&self) -> &[f32] {
        &self.means
    }

    /// The figures of all items and of each class.
    #[must_use]
    pub fn table(&self) -> &FigureTable {
        &self.table
    }

    /// The classes that have average images.
    #[must_use]
    pub fn classes(&self) -> &[Label] {
        &self.classes
    }

    /// Whether there are average images.
    #[must_use]
    pub fn has_images(&self) -> bool {
        !self.sums.is_empty()
    }

    /// The average image of all items and then of each class, to be drawn like the items themselves, in the range that these
    /// are shown in. `None` where the images are too large.
    #[must_use]
    pub fn images(&self, average: Average, raster: Raster, range: (f64, f64)) -> Option<AverageImages> {
        let (_, of_classes) = self.sums.split_last()?;
        let groups = [&self.sums[..]].into_iter().chain(of_classes.chunks(1));
        let images = groups.map(|group| self.average(group, average)).collect();
        Some(AverageImages { average, range, raster, images })
    }

    /// The mean of each element over each class, in the order of the classes; over all items where there are no
    /// classes. `None` where they would be too large.
    pub(super) fn means_of_classes(&self) -> Option<Vec<Vec<f64>>> {
        let (_, of_classes) = self.sums.split_last()?;
        let groups = if of_classes.is_empty() { &self.sums } else { of_classes };
        Some(groups.chunks(1).map(|group| self.average(group, Average::Mean)).collect())
    }

    /// The average of each element over these groups of items together.
    fn average(&self, groups: &[Sums], average: Average) -> Vec<f64> {
        let spread = |index| {
            let mut moments = Moments::default();
            for sums in groups {
                moments.merge(sums.moments(index));
            }
            moments.spread(self.unit)
        };
        let value = |index| match average {
            Average::Mean => spread(index).mean,
            Average::Deviation => spread(index).deviation,
        };
        (0..usize::try_from(self.layout.item_elements()).unwrap_or_default()).map(value).collect()
    }
}

impl AverageImages {
    /// The number that the images show for each element.
    #[must_use]
    pub fn average(&self) -> Average {
        self.average
    }

    /// How the images are drawn.
    #[must_use]
    pub fn raster(&self) -> Raster {
        self.raster
    }

    /// The elements of an image: first that of all items, then that of each class.
    #[must_use]
    pub fn image(&self, index: u64) -> Option<&[f64]> {
        self.images.get(usize::try_from(index).ok()?).map(Vec::as_slice)
    }

    /// The range in which the elements can be: that of the items for means; from zero to half its width for
    /// deviations.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        match self.average {
            Average::Mean => self.range,
            Average::Deviation => (0.0, self.range.1 / 2.0 - self.range.0 / 2.0),
        }
    }
}
