//! The nearest others of each image.
//!
//! Vectors of a [`Projection`](super::Projection) are compared pair by pair, each pair once, and give
//! [`Candidates`]; the exact distances of their pixels decide. The work is divisible twice: a share of the pairs, and a
//! range of the images.

use std::{ops::Range, sync::Arc};

use super::{GrayImages, Task, pixels, projection::DIMENSIONS};
use tiles::{COLUMNS, ROWS, TILE, Tile};

mod candidates;
mod tiles;

pub use candidates::Candidates;

/// For each image its nearest others, nearest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Neighbours {
    /// Neighbours of each image: fewer than asked for where there are fewer others.
    pub k: usize,
    /// The neighbours: `k` for each image.
    pub items: Vec<u32>,
    /// How far away each is: the Euclidean distance of the pixels, as values from 0 to 255.
    pub distances: Vec<f32>,
}

/// The search for candidates in a share of all pairs.
#[derive(Debug)]
pub struct Search {
    tiles: Vec<Tile>,
    images: usize,
    share: usize,
    shares: usize,
    candidates: Candidates,
    /// The distance that a candidate of each image has to be below.
    limits: Vec<[i32; TILE]>,
    /// The next pair of tiles: the first of them, and how far away the other is.
    first: usize,
    apart: usize,
}

/// The search for the nearest among the candidates.
#[derive(Debug)]
pub struct Ranking {
    images: Arc<GrayImages>,
    candidates: Arc<Candidates>,
    range: Range<usize>,
    done: usize,
    neighbours: Neighbours,
    ranked: Vec<(u64, u32)>,
}

impl Search {
    /// Candidates by default: among them are 99 % of the ten nearest, on MNIST and notMNIST.
    pub const CANDIDATES: usize = 40;

    /// Prepares share `share` of `shares` of the search for `k` candidates of each image, from the vectors of all.
    ///
    /// # Panics
    /// When the vectors have another length, or there is no such share.
    #[must_use]
    pub fn new(vectors: &[i16], k: usize, share: usize, shares: usize) -> Self {
        assert!(vectors.len().is_multiple_of(DIMENSIONS), "a vector has {DIMENSIONS} numbers");
        assert!(share < shares, "a share is one of {shares}");
        let images = vectors.len() / DIMENSIONS;
        let k = k.min(images.saturating_sub(1));
        let tiles: Vec<_> = vectors.chunks(TILE * DIMENSIONS).map(Tile::new).collect();
        let limits = if k == 0 { i32::MIN } else { i32::MAX };
        let limits = (0..tiles.len())
            .map(|tile| std::array::from_fn(|at| if tile * TILE + at < images { limits } else { i32::MIN }));
        let limits = limits.collect();
        Self { images, share, shares, candidates: Candidates::new(images, k), limits, tiles, first: share, apart: 0 }
    }

    /// What the share has found.
    #[must_use]
    pub fn finish(self) -> Candidates {
        self.candidates
    }

    fn compare(&mut self, first: usize, second: usize) {
        for row in (0..TILE).step_by(ROWS) {
            let start = if first == second { row / COLUMNS * COLUMNS } else { 0 };
            for column in (start..TILE).step_by(COLUMNS) {
                let (rows, columns) = (&self.limits[first], &self.limits[second]);
                let block = self.tiles[first].block(row, rows, &self.tiles[second], column, columns);
                let Some(block) = block else { continue };
                let mut below = block.below;
                while below != 0 {
                    let place = below.trailing_zeros() as usize;
                    below &= below - 1;
                    let distance = block.distances[place / COLUMNS][place % COLUMNS];
                    self.add((first, row + place / COLUMNS), (second, column + place % COLUMNS), distance);
                }
            }
        }
    }

    fn add(&mut self, a: (usize, usize), b: (usize, usize), distance: i32) {
        let number = |(tile, place)| tile * TILE + place;
        if number(b) >= self.images || number(a) >= number(b) {
            return;
        }
        for (a, b) in [(a, b), (b, a)] {
            let limit = &mut self.limits[a.0][a.1];
            if distance < *limit {
                *limit = self.candidates.add(number(a), number(b) as u32, distance);
            }
        }
    }
}

impl Task for Search {
    fn step(&mut self) -> bool {
        // Neighbours in the file are often alike, as frames of a video are. Meeting them first makes later
        // candidates fail early.
        const PAIRS: usize = 256;
        for _ in 0..PAIRS {
            if self.apart >= self.tiles.len() {
                return false;
            }
            if self.first + self.apart < self.tiles.len() {
                self.compare(self.first, self.first + self.apart);
                self.first += self.shares;
            } else {
                self.apart += 1;
                self.first = self.share;
            }
        }
        true
    }

    fn progress(&self) -> f64 {
        let left = self.tiles.len().saturating_sub(self.apart) as f64 / self.tiles.len().max(1) as f64;
        1.0 - left * left
    }
}

impl Ranking {
    /// Prepares the search for the `k` nearest of each image in a range.
    ///
    /// # Panics
    /// When an image of the range has no candidates, or the range is not among them.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, candidates: Arc<Candidates>, range: Range<usize>, k: usize) -> Self {
        assert!(range.end <= images.len(), "the range is among the images");
        let k = k.min(candidates.k());
        assert!(candidates.cover(&range), "each image of the range has candidates");
        let neighbours = Neighbours::with_capacity(range.len(), k);
        Self { done: range.start, images, candidates, range, neighbours, ranked: Vec::new() }
    }

    /// The neighbours of the images in the range.
    #[must_use]
    pub fn finish(self) -> Neighbours {
        self.neighbours
    }
}

impl Task for Ranking {
    fn step(&mut self) -> bool {
        const IMAGES: usize = 1024;
        let Self { images, candidates, range, done, neighbours, ranked } = self;
        let end = (*done + IMAGES).min(range.end);
        for place in *done..end {
            if neighbours.k == 0 {
                break;
            }
            let image = images.image(place);
            let distance = |other: u32| (pixels::square_distance(image, images.image(other as usize)), other);
            ranked.clear();
            ranked.extend(candidates.of(place).map(distance));
            ranked.sort_unstable();
            for &(square, other) in &ranked[..neighbours.k] {
                neighbours.items.push(other);
                neighbours.distances.push((square as f64).sqrt() as f32);
            }
        }
        *done = end;
        end < range.end
    }

    fn progress(&self) -> f64 {
        (self.done - self.range.start) as f64 / self.range.len().max(1) as f64
    }
}

impl Neighbours {
    /// None yet, with room for `k` neighbours of so many images.
    #[must_use]
    pub fn with_capacity(images: usize, k: usize) -> Self {
        Self { k, items: Vec::with_capacity(images * k), distances: Vec::with_capacity(images * k) }
    }

    /// How many images there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len().checked_div(self.k).unwrap_or_default()
    }

    /// Whether no image has neighbours.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The neighbours of an image with their distances, nearest first.
    #[must_use]
    pub fn of(&self, image: usize) -> impl ExactSizeIterator<Item = (u32, f32)> + Clone {
        let range = image * self.k..(image + 1) * self.k;
        self.items[range.clone()].iter().copied().zip(self.distances[range].iter().copied())
    }

    /// Adds the neighbours of the next range of images.
    ///
    /// # Panics
    /// When they are more or fewer for each image.
    pub fn append(&mut self, next: &Self) {
        if self.is_empty() {
            self.k = next.k;
        }
        assert_eq!(self.k, next.k, "each image has {} neighbours", self.k);
        self.items.extend_from_slice(&next.items);
        self.distances.extend_from_slice(&next.distances);
    }
}
