//! The library that the core unpacks with, alone in a wasm module: what there is to lose, and what each part of it takes.

#![cfg(target_arch = "wasm32")]

use std::io::Read;

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use wasm_bindgen::prelude::*;

/// Bytes unpacked at a time, as in the core.
const STEP: usize = 256 << 10;

/// Bytes before the compressed data of the only member of the file, and after it.
const HEADER_LEN: usize = 10;
const TRAILER_LEN: usize = 8;

/// Unpacks a .gz, checks it, and counts its bytes.
///
/// # Errors
/// The library's result.
#[wasm_bindgen]
pub fn gunzip(bytes: &[u8]) -> Result<usize, JsError> {
    each_step(MultiGzDecoder::new(bytes), |_| ())
}

/// The same without the checksum: the least that the library takes.
///
/// # Errors
/// The library's result.
#[wasm_bindgen]
pub fn inflate(bytes: &[u8]) -> Result<usize, JsError> {
    each_step(deflated(bytes), |_| ())
}

/// The same without the checksum, but everything that was unpacked stays in memory.
///
/// # Errors
/// The library's result.
#[wasm_bindgen]
pub fn keep(bytes: &[u8]) -> Result<usize, JsError> {
    let mut kept = Vec::new();
    each_step(deflated(bytes), |step| kept.push(step.to_vec()))
}

fn deflated(bytes: &[u8]) -> DeflateDecoder<&[u8]> {
    DeflateDecoder::new(&bytes[HEADER_LEN..bytes.len() - TRAILER_LEN])
}

/// Gives everything that comes out, piece by piece. Returns the number of bytes.
fn each_step(mut decoder: impl Read, mut take: impl FnMut(&[u8])) -> Result<usize, JsError> {
    let mut buffer = vec![0; STEP];
    let mut length = 0;
    loop {
        match decoder.read(&mut buffer)? {
            0 => return Ok(length),
            read => {
                take(&buffer[..read]);
                length += read;
            }
        }
    }
}
