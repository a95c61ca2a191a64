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

/// How scores become probabilities.
///
/// A label is right with the probability that the softmax of the scores gives it. It is wrong with a probability that is
/// the same for all items; half of the wrong labels then name any class, and half one that the image resembles.
/// Both numbers, the sharpness of the softmax and the part of wrong labels, are those under which the labels of the
/// train set are most likely.
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
        let sample: Vec<_> = items.iter().step_by(scores.div_ceil(SAMPLE).max(1)).collect();
        // From 2 to 64 in steps of a fifth.
        let sharpness = (4..=24).map(|quarter| 2.0_f64.powf(f64::from(quarter) / 4.0));
        let fitted = sharpness.map(|sharpness| {
            let likelihoods: Vec<_> =
                sample.iter().map(|(row, column)| Likelihoods::new(row, *column, sharpness)).collect();
            let mut fitted = Self { sharpness, wrong: 0.02 };
            // Expectation and maximization; more rounds change the list no more.
            for _ in 0..20 {
                let sum: f64 = likelihoods.iter().map(|it| it.posterior(fitted.wrong)).sum();
                fitted.wrong = (sum / likelihoods.len().max(1) as f64).max(MIN_WRONG);
            }
            (likelihoods.iter().map(|it| it.total(fitted.wrong).ln()).sum::<f64>(), fitted)
        });
        let (_, best) = fitted.max_by(|(a, _), (b, _)| a.total_cmp(b)).expect("there are several");
        best
    }

    /// The probability that the label of an item is wrong.
    pub(super) fn confidence(&self, row: &[f32], column: usize) -> f64 {
        Likelihoods::new(row, column, self.sharpness).posterior(self.wrong)
    }
}

impl Likelihoods {
    fn new(row: &[f32], column: usize, sharpness: f64) -> Self {
        let others =
            || row.iter().enumerate().filter(|&(other, _)| other != column).map(|(_, &score)| f64::from(score));
        let own = f64::from(row[column]);
        let best = others().fold(f64::NEG_INFINITY, f64::max);
        // An image like no other has scores that differ from 0 for other classes too. They say how far off the rest is.
        let rest = others().map(|score| score * score).sum::<f64>() - best * best;
        let scale = 1.0 / (UNCERTAINTY + rest.max(0.0).sqrt());

        let sum = |sharpness: f64| others().map(|score| ((score - own) * scale * sharpness).exp()).sum::<f64>() + 1.0;
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
