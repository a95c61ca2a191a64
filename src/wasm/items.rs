//! Values and bytes of single items.

use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

use super::{Dataset, Slot, to_u64};
use crate::dataset;

#[wasm_bindgen]
impl Dataset {
    /// A window of an item's values, or of its label where there are no images: `rows` × `columns` values from `row` and
    /// `column` on, in row-major order, as far as the item goes. Empty when the item has not arrived.
    #[must_use]
    pub fn values(&self, item: f64, row: f64, column: f64, rows: f64, columns: f64) -> Float64Array {
        let store = self.dataset.store(dataset::Slot::Images).or_else(|| self.dataset.store(dataset::Slot::Labels));
        let values = store.map(|store| {
            store.values(to_u64(item), to_u64(row)..to_u64(row + rows), to_u64(column)..to_u64(column + columns))
        });
        Float64Array::from(values.unwrap_or_default().as_slice())
    }

    /// A part of an item as it is stored: see `Store::bytes`. Empty when the item has not arrived.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn bytes(&self, slot: Slot, item: f64, first: usize, count: usize) -> Result<Vec<u8>, JsValue> {
        let store = self.dataset.store(slot.try_into()?);
        Ok(store.map(|store| store.bytes(to_u64(item), first, count)).unwrap_or_default())
    }

    /// The value of an element of an item; undefined when the item has not arrived.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn element(&self, slot: Slot, item: f64, index: usize) -> Result<Option<f64>, JsValue> {
        let store = self.dataset.store(slot.try_into()?);
        let found = store.and_then(|store| store.layout().zip(store.item(to_u64(item))));
        Ok(found.and_then(|(layout, item)| layout.element_type().values(item).nth(index)))
    }
}
