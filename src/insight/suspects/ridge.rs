//! Ridge regression from sums over the items, so that the sums of a part can be taken away again.

use super::fourier::{BATCH, FEATURES, ONE};
use crate::insight::dot::{dots_f32, dots_i16};
use crate::insight::random::Random;

/// How strongly weights are kept small, as a part of the mean square of a feature.
const RIDGE: f32 = 3e-3;
/// Random functions from which the uncertainty of an item is estimated.
const DRAWS: usize = 32;
/// Rows of a factorization in one step.
const ROWS: usize = 48;

/// What ridge regression has to know of items: the products of their features, and the sum of the features of each
/// class.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// A symmetric matrix, of which the lower half is kept; then a row for each class.
    rows: Vec<f32>,
}

impl Sums {
    pub(super) fn new(classes: usize) -> Self {
        Self { rows: vec![0.0; (FEATURES + classes) * FEATURES] }
    }

    /// Adds a batch of items, with the column of each one's class.
    pub(super) fn add(&mut self, features: &[i16], columns: &[usize]) {
        const UNIT: f32 = 1.0 / (ONE as f32 * ONE as f32);
        let row = |at: usize| &features[at * BATCH..][..BATCH];
        let (products, classes) = self.rows.split_at_mut(FEATURES * FEATURES);
        for (tile, products) in products.chunks_exact_mut(4 * FEATURES).enumerate() {
            let i = 4 * tile;
            let rows = [row(i), row(i + 1), row(i + 2), row(i + 3)];
            for j in (0..i + 4).step_by(2) {
                let sums = dots_i16(rows, [row(j), row(j + 1)]);
                for (products, [first, second]) in products.chunks_exact_mut(FEATURES).zip(sums) {
                    products[j] += first as f32 * UNIT;
                    products[j + 1] += second as f32 * UNIT;
                }
            }
        }
        for (item, &column) in columns.iter().enumerate() {
            let sums = &mut classes[column * FEATURES..][..FEATURES];
            for (sum, features) in sums.iter_mut().zip(features.chunks_exact(BATCH)) {
                *sum += f32::from(features[item]) * (1.0 / f32::from(ONE));
            }
        }
    }

    /// Adds the items of other sums.
    pub(super) fn merge(&mut self, other: &Self) {
        for (sum, other) in self.rows.iter_mut().zip(&other.rows) {
            *sum += other;
        }
    }

    /// The regression on these items without those of `part`.
    pub(super) fn without(&self, part: Option<&Self>) -> Regression {
        let mut rows = self.rows.clone();
        if let Some(part) = part {
            for (sum, part) in rows.iter_mut().zip(&part.rows) {
                *sum -= part;
            }
        }
        let diagonal = (0..FEATURES).map(|at| at * (FEATURES + 1));
        let mean = diagonal.clone().map(|at| rows[at]).sum::<f32>() / FEATURES as f32;
        // Not zero, so that no items at all give weights of zero.
        let ridge = (RIDGE * mean).max(f32::MIN_POSITIVE.sqrt());
        diagonal.for_each(|at| rows[at] += ridge);
        Regression { rows, done: 0 }
    }
}

/// Solves for the weights in steps, by Cholesky's factorization. The rows of the classes go through it as if they
/// belonged to the matrix, which solves the first of the two triangular systems.
#[derive(Debug)]
pub(super) struct Regression {
    rows: Vec<f32>,
    done: usize,
}

impl Regression {
    /// The steps for a number of classes.
    pub(super) fn steps(classes: usize) -> usize {
        (FEATURES + classes).div_ceil(ROWS)
    }

    /// Does the next step. Whether there are more.
    pub(super) fn step(&mut self) -> bool {
        let end = (self.done + ROWS).min(self.rows.len() / FEATURES);
        while self.done < end {
            let size = if self.done < FEATURES { 4 } else { (end - self.done).min(4) };
            let (above, rows) = self.rows.split_at_mut(self.done * FEATURES);
            let mut rows = rows.chunks_exact_mut(FEATURES);
            if size == 4 {
                let mut rows = std::array::from_fn::<_, 4, _>(|_| rows.next().expect("four rows are left"));
                eliminate(above, &mut rows);
                factorize(&mut rows, self.done);
            } else {
                rows.for_each(|row| eliminate(above, &mut [row]));
            }
            self.done += size;
        }
        end < self.rows.len() / FEATURES
    }

    /// The weights: those of a class in each row, then those of [`DRAWS`] random functions.
    ///
    /// The mean square of the random functions at an item is *z*ᵀ*A*⁻¹*z*, with its features *z* and the matrix *A* of the
    /// regression: up to a factor, how uncertain its scores are by the Gaussian process that the regression approximates
    /// (Rasmussen and Williams, "Gaussian processes for machine learning", 2006, equation 2.11). It is large for an image
    /// that resembles none of those that were learned. To solve for all items would take longer than everything else.
    pub(super) fn weights(mut self) -> Vec<f32> {
        let mut random = Random::new();
        let sign = || if random.below(2) == 0 { -1.0 } else { 1.0 };
        self.rows.extend(std::iter::repeat_with(sign).take(DRAWS * FEATURES));
        let (matrix, rest) = self.rows.split_at_mut(FEATURES * FEATURES);
        for weights in rest.chunks_exact_mut(FEATURES) {
            for (at, row) in matrix.chunks_exact(FEATURES).enumerate().rev() {
                let weight = weights[at] / row[at];
                weights[at] = weight;
                for (weight_before, factor) in weights[..at].iter_mut().zip(row) {
                    *weight_before -= weight * factor;
                }
            }
        }
        self.rows.split_off(FEATURES * FEATURES)
    }
}

/// Solves rows against the rows of the factor above them.
fn eliminate<const N: usize>(above: &[f32], rows: &mut [&mut [f32]; N]) {
    for (pair, factor) in above[..above.len().min(FEATURES * FEATURES)].chunks_exact(2 * FEATURES).enumerate() {
        let at = 2 * pair;
        let (first, second) = factor.split_at(FEATURES);
        let sums = dots_f32(rows.each_ref().map(|row| &row[..at]), [&first[..at], &second[..at]]);
        for (row, sums) in rows.iter_mut().zip(sums) {
            row[at] = (row[at] - sums[0]) / first[at];
            row[at + 1] = (row[at + 1] - sums[1] - row[at] * second[at]) / second[at + 1];
        }
    }
}

/// Finishes rows of the factor, the first of which is row `at`; nothing for the rows of classes.
fn factorize(rows: &mut [&mut [f32]; 4], at: usize) {
    if at >= FEATURES {
        return;
    }
    for i in 0..4 {
        for j in 0..=i {
            let [[sum]] = dots_f32([&rows[i][..at + j]], [&rows[j][..at + j]]);
            let rest = rows[i][at + j] - sum;
            // The ridge keeps the root real, but for rounding.
            rows[i][at + j] = if i == j { rest.max(f32::MIN_POSITIVE).sqrt() } else { rest / rows[j][at + j] };
        }
    }
}
