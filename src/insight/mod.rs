//! What is worth a look in a dataset: methods that compare its images with one another.
//!
//! Every method takes [`GrayImages`] and does its work in steps, as a [`Task`]: see docs/checks.md for what each finds
//! and what it cannot see. Nothing here reads a file or knows a screen. Results depend on the input alone: where a
//! method needs random numbers, their seed is fixed.

mod gray_images;

pub use gray_images::GrayImages;

/// Work in steps of some ten milliseconds, between which the caller can report progress and stop.
pub trait Task {
    /// Does the next step. Whether there are more.
    fn step(&mut self) -> bool;

    /// How much is done, from 0 to 1.
    fn progress(&self) -> f64;
}
