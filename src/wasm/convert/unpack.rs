//! Files in xz, bzip2, Zstandard and gzip.

use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    error::Error,
    format::unpack,
    wasm::{MaybeByteRange, byte_range, thrown, to_u64},
};

/// Unpacks a file in xz, bzip2, Zstandard or gzip.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Unpack {
    unpack: unpack::Unpack,
    fault: Option<Error>,
}

#[wasm_bindgen]
impl Unpack {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self { unpack: unpack::Unpack::new(to_u64(size)), fault: None }
    }

    /// The bytes that are wanted next, or none of them when more comes out without; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.unpack.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them. The unpacked ones come out.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn push(&mut self, bytes: &[u8], output: &Output) -> Result<(), JsValue> {
        self.fault = self.fault.take().or(self.unpack.push(bytes).err());
        output.add(&self.unpack.take_output())
    }

    /// Why the file could not be unpacked to its end: an `Error` with the name of the core's variant and with its numbers;
    /// otherwise undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}
