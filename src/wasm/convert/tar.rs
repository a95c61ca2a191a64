//! Files in tar archives.

use wasm_bindgen::prelude::*;

use super::{
    archive::{Members, members},
    output::Output,
};
use crate::{
    error::Error,
    format::tar,
    wasm::{MaybeByteRange, byte_range, number, thrown, to_u64},
};

/// Reads which files a tar archive holds, and unpacks those of a gzip archive.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tar {
    archive: tar::Archive,
    fault: Option<Error>,
}

#[wasm_bindgen]
impl Tar {
    /// An archive of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self { archive: tar::Archive::new(to_u64(size)), fault: None }
    }

    /// The bytes that are wanted next, or none of them when more comes out without; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.archive.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them. Those of the files come out, if it is gzip.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn push(&mut self, bytes: &[u8], output: &Output) -> Result<(), JsValue> {
        self.fault = self.fault.take().or(self.archive.push(bytes).err());
        output.add(&self.archive.take_output())
    }

    /// Whether the archive is gzip: the files are in the bytes that came out.
    #[wasm_bindgen(js_name = isGzip)]
    #[must_use]
    pub fn is_gzip(&self) -> bool {
        self.archive.is_gzip()
    }

    /// The files so far. The last one may be incomplete until no more bytes are wanted.
    #[must_use]
    pub fn members(&self) -> Members {
        let member = |member: &tar::Member| {
            (member.name().into(), member.range(), Default::default(), member.is_readable(), member.is_cut())
        };
        members(self.archive.members().iter().map(member))
    }

    /// How many more files there are, which are not looked at.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn unlisted(&self) -> JsValue {
        number(self.archive.unlisted())
    }

    /// Why the archive could not be read to its end: an `Error` with the name of the core's variant and with its numbers;
    /// otherwise undefined.
    #[must_use]
    pub fn fault(&self) -> JsValue {
        self.fault.as_ref().map_or(JsValue::UNDEFINED, thrown)
    }
}
