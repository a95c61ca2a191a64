//! The boundary: the only module that knows JavaScript, and the only one JavaScript knows.
//!
//! There are two WebAssembly modules, each with a feature of its own: that of the viewer, which every visit loads, and
//! that of the check, which is loaded on demand. Only plain objects and copies owned by JavaScript leave: a view into
//! wasm memory would detach when the memory grows. Sizes, offsets and item numbers cross as `f64`, which holds them
//! exactly up to 2^53. A name that is unknown is a `TypeError`.

use js_sys::{Array, Object, TypeError};
use wasm_bindgen::prelude::*;

use crate::error::{Error, Facts};

#[cfg(feature = "wasm")]
pub use viewer::*;

#[cfg(feature = "insight-wasm")]
pub mod insight;
#[cfg(feature = "wasm")]
mod viewer;

#[wasm_bindgen]
extern "C" {
    /// A fresh object, which takes any property.
    type Record;
    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Record, key: &str, value: &JsValue);
}

/// The ends of a range, or null.
fn ends(range: Option<(f64, f64)>) -> JsValue {
    range.map_or(JsValue::NULL, |(min, max)| [min, max].map(JsValue::from).iter().collect::<Array>().into())
}

/// The error that JavaScript catches after a wrong argument.
fn refused(reason: &(impl ToString + ?Sized)) -> JsValue {
    TypeError::new(&reason.to_string()).into()
}

/// The error that JavaScript catches when a file is at fault.
fn thrown(error: &Error) -> JsValue {
    let message = error.to_string();
    filled(js_sys::Error::new(&message).into(), &error.facts(), &message).into()
}

/// An object with a fault's name, message and numbers set on it.
fn filled(object: Object, facts: &Facts, message: &str) -> Object {
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

fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        set(&object, key, value);
    }
    object.into()
}

fn set(object: &Object, key: &str, value: &JsValue) {
    object.unchecked_ref::<Record>().set(key, value);
}

#[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers; files and counts stay below 2^53")]
fn number(value: u64) -> JsValue {
    JsValue::from(value as f64)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn to_u64(value: f64) -> u64 {
    value as u64
}
