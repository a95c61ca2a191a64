//! What the labels of the most similar images say.
//!
//! Ridge regression sees an image as a sum of what all images have in common. An odd one may have two or three like itself.

use std::{mem, sync::Arc};

use super::labelling::Labelling;
use crate::insight::neighbours::{Neighbours, Ranking, Search};
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

/// What is under way.
#[derive(Debug)]
enum Stage {
    Fit(Fit),
    Search(Search),
    Rank(Ranking),
    Done(Neighbours),
}

impl Votes {
    /// For items with `count` features each.
    pub(super) fn new(features: &[u8], count: usize) -> Self {
        let mut rows = GrayImages::new(1, count);
        features.chunks_exact(count).for_each(|row| rows.push(row));
        let features = Arc::new(rows);
        Self { stage: Stage::Fit(Fit::new(Arc::clone(&features), Aspect::Pixels)), features }
    }

    /// Does the next step. Whether there are more.
    pub(super) fn step(&mut self) -> bool {
        let has_more = match &mut self.stage {
            Stage::Fit(fit) => fit.step(),
            Stage::Search(search) => search.step(),
            Stage::Rank(ranking) => ranking.step(),
            Stage::Done(_) => return false,
        };
        if !has_more {
            self.stage = self.next();
        }
        !matches!(self.stage, Stage::Done(_))
    }

    fn next(&mut self) -> Stage {
        match mem::replace(&mut self.stage, Stage::Done(Neighbours::default())) {
            Stage::Fit(fit) => {
                let all: Vec<u32> = (0..self.features.len() as u32).collect();
                Stage::Search(Search::new(&fit.finish().project(&self.features, &all), CANDIDATES, 0, 1))
            }
            Stage::Search(search) => {
                let (features, all) = (Arc::clone(&self.features), 0..self.features.len());
                Stage::Rank(Ranking::new(features, Arc::new(search.finish()), all, CANDIDATES))
            }
            Stage::Rank(ranking) => Stage::Done(ranking.finish()),
            done @ Stage::Done(_) => done,
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
        let Stage::Done(neighbours) = self.stage else { panic!("there are more steps") };
        for (item, row) in shares.chunks_exact_mut(classes).enumerate() {
            if self.features.image(item).iter().all(|&value| value == 0) {
                continue;
            }
            let voters: Vec<_> = neighbours
                .of(item)
                .map(|(other, _)| other as usize)
                .filter(|&other| labelling.train().contains(&other) && !labelling.are_equal(item, other))
                .filter_map(|other| labelling.column(other))
                .take(VOTERS)
                .collect();
            for &column in &voters {
                row[column] += 1.0 / voters.len() as f32;
            }
        }
        shares
    }
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
