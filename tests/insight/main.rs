//! What is worth a look in a dataset.
#![cfg(all(feature = "insight", not(target_arch = "wasm32")))]

mod predictions;
mod predictions_files;
