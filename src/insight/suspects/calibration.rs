//! From scores to the probability that a label is wrong.

/// Scores that are fitted at most.
const SAMPLE: usize = 1_000_000;
/// What the uncertainty of the scores of any image is at least.
const UNCERTAINTY: f64 = 1.0;
/// How much more likely a wrong label names a class that the image resembles.
const RESEMBLANCE: f64 = 6.0;
/// The part of the labels that are wrong in any dataset: that of MNIST's test set, which is among the cleanest, by
/// Northcutt, Athalye and Mueller, "Pervasive label errors in test sets" (NeurIPS 2021).
const MIN_WRONG: f64 = 0.0015;

/// The sharpness that is expected, and by which factor it may differ.
const SHARPNESS: (f64, f64) = (12.0, 1.65);
/// Images whose two best classes are less far apart than this can show how sharp the scores are.
const NEAR: f64 = 0.5;

/// How scores become probabilities.
///
/// A label is right with the probability that the softmax of the scores gives it. It is wrong with a probability that is
/// the same for all items; half of the wrong labels then name any class, and half one that the image resembles.
///
/// The sharpness of the softmax is the one under which the labels of images that are hard to tell are most likely, given
/// that it is near the expected one. Images that are easy to tell would not do: if their scores are all as far apart, a
/// soft softmax explains the wrong labels as well as the part that is wrong does. That part is then the one under which
/// all labels are most likely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calibration {
    /// What a score is multiplied with before the exponential.
    sharpness: f64,
    /// The part of the labels that are wrong.
    wrong: f64,
}

/// How likely a label is if it is right, and if it is wrong.
#[derive(Clone, Copy)]
struct Likelihoods {
    right: f64,
    wrong: f64,
}

impl Calibration {
    /// Fits to rows of at least two scores, each with the column of its label.
    pub(super) fn fit(items: &[(&[f32], usize)]) -> Self {
        let scores: usize = items.iter().map(|(row, _)| row.len()).sum();
        let sample: Vec<_> = items.iter().copied().step_by(scores.div_ceil(SAMPLE).max(1)).collect();
        let near: Vec<_> = sample.iter().copied().filter(|(row, _)| lead(row) < NEAR).collect();
        // From 2 to 64 in steps of a fifth.
        let grid = (4..=24).map(|quarter| 2.0_f64.powf(f64::from(quarter) / 4.0));
        let fitted = grid.map(|sharpness| {
            let likelihoods = likelihoods(&near, sharpness);
            let wrong = part_wrong(&likelihoods);
            let (expected, factor) = SHARPNESS;
            let unexpected = (sharpness / expected).ln() / factor.ln();
            let total: f64 = likelihoods.iter().map(|it| it.total(wrong).ln()).sum();
            (total - unexpected * unexpected / 2.0, sharpness)
        });
        let (_, sharpness) = fitted.max_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there are several");
        Self { sharpness, wrong: part_wrong(&likelihoods(&sample, sharpness)) }
    }

    /// The probability that the label of an item is wrong.
    pub(super) fn confidence(&self, row: &[f32], column: usize) -> f64 {
        Likelihoods::new(row, column, self.sharpness).posterior(self.wrong)
    }
}

fn likelihoods(items: &[(&[f32], usize)], sharpness: f64) -> Vec<Likelihoods> {
    items.iter().map(|(row, column)| Likelihoods::new(row, *column, sharpness)).collect()
}

/// The part of labels that are wrong under which the labels are most likely, by expectation and maximization.
fn part_wrong(likelihoods: &[Likelihoods]) -> f64 {
    // More rounds change the list no more.
    (0..20).fold(0.02, |part, _| {
        let sum: f64 = likelihoods.iter().map(|it| it.posterior(part)).sum();
        (sum / likelihoods.len().max(1) as f64).max(MIN_WRONG)
    })
}

/// How far the best score is ahead of the second.
fn lead(row: &[f32]) -> f64 {
    let ([best, second], scale) = best_two(row);
    (best - second) * scale
}

/// The two best scores, and what all scores of the row are multiplied with.
fn best_two(row: &[f32]) -> ([f64; 2], f64) {
    let ([best, second], squares) =
        row.iter().copied().map(f64::from).fold(([f64::NEG_INFINITY; 2], 0.0), |([best, second], squares), score| {
            ([best.max(score), second.max(score.min(best))], squares + score * score)
        });
    // An image like no other has scores that differ from 0 for other classes too. They say how far off the two best are.
    let rest = (squares - best * best - second * second).max(0.0).sqrt();
    ([best, second], 1.0 / (UNCERTAINTY + rest))
}

fn others(row: &[f32], column: usize) -> impl Iterator<Item = f64> {
    row.iter().enumerate().filter(move |&(other, _)| other != column).map(|(_, &score)| f64::from(score))
}

impl Likelihoods {
    fn new(row: &[f32], column: usize, sharpness: f64) -> Self {
        let own = f64::from(row[column]);
        let ([best, second], scale) = best_two(row);
        // Of the other classes.
        let best = if own < best { best } else { second };
        let sum = |sharpness: f64| {
            others(row, column).map(|score| ((score - own) * scale * sharpness).exp()).sum::<f64>() + 1.0
        };
        let right = 1.0 / sum(sharpness);
        // If the label is wrong, the best other class is the right one, and was not chosen.
        let similar = 1.0 / (sum(RESEMBLANCE) - ((best - own) * scale * RESEMBLANCE).exp()).max(1.0);
        let wrong = (1.0 - right) * f64::midpoint(1.0 / (row.len() - 1) as f64, similar);
        Self { right, wrong }
    }

    /// The probability that the label is wrong, where a part of all labels is.
    fn posterior(self, part: f64) -> f64 {
        part * self.wrong / self.total(part)
    }

    fn total(self, part: f64) -> f64 {
        (part * self.wrong + (1.0 - part) * self.right).max(f64::MIN_POSITIVE)
    }
}
