//! The names of a fixed set that cross the boundary as strings. An unknown one is an error.
#![expect(missing_docs, reason = "wasm-bindgen adds items without documentation to these enums")]

use wasm_bindgen::prelude::*;

use super::refused;
use crate::dataset;

/// Which part of a dataset a file is: its pictures, or their labels.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Images = "images",
    Labels = "labels",
}

/// The kind of a job: statistics of the images, the items that match a query, or the line through the labels.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum JobKind {
    Statistics = "statistics",
    Search = "search",
    Profile = "profile",
}

impl TryFrom<Slot> for dataset::Slot {
    type Error = JsValue;

    fn try_from(slot: Slot) -> Result<Self, JsValue> {
        match slot {
            Slot::Images => Ok(Self::Images),
            Slot::Labels => Ok(Self::Labels),
            Slot::__Invalid => Err(refused("unknown slot")),
        }
    }
}

impl From<dataset::Slot> for Slot {
    fn from(slot: dataset::Slot) -> Self {
        match slot {
            dataset::Slot::Images => Self::Images,
            dataset::Slot::Labels => Self::Labels,
        }
    }
}
