//! Files that hold several arrays: safetensors and MATLAB.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::archive::Members;
use crate::{
    error::Error,
    format::{
        matlab::{self, Member},
        safetensors,
    },
    wasm::{MaybeByteRange, byte_range, number, record, thrown, to_u64},
};

/// Reads which arrays a safetensors file holds. They stay where they are.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Safetensors {
    file: safetensors::Safetensors,
    fault: Option<Error>,
}

#[wasm_bindgen]
impl Safetensors {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self { file: safetensors::Safetensors::new(to_u64(size)), fault: None }
    }

    /// The bytes that are wanted next; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.file.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them. Nothing comes out.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.fault = self.fault.take().or(self.file.push(bytes).err());
        Vec::new()
    }

    /// The arrays, once no more bytes are wanted.
    #[must_use]
    pub fn members(&self) -> Members {
        members(self.file.members())
    }

    /// How many more arrays there are, which are not looked at.
    #[must_use]
    pub fn unlisted(&self) -> f64 {
        count(self.file.unlisted())
    }

    /// Why the file could not be read to its end: an `Error` with the name of the core's variant and with its numbers;
    /// otherwise undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}

/// Reads which arrays a MATLAB file holds, and unpacks them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Matlab {
    file: matlab::Matlab,
    fault: Option<Error>,
}

#[wasm_bindgen]
impl Matlab {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self { file: matlab::Matlab::new(to_u64(size)), fault: None }
    }

    /// The bytes that are wanted next, or none of them when more comes out without; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.file.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them, and gives the elements that come out.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.fault = self.fault.take().or(self.file.push(bytes).err());
        self.file.take_output()
    }

    /// The arrays, once no more bytes are wanted: they are in the bytes that came out.
    #[must_use]
    pub fn members(&self) -> Members {
        members(self.file.members())
    }

    /// How many more arrays there are, which are not looked at.
    #[must_use]
    pub fn unlisted(&self) -> f64 {
        count(self.file.unlisted())
    }

    /// What was wrong with the file: an `Error` with the name of the core's variant and with its numbers; otherwise
    /// undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}

fn members(members: &[Member]) -> Members {
    let members = members.iter().map(|member| {
        let range = member.range();
        record(&[
            ("name", member.name().into()),
            ("offset", number(range.start)),
            ("length", number(range.end - range.start)),
            ("head", Uint8Array::from(member.head()).into()),
            ("tail", Uint8Array::default().into()),
            ("readable", member.is_readable().into()),
        ])
    });
    members.collect::<Array>().unchecked_into()
}

#[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers")]
fn count(count: u64) -> f64 {
    count as f64
}
