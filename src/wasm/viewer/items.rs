//! Values and bytes of single items.

use js_sys::{Array, Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, Slot};
use crate::{
    dataset,
    format::element::{ElementType, UnknownName},
    wasm::{number, record, refused, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// An element, or nothing.
    #[wasm_bindgen(typescript_type = "Element | undefined")]
    pub type MaybeElement;
}

#[wasm_bindgen]
impl Dataset {
    /// A window of an item's values, or of its label where there are no images: `rows` × `columns` values from `row`
    /// and `column` on, in row-major order, as far as the item goes. Empty when the item has not arrived.
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

    /// The element of an item that this byte of the item belongs to; undefined when the item has not arrived.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn element(&self, slot: Slot, item: f64, byte: usize) -> Result<MaybeElement, JsValue> {
        let element = self.dataset.store(slot.try_into()?).and_then(|store| {
            let (layout, values) = store.layout().zip(store.item(to_u64(item)))?;
            let size = layout.element_type().size();
            let index = byte / size;
            let value = layout.element_type().values(values).nth(index)?;
            let bytes = store.bytes(to_u64(item), index * size, size);
            Some(record(&[
                ("place", layout.place(index as u64).into_iter().map(number).collect::<Array>().into()),
                ("value", value.into()),
                ("bytes", Uint8Array::from(bytes.as_slice()).into()),
            ]))
        });
        Ok(element.unwrap_or_default().unchecked_into())
    }
}

/// The bytes of these values in an element type, the highest first, as hexadecimal digits.
///
/// # Errors
/// For an unknown element type.
#[wasm_bindgen]
pub fn hex(element_type: &str, values: &[f64]) -> Result<Vec<String>, JsValue> {
    let element_type: ElementType = element_type.parse().map_err(|error: UnknownName| refused(&error))?;
    Ok(values.iter().map(|&value| element_type.hex(value)).collect())
}
