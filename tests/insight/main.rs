//! What is worth a look in a dataset.
#![cfg(all(feature = "insight", not(target_arch = "wasm32")))]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the tests calculate with small numbers"
)]

mod calibration;
mod duplicates;
mod images;
mod near_duplicates;
mod neighbours;
mod outliers;
mod predictions;
mod predictions_arrays;
mod predictions_csv;
mod predictions_files;
mod sets;
mod similar;
#[path = "../skip/mod.rs"]
mod skip;
mod suspects;
