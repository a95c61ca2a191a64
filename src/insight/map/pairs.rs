//! The partners of each image: those that it pulls at, and those that it pushes away.

use super::{Point, close::Cells};
use crate::insight::{GrayImages, Neighbours, pixels, random::Random};

/// How many partners an image has of each kind, where there are as many images.
const NEAR: usize = 8;
const MID_NEAR: usize = 5;
const FAR: usize = 20;

/// The second nearest of so many random images is mid-near.
const CANDIDATES: usize = 6;

/// The mean distance of these neighbours is the scale of distances around an image. The nearest are often copies.
const SCALE: std::ops::Range<usize> = 3..6;

/// A random image is chosen again as often as this, if it does not fit.
const TRIES: usize = 12;

/// The partners of one kind: as many for each image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partners<'a> {
    items: &'a [u32],
    each: usize,
}

impl<'a> Partners<'a> {
    /// The partners of each image in order.
    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u32]> {
        self.items.chunks_exact(self.each)
    }
}

/// The partners of all images, chosen image by image. An image can be its own partner, which changes nothing.
#[derive(Debug)]
pub(super) struct Pairs {
    items: usize,
    /// Near partners of each image: fewer than [`NEAR`] when the graph has fewer, but at least one.
    near_each: usize,
    near: Vec<u32>,
    mid_near: Vec<u32>,
    far: Vec<u32>,
    scales: Vec<f32>,
}

impl Pairs {
    /// No partners yet.
    pub(super) fn new(neighbours: &Neighbours, items: usize) -> Self {
        let scale = |distances: &[f32]| {
            let some = distances.get(SCALE).unwrap_or(distances);
            // Copies of one image have no distance.
            (some.iter().sum::<f32>() / some.len() as f32).max(f32::EPSILON)
        };
        Self {
            items,
            near_each: neighbours.k.clamp(1, NEAR),
            near: Vec::with_capacity(items * NEAR),
            mid_near: Vec::with_capacity(items * MID_NEAR),
            far: Vec::with_capacity(items * FAR),
            scales: neighbours.distances.chunks_exact(neighbours.k.max(1)).map(scale).collect(),
        }
    }

    pub(super) fn are_chosen(&self) -> bool {
        self.chosen() == self.items
    }

    /// The share of images that have partners.
    pub(super) fn progress(&self) -> f64 {
        self.chosen() as f64 / self.items.max(1) as f64
    }

    pub(super) fn near(&self) -> Partners<'_> {
        Partners { items: &self.near, each: self.near_each }
    }

    pub(super) fn mid_near(&self) -> Partners<'_> {
        Partners { items: &self.mid_near, each: MID_NEAR }
    }

    pub(super) fn far(&self) -> Partners<'_> {
        Partners { items: &self.far, each: FAR }
    }

    /// Chooses the partners of the next images.
    pub(super) fn choose(&mut self, count: usize, images: &GrayImages, neighbours: &Neighbours, random: &mut Random) {
        for item in self.chosen()..self.items.min(self.chosen() + count) {
            self.choose_near(item, neighbours);
            self.mid_near.extend((0..MID_NEAR).map(|_| mid_near(item, images, random)));
            let near = &self.near[item * self.near_each..];
            for _ in 0..FAR {
                let mut others = (0..TRIES).map(|_| random.below(self.items) as u32);
                self.far.push(others.find(|other| !near.contains(other)).unwrap_or(item as u32));
            }
        }
    }

    /// Makes each point push away others within a distance instead of its far partners.
    pub(super) fn push_close(&mut self, points: &[Point], distance: f32, random: &mut Random) {
        let cells = Cells::new(points, distance);
        let near = self.near.chunks_exact(self.near_each);
        for (item, (far, near)) in self.far.chunks_exact_mut(FAR).zip(near).enumerate() {
            let around = cells.around(points[item]);
            for partner in far {
                let mut others = (0..TRIES).map(|_| around.pick(random));
                let fits = |other: &u32| {
                    let [x, y] = [0, 1].map(|axis| points[*other as usize][axis] - points[item][axis]);
                    x * x + y * y < distance * distance && !near.contains(other)
                };
                *partner = others.find(fits).unwrap_or(item as u32);
            }
        }
    }

    /// The nearest neighbours of an image, when distances are measured in the scales of both images.
    fn choose_near(&mut self, item: usize, neighbours: &Neighbours) {
        let scaled = neighbours
            .of(item)
            .map(|(other, distance)| (distance * distance / self.scales[item] / self.scales[other as usize], other));
        let mut scaled: Vec<_> = scaled.collect();
        scaled.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let near = scaled.into_iter().map(|(_, other)| other).chain([item as u32]);
        self.near.extend(near.take(self.near_each));
    }

    fn chosen(&self) -> usize {
        self.far.len() / FAR
    }
}

/// The second nearest of a few random images.
fn mid_near(item: usize, images: &GrayImages, random: &mut Random) -> u32 {
    let mut others = [(u64::MAX, 0); CANDIDATES];
    for other in &mut others {
        let number = random.below(images.len());
        *other = (pixels::square_distance(images.image(item), images.image(number)), number as u32);
    }
    others.sort_unstable();
    others[1].1
}
