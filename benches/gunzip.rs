//! The library that the core unpacks with, alone in a wasm module: what there is to lose.

#![cfg(target_arch = "wasm32")]

use std::io::Read;

use flate2::read::MultiGzDecoder;
use wasm_bindgen::prelude::*;

/// Unpacks a .gz, checks it, and counts its bytes.
///
/// # Errors
/// The library's result.
#[wasm_bindgen]
pub fn gunzip(bytes: &[u8]) -> Result<usize, JsError> {
    let mut decoder = MultiGzDecoder::new(bytes);
    let mut buffer = vec![0; 256 << 10];
    let mut length = 0;
    loop {
        match decoder.read(&mut buffer)? {
            0 => return Ok(length),
            read => length += read,
        }
    }
}
