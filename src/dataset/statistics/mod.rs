//! Statistics of items: the mean of each, and the mean and the spread of all, element by element, over the whole
//! dataset and over each class.

use self::{
    moments::{Moments, Scale},
    sums::{NARROW_LIMIT, Sums},
};
use crate::{
    dataset::{images::Raster, labels::Label},
    format::{element::ElementType, layout::Layout},
};

mod moments;
mod sums;

pub use self::moments::{Spread, Summary};

/// With more classes than this, classes get no images of their own.
pub const MAX_CLASSES: usize = 256;

/// Limit of the elements of the images of all classes together. They take up to 24 bytes each.
const MAX_ELEMENTS: usize = 1 << 21;

/// Statistics of items, which are added one by one in the order of their numbers.
#[derive(Debug)]
pub struct Statistics {
    layout: Layout,
    range: (f64, f64),
    scale: Scale,
    classes: Vec<Label>,
    /// Sums over the items of each class, then over those of no class. Empty where they would be too large.
    sums: Vec<Sums>,
    means: Vec<f32>,
    /// Four partial histograms, because the processor cannot increment the same count twice at once.
    bins: [[u64; 256]; 4],
    all: Moments,
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
    /// Statistics of no items yet, of an array whose values are in a range, with images of these classes (in the order
    /// of their labels) unless they are too many.
    #[must_use]
    pub fn new(layout: &Layout, range: (f64, f64), mut classes: Vec<Label>) -> Self {
        let elements = usize::try_from(layout.item_elements()).unwrap_or(usize::MAX);
        let limit = MAX_ELEMENTS.checked_div(elements).unwrap_or(0);
        if classes.len() > MAX_CLASSES || classes.len() >= limit {
            classes.clear();
        }
        let sums = if limit == 0 { Vec::new() } else { vec![Sums::default(); classes.len() + 1] };
        let is_bytes = layout.element_type() == ElementType::U8;
        Self {
            layout: layout.clone(),
            range,
            scale: if is_bytes { Scale::UNSCALED } else { Scale::of_range(range) },
            classes,
            sums,
            means: Vec::new(),
            bins: [[0; 256]; 4],
            all: Moments::default(),
        }
    }

    /// Adds the next item, which has this label. An item of another length than the layout's counts as missing: it has
    /// a number and nothing else.
    pub fn add(&mut self, item: &[u8], label: Option<Label>) {
        if item.len() as u64 != self.layout.item_len() {
            self.means.push(f32::NAN);
            return;
        }
        let class = label.and_then(|label| self.classes.binary_search(&label).ok()).unwrap_or(self.classes.len());
        let moments = if self.layout.element_type() == ElementType::U8 {
            self.add_bytes(item, class)
        } else {
            self.add_values(item, class)
        };
        self.all.merge(moments);
        #[expect(clippy::cast_possible_truncation, reason = "sorting needs no more precision")]
        self.means.push(moments.spread(self.scale).mean as f32);
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

    /// How many finite values there are in each 256th of the range. For u8, that is each value.
    #[must_use]
    pub fn bins(&self) -> [u64; 256] {
        let [a, b, c, d] = &self.bins;
        std::array::from_fn(|bin| a[bin] + b[bin] + c[bin] + d[bin])
    }

    /// The range that the bins divide.
    #[must_use]
    pub fn range(&self) -> (f64, f64) {
        self.range
    }

    /// The spread of all finite values, if there are any.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        (self.all.count > 0).then(|| self.all.spread(self.scale))
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

    /// The average image of all items and then of each class, to be drawn like the items themselves. `None` where the
    /// images are too large.
    #[must_use]
    pub fn images(&self, average: Average, raster: Raster) -> Option<AverageImages> {
        let (_, of_classes) = self.sums.split_last()?;
        let groups = [&self.sums[..]].into_iter().chain(of_classes.chunks(1));
        let elements = usize::try_from(self.layout.item_elements()).ok()?;
        let image = |group: &[Sums]| {
            let spread = |index| {
                let mut moments = Moments::default();
                for sums in group {
                    moments.merge(sums.moments(index));
                }
                moments.spread(self.scale)
            };
            let value = |index| match average {
                Average::Mean => spread(index).mean,
                Average::Deviation => spread(index).deviation,
            };
            (0..elements).map(value).collect()
        };
        Some(AverageImages { average, range: self.range, raster, images: groups.map(image).collect() })
    }

    /// The moments of an item of bytes.
    fn add_bytes(&mut self, item: &[u8], class: usize) -> Moments {
        let (mut sum, mut squares) = (0, 0);
        for part in item.chunks(NARROW_LIMIT) {
            let values = part.iter().map(|&value| u32::from(value));
            sum += u64::from(values.clone().sum::<u32>());
            squares += u64::from(values.map(|value| value * value).sum::<u32>());
        }
        let (words, rest) = item.as_chunks::<8>();
        let mut zeros = 0;
        for word in words {
            // Most of an image is often background.
            if *word == [0; 8] {
                zeros += 8;
                continue;
            }
            for (lane, &value) in word.iter().enumerate() {
                self.bins[lane % 4][usize::from(value)] += 1;
            }
        }
        for &value in rest {
            self.bins[0][usize::from(value)] += 1;
        }
        self.bins[0][0] += zeros;
        if let Some(sums) = self.sums.get_mut(class) {
            sums.add_bytes(item);
        }
        #[expect(clippy::cast_precision_loss, reason = "sums of one item stay below 2^53")]
        let (sum, squares) = (sum as f64, squares as f64);
        Moments { count: item.len() as u64, sum, squares }
    }

    /// The moments of the finite values of an item.
    fn add_values(&mut self, item: &[u8], class: usize) -> Moments {
        let mut moments = Moments::default();
        let Self { layout, sums, scale, bins, .. } = self;
        let mut sums = sums.get_mut(class);
        let values = layout.element_type().values(item);
        if let Some(sums) = &mut sums {
            sums.start_item(values.len());
        }
        for (index, value) in values.enumerate() {
            let scaled = if value.is_finite() { Some(scale.scaled(value)) } else { None };
            if let Some(scaled) = scaled {
                moments.add(scaled);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "the cast clamps, as it should"
                )]
                let bin = ((scaled + 1.0) * 128.0) as usize;
                bins[index % 4][bin.min(255)] += 1;
            }
            if let Some(sums) = &mut sums {
                sums.add_value(index, scaled);
            }
        }
        moments
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
