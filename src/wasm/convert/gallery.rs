//! Pictures, each in a file of its own.

use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    format::gallery::{self, Outcome},
    wasm::{thrown, to_u64},
};

/// Makes an array of pictures of one size.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Gallery(gallery::Gallery);

#[wasm_bindgen]
impl Gallery {
    /// No pictures yet, but of this size.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(width: u32, height: u32) -> Self {
        Self(gallery::Gallery::new(width, height))
    }

    /// Takes a PNG file: true if it is an image now, false if it cannot be read, undefined if all pictures have to come
    /// again, from the first one on.
    #[wasm_bindgen(js_name = pushPng)]
    pub fn push_png(&mut self, file: &[u8]) -> Option<bool> {
        is_taken(self.0.push_png(file))
    }

    /// Takes the pixels of another picture, red, green, blue and alpha, as [`push_png`](Gallery::push_png) does.
    #[wasm_bindgen(js_name = pushPixels)]
    pub fn push_pixels(&mut self, pixels: &[u8]) -> Option<bool> {
        is_taken(self.0.push_pixels(pixels))
    }

    /// Passes the elements that have come out since the last call, or since all pictures had to come again.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn pass(&mut self, output: &Output) -> Result<(), JsValue> {
        output.add(&self.0.take_output())
    }

    /// The header that goes before the elements, so that they are a NumPy array.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        self.0.header()
    }
}

/// Width and height of a picture, by the first bytes of its file; undefined if these do not tell, or it is too large.
#[must_use]
#[wasm_bindgen(js_name = pictureSize)]
pub fn picture_size(bytes: &[u8]) -> Option<Vec<u32>> {
    gallery::picture_size(bytes).map(Vec::from)
}

/// What is in a gzip file, as far as it is undamaged, and at most so many bytes.
#[must_use]
#[wasm_bindgen]
pub fn gunzip(file: &[u8], limit: f64) -> Vec<u8> {
    gallery::gunzip(file, to_u64(limit))
}

/// An IDX file of labels, in the narrowest of the types `u8`, `i32`, `f32` and `f64` that holds them: so many of each item.
///
/// # Errors
/// When there are too many for a file.
#[wasm_bindgen(js_name = labelsFile)]
pub fn labels_file(labels: &[f64], columns: u32) -> Result<Vec<u8>, JsValue> {
    gallery::labels_file(labels, columns).map_err(|error| thrown(&error))
}

fn is_taken(outcome: Outcome) -> Option<bool> {
    match outcome {
        Outcome::Taken => Some(true),
        Outcome::Unreadable => Some(false),
        Outcome::Again => None,
    }
}
