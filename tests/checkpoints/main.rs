//! Gzip data unpacked from the middle: the same bytes as from the start, whatever packed them.
#![cfg(not(target_arch = "wasm32"))]

mod damage;
mod large;
mod members;
mod pass;
#[path = "../skip/mod.rs"]
mod skip;
mod streams;
