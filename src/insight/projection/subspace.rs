//! The first eigenvectors of a symmetric matrix.

use std::array;

use super::{
    super::{dot::dots_f32, random::Random},
    DIMENSIONS,
};

/// More vectors than wanted make the wanted ones converge sooner.
const VECTORS: usize = DIMENSIONS + 8;

/// Times that the matrix is applied. The space hardly changes after eight.
const ITERATIONS: usize = 8;

/// A space that approaches that of the first eigenvectors.
#[derive(Debug)]
pub(super) struct Subspace {
    matrix: Vec<f32>,
    len: usize,
    /// An orthonormal basis, a vector a row.
    basis: Vec<Vec<f32>>,
    iterations: usize,
}

impl Subspace {
    /// A random space, for a matrix of `len` rows and columns, a multiple of 4.
    pub(super) fn new(matrix: Vec<f32>, len: usize, mut random: Random) -> Self {
        let mut vector = || (0..len).map(|_| random.signed()).collect();
        let mut basis = (0..VECTORS.min(len)).map(|_| vector()).collect();
        orthonormalize(&mut basis);
        Self { matrix, len, basis, iterations: 0 }
    }

    /// Applies the matrix once. Whether that is to be done again.
    pub(super) fn step(&mut self) -> bool {
        if self.iterations < ITERATIONS {
            self.basis = self.multiplied();
            orthonormalize(&mut self.basis);
            self.iterations += 1;
        }
        self.iterations < ITERATIONS
    }

    pub(super) fn progress(&self) -> f64 {
        self.iterations as f64 / ITERATIONS as f64
    }

    /// The first eigenvectors, that of the largest eigenvalue first.
    pub(super) fn components(&self, count: usize) -> Vec<Vec<f32>> {
        let products = self.multiplied();
        let small = self.basis.iter().map(|a| products.iter().map(|b| dot(a, b).into()).collect()).collect();
        let mut pairs = eigenpairs(small);
        pairs.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let combined = |weights: Vec<f64>| {
            let mut sum = vec![0.0; self.len];
            for (vector, weight) in self.basis.iter().zip(weights) {
                add(&mut sum, vector, weight as f32);
            }
            sum
        };
        pairs.into_iter().take(count).map(|(_, weights)| combined(weights)).collect()
    }

    /// The matrix times each vector of the basis.
    fn multiplied(&self) -> Vec<Vec<f32>> {
        const ROWS: usize = 4;
        let mut products = vec![vec![0.0; self.len]; self.basis.len()];
        for (block, rows) in self.matrix.chunks_exact(ROWS * self.len).enumerate() {
            let rows: [_; ROWS] = array::from_fn(|row| &rows[row * self.len..][..self.len]);
            for (vector, product) in self.basis.iter().zip(&mut products) {
                for (at, [dot]) in dots_f32(rows, [vector]).into_iter().enumerate() {
                    product[block * ROWS + at] = dot;
                }
            }
        }
        products
    }
}

/// Makes vectors orthonormal, one after another. A vector that depends on those before it is dropped.
fn orthonormalize(vectors: &mut Vec<Vec<f32>>) {
    let mut basis: Vec<Vec<f32>> = Vec::new();
    for mut vector in vectors.drain(..) {
        let before = dot(&vector, &vector).sqrt();
        // Twice, because rounding errors of the first time are large where vectors are nearly parallel.
        for other in basis.iter().chain(&basis) {
            let share = -dot(&vector, other);
            add(&mut vector, other, share);
        }
        let length = dot(&vector, &vector).sqrt();
        if length > before * 1e-5 {
            for value in &mut vector {
                *value /= length;
            }
            basis.push(vector);
        }
    }
    *vectors = basis;
}

/// The eigenvalues of a small symmetric matrix, each with its eigenvector, by cyclic Jacobi rotations (Golub and Van
/// Loan, "Matrix Computations", section 8.5).
fn eigenpairs(mut matrix: Vec<Vec<f64>>) -> Vec<(f64, Vec<f64>)> {
    const SWEEPS: usize = 12;
    let len = matrix.len();
    let mut vectors: Vec<Vec<f64>> =
        (0..len).map(|row| (0..len).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for _ in 0..SWEEPS {
        for p in 0..len {
            for q in p + 1..len {
                let off = matrix[p][q];
                if off.abs() <= f64::EPSILON * (matrix[p][p] * matrix[q][q]).abs().sqrt() {
                    continue;
                }
                let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
                let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let cosine = 1.0 / tangent.hypot(1.0);
                let sine = tangent * cosine;
                for row in &mut matrix {
                    (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
                }
                for matrix in [&mut matrix, &mut vectors] {
                    let (upper, lower) = matrix.split_at_mut(q);
                    for (a, b) in upper[p].iter_mut().zip(&mut lower[0]) {
                        (*a, *b) = (cosine * *a - sine * *b, sine * *a + cosine * *b);
                    }
                }
            }
        }
    }
    vectors.into_iter().enumerate().map(|(at, vector)| (matrix[at][at], vector)).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    dots_f32([a], [b])[0][0]
}

fn add(sum: &mut [f32], vector: &[f32], factor: f32) {
    for (sum, value) in sum.iter_mut().zip(vector) {
        *sum += value * factor;
    }
}
