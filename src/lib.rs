//! idxlens.

pub mod dataset;
pub mod draw;
pub mod error;
pub mod format;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
