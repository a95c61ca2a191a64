//! The module of the viewer: one open dataset, and what every visit needs.
//!
//! Calls are coarse: open, push, page, values. The caller has to free a [`Dataset`], a [`Correction`], an
//! [`Archive`] and a [`Reorder`], and nothing else.

use std::ops::Range;

use wasm_bindgen::prelude::*;

use crate::{
    dataset,
    wasm::{number, record},
};

pub use self::{
    archive::{Archive, Members, Reorder},
    correction::Correction,
    files::{MaybeChecksum, WantRequest},
    gray::GrayImages,
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

mod archive;
mod correction;
mod files;
mod gray;
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
const TYPES: &str = include_str!("viewer/types.d.ts");

#[wasm_bindgen]
extern "C" {
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
