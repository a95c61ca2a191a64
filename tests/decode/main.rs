//! The errors and warnings of the decoder, however a file arrives.
#![cfg(not(target_arch = "wasm32"))]

mod chunking;
mod damage;
mod files;
mod flate;
mod lush;
mod npy;
mod refused;
mod shown;
#[path = "../skip/mod.rs"]
mod skip;
