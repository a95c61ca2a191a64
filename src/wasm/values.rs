//! Numbers, ranges and errors as the core hands them to JavaScript, and takes them.

use std::ops::Range;

use js_sys::Object;
use wasm_bindgen::prelude::*;

use super::{record, set};
use crate::error::{Error, Facts};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** A range of bytes of a file. */
export interface ByteRange { offset: number; length: number }
";

#[wasm_bindgen]
extern "C" {
    /// A range of bytes, or nothing.
    #[wasm_bindgen(typescript_type = "ByteRange | undefined")]
    pub type MaybeByteRange;
}

pub(super) fn byte_range(range: Option<Range<u64>>) -> MaybeByteRange {
    let range = range.map(|Range { start, end }| record(&[("offset", number(start)), ("length", number(end - start))]));
    range.unwrap_or_default().unchecked_into()
}

/// The error that JavaScript catches when a file is at fault.
pub(super) fn thrown(error: &Error) -> JsValue {
    let message = error.to_string();
    filled(js_sys::Error::new(&message).into(), &error.facts(), &message).into()
}

/// An object with a fault's name, message and numbers set on it.
pub(super) fn filled(object: Object, facts: &Facts, message: &str) -> Object {
    set(&object, "name", &facts.name.into());
    set(&object, "message", &message.into());
    for (key, value) in [
        ("offset", facts.offset),
        ("expected", facts.expected),
        ("found", facts.found),
        ("items", facts.items),
        ("row", facts.row),
        ("inRow", facts.in_row),
    ] {
        if let Some(value) = value {
            set(&object, key, &number(value));
        }
    }
    object
}

#[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers; files and counts stay below 2^53")]
pub(super) fn number(value: u64) -> JsValue {
    JsValue::from(value as f64)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
pub(super) fn to_u64(value: f64) -> u64 {
    value as u64
}
