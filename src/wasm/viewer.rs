//! The module of the viewer: one open dataset, and what every visit needs.
//!
//! Calls are coarse: open, push, page, values. The caller has to free a [`Dataset`] and a [`Correction`], and nothing
//! else.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::dataset;

#[cfg(feature = "large-wasm")]
pub use self::large::{MaybeSpanTask, Span};
pub use self::{
    correction::Correction,
    files::{MaybeChecksum, WantRequest},
    gray::GrayImages,
    items::{MaybeElement, Values, hex},
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

mod correction;
mod files;
mod gray;
mod items;
mod jobs;
mod labels;
#[cfg(feature = "large-wasm")]
mod large;
mod layout;
mod pairing;
mod picture;
mod plot;
mod query;
mod slot;
mod statistics;
mod status;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("viewer/types.d.ts");

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

/// The ends of a range, or null.
fn ends(range: Option<(f64, f64)>) -> JsValue {
    range.map_or(JsValue::NULL, |(min, max)| [min, max].map(JsValue::from).iter().collect::<Array>().into())
}
