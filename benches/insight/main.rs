//! The quality of the check's methods, on real images with planted faults.
//!
//! `cargo xtask bench insight` runs this. Each line it prints is a measurement: its name, the value and the target, with
//! tabs between them. With the name of a folder it also writes there what other programs are compared on.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "the methods calculate with rounded numbers, and the number of an image fits in 32 bits"
)]

mod data;
mod map;
mod neighbours;
mod planted;
mod suspects;

use std::env;
use std::path::PathBuf;

fn main() {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    neighbours::measure();
    suspects::measure(folder.as_deref());
    map::measure();
}

/// Prints a measurement for which more is better, with the target if there is one.
fn report(what: &str, value: f64, target: Option<f64>) {
    println!("{what}\t{value:.4}\t{}", target.map(|target| target.to_string()).unwrap_or_default());
}
