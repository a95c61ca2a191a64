//! Files in archives.

use std::ops::Range;

use js_sys::{Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::arrays::Pickle;
use crate::{
    format::{
        pickle,
        zip::{self, Packing},
    },
    wasm::{MaybeByteRange, byte_range, number, record, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// The files in an archive.
    #[wasm_bindgen(typescript_type = "Members")]
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
        let member = |member: &zip::Member| {
            let is_readable = member.packing() != Packing::Unknown;
            (member.name().into(), member.range(), [member.head().to_vec(), member.tail()], is_readable, false)
        };
        members(self.0.members().iter().map(member))
    }

    /// The tensors in an archive that `torch.save` wrote, once no more bytes are wanted; undefined if it is another archive. What
    /// comes out of it can be read only if the archive `is_here`.
    #[must_use]
    pub fn tensors(&self, is_here: bool) -> Option<Pickle> {
        let pickle = pickle::Pickle::in_archive(&self.0)?;
        Some(Pickle::from(if is_here { pickle } else { pickle.in_place() }))
    }

    /// How many more files there are, which are not looked at.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn unlisted(&self) -> JsValue {
        number(self.0.unlisted())
    }
}

/// Files in an archive: the name of each, where its data is, the bytes before and after it, whether it can be read, and
/// whether its end is missing.
pub(super) fn members(members: impl Iterator<Item = (String, Range<u64>, [Vec<u8>; 2], bool, bool)>) -> Members {
    let (mut names, mut numbers, mut frames) = (String::new(), Vec::new(), Vec::new());
    for (name, range, [head, tail], is_readable, is_cut) in members {
        numbers.extend([name.encode_utf16().count() as u64, range.start, range.end - range.start]);
        numbers.extend([head.len() as u64, tail.len() as u64, is_readable.into(), is_cut.into()]);
        names.push_str(&name);
        frames.extend(head.into_iter().chain(tail));
    }
    #[allow(clippy::cast_precision_loss, reason = "files are smaller than 2^53 bytes")]
    let numbers: Vec<f64> = numbers.into_iter().map(|number| number as f64).collect();
    let fields = [
        ("names", names.into()),
        ("numbers", Float64Array::from(&numbers[..]).into()),
        ("frames", Uint8Array::from(&frames[..]).into()),
    ];
    record(&fields).unchecked_into()
}
