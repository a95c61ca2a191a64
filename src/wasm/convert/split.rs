//! Items in several parts.

use wasm_bindgen::prelude::*;

use crate::{
    dataset::split::{self, MAX_SPLIT_ITEMS},
    wasm::{number, refused, thrown},
};

/// Splits items into parts: see the core's [`Split`](split::Split).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Split(split::Split);

#[wasm_bindgen]
impl Split {
    /// Parts with shares in these proportions, others for each seed.
    ///
    /// # Errors
    /// For no shares, or too many.
    #[wasm_bindgen(constructor)]
    pub fn new(shares: Vec<u32>, seed: u32) -> Result<Self, JsValue> {
        split::Split::new(shares, seed).map(Self).ok_or_else(|| refused("these shares are no split"))
    }

    /// Takes the elements of the next items, or none where only labels count, and their labels.
    ///
    /// # Errors
    /// When these are no whole items, or too many.
    pub fn push(&mut self, elements: &[u8], labels: &[f64]) -> Result<(), JsValue> {
        self.0.push(elements, labels).map_err(|error| thrown(&error))
    }

    /// The number of the part of each item.
    pub fn finish(&mut self) -> Vec<u8> {
        self.0.finish()
    }
}

/// Limit of the items that are split.
#[must_use]
#[wasm_bindgen(js_name = maxSplitItems, unchecked_return_type = "number")]
pub fn max_split_items() -> JsValue {
    number(MAX_SPLIT_ITEMS)
}
