//! What is worth a look in a dataset: methods that compare its images with one another.
//!
//! Most methods take [`GrayImages`]. Those that take longer work in steps, as a [`Task`]. [`predictions`] compares what a
//! model predicts with the labels. Nothing here does I/O or knows a screen. Results depend on the input alone: where a
//! method needs random numbers, their seed is fixed.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the methods calculate with rounded numbers, and the number of an image fits in 32 bits"
)]

pub mod predictions;

mod dot;
mod duplicates;
mod gray_images;
mod groups;
mod map;
mod near_duplicates;
mod neighbours;
mod outliers;
mod pixels;
mod projection;
mod random;
mod sets;
mod similar;
pub mod suspects;

pub use duplicates::Duplicates;
pub use gray_images::GrayImages;
pub use groups::Group;
pub use map::{Map, Point};
pub use near_duplicates::{Comparison, NearDuplicates, Pair, PairCandidates, typical_distance};
pub use neighbours::{Candidates, Neighbours, Ranking, Search};
pub use outliers::{Far, Outlier, Outliers};
pub use projection::{Aspect, DIMENSIONS, Fit, Projection};
pub use sets::{Difference, SetFacts, set_facts};
pub use similar::Similar;

/// Work in steps of some ten milliseconds, between which the caller can report progress and stop.
pub trait Task {
    /// Does the next step. Whether there are more.
    fn step(&mut self) -> bool;

    /// How much is done, from 0 to 1.
    fn progress(&self) -> f64;
}
