//! Which part of a dataset a file is. It crosses the boundary as a name, and an unknown name is an error.
#![expect(missing_docs, reason = "wasm-bindgen adds items without documentation to the enum")]

use wasm_bindgen::prelude::*;

use crate::{dataset, wasm::refused};

/// Which part of a dataset a file is: its pictures, or their labels.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Images = "images",
    Labels = "labels",
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
