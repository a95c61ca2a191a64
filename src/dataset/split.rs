//! Items in several parts, such as train, validation and test.

use std::{cmp::Reverse, mem};

use super::{item_hash::hash, labels::Label, selection::shuffle};
use crate::error::Error;

/// Limit of the items that are split. Their hashes and labels stay in memory: about 30 bytes for each.
pub const MAX_SPLIT_ITEMS: u64 = 10_000_000;

/// A random split in which every class has the same shares, and equal items are in the same part.
///
/// ```
/// use idxlens::dataset::split::Split;
///
/// // Eight of ten items for training and two for testing, of each class. Items 0 and 3 are equal.
/// let items = [7, 1, 2, 7, 3, 4, 5, 6, 8, 9];
/// let mut split = Split::new(vec![80, 20], 42).unwrap();
/// split.push(&items, &[0.0; 10])?;
/// let parts = split.finish();
/// assert_eq!(parts.iter().filter(|&&part| part == 1).count(), 2);
/// assert_eq!(parts[0], parts[3]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Split {
    shares: Vec<u32>,
    seed: u32,
    hashes: Vec<u64>,
    labels: Vec<Label>,
}

/// Equal items.
#[derive(Clone, Copy)]
struct Group {
    /// The first of its items in the list of all.
    start: u32,
    count: u32,
}

impl Split {
    /// A split into parts with shares in these proportions, another one for each seed. `None` unless there are 1 to 256
    /// shares, and one of them is more than 0.
    #[must_use]
    pub fn new(shares: Vec<u32>, seed: u32) -> Option<Self> {
        let is_fit = shares.len() <= 256 && shares.iter().any(|&share| share > 0);
        is_fit.then_some(Self { shares, seed, hashes: Vec::new(), labels: Vec::new() })
    }

    /// Takes the next items: their elements, one item after the other, or nothing where only the labels count; and their
    /// labels, NaN for none.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`] when these are no whole items, or more than [`MAX_SPLIT_ITEMS`] have come.
    pub fn push(&mut self, elements: &[u8], labels: &[f64]) -> Result<(), Error> {
        let total = (self.labels.len() + labels.len()) as u64;
        if total > MAX_SPLIT_ITEMS {
            return Err(Error::LengthMismatch { expected: MAX_SPLIT_ITEMS, found: total });
        }
        let item_len = elements.len().checked_div(labels.len()).unwrap_or(0);
        if item_len * labels.len() != elements.len() {
            return Err(Error::LengthMismatch {
                expected: (item_len * labels.len()) as u64,
                found: elements.len() as u64,
            });
        }
        if item_len == 0 {
            // Items without elements are not equal.
            self.hashes.extend(self.labels.len() as u64..total);
        } else {
            // Different items that share these 64 bits, which hardly ever are, would only be in the same part.
            #[expect(clippy::cast_possible_truncation, reason = "each half of the hash is one")]
            self.hashes.extend(elements.chunks_exact(item_len).map(|item| hash(item) as u64));
        }
        // Minus zero is zero.
        self.labels.extend(labels.iter().map(|label| Label(label + 0.0)));
        Ok(())
    }

    /// The part of each item, from 0. In every class, a part has its share, rounded up or down, unless too many items of
    /// the class are equal. Equal items with different labels belong to the class of the first.
    #[must_use]
    pub fn finish(&mut self) -> Vec<u8> {
        let (hashes, labels) = (mem::take(&mut self.hashes), mem::take(&mut self.labels));
        let mut items: Vec<u32> = (0..).take(labels.len()).collect();
        items.sort_unstable_by_key(|&item| (hashes[item as usize], item));
        let mut start = 0;
        let runs = items.chunk_by(|&a, &b| hashes[a as usize] == hashes[b as usize]);
        let mut groups: Vec<Group> = runs
            .map(|run| {
                let group = Group { start, count: u32::try_from(run.len()).unwrap_or(u32::MAX) };
                start += group.count;
                group
            })
            .collect();
        drop(hashes);
        // Another hash would order them otherwise, and a seed has to give the same split in every version.
        groups.sort_unstable_by_key(|group| items[group.start as usize]);
        shuffle(&mut groups, self.seed);
        let label = |group: &Group| labels[items[group.start as usize] as usize];
        // Large groups come first, while there is room for them.
        groups.sort_by_key(|group| (label(group), Reverse(group.count)));

        let mut parts = vec![0; labels.len()];
        let mut quotas = Quotas::new(&self.shares);
        for class in groups.chunk_by(|a, b| label(a) == label(b)) {
            let mut places = quotas.next(class.iter().map(|group| u64::from(group.count)).sum());
            for &Group { start, count } in class {
                let part = places.take(count.into());
                for &item in &items[start as usize..][..count as usize] {
                    parts[item as usize] = u8::try_from(part).unwrap_or(u8::MAX);
                }
            }
        }
        parts
    }
}

/// How many items of each class a part gets.
struct Quotas<'a> {
    shares: &'a [u32],
    sum: u64,
    /// How much less than its share each part has of the classes so far, in units of 1/`sum` items. The next items that
    /// rounding leaves over go where most is missing. Otherwise a part would get none of a hundred classes of five items.
    missing: Vec<i64>,
}

impl<'a> Quotas<'a> {
    fn new(shares: &'a [u32]) -> Self {
        let sum = shares.iter().copied().map(u64::from).sum();
        Self { shares, sum, missing: vec![0; shares.len()] }
    }

    /// The quotas of the next class, which has this many items.
    fn next(&mut self, count: u64) -> Places {
        let exact = self.shares.iter().map(|&share| u64::from(share) * count);
        let (mut quotas, rests): (Vec<u64>, Vec<u64>) = exact.map(|exact| (exact / self.sum, exact % self.sum)).unzip();
        for (missing, &rest) in self.missing.iter_mut().zip(&rests) {
            *missing += i64::try_from(rest).unwrap_or(i64::MAX);
        }
        let mut rounded: Vec<usize> = (0..quotas.len()).filter(|&part| rests[part] > 0).collect();
        rounded.sort_by_key(|&part| Reverse(self.missing[part]));
        let left = count - quotas.iter().sum::<u64>();
        for (_, part) in (0..left).zip(rounded) {
            quotas[part] += 1;
            self.missing[part] -= i64::try_from(self.sum).unwrap_or(i64::MAX);
        }
        Places { free: quotas.iter().map(|&quota| i64::try_from(quota).unwrap_or(i64::MAX)).collect(), quotas }
    }
}

/// The places of a class in each part.
struct Places {
    quotas: Vec<u64>,
    /// Those that are left; fewer than none where equal items took more.
    free: Vec<i64>,
}

impl Places {
    /// The part that gets the next group: of those with room for it, the one with the largest proportion of its places
    /// free; else the one with the most.
    fn take(&mut self, count: i64) -> usize {
        let proportion = |part: usize| {
            // As whole numbers, so that it is the same on every machine.
            (i128::from(self.free[part]) << 32) / i128::from(self.quotas[part].max(1))
        };
        let all = 0..self.free.len();
        // The first of equals.
        let roomy =
            all.clone().filter(|&part| self.free[part] >= count).max_by_key(|&part| (proportion(part), Reverse(part)));
        let part = roomy.or_else(|| all.max_by_key(|&part| (self.free[part], Reverse(part)))).unwrap_or(0);
        self.free[part] -= count;
        part
    }
}
