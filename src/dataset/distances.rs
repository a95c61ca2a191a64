//! How far each image is from the mean of its class, and its rank among the images of the class.

use std::ops::Range;

use crate::{
    dataset::{
        image_pass::ImagePass,
        jobs::{Files, Job},
        labels::Label,
        statistics::Statistics,
        store::Store,
    },
    error::Error,
    format::element::ElementType,
};

/// An image's distance from the mean of its class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The root mean square of the differences of its values from those of the mean.
    pub value: f64,
    /// How many images of the class are as far away or farther, with this one: 1 for the farthest.
    pub rank: u64,
    /// How many images the class has.
    pub class_size: u64,
}

/// The distances so far. They take 4 bytes for each image.
#[derive(Debug)]
pub(crate) struct Distances {
    element_type: ElementType,
    /// The classes, in order, and the mean of each. Without classes there is one mean, that of all images.
    classes: Vec<Label>,
    means: Vec<Vec<f64>>,
    /// The distance of each image; NaN without a class or a finite value.
    of_items: Vec<f32>,
    /// How many images of each class have one.
    class_sizes: Vec<u64>,
    pass: ImagePass,
}

impl Distances {
    /// Distances from the means in complete statistics of these images; `None` where there are no means.
    pub(crate) fn new(statistics: &Statistics, images: &Store) -> Option<Self> {
        let classes = statistics.classes().to_vec();
        let means = statistics.means_of_classes()?;
        Some(Self {
            element_type: images.layout()?.element_type(),
            of_items: Vec::new(),
            class_sizes: vec![0; means.len()],
            classes,
            means,
            pass: ImagePass::new(images)?,
        })
    }

    /// The distance of an image; `None` where it has none, or not all are known.
    pub(super) fn get(&self, item: u64, files: Files<'_>) -> Option<Distance> {
        let class_of = |item: u64| class_of(&self.classes, files.labels.and_then(|labels| labels.label(item)));
        let value = *self.of_items.get(usize::try_from(item).ok()?)?;
        if self.wanted(files).is_some() || value.is_nan() {
            return None;
        }
        let class = class_of(item)?;
        let at_least = (0..).zip(&self.of_items).filter(|(_, other)| **other >= value);
        let rank = at_least.filter(|(other, _)| class_of(*other) == Some(class)).count() as u64;
        Some(Distance { value: value.into(), rank, class_size: *self.class_sizes.get(class)? })
    }
}

impl Job for Distances {
    fn wanted(&self, files: Files<'_>) -> Option<Range<u64>> {
        self.pass.wanted(files)
    }

    fn feed(&mut self, files: Files<'_>, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let Self { element_type, classes, means, of_items, class_sizes, pass } = self;
        pass.feed(files, offset, bytes, &mut |_, item, label| {
            let class = class_of(classes, label).and_then(|class| means.get(class).zip(class_sizes.get_mut(class)));
            let distance = class.map_or(f32::NAN, |(mean, size)| {
                let distance = distance(*element_type, item, mean);
                *size += u64::from(!distance.is_nan());
                distance
            });
            of_items.push(distance);
        })
    }

    fn progress(&self, files: Files<'_>) -> f64 {
        self.pass.progress(files)
    }
}

/// The index of the mean that an image with this label is compared with.
fn class_of(classes: &[Label], label: Option<Label>) -> Option<usize> {
    if classes.is_empty() { Some(0) } else { classes.binary_search(&label?).ok() }
}

/// The root mean square of the differences between an item's finite values and a mean; NaN if there are none.
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "users see four digits")]
fn distance(element_type: ElementType, item: &[u8], mean: &[f64]) -> f32 {
    let mut mean = mean.iter();
    let (mut squares, mut count) = (0.0, 0_u64);
    element_type.for_each_chunk(item, |values| {
        for (value, mean) in values.iter().zip(&mut mean) {
            let difference = value - mean;
            if difference.is_finite() {
                squares += difference * difference;
                count += 1;
            }
        }
    });
    (squares / count as f64).sqrt() as f32
}
