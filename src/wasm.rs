//! The boundary: the only module that knows JavaScript, and the only one JavaScript knows.
//!
//! Calls are coarse: open, push, page, values. Only plain objects and copies owned by JavaScript leave: a view into
//! wasm memory would detach when the memory grows, and the [`Dataset`] is the only object that the caller has to free.
//! Sizes, offsets and item numbers cross as `f64`, which holds them exactly up to 2^53. A name that is unknown is a
//! `TypeError`.

use std::ops::Range;

use js_sys::{Array, Object, TypeError};
use wasm_bindgen::prelude::*;

use crate::{
    dataset,
    error::{Error, Facts},
};

pub use self::{
    files::MaybeChecksum,
    items::{MaybeElement, hex},
    jobs::JobKind,
    labels::{Counts, LabelSource},
    layout::{MaybeLayout, MaybeOwnHeader, layout},
    pairing::{Candidate, Pairs, owners, pair},
    picture::{PageReply, PageRequest},
    query::Query,
    slot::Slot,
    statistics::{MaybeFigures, MaybeStatistics},
    status::MaybeStatus,
};

mod files;
mod items;
mod jobs;
mod labels;
mod layout;
mod pairing;
mod picture;
mod plot;
mod query;
mod slot;
mod statistics;
mod status;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm/types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A fresh object, which takes any property.
    type Record;
    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Record, key: &str, value: &JsValue);

    /// A range of bytes, or nothing.
    #[wasm_bindgen(typescript_type = "ByteRange | undefined")]
    pub type MaybeByteRange;
}

/// Images with their labels; either may be missing, or still arriving.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Dataset {
    dataset: dataset::Dataset,
    /// The names of the files in the slots.
    files: [String; 2],
}

#[wasm_bindgen]
impl Dataset {
    /// A dataset without any file.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

fn byte_range(range: Option<Range<u64>>) -> MaybeByteRange {
    let range = range.map(|Range { start, end }| record(&[("offset", number(start)), ("length", number(end - start))]));
    range.unwrap_or_default().unchecked_into()
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
