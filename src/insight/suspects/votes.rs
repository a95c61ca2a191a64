//! What the labels of the most similar images say.
//!
//! Ridge regression sees an image as a sum of what all images have in common. An odd one may have two or three like itself.

use std::sync::Arc;

use super::labelling::Labelling;
use crate::insight::neighbours::{Candidates, Search};
use crate::insight::projection::{Aspect, Fit};
use crate::insight::{GrayImages, Task};

/// The images that vote, and those among which they are looked for: labels may be missing, and equal images do not count.
const VOTERS: usize = 3;
const CANDIDATES: usize = 10;

/// Finds the nearest images of each by their features.
#[derive(Debug)]
pub(super) struct Votes {
    features: Arc<GrayImages>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Fit(Option<Fit>),
    Search(Search),
}

impl Votes {
    /// For items with `count` features each.
    pub(super) fn new(features: &[u8], count: usize) -> Self {
        let mut rows = GrayImages::new(1, count);
        features.chunks_exact(count).for_each(|row| rows.push(row));
        let features = Arc::new(rows);
        Self { stage: Stage::Fit(Some(Fit::new(Arc::clone(&features), Aspect::Pixels))), features }
    }

    /// Does the next step. Whether there are more.
    pub(super) fn step(&mut self) -> bool {
        match &mut self.stage {
            Stage::Fit(fit) => {
                if !fit.as_mut().expect("it is taken once").step() {
                    let projection = fit.take().expect("it is taken once").finish();
                    let all: Vec<u32> = (0..self.features.len() as u32).collect();
                    let vectors = projection.project(&self.features, &all);
                    self.stage = Stage::Search(Search::new(&vectors, CANDIDATES, 0, 1));
                }
                true
            }
            Stage::Search(search) => search.step(),
        }
    }

    /// The share of the votes that each class has: a row for each item. Images of one value have zeros, and so have those
    /// near which none has a label.
    ///
    /// # Panics
    /// When there are more steps.
    pub(super) fn finish(self, labelling: &Labelling) -> Vec<f32> {
        let classes = labelling.classes().len();
        let mut shares = vec![0.0; self.features.len() * classes];
        let Stage::Search(search) = self.stage else { panic!("there are more steps") };
        let candidates = search.finish();
        for (item, row) in shares.chunks_exact_mut(classes).enumerate() {
            if self.features.image(item).iter().all(|&value| value == 0) {
                continue;
            }
            let voters = voters(item, &self.features, &candidates, labelling);
            for &column in &voters {
                row[column] += 1.0 / voters.len() as f32;
            }
        }
        shares
    }
}

/// The classes of the nearest images that are not the same as this one.
fn voters(item: usize, features: &GrayImages, candidates: &Candidates, labelling: &Labelling) -> Vec<usize> {
    let own = features.image(item);
    let distance = |other: usize| -> u32 {
        own.iter().zip(features.image(other)).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let mut nearest: Vec<_> = candidates
        .of(item)
        .map(|other| other as usize)
        .filter(|&other| labelling.train().contains(&other) && !labelling.are_equal(item, other))
        .filter_map(|other| Some((distance(other), labelling.column(other)?)))
        .collect();
    nearest.sort_unstable();
    nearest.truncate(VOTERS);
    nearest.into_iter().map(|(_, column)| column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_images_vote_but_not_those_that_are_the_same() {
        // Two groups of images. Three of the second are the same image, whose label is that of the first.
        let same = |item: u8| if [7, 9, 11].contains(&item) { 7 } else { item };
        let row = |item: u8| -> Vec<u8> {
            (0..16).map(|at| 100 * u8::from(at / 8 == item % 2) + item * u8::from(at == item / 2 % 16)).collect()
        };
        let features: Vec<u8> = (0..40).flat_map(|item| row(same(item))).collect();
        let groups: Vec<u32> = (0..40).map(|item| same(item).into()).collect();
        let labels = (0..40).map(|item| Some(if same(item) == 7 { 0 } else { u32::from(item % 2) })).collect();
        let mut votes = Votes::new(&features, 16);
        while votes.step() {}
        let shares = votes.finish(&Labelling::new(labels, &groups, 0..40));
        assert_eq!(shares[2 * 7..][..2], [0.0, 1.0]);
        assert!(shares.chunks_exact(2).all(|row| (row[0] + row[1] - 1.0).abs() < 1e-6));
    }
}
