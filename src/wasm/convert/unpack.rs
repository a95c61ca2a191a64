//! Files in xz, bzip2, Zstandard and gzip.

use wasm_bindgen::prelude::*;

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

    /// Takes the bytes that are wanted, or the first of them, and gives those that come out.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.fault = self.fault.take().or(self.unpack.push(bytes).err());
        self.unpack.take_output()
    }

    /// Why the file could not be unpacked to its end: an `Error` with the name of the core's variant and with its numbers;
    /// otherwise undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}
