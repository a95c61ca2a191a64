//! Random Fourier features: with them, a linear model is nearly a model with a Gaussian kernel.
//!
//! Rahimi and Recht, "Random features for large-scale kernel machines" (NIPS 2007): the product of two images' features
//! is on average the Gaussian of their distance.

use crate::insight::dot::dots_i16;
use crate::insight::random::Random;

/// The standard deviation of the integers that hold the directions.
const DEVIATION: f32 = 4000.0;
/// The integer that holds 1. Sums of [`BATCH`] products of two such integers stay within `i32`.
pub(super) const ONE: i16 = 1023;
/// The images whose features are computed at once.
pub(super) const BATCH: usize = 256;
/// The width of the Gaussian, as a part of the typical distance of two inputs.
const WIDTH: f32 = 1.4;
/// How many features there are. The last one is constant.
pub(super) const FEATURES: usize = 1000;

/// A fixed draw of cosines.
#[derive(Debug)]
pub(super) struct Fourier {
    /// A direction in each row.
    directions: Vec<i16>,
    /// Where each cosine starts, in turns.
    phases: Vec<f32>,
    /// Turns for each unit of a product.
    scale: f32,
    length: usize,
}

impl Fourier {
    /// For inputs of `length` numbers, a multiple of 8, whose typical distance is `distance`. Each seed draws other cosines.
    pub(super) fn new(length: usize, distance: f32, seed: u64) -> Self {
        let mut random = Random::seeded(seed);
        let mut directions: Vec<i16> =
            (0..length * (FEATURES - 1)).map(|_| (random.normal() * DEVIATION).round() as i16).collect();
        directions.resize(length * FEATURES, 0);
        let mut phases: Vec<f32> = (0..FEATURES - 1).map(|_| random.uniform()).collect();
        phases.push(0.0);
        Self { directions, phases, scale: 1.0 / (DEVIATION * WIDTH * distance * std::f32::consts::TAU), length }
    }

    /// The features of at most [`BATCH`] inputs, one feature of all inputs after the other: `features[f * BATCH + i]`.
    /// Those of inputs that are not there are zero.
    pub(super) fn apply(&self, inputs: &[i16], features: &mut [i16]) {
        let inputs: Vec<&[i16]> = inputs.chunks_exact(self.length).collect();
        let rows = self.directions.chunks_exact(2 * self.length);
        for ((rows, phases), features) in
            rows.zip(self.phases.chunks_exact(2)).zip(features.chunks_exact_mut(2 * BATCH))
        {
            let rows = [&rows[..self.length], &rows[self.length..]];
            let (first, second) = features.split_at_mut(BATCH);
            let mut turns = [[0.0_f32; BATCH]; 2];
            let (tiles, rest) = inputs.as_chunks::<4>();
            for (tile, inputs) in tiles.iter().enumerate() {
                for (i, [a, b]) in dots_i16(*inputs, rows).into_iter().enumerate() {
                    turns[0][tile * 4 + i] = a as f32;
                    turns[1][tile * 4 + i] = b as f32;
                }
            }
            for (i, &input) in rest.iter().enumerate() {
                let [[a, b]] = dots_i16([input], rows);
                turns[0][tiles.len() * 4 + i] = a as f32;
                turns[1][tiles.len() * 4 + i] = b as f32;
            }
            for ((features, turns), &phase) in [first, second].into_iter().zip(turns).zip(phases) {
                for (feature, turns) in features.iter_mut().zip(turns) {
                    *feature = (cosine(turns * self.scale + phase) * f32::from(ONE)).round_ties_even() as i16;
                }
                features[inputs.len()..].fill(0);
            }
        }
    }
}

/// The cosine of an angle in turns, wrong by less than 1 in 10,000. Every machine gives the same.
fn cosine(turns: f32) -> f32 {
    // Adding and subtracting 1.5 x 2^23 rounds.
    const ROUND: f32 = 12_582_912.0;
    let x = turns - ((turns + ROUND) - ROUND);
    let x = x * x;
    1.0 + x * (-19.739_21 + x * (64.939_39 + x * (-85.456_82 + x * (60.244_64 + x * (-26.426_26 + x * 7.903_536)))))
}
