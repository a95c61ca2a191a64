//! Scores of all classes for each item, by models that have not seen the item.

use std::sync::Arc;

use super::fourier::{BATCH, FEATURES, Fourier, ONE};
use super::labelling::{FOLDS, Labelling};
use super::ridge::{Regression, Sums};
use super::view::{View, ViewedImages};
use super::votes::Votes;
use crate::insight::dot::dots_f32;
use crate::insight::random::Random;
use crate::insight::{GrayImages, Task};

/// The most items whose features are kept from the sums to the scores, and whose nearest others are asked. The random
/// Fourier features take 33 MB, and to compute all twice takes a third of the time. To find the nearest takes four times as
/// long for twice as many.
const KEPT: usize = 1 << 14;
/// How much the scores of an image shrink whose uncertainty is the usual one.
const SHRINKAGE: f32 = 0.25;

/// The weight of what the nearest images say.
const VOTE: f32 = 0.1;

/// Scores each item for each class.
///
/// The images become histograms of oriented gradients, then random Fourier features, and ridge regression tells the
/// classes apart. An item of the train set is scored by the model of the folds without it, every other item by the
/// model of the whole train set. A score is near 1 for the class of an image and near 0 for every other. All scores of an
/// image are nearer to 0 the less it resembles those that the model learned from. Where there are not too many images, the
/// labels of the nearest ones add to the scores. Images of one value have zeros.
///
/// The memory beside the images is at most about 4 bytes for each item and class, and 74 MB for ten classes.
#[derive(Debug)]
pub struct LabelScores {
    images: ViewedImages,
    labelling: Arc<Labelling>,
    /// The items that each model scores: those of a fold by the model of the others, and those outside the train set.
    folds: [Vec<usize>; FOLDS + 1],
    /// The random Fourier features of the items that the sums have, a row for each item of the dataset; empty where there
    /// are more than [`KEPT`].
    kept: Vec<i16>,
    stage: Stage,
    scores: Vec<f32>,
    /// What the nearest images say, a share for each score; empty where there are too many images.
    votes: Vec<f32>,
    /// How uncertain the scores of each item are, in units that are the same for all; zero where there are none.
    uncertainty: Vec<f32>,
    steps: usize,
    done: usize,
}

/// What is under way.
#[derive(Debug)]
enum Stage {
    /// The features of all images, where they are kept.
    Keep,
    /// What the nearest images say.
    Vote(Votes),
    /// Sums over the folds, batch by batch.
    Sum {
        fourier: Fourier,
        sums: Vec<Sums>,
        batches: Vec<(usize, Vec<usize>)>,
    },
    /// The model for the items of one fold.
    Solve {
        models: Models,
        fold: usize,
        regression: Regression,
    },
    Score {
        models: Models,
        fold: usize,
        weights: Vec<f32>,
        /// Of items that the sums have, and of others.
        batches: [Vec<Vec<usize>>; 2],
    },
    Done,
}

/// What the models of all folds are made from.
#[derive(Debug)]
struct Models {
    fourier: Fourier,
    sums: Vec<Sums>,
    total: Sums,
}

impl LabelScores {
    /// Prepares to score the first images, each with its label. Others do not count.
    ///
    /// # Panics
    /// When there are more labels than images.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, labelling: Arc<Labelling>, view: View) -> Self {
        let items = labelling.labels().len();
        assert!(items <= images.len(), "each label is that of an image");
        let classes = labelling.classes().len();
        let folds = labelling.folds(view as u64);
        let batches = folds.iter().map(|fold| fold.len().div_ceil(BATCH)).sum::<usize>();
        let models = folds.iter().filter(|fold| !fold.is_empty()).count();
        let kept = if items <= KEPT { items.div_ceil(BATCH) } else { 0 };
        let steps = kept + 2 * batches + models * Regression::steps(classes);
        let mut scores = Self {
            images: ViewedImages::new(images, items, view),
            labelling,
            folds,
            kept: Vec::new(),
            stage: Stage::Done,
            scores: vec![0.0; items * classes],
            votes: Vec::new(),
            uncertainty: vec![0.0; items],
            steps,
            done: 0,
        };
        if classes > 0 {
            scores.stage = if items <= KEPT { Stage::Keep } else { scores.sums() };
        }
        scores
    }

    /// The scores: a row for each item, with a column for each of [`Labelling::classes`].
    #[must_use]
    pub fn into_scores(mut self) -> Vec<f32> {
        let mut known: Vec<_> = self.uncertainty.iter().copied().filter(|&it| it > 0.0).collect();
        let middle = known.len() / 2;
        if middle > 0 {
            let (_, &mut median, _) = known.select_nth_unstable_by(middle, f32::total_cmp);
            let rows = self.scores.chunks_exact_mut(self.labelling.classes().len());
            for (row, uncertainty) in rows.zip(&self.uncertainty) {
                let scale = 1.0 / (1.0 + SHRINKAGE * uncertainty / median);
                for score in row {
                    *score *= scale;
                }
            }
        }
        let classes = self.labelling.classes().len().max(1);
        for (row, votes) in self.scores.chunks_exact_mut(classes).zip(self.votes.chunks_exact(classes)) {
            // An image without voters keeps its scores.
            if votes.iter().all(|&share| share == 0.0) {
                continue;
            }
            for (score, share) in row.iter_mut().zip(votes) {
                *score += VOTE * (share - *score);
            }
        }
        self.scores
    }

    fn keep(&mut self) -> Stage {
        if self.images.keep(BATCH) {
            return Stage::Keep;
        }
        self.kept = vec![0; self.labelling.labels().len() * FEATURES];
        Stage::Vote(Votes::new(self.images.kept(), self.images.count()))
    }

    fn sums(&mut self) -> Stage {
        let fourier = Fourier::new(self.images.count(), self.typical_distance(), self.images.view() as u64);
        let batches = |fold| self.split(fold)[0].chunks(BATCH).map(|batch| (fold, batch.to_vec())).collect::<Vec<_>>();
        Stage::Sum {
            fourier,
            sums: vec![Sums::new(self.labelling.classes().len()); FOLDS],
            batches: (0..FOLDS).flat_map(batches).collect(),
        }
    }

    /// The median distance of the features of two images.
    fn typical_distance(&mut self) -> f32 {
        let mut random = Random::new();
        let train = self.labelling.train();
        let mut pick = || train.start + random.below(train.len());
        let pairs: Vec<[usize; 2]> = (0..1000).map(|_| [pick(), pick()]).collect();
        let features = self.images.features(pairs.as_flattened());
        let count = self.images.count();
        let mut distances: Vec<u32> = features
            .chunks_exact(2 * count)
            .map(|pair| pair[..count].iter().zip(&pair[count..]).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum())
            .filter(|&distance| distance > 0)
            .collect();
        distances.sort_unstable();
        distances.get(distances.len() / 2).map_or(1.0, |&distance| (distance as f32).sqrt())
    }

    /// The items of a fold: those that the sums have, and the others.
    fn split(&self, fold: usize) -> [Vec<usize>; 2] {
        let is_summed = |&item: &usize| fold < FOLDS && self.labelling.column(item).is_some();
        let (summed, others) = self.folds[fold].iter().partition(|item| is_summed(item));
        [summed, others]
    }

    /// The random Fourier features of a batch, from its features; see [`Fourier::apply`].
    fn transform(fourier: &Fourier, features: &[u8]) -> Vec<i16> {
        let inputs: Vec<i16> = features.iter().map(|&value| value.into()).collect();
        let mut outputs = vec![0; FEATURES * BATCH];
        fourier.apply(&inputs, &mut outputs);
        outputs
    }

    /// The model for the next fold that has items.
    fn next_model(&self, models: Models, fold: usize) -> Stage {
        let Some(fold) = (fold..=FOLDS).find(|&fold| !self.folds[fold].is_empty()) else {
            return Stage::Done;
        };
        let regression = models.total.without(models.sums.get(fold));
        Stage::Solve { models, fold, regression }
    }

    /// Adds a batch of labelled items to the sums of their fold.
    fn sum(&mut self, fourier: &Fourier, sums: &mut Sums, batch: &[usize]) {
        let columns: Vec<_> = batch.iter().filter_map(|&item| self.labelling.column(item)).collect();
        let outputs = Self::transform(fourier, &self.images.features(batch));
        sums.add(&outputs, &columns);
        if !self.kept.is_empty() {
            for (&item, row) in batch.iter().zip(rows(&outputs)) {
                self.kept[item * FEATURES..][..FEATURES].copy_from_slice(&row);
            }
        }
    }

    /// Scores a batch, all or none of whose items are in the sums.
    fn score(&mut self, fourier: &Fourier, weights: &[f32], batch: &[usize], is_summed: bool) {
        let classes = self.labelling.classes().len();
        let features = self.images.features(batch);
        let features = features.chunks_exact(self.images.count());
        let varied =
            batch.iter().copied().zip(features).filter(|(_, features)| features.iter().any(|&value| value > 0));
        let (batch, features): (Vec<_>, Vec<_>) = varied.unzip();
        let rows: Vec<f32> = if is_summed && !self.kept.is_empty() {
            batch.iter().flat_map(|&item| &self.kept[item * FEATURES..][..FEATURES]).copied().map(f32::from).collect()
        } else {
            rows(&Self::transform(fourier, &features.concat())).take(batch.len()).flatten().map(f32::from).collect()
        };
        let rows: Vec<&[f32]> = rows.chunks_exact(FEATURES).collect();
        for (at, weights) in weights.chunks_exact(FEATURES).enumerate() {
            let mut put = |item: usize, [score]: [f32; 1]| {
                let (item, score) = (batch[item], score / f32::from(ONE));
                if at < classes {
                    self.scores[item * classes + at] = score;
                } else {
                    self.uncertainty[item] += score * score;
                }
            };
            let (tiles, rest) = rows.as_chunks::<4>();
            for (tile, rows) in tiles.iter().enumerate() {
                dots_f32(*rows, [weights]).into_iter().enumerate().for_each(|(at, score)| put(4 * tile + at, score));
            }
            for (at, &row) in rest.iter().enumerate() {
                put(4 * tiles.len() + at, dots_f32([row], [weights])[0]);
            }
        }
    }
}

/// The outputs of [`Fourier::apply`], item by item.
fn rows(outputs: &[i16]) -> impl Iterator<Item = [i16; FEATURES]> {
    (0..BATCH).map(|item| std::array::from_fn(|feature| outputs[feature * BATCH + item]))
}

impl Task for LabelScores {
    fn step(&mut self) -> bool {
        // How many steps it takes to find the nearest images depends on where they are. It takes a tenth of the time.
        self.done += usize::from(!matches!(self.stage, Stage::Vote(_)));
        self.stage = match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Keep => self.keep(),
            Stage::Vote(mut votes) => {
                if votes.step() {
                    Stage::Vote(votes)
                } else {
                    self.votes = votes.finish(&self.labelling);
                    self.sums()
                }
            }
            Stage::Sum { fourier, mut sums, mut batches } => {
                if let Some((fold, batch)) = batches.pop() {
                    self.sum(&fourier, &mut sums[fold], &batch);
                    Stage::Sum { fourier, sums, batches }
                } else {
                    let mut total = sums[0].clone();
                    sums[1..].iter().for_each(|sums| total.merge(sums));
                    self.next_model(Models { fourier, sums, total }, 0)
                }
            }
            Stage::Solve { models, fold, mut regression } => {
                if regression.step() {
                    Stage::Solve { models, fold, regression }
                } else {
                    let batches = self.split(fold).map(|items| items.chunks(BATCH).map(<[_]>::to_vec).collect());
                    Stage::Score { models, fold, weights: regression.weights(), batches }
                }
            }
            Stage::Score { models, fold, weights, mut batches } => {
                let [summed, others] = &mut batches;
                let batch =
                    summed.pop().map(|batch| (true, batch)).or_else(|| others.pop().map(|batch| (false, batch)));
                if let Some((is_summed, batch)) = batch {
                    self.score(&models.fourier, &weights, &batch, is_summed);
                    Stage::Score { models, fold, weights, batches }
                } else {
                    self.next_model(models, fold + 1)
                }
            }
            Stage::Done => Stage::Done,
        };
        !matches!(self.stage, Stage::Done)
    }

    fn progress(&self) -> f64 {
        if matches!(self.stage, Stage::Done) { 1.0 } else { (self.done as f64 / self.steps as f64).min(1.0) }
    }
}
