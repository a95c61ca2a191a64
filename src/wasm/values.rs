//! Numbers and errors as the viewer hands them to JavaScript, and takes them.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::set;
use crate::error::{Error, Facts};

/// The ends of a range, or null.
pub(super) fn ends(range: Option<(f64, f64)>) -> JsValue {
    range.map_or(JsValue::NULL, |(min, max)| [min, max].map(JsValue::from).iter().collect::<Array>().into())
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
    for (key, value) in
        [("offset", facts.offset), ("expected", facts.expected), ("found", facts.found), ("items", facts.items)]
    {
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
