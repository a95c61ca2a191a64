//! Images that are far from all others, or from those of their class.

use std::sync::Arc;

use super::{GrayImages, Neighbours, Task, pixels};

/// An image that is farther away than is usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// The image.
    pub item: u32,
    /// Its distance, relative to the usual one: that of the median image.
    pub score: f32,
    /// What it is far from.
    pub from: Far,
}

/// What an outlier is far from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// All images.
    All,
    /// The images with its label.
    Class,
}

/// The work of measuring distances from classes.
#[derive(Debug)]
pub struct Outliers {
    images: Arc<GrayImages>,
    neighbours: Arc<Neighbours>,
    labels: Vec<Option<u32>>,
    /// The images of each class, in the order of the labels.
    classes: Vec<(u32, Vec<u32>)>,
    from_all: Vec<f32>,
    from_class: Vec<f32>,
}

impl Outliers {
    /// Limit of the outliers, as a share of the images.
    pub const SHARE: f64 = 0.01;

    /// Limit of the outliers.
    pub const LIMIT: usize = 500;

    /// Prepares the search among images, from their neighbours and labels.
    ///
    /// # Panics
    /// When there are not neighbours of each image.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, neighbours: Arc<Neighbours>, labels: Vec<Option<u32>>) -> Self {
        assert!(neighbours.k == 0 || neighbours.len() == images.len(), "each image has neighbours");
        let mut labelled: Vec<_> = (0..).zip(&labels).filter_map(|(item, label)| Some(((*label)?, item))).collect();
        labelled.sort_unstable();
        let classes = labelled.chunk_by(|(a, _), (b, _)| a == b);
        let classes = classes.map(|class| (class[0].0, class.iter().map(|&(_, item)| item).collect())).collect();
        Self { images, neighbours, labels, classes, from_all: Vec::new(), from_class: Vec::new() }
    }

    /// The outliers, the farthest first.
    #[must_use]
    pub fn finish(self) -> Vec<Outlier> {
        let images = self.images.len();
        let mut scores = vec![(0.0_f32, Far::All); images];
        let all: Vec<_> = (0..images as u32).collect();
        let of_classes = self.classes.iter().map(|(_, items)| (items, &self.from_class, Far::Class));
        for (items, distances, from) in std::iter::once((&all, &self.from_all, Far::All)).chain(of_classes) {
            for (&item, score) in items.iter().zip(scores_of(items, distances)) {
                let best = &mut scores[item as usize];
                if score > best.0 {
                    *best = (score, from);
                }
            }
        }
        let mut outliers: Vec<_> = (0..)
            .zip(scores)
            .filter(|(_, (score, _))| *score > 1.0)
            .map(|(item, (score, from))| Outlier { item, score, from })
            .collect();
        outliers.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.item.cmp(&b.item)));
        outliers.truncate(((images as f64 * Self::SHARE).ceil() as usize).min(Self::LIMIT));
        outliers
    }

    /// The distance of an image from the nearest others with its label.
    fn distance_from_class(&self, item: usize) -> f32 {
        let Some(label) = self.labels.get(item).copied().flatten() else { return f32::NAN };
        let near = self.neighbours.of(item).find(|&(other, _)| self.labels[other as usize] == Some(label));
        if let Some((_, distance)) = near {
            return distance;
        }
        let class = self.classes.binary_search_by_key(&label, |(label, _)| *label).expect("each label has a class");
        let others = self.classes[class].1.iter().map(|&other| other as usize).filter(|&other| other != item);
        let image = self.images.image(item);
        let square = others.map(|other| pixels::square_distance(image, self.images.image(other))).min();
        square.map_or(f32::NAN, |square| (square as f64).sqrt() as f32)
    }
}

impl Task for Outliers {
    fn step(&mut self) -> bool {
        const IMAGES: usize = 512;
        let images = self.images.len();
        let end = (self.from_all.len() + IMAGES).min(images);
        for item in self.from_all.len()..end {
            let k = self.neighbours.k;
            let sum: f32 = if k == 0 { 0.0 } else { self.neighbours.of(item).map(|(_, distance)| distance).sum() };
            self.from_all.push(sum / k.max(1) as f32);
            let from_class = if k == 0 { f32::NAN } else { self.distance_from_class(item) };
            self.from_class.push(from_class);
        }
        end < images
    }

    fn progress(&self) -> f64 {
        self.from_all.len() as f64 / self.images.len().max(1) as f64
    }
}

/// By how much the distance of each item is above the limit of what is usual among the items: above 1 it is an outlier.
fn scores_of(items: &[u32], distances: &[f32]) -> Vec<f32> {
    let logarithm = |&item: &u32| distances[item as usize].ln();
    let mut sorted: Vec<_> = items.iter().map(logarithm).filter(|value| value.is_finite()).collect();
    if sorted.is_empty() {
        return vec![0.0; items.len()];
    }
    sorted.sort_by(f32::total_cmp);
    let middle = sorted[sorted.len() / 2];
    let mut deviations: Vec<_> = sorted.iter().map(|value| (value - middle).abs()).collect();
    deviations.sort_by(f32::total_cmp);
    // The standard deviation of a normal distribution with this median deviation.
    let spread = 1.4826 * deviations[deviations.len() / 2];
    let score = |value: f32| if value.is_finite() && spread > 0.0 { (value - middle) / spread / 3.5 } else { 0.0 };
    items.iter().map(logarithm).map(score).collect()
}
