//! How far each image is from the mean of its class, and its rank among the images of the class.

use std::ops::Range;

use crate::{
    dataset::{
        jobs::Files,
        labels::Label,
        shared::{Collector, Merging, Shared, Subject},
        statistics::{MAX_CLASSES, Statistics},
        store::Store,
    },
    format::{
        element::ElementType,
        packed::{Packer, Unpacker},
    },
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

/// The distance of each image, once all are taken.
pub(crate) type Distances = Shared<Reference>;

/// What the images are compared with.
#[derive(Debug)]
pub(crate) struct Reference {
    subject: Subject,
    /// The mean of each class, in order. Without classes there is one mean, that of all images.
    means: Vec<Vec<f64>>,
}

/// The distances of some images. They take 4 bytes for each.
#[derive(Debug)]
pub(crate) struct Part {
    /// NaN for an image without a class or a finite value.
    of_items: Vec<f32>,
    /// How many images of each class have a distance.
    class_sizes: Vec<u64>,
}

impl Distances {
    /// Distances from the means in complete statistics of these images, in spans of about `span_len` bytes; `None` where
    /// there are no means.
    pub(crate) fn new(statistics: &Statistics, images: &Store, span_len: u64) -> Option<Self> {
        let means = statistics.means_of_classes()?;
        let subject = Subject { classes: statistics.classes().to_vec(), ..Subject::new(images, None)? };
        Self::over(Reference { subject, means }, images, span_len)
    }

    /// The distance of an image; `None` where it has none, or not all are known.
    pub(super) fn get(&self, item: u64, files: Files<'_>) -> Option<Distance> {
        let Part { of_items, class_sizes } = self.so_far();
        let class_of = |item: u64| self.collector().class_of(files.labels.and_then(|labels| labels.label(item)));
        let value = *of_items.get(usize::try_from(item).ok()?)?;
        if !self.is_done() || value.is_nan() {
            return None;
        }
        let class = class_of(item)?;
        let at_least = (0..).zip(of_items).filter(|(_, other)| **other >= value);
        let rank = at_least.filter(|(other, _)| class_of(*other) == Some(class)).count() as u64;
        Some(Distance { value: value.into(), rank, class_size: *class_sizes.get(class)? })
    }
}

impl Reference {
    /// The index of the mean that an image with this label is compared with.
    fn class_of(&self, label: Option<Label>) -> Option<usize> {
        let classes = &self.subject.classes;
        if classes.is_empty() { Some(0) } else { classes.binary_search(&label?).ok() }
    }
}

impl Collector for Reference {
    type Part = Part;

    const KIND: u64 = 1;

    fn subject(&self) -> &Subject {
        &self.subject
    }

    fn part(&self) -> Part {
        Part { of_items: Vec::new(), class_sizes: vec![0; self.means.len()] }
    }

    fn add(&self, part: &mut Part, _number: u64, item: &[u8], label: Option<Label>) {
        let class = self.class_of(label);
        let class = class.and_then(|class| self.means.get(class).zip(part.class_sizes.get_mut(class)));
        let distance = class.map_or(f32::NAN, |(mean, size)| {
            let distance = distance(self.subject.layout.element_type(), item, mean);
            *size += u64::from(!distance.is_nan());
            distance
        });
        part.of_items.push(distance);
    }

    fn pack(&self, packer: &mut Packer, _items: &Range<u64>) {
        packer.u64(self.means.len() as u64);
        for mean in &self.means {
            packer.f64s(mean);
        }
    }

    fn unpack(subject: Subject, unpacker: &mut Unpacker<'_>, _items: &Range<u64>) -> Option<Self> {
        let count = unpacker.u64();
        // Statistics have no more.
        let means = (0..count.min(MAX_CLASSES as u64)).map(|_| unpacker.f64s()).collect();
        Some(Self { subject, means })
    }

    fn pack_part(part: &mut Part, packer: &mut Packer) {
        packer.f32s(&part.of_items);
        packer.u64s(&part.class_sizes);
    }
}

impl Merging for Reference {
    fn merge(part: &mut Part, mut next: Part) {
        part.of_items.append(&mut next.of_items);
        for (size, next) in part.class_sizes.iter_mut().zip(next.class_sizes) {
            *size += next;
        }
    }

    fn unpack_part(&self, unpacker: &mut Unpacker<'_>, items: &Range<u64>) -> Option<Part> {
        let part = Part { of_items: unpacker.f32s(), class_sizes: unpacker.u64s() };
        let is_whole = part.of_items.len() as u64 == items.end - items.start;
        let sizes: u64 = part.class_sizes.iter().fold(0, |sum, size| sum.saturating_add(*size));
        Some(part).filter(|part| {
            is_whole && part.class_sizes.len() == self.means.len() && sizes <= part.of_items.len() as u64
        })
    }
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
