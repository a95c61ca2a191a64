//! The boundary: the only module that knows JavaScript, and the only one JavaScript knows.
//!
//! There are four WebAssembly modules, each with a feature of its own: that of the viewer, which every visit loads, and
//! three that are loaded on demand, for files that do not stay in memory, for conversions and for the check. Only plain
//! objects and copies owned by JavaScript leave: a view into wasm memory would detach when the memory grows. Sizes, offsets
//! and item numbers cross as `f64`, which holds them exactly up to 2^53. A name that is unknown is a `TypeError`.

use js_sys::Object;
use wasm_bindgen::prelude::*;

#[cfg(any(feature = "wasm", feature = "convert-wasm"))]
pub use values::MaybeByteRange;
#[cfg(any(feature = "wasm", feature = "convert-wasm"))]
use values::{byte_range, number, thrown, to_u64};
#[cfg(feature = "wasm")]
pub use viewer::*;

#[cfg(feature = "convert-wasm")]
pub mod convert;
#[cfg(feature = "insight-wasm")]
pub mod insight;
#[cfg(any(feature = "wasm", feature = "convert-wasm"))]
mod values;
#[cfg(feature = "wasm")]
mod viewer;

#[wasm_bindgen]
extern "C" {
    /// A fresh object, which takes any property.
    type Record;
    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Record, key: &str, value: &JsValue);
}

/// The error that JavaScript catches after a wrong argument.
fn refused(reason: &(impl ToString + ?Sized)) -> JsValue {
    js_sys::TypeError::new(&reason.to_string()).into()
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
