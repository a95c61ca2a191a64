//! From scores to the probability that a label is wrong.

/// Fitted items at most.
const SAMPLE: usize = 10_000;

/// How sure scores make one that a label is wrong.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calibration {
    /// What a score is multiplied with before the exponential.
    sharpness: f64,
    /// The part of the labels that are wrong.
    wrong: f64,
}

impl Calibration {
    /// Fits to rows of scores, each with the column of its label: the sharpness and the part of wrong labels under which
    /// the labels are most likely.
    pub(super) fn fit(items: &[(&[f32], usize)]) -> Self {
        let step = items.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<_> = items.iter().step_by(step).collect();
        let mut best = (f64::NEG_INFINITY, Self { sharpness: 1.0, wrong: 0.0 });
        for power in 2..14 {
            let sharpness = std::f64::consts::SQRT_2.powi(power);
            let chances: Vec<f64> = sample.iter().map(|(row, column)| chance(row, *column, sharpness)).collect();
            let mut this = Self { sharpness, wrong: 0.05 };
            for _ in 0..30 {
                let classes = sample.first().map_or(2, |(row, _)| row.len());
                let sum: f64 = chances.iter().map(|&chance| this.posterior(chance, classes)).sum();
                this.wrong = sum / chances.len().max(1) as f64;
            }
            let classes = sample.first().map_or(2, |(row, _)| row.len());
            let likelihood: f64 = chances
                .iter()
                .map(|&c| ((1.0 - this.wrong) * c + this.wrong * (1.0 - c) / (classes - 1) as f64).ln())
                .sum();
            if likelihood > best.0 {
                best = (likelihood, this);
            }
        }
        best.1
    }

    /// The probability that the label of an item is wrong.
    pub(super) fn confidence(&self, row: &[f32], column: usize) -> f64 {
        self.posterior(chance(row, column, self.sharpness), row.len())
    }

    fn posterior(&self, chance: f64, classes: usize) -> f64 {
        let wrong = self.wrong * (1.0 - chance) / (classes - 1) as f64;
        wrong / (wrong + (1.0 - self.wrong) * chance).max(f64::MIN_POSITIVE)
    }
}

/// The softmax of the scores, for one column.
fn chance(row: &[f32], column: usize, sharpness: f64) -> f64 {
    let own = row[column];
    1.0 / row.iter().map(|&score| (sharpness * f64::from(score - own)).exp()).sum::<f64>()
}
