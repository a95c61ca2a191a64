//! Images that are nearly equal: the same picture with noise, moved by a pixel, or with another brightness.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use super::{
    Candidates, GrayImages, Neighbours, Task,
    groups::{self, Group},
};
use shifts::{ShiftSums, Shifted};

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
    candidates: PairCandidates,
    typical: f32,
    range: Range<usize>,
    sums: Vec<ShiftSums>,
    shifted: Shifted,
    done: usize,
    pairs: Vec<Pair>,
}

/// Which images are compared: those that are near by their pixels, and those that are near by their shape, which differ
/// where an image was moved.
#[derive(Clone, Debug)]
pub struct PairCandidates {
    /// The images, in order: see [`Duplicates::distinct`](super::Duplicates::distinct).
    pub distinct: Vec<u32>,
    /// Candidates by their pixels, of the images that are compared at least.
    pub by_pixels: Arc<Candidates>,
    /// Candidates of distinct images by their shape, as places in that list.
    pub by_shape: Arc<Candidates>,
}

impl PairCandidates {
    /// The images that the one at a place in the list is compared with. Some occur twice, some are not distinct.
    fn of(&self, place: usize) -> impl Iterator<Item = u32> {
        let by_shape = self.by_shape.of(place).map(|place| self.distinct[place as usize]);
        self.by_pixels.of(self.distinct[place] as usize).chain(by_shape)
    }

    fn has(&self, place: usize, item: u32) -> bool {
        self.of(place).any(|other| other == item)
    }
}

impl Comparison {
    /// Prepares the comparison of a range of the distinct images with their candidates, from the
    /// [typical distance](typical_distance).
    ///
    /// # Panics
    /// When an image of the range has no candidates, or the range is not among the distinct images.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, candidates: PairCandidates, range: Range<usize>, typical: f32) -> Self {
        let PairCandidates { distinct, by_pixels, by_shape } = &candidates;
        assert!(range.end <= distinct.len(), "the range is among the distinct images");
        let first_and_last = distinct[range.clone()].first().zip(distinct[range.clone()].last());
        let items = first_and_last.map_or(0..0, |(&first, &last)| first as usize..last as usize + 1);
        assert!(by_pixels.cover(&items) && by_shape.cover(&range), "each image of the range has candidates");
        let shifted = Shifted::new(images.height(), images.width());
        let sums = Vec::with_capacity(distinct.len());
        Self { done: range.start, images, candidates, typical, range, sums, shifted, pairs: Vec::new() }
    }

    /// The pairs that are close, in no order. A pair of images of two ranges is found once or twice.
    #[must_use]
    pub fn finish(self) -> Vec<Pair> {
        self.pairs
    }

    fn compare(&mut self, place: usize) {
        let image = |place: usize| self.images.image(self.candidates.distinct[place] as usize);
        self.shifted.set(image(place));
        let item = self.candidates.distinct[place];
        let mut others: Vec<_> = self.candidates.of(place).collect();
        others.sort_unstable();
        others.dedup();
        for other in others.into_iter().filter_map(|other| self.candidates.distinct.binary_search(&other).ok()) {
            let is_met_earlier = other < place && self.range.contains(&other) && self.candidates.has(other, item);
            if is_met_earlier {
                continue;
            }
            let distance =
                self.shifted.distance(&self.sums[place], image(other), &self.sums[other]) as f32 / self.typical;
            if distance <= NearDuplicates::LIMIT {
                let items = [place.min(other), place.max(other)].map(|place| self.candidates.distinct[place]);
                self.pairs.push(Pair { items, distance });
            }
        }
    }
}

impl Task for Comparison {
    fn step(&mut self) -> bool {
        const SUMS: usize = 16_384;
        const IMAGES: usize = 256;
        let summed = self.sums.len();
        if summed < self.candidates.distinct.len() {
            let next = self.candidates.distinct[summed..].iter().take(SUMS);
            self.sums.extend(next.map(|&item| ShiftSums::new(self.images.image(item as usize), self.images.width())));
            return true;
        }
        let end = (self.done + IMAGES).min(self.range.end);
        for place in self.done..end {
            self.compare(place);
        }
        self.done = end;
        end < self.range.end
    }

    fn progress(&self) -> f64 {
        (self.done - self.range.start) as f64 / self.range.len().max(1) as f64
    }
}

impl NearDuplicates {
    /// Candidates of each image by its shape.
    pub const CANDIDATES: usize = 8;

    /// Limit of the distances of pairs, and of thresholds.
    pub const LIMIT: f32 = 0.5;

    /// A threshold that suits most datasets.
    pub const THRESHOLD: f32 = 0.2;

    /// Joins the pairs of all ranges.
    #[must_use]
    pub fn new(mut pairs: Vec<Pair>) -> Self {
        pairs.sort_by_key(|pair| pair.items);
        pairs.dedup_by_key(|pair| pair.items);
        pairs.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        Self { pairs }
    }

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

/// The distance that one of the first so many images typically has from its nearest neighbour: the median, without equal
/// images. 1 where there are no others.
#[must_use]
pub fn typical_distance(neighbours: &Neighbours, images: usize) -> f32 {
    let nearest = |image| neighbours.of(image).map(|(_, distance)| distance).find(|distance| *distance > 0.0);
    let mut distances: Vec<_> = (0..images.min(neighbours.len())).filter_map(nearest).collect();
    if distances.is_empty() {
        return 1.0;
    }
    let middle = distances.len() / 2;
    *distances.select_nth_unstable_by(middle, f32::total_cmp).1
}
