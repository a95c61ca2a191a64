//! Arrays whose items are not in one piece.

use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    format::reorder,
    wasm::{MaybeByteRange, byte_range, thrown, to_u64},
};

/// Gives a NumPy array in Fortran's order in the usual one, or an array with its last dimension first.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reorder(reorder::Reorder);

#[wasm_bindgen]
impl Reorder {
    /// A file of that many bytes, in Fortran's order or with its items in the last dimension.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64, items_last: bool) -> Self {
        let size = to_u64(size);
        Self(if items_last { reorder::Reorder::items_last(size) } else { reorder::Reorder::new(size) })
    }

    /// The bytes of the file that are wanted next, often several times; undefined when all has come out.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted. The file in the usual order comes out.
    ///
    /// # Errors
    /// When the file cannot be read: an `Error` with the name of the core's variant and with its numbers.
    pub fn push(&mut self, bytes: &[u8], output: &Output) -> Result<(), JsValue> {
        self.0.push(bytes).map_err(|error| thrown(&error))?;
        output.add(&self.0.take_output())
    }
}
