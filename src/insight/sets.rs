//! What sets of images have in common: their statistics and the shares of their classes, side by side.

use std::{collections::BTreeMap, ops::Range};

use super::GrayImages;

/// What a set of images contains.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SetFacts {
    /// How many images there are.
    pub images: u32,
    /// The mean of all pixels, from 0 to 255.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The standard deviation of the means of the images.
    pub deviation_of_means: f64,
    /// How many images have no label.
    pub unlabelled: u32,
    /// How many images each class has, in the order of the classes. Every class has at least one.
    pub classes: BTreeMap<u32, u32>,
}

/// In what two sets differ more than chance explains, and so much that it matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Difference {
    /// The mean of the pixels: the difference in standard deviations of the means of images.
    Mean(f64),
    /// The standard deviation of the pixels: the ratio of the second to the first.
    Deviation(f64),
    /// The share of a class in the first set and in the second.
    Share {
        /// The class.
        class: u32,
        /// Its share of the labelled images of the first set, from 0 to 1.
        first: f64,
        /// Its share of those of the second set.
        second: f64,
    },
}

/// The facts of a range of the images, with the label of each if it is known.
///
/// # Panics
/// When the range is not among the images.
#[must_use]
pub fn set_facts(images: &GrayImages, labels: &[Option<u32>], set: Range<u32>) -> SetFacts {
    let mut facts = SetFacts { images: set.len() as u32, ..SetFacts::default() };
    let pixels = images.image_len() as f64;
    let (mut sum, mut squares, mut squares_of_means) = (0.0, 0.0, 0.0);
    for item in set {
        let image = images.image(item as usize);
        let of_image = image.iter().map(|&pixel| u64::from(pixel)).sum::<u64>() as f64;
        sum += of_image;
        squares += super::pixels::square_length(image) as f64;
        squares_of_means += (of_image / pixels).powi(2);
        match labels.get(item as usize).copied().flatten() {
            Some(class) => *facts.classes.entry(class).or_default() += 1,
            None => facts.unlabelled += 1,
        }
    }
    let count = f64::from(facts.images.max(1));
    facts.mean = sum / (count * pixels);
    let deviation = |squares: f64| (squares - facts.mean.powi(2)).max(0.0).sqrt();
    (facts.deviation, facts.deviation_of_means) =
        (deviation(squares / (count * pixels)), deviation(squares_of_means / count));
    facts
}

impl SetFacts {
    /// The classes of this set that no image of another has; none where that set has no labels.
    pub fn unknown_classes(&self, other: &Self) -> impl Iterator<Item = u32> {
        self.classes.keys().copied().filter(|class| !other.classes.is_empty() && !other.classes.contains_key(class))
    }

    /// In what another set differs from this one. Differences of the pixels count from a tenth on; shares of classes
    /// count where they differ by a tenth and by more than four standard errors. Classes are in their order.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<Difference> {
        const MATTERS: f64 = 0.1;
        const ERRORS: f64 = 4.0;
        let mut differences = Vec::new();
        if self.images == 0 || other.images == 0 {
            return differences;
        }
        let of_means = self.deviation_of_means.max(other.deviation_of_means);
        let mean = (other.mean - self.mean) / of_means;
        let errors = of_means * (1.0 / f64::from(self.images) + 1.0 / f64::from(other.images)).sqrt();
        if mean.abs() > MATTERS && (other.mean - self.mean).abs() > ERRORS * errors {
            differences.push(Difference::Mean(mean));
        }
        let deviation = other.deviation / self.deviation;
        if deviation.is_finite() && deviation.max(1.0 / deviation) > 1.0 + MATTERS {
            differences.push(Difference::Deviation(deviation));
        }
        let labelled = [self, other].map(|set| f64::from(set.images - set.unlabelled));
        if labelled.contains(&0.0) {
            return differences;
        }
        let mut classes: Vec<_> = self.classes.keys().chain(other.classes.keys()).copied().collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            let counts = [self, other].map(|set| f64::from(set.classes.get(&class).copied().unwrap_or_default()));
            let [first, second] = [0, 1].map(|set| counts[set] / labelled[set]);
            let pooled = (counts[0] + counts[1]) / (labelled[0] + labelled[1]);
            let error = (pooled * (1.0 - pooled) * (1.0 / labelled[0] + 1.0 / labelled[1])).sqrt();
            let difference = (first - second).abs();
            if difference > MATTERS * first.max(second) && difference > ERRORS * error {
                differences.push(Difference::Share { class, first, second });
            }
        }
        differences
    }
}
