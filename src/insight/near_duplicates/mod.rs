//! Images that are nearly equal: the same picture with noise, moved by a pixel, or with another brightness.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    Candidates, GrayImages, Neighbours, Task,
    groups::{self, Group},
};
use shifts::Shifted;

mod shifts;

/// Two images that are close.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The images, the first one before the other.
    pub items: [u32; 2],
    /// Their distance after the best shift and change of brightness, relative to the distance that an image typically
    /// has from its nearest neighbour.
    pub distance: f32,
}

/// The pairs of images that are close, and what a threshold makes of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearDuplicates {
    /// The closest first.
    pairs: Vec<Pair>,
}

/// The work of comparing candidates.
#[derive(Debug)]
pub struct Comparison {
    images: Arc<GrayImages>,
    items: Vec<u32>,
    candidates: Arc<Candidates>,
    typical: f32,
    done: usize,
    pairs: Vec<Pair>,
}

impl Comparison {
    /// Prepares the comparison of images with candidates, which are places in the list of `items`.
    ///
    /// # Panics
    /// When there are not candidates for each item.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, items: Vec<u32>, candidates: Arc<Candidates>, typical: f32) -> Self {
        assert!(candidates.k() == 0 || candidates.images() == items.len(), "each item has candidates");
        Self { images, items, candidates, typical, done: 0, pairs: Vec::new() }
    }

    /// The pairs that are close.
    #[must_use]
    pub fn finish(mut self) -> NearDuplicates {
        self.pairs.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.items.cmp(&b.items)));
        NearDuplicates { pairs: self.pairs }
    }

    /// The items after one that are among its candidates or have it among theirs.
    fn compare(&mut self, place: usize) {
        let image = Shifted::new(self.images.image(self.items[place] as usize), self.images.width());
        let is_first = |other: usize| place < other || !self.candidates.of(other).any(|back| back as usize == place);
        for other in self.candidates.of(place).map(|other| other as usize).filter(|&other| is_first(other)) {
            let distance = image.distance(self.images.image(self.items[other] as usize)) as f32 / self.typical;
            if distance <= NearDuplicates::LIMIT {
                let (a, b) = (self.items[place], self.items[other]);
                self.pairs.push(Pair { items: [a.min(b), a.max(b)], distance });
            }
        }
    }
}

impl Task for Comparison {
    fn step(&mut self) -> bool {
        const IMAGES: usize = 256;
        if self.candidates.k() == 0 {
            return false;
        }
        let end = (self.done + IMAGES).min(self.items.len());
        for place in self.done..end {
            self.compare(place);
        }
        self.done = end;
        end < self.items.len()
    }

    fn progress(&self) -> f64 {
        self.done as f64 / self.items.len().max(1) as f64
    }
}

impl NearDuplicates {
    /// Candidates of each image.
    pub const CANDIDATES: usize = 8;

    /// Limit of the distances of pairs, and of thresholds.
    pub const LIMIT: f32 = 0.5;

    /// A threshold that suits most datasets.
    pub const THRESHOLD: f32 = 0.2;

    /// All pairs up to the limit, the closest first.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many pairs are in each of equal intervals from 0 to the limit.
    #[must_use]
    pub fn histogram(&self, bins: usize) -> Vec<u32> {
        let mut counts = vec![0; bins];
        for pair in &self.pairs {
            let bin = (pair.distance / Self::LIMIT * bins as f32) as usize;
            if let Some(count) = counts.get_mut(bin.min(bins.saturating_sub(1))) {
                *count += 1;
            }
        }
        counts
    }

    /// The pairs around a threshold: up to `count` below it, and up to `count` above, the closest first.
    #[must_use]
    pub fn borderline(&self, threshold: f32, count: usize) -> &[Pair] {
        let place = self.below(threshold);
        &self.pairs[place.saturating_sub(count)..(place + count).min(self.pairs.len())]
    }

    /// Groups of images, in each of which all are within the threshold of the first. An image is in one group at most.
    #[must_use]
    pub fn groups(&self, threshold: f32, labels: &[Option<u32>]) -> Vec<Group> {
        let pairs = &self.pairs[..self.below(threshold)];
        let mut edges: Vec<_> = pairs.iter().flat_map(|&Pair { items: [a, b], .. }| [(a, b), (b, a)]).collect();
        edges.sort_unstable();
        let mut stars: Vec<_> = edges.chunk_by(|(a, _), (b, _)| a == b).collect();
        // The image with the most others around it comes first.
        stars.sort_by_key(|star| std::cmp::Reverse(star.len()));
        let mut taken: BTreeSet<u32> = BTreeSet::new();
        let mut groups = Vec::new();
        for star in stars {
            let center = star[0].0;
            if taken.contains(&center) {
                continue;
            }
            let mut items = vec![center];
            items.extend(star.iter().map(|&(_, other)| other).filter(|other| !taken.contains(other)));
            if items.len() > 1 {
                taken.extend(&items);
                groups.push(Group::new(items, labels));
            }
        }
        groups::sort(&mut groups);
        groups
    }

    fn below(&self, threshold: f32) -> usize {
        self.pairs.partition_point(|pair| pair.distance <= threshold)
    }
}

/// The distance that an image typically has from its nearest neighbour: the median, without equal images. 1 where there
/// are no others.
#[must_use]
pub fn typical_distance(neighbours: &Neighbours) -> f32 {
    let nearest = |image| neighbours.of(image).map(|(_, distance)| distance).find(|distance| *distance > 0.0);
    let mut distances: Vec<_> = (0..neighbours.len()).filter_map(nearest).collect();
    if distances.is_empty() {
        return 1.0;
    }
    let middle = distances.len() / 2;
    *distances.select_nth_unstable_by(middle, f32::total_cmp).1
}
