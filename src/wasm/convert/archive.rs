//! Files in archives.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{
    format::zip::{self, Packing},
    wasm::{MaybeByteRange, byte_range, number, record, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// The files in an archive.
    #[wasm_bindgen(typescript_type = "Member[]")]
    pub type Members;
}

/// Reads which files a zip archive holds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Archive(zip::Archive);

#[wasm_bindgen]
impl Archive {
    /// An archive of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self(zip::Archive::new(to_u64(size)))
    }

    /// The bytes that are wanted next; undefined when no more are.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted, all of them.
    ///
    /// # Errors
    /// When the archive is damaged: an `Error` with the name of the core's variant and with its numbers.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), JsValue> {
        self.0.push(bytes).map_err(|error| thrown(&error))
    }

    /// The files, once no more bytes are wanted.
    #[must_use]
    pub fn members(&self) -> Members {
        let members = self.0.members().iter().map(|member| {
            let range = member.range();
            record(&[
                ("name", member.name().into()),
                ("offset", number(range.start)),
                ("length", number(range.end - range.start)),
                ("head", Uint8Array::from(member.head()).into()),
                ("tail", Uint8Array::from(&member.tail()[..]).into()),
                ("readable", (member.packing() != Packing::Unknown).into()),
            ])
        });
        members.collect::<Array>().unchecked_into()
    }

    /// How many more files there are, which are not looked at.
    #[must_use]
    pub fn unlisted(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers")]
        let unlisted = self.0.unlisted() as f64;
        unlisted
    }
}
