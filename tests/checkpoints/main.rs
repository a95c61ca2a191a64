//! Gzip data unpacked from the middle gives the same bytes as from the start, whatever program compressed it.
#![cfg(not(target_arch = "wasm32"))]

mod damage;
mod kept;
mod large;
mod members;
mod pass;
#[path = "../skip/mod.rs"]
mod skip;
mod streams;
