//! Files that hold several arrays: safetensors, MATLAB and pickles.

use wasm_bindgen::prelude::*;

use super::{
    archive::{self, Members},
    output::Output,
};
use crate::{
    error::{Error, PickleFault},
    format::{matlab, member::Member, pickle, safetensors},
    wasm::{MaybeByteRange, byte_range, number, set, thrown, to_u64},
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
    pub fn push(&mut self, bytes: &[u8]) {
        self.fault = self.fault.take().or(self.file.push(bytes).err());
    }

    /// The arrays, once no more bytes are wanted.
    #[must_use]
    pub fn members(&self) -> Members {
        members(self.file.members().iter())
    }

    /// How many more arrays there are, which are not looked at.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn unlisted(&self) -> JsValue {
        number(self.file.unlisted())
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

    /// Takes the bytes that are wanted, or the first of them. Elements come out.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn push(&mut self, bytes: &[u8], output: &Output) -> Result<(), JsValue> {
        self.fault = self.fault.take().or(self.file.push(bytes).err());
        output.add(&self.file.take_output())
    }

    /// The arrays so far, in the bytes that came out. The last one may be incomplete until no more bytes are wanted.
    #[must_use]
    pub fn members(&self) -> Members {
        members(self.file.members().iter().chain(&self.file.unfinished()))
    }

    /// How many more arrays there are, which are not looked at.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn unlisted(&self) -> JsValue {
        number(self.file.unlisted())
    }

    /// What was wrong with the file: an `Error` with the name of the core's variant and with its numbers; otherwise
    /// undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}

/// Reads which arrays a Python pickle holds. Those that cannot be read in place come out.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pickle {
    file: pickle::Pickle,
    fault: Option<Error>,
}

impl From<pickle::Pickle> for Pickle {
    fn from(file: pickle::Pickle) -> Self {
        Self { file, fault: None }
    }
}

#[wasm_bindgen]
impl Pickle {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        pickle::Pickle::new(to_u64(size)).into()
    }

    /// The bytes that are wanted next, or none of them when more comes out without; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.file.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them. Elements come out.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn push(&mut self, bytes: &[u8], output: &Output) -> Result<(), JsValue> {
        self.fault = self.fault.take().or(self.file.push(bytes).err());
        output.add(&self.file.take_output())
    }

    /// The arrays, once no more bytes are wanted: they are in the file, followed by the bytes that came out.
    #[must_use]
    pub fn members(&self) -> Members {
        members(self.file.members().iter())
    }

    /// The array to show before the end, as far as it has come out, without its name; none before its shape is known.
    #[must_use]
    pub fn early(&self) -> Members {
        members(self.file.early().iter())
    }

    /// How many more arrays there are, which are not looked at.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn unlisted(&self) -> JsValue {
        number(self.file.unlisted())
    }

    /// What was wrong with the file: an `Error` with the name of the core's variant and with its numbers, and `global`, the
    /// name of an object that is no array; otherwise undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        let Some(fault) = &self.fault else { return JsValue::UNDEFINED };
        let error = thrown(fault);
        if let Error::Pickle(PickleFault::Global { found, .. }) = fault {
            set(error.unchecked_ref(), "global", &found.into());
        }
        error
    }
}

fn members<'a>(members: impl Iterator<Item = &'a Member>) -> Members {
    let member = |member: &Member| {
        let head = [member.head().to_vec(), Vec::new()];
        (member.name().into(), member.range(), head, member.is_readable(), member.is_cut())
    };
    archive::members(members.map(member))
}
