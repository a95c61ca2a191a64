//! Images that are far from all others, or from those of their class, by the standard of their surroundings.
//!
//! The score is a simplified local outlier factor (Breunig, Kriegel, Ng and Sander, "LOF: identifying density-based
//! local outliers", SIGMOD 2000): how far an image is from its neighbours, relative to how far these are from theirs.
//! Distances alone would list the boldest images, and distances within a class the unusual ones of its narrowest class.

use std::{iter, sync::Arc};

use super::{Neighbours, Task};

/// An image that is farther away than is usual.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// The image.
    pub item: u32,
    /// How many times as far it is from its neighbours as they are from theirs.
    pub score: f32,
    /// Which neighbours these are.
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

/// The search for outliers.
#[derive(Debug)]
pub struct Outliers {
    neighbours: Arc<Neighbours>,
    labels: Vec<Option<u32>>,
    /// The first so many images are compared with one another.
    images: usize,
    /// Outliers are listed among the first so many.
    listed: usize,
    /// How far each image is from its neighbours, and from those with its label: the two kinds, in this order.
    distances: Vec<[f32; 2]>,
    /// How far the median image is.
    typical: [f32; 2],
    scores: Vec<[f32; 2]>,
}

impl Outliers {
    /// Limit of the outliers, as a share of the images among which they are listed.
    pub const SHARE: f64 = 0.01;

    /// Limit of the outliers.
    pub const LIMIT: usize = 500;

    /// Neighbours that count, of each kind.
    const COUNTED: [usize; 2] = [10, 5];

    /// Scores so many standard deviations above the median are outliers. The scores are taken as logarithms, and the
    /// deviation from their median deviation, which outliers do not change.
    const DEVIATIONS: f32 = 3.5;

    /// Prepares the search among images, from their neighbours and labels.
    #[must_use]
    pub fn new(neighbours: Arc<Neighbours>, labels: Vec<Option<u32>>) -> Self {
        let images = neighbours.len();
        let (distances, scores) = (Vec::new(), Vec::new());
        Self { neighbours, labels, images, listed: images, distances, typical: [0.0; 2], scores }
    }

    /// Compares only the first `images`, and lists only the first `listed`.
    #[must_use]
    pub fn among(self, images: usize, listed: usize) -> Self {
        let images = images.min(self.images);
        Self { images, listed: listed.min(images), ..self }
    }

    /// The outliers, the farthest first.
    #[must_use]
    pub fn finish(self) -> Vec<Outlier> {
        let limits = [0, 1].map(|kind| limit(self.scores.iter().map(|scores| scores[kind])));
        let mut outliers = Vec::new();
        let listed = &self.scores[..self.listed.min(self.scores.len())];
        for (item, scores) in (0..).zip(listed) {
            let kinds = [Far::All, Far::Class].into_iter().zip(scores).zip(limits);
            let kinds = kinds.filter(|((_, score), limit)| *score > limit);
            let farthest = kinds.map(|(kind, _)| kind).max_by(|(_, a), (_, b)| a.total_cmp(b));
            outliers.extend(farthest.map(|(from, &score)| Outlier { item, score, from }));
        }
        outliers.sort_by(|a, b| b.score.total_cmp(&a.score));
        outliers.truncate(((listed.len() as f64 * Self::SHARE).ceil() as usize).min(Self::LIMIT));
        outliers
    }

    /// The neighbours of an image that count for a kind of outlier: all, or those of its class.
    fn counted(&self, item: usize, kind: usize) -> impl Iterator<Item = (u32, f32)> {
        let label = self.label(item);
        let is_alike = move |other: usize| kind == 0 || (label.is_some() && self.label(other) == label);
        let counts = move |other: u32| (other as usize) < self.images && is_alike(other as usize);
        self.neighbours.of(item).filter(move |&(other, _)| counts(other)).take(Self::COUNTED[kind])
    }

    fn label(&self, item: usize) -> Option<u32> {
        self.labels.get(item).copied().flatten()
    }

    /// How far an image is from its neighbours. Where there are too few, the others are at least as far as the last of
    /// all neighbours.
    fn measure(&self, item: usize, kind: usize) -> f32 {
        let farthest = self.neighbours.of(item).last().map_or(0.0, |(_, distance)| distance);
        let distances = self.counted(item, kind).map(|(_, distance)| distance);
        distances.chain(iter::repeat(farthest)).take(Self::COUNTED[kind]).sum::<f32>() / Self::COUNTED[kind] as f32
    }

    fn score(&self, item: usize, kind: usize) -> f32 {
        let theirs = self.counted(item, kind).map(|(other, _)| self.distances[other as usize][kind]);
        let (sum, count) = theirs.fold((0.0, 0), |(sum, count), distance| (sum + distance, count + 1));
        // Among near duplicates, distances are so small that each of them would seem far from the others. And outliers
        // whose neighbours are outliers are still far away.
        let typical = self.typical[kind];
        let usual = (sum / count.max(1) as f32).clamp(0.5 * typical, 1.25 * typical);
        // Its neighbours can all be of an unrelated dataset.
        let usual = if count == 0 && kind == 0 { typical } else { usual };
        if (count > 0 || kind == 0) && usual > 0.0 { self.distances[item][kind] / usual } else { 0.0 }
    }
}

impl Task for Outliers {
    fn step(&mut self) -> bool {
        const IMAGES: usize = 4096;
        let images = self.images;
        let next = |done: usize| done..(done + IMAGES).min(images);
        if self.distances.len() < images {
            let measured: Vec<_> =
                next(self.distances.len()).map(|item| [0, 1].map(|kind| self.measure(item, kind))).collect();
            self.distances.extend(measured);
            if self.distances.len() == images {
                self.typical = [0, 1].map(|kind| median(self.distances.iter().map(|distances| distances[kind])));
            }
            return true;
        }
        let scored: Vec<_> = next(self.scores.len()).map(|item| [0, 1].map(|kind| self.score(item, kind))).collect();
        self.scores.extend(scored);
        self.scores.len() < images
    }

    fn progress(&self) -> f64 {
        (self.distances.len() + self.scores.len()) as f64 / (2 * self.images).max(1) as f64
    }
}

/// The score above which an image is an outlier.
fn limit(scores: impl Iterator<Item = f32>) -> f32 {
    let logarithms: Vec<_> = scores.filter(|score| *score > 0.0).map(f32::ln).collect();
    let middle = median(logarithms.iter().copied());
    // This factor makes the median deviation of a normal distribution its standard deviation.
    let spread = 1.4826 * median(logarithms.iter().map(|value| (value - middle).abs()));
    (middle + Outliers::DEVIATIONS * spread).exp()
}

/// The median, or 0 of nothing.
fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<_> = values.collect();
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f32::total_cmp).1
}
