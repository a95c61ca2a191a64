//! What the decoder says of every file that is not quite an array, however it arrives.
#![cfg(not(target_arch = "wasm32"))]

mod chunking;
mod damage;
mod files;
mod flate;
mod refused;
mod shown;
#[path = "../skip/mod.rs"]
mod skip;
