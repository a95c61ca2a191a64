//! The nearest others of each image among their vectors.

use std::ops::Range;

use super::tiles::TILE;

/// No candidate: farther than any.
const NONE: u64 = (i32::MAX as u64) << 32 | u32::MAX as u64;

/// For each image of a range up to `k` others whose vectors are near, nearest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    k: usize,
    /// The first image of the range.
    first: usize,
    /// `k` for each image: the squared distance of the vectors in the high half, the image in the low half.
    keys: Vec<u64>,
}

impl Candidates {
    /// No candidates yet of any image.
    pub(super) fn new(images: usize, k: usize) -> Self {
        Self { k, first: 0, keys: vec![NONE; images * k] }
    }

    /// The candidates of a range of images, from their [numbers](Candidates::keys).
    ///
    /// # Panics
    /// When the images have no equal numbers of candidates.
    #[must_use]
    pub fn from_keys(range: Range<usize>, keys: Vec<u64>) -> Self {
        let k = keys.len().checked_div(range.len()).unwrap_or_default();
        assert_eq!(keys.len(), range.len() * k, "each image has {k} candidates");
        Self { k, first: range.start, keys }
    }

    /// The candidates of a range of images as numbers, for another worker.
    ///
    /// # Panics
    /// When the range is not among the images.
    #[must_use]
    pub fn keys(&self, range: Range<usize>) -> &[u64] {
        &self.keys[(range.start - self.first) * self.k..(range.end - self.first) * self.k]
    }

    /// Only the candidates of a range of images.
    ///
    /// # Panics
    /// When the range is not among the images.
    #[must_use]
    pub fn into_range(mut self, range: Range<usize>) -> Self {
        self.keys.truncate((range.end - self.first) * self.k);
        self.keys.drain(..(range.start - self.first) * self.k);
        self.keys.shrink_to_fit();
        Self { first: range.start, ..self }
    }

    /// Candidates of each image.
    #[must_use]
    pub fn k(&self) -> usize {
        self.k
    }

    /// Whether each image of a range has candidates, or none does.
    #[must_use]
    pub fn cover(&self, range: &Range<usize>) -> bool {
        let images = self.keys.len().checked_div(self.k);
        images.is_none_or(|images| self.first <= range.start && range.end <= self.first + images) || range.is_empty()
    }

    /// The candidates of an image, nearest first.
    pub fn of(&self, image: usize) -> impl Iterator<Item = u32> {
        let keys = if self.k == 0 { &[] } else { self.keys(image..image + 1) };
        keys.iter().filter(|&&key| key != NONE).map(|&key| item(key))
    }

    /// Adds a candidate of an image that is nearer than its farthest. The limit for the next: the distance of the
    /// farthest, or the largest number while there are fewer than `k`.
    pub(super) fn add(&mut self, image: usize, other: u32, square_distance: i32) -> i32 {
        let list = &mut self.keys[image * self.k..][..self.k];
        let mut place = self.k - 1;
        while place > 0 && distance(list[place - 1]) > square_distance {
            list[place] = list[place - 1];
            place -= 1;
        }
        list[place] = u64::from(square_distance.cast_unsigned()) << 32 | u64::from(other);
        distance(list[self.k - 1])
    }

    /// Joins the candidates of another share with these. The result does not depend on how many shares there were.
    ///
    /// # Panics
    /// When the others are of other images.
    pub fn merge(&mut self, others: &Self) {
        let images = |of: &Self| (of.k, of.first, of.keys.len());
        assert_eq!(images(self), images(others), "the candidates are of the same images");
        if self.k == 0 {
            return;
        }
        let mut merged = vec![0; self.k];
        let lists = self.keys.chunks_exact_mut(self.k).zip(others.keys.chunks_exact(self.k));
        for (image, (list, other)) in (self.first..).zip(lists) {
            let (mut a, mut b) = (0, 0);
            for key in &mut merged {
                if order(image, list[a]) <= order(image, other[b]) {
                    *key = list[a];
                    a += 1;
                } else {
                    *key = other[b];
                    b += 1;
                }
            }
            list.copy_from_slice(&merged);
        }
    }
}

/// Equally near candidates are in the order in which a single share meets them: by how far apart the tiles are.
fn order(image: usize, key: u64) -> (i32, usize, u32) {
    let item = item(key);
    (distance(key), (item as usize / TILE).abs_diff(image / TILE), item)
}

fn distance(key: u64) -> i32 {
    (key >> 32) as i32
}

fn item(key: u64) -> u32 {
    key as u32
}
