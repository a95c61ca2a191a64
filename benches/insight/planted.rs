//! Wrong labels, planted where they are known.

use std::cmp::Reverse;

use idxlens::insight::suspects::Features;

use crate::data::Data;

/// Nearest images that vote on the runner-up.
const VOTES: usize = 10;
/// Nearest images among which another class is looked for.
const NEAREST: usize = 500;

/// A fixed sequence of numbers that look random.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_F491_4F6C_DD1D).wrapping_add(1))
    }

    /// A whole number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let mixed = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        (((mixed >> 32) * limit as u64) >> 32) as usize
    }
}

/// Changes the labels of a part of the items, and says which. Images of one value are left out: nothing shows what they
/// are.
pub(crate) fn plant(
    data: &Data,
    part: f64,
    seed: u64,
    wrong: impl Fn(usize, &mut Random) -> u32,
) -> (Vec<u32>, Vec<bool>) {
    let mut random = Random::new(seed);
    let mut changed = data.labels.clone();
    let mut planted = vec![false; changed.len()];
    let mut left = (changed.len() as f64 * part) as usize;
    while left > 0 {
        let item = random.below(changed.len());
        let image = data.images.image(item);
        if !planted[item] && image.iter().any(|&value| value != image[0]) {
            planted[item] = true;
            changed[item] = wrong(item, &mut random);
            left -= 1;
        }
    }
    (changed, planted)
}

/// For each item the class, other than its own, that most of its nearest images have; where none of these has another
/// class, that of the nearest one which has. Distances are those of histograms of oriented gradients.
pub(crate) fn runners_up(data: &Data) -> Vec<u32> {
    let mut extractor = Features::new(data.images.height(), data.images.width());
    let mut features = Vec::new();
    data.images.iter().for_each(|image| extractor.extract(image, &mut features));
    let rows: Vec<Vec<i16>> =
        features.chunks_exact(extractor.count()).map(|row| row.iter().map(|&value| value.into()).collect()).collect();
    let distance = |a: &[i16], b: &[i16]| a.iter().zip(b).map(|(a, b)| i32::from(a - b).pow(2)).sum::<i32>();
    let classes = data.labels.iter().max().map_or(0, |&max| max as usize + 1);
    (0..rows.len())
        .map(|item| {
            let others = (0..rows.len()).filter(|&other| other != item);
            let mut nearest: Vec<_> = others.map(|other| (distance(&rows[item], &rows[other]), other)).collect();
            nearest.select_nth_unstable(NEAREST);
            nearest.truncate(NEAREST);
            nearest.sort_unstable();
            let mut other_labels = nearest
                .iter()
                .enumerate()
                .map(|(rank, &(_, other))| (rank, data.labels[other]))
                .filter(|&(_, label)| label != data.labels[item]);
            let mut votes = vec![0; classes];
            other_labels.clone().filter(|&(rank, _)| rank < VOTES).for_each(|(_, label)| votes[label as usize] += 1);
            let (best, &count) =
                votes.iter().enumerate().max_by_key(|&(label, &count)| (count, Reverse(label))).expect("classes");
            let nearest = other_labels.next().map_or(best as u32, |(_, label)| label);
            if count > 0 { best as u32 } else { nearest }
        })
        .collect()
}

/// The average precision of a list in which the planted ones should come first; items not in it count as last.
pub(crate) fn average_precision(list: impl IntoIterator<Item = usize>, planted: &[bool]) -> f64 {
    let mut found = 0;
    let mut sum = 0.0;
    for (at, item) in list.into_iter().enumerate() {
        if planted[item] {
            found += 1;
            sum += f64::from(found) / (at + 1) as f64;
        }
    }
    sum / planted.iter().filter(|&&planted| planted).count() as f64
}
