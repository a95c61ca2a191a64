//! Values and bytes of single items.

use std::ops::Range;

use js_sys::{Array, BigInt64Array, BigUint64Array, Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, Slot};
use crate::{
    dataset::{self, store::Store},
    format::{
        element::{ElementType, UnknownName},
        layout::Layout,
    },
    wasm::{number, record, refused, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// An element, or nothing.
    #[wasm_bindgen(typescript_type = "Element | undefined")]
    pub type MaybeElement;

    /// Numbers, or integers of 64 bits.
    #[wasm_bindgen(typescript_type = "Values")]
    pub type Values;
}

#[wasm_bindgen]
impl Dataset {
    /// A window of an item's values, or of its label where there are no images: `rows` × `columns` values from `row`
    /// and `column` on, in row-major order, as far as the item goes. Empty when the item has not arrived. Integers of 64 bits
    /// are exact, unless only a part of their item is in memory: then they are numbers.
    #[must_use]
    pub fn values(&self, item: f64, row: f64, column: f64, rows: f64, columns: f64) -> Values {
        let store = self.dataset.store(dataset::Slot::Images).or_else(|| self.dataset.store(dataset::Slot::Labels));
        let (rows, columns) = (to_u64(row)..to_u64(row + rows), to_u64(column)..to_u64(column + columns));
        let values = store.map(|store| values_of(store, to_u64(item), rows, columns));
        values.unwrap_or_else(|| Float64Array::default().into()).unchecked_into()
    }

    /// A part of an item as it is stored: see `Store::bytes`. Empty when the item has not arrived.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn bytes(&self, slot: Slot, item: f64, first: usize, count: usize) -> Result<Vec<u8>, JsValue> {
        let store = self.dataset.store(slot.try_into()?);
        Ok(store.map(|store| store.bytes(to_u64(item), first, count)).unwrap_or_default())
    }

    /// The elements of these items, big-endian: as they are stored, or, of images, as they are shown. Undefined until all
    /// of them have arrived.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn elements(&self, slot: Slot, items: &[u32], as_shown: bool) -> Result<Option<Vec<u8>>, JsValue> {
        let slot = dataset::Slot::try_from(slot)?;
        let items = items.iter().copied().map(u64::from);
        let as_shown = as_shown && slot == dataset::Slot::Images;
        Ok(self.dataset.store(slot).and_then(|store| store.bytes_of(items, as_shown)))
    }

    /// The shape in which images are shown, if a file of them as they are shown differs from one as they are stored.
    #[must_use]
    #[wasm_bindgen(js_name = shownShape)]
    pub fn shown_shape(&self) -> Option<Vec<u32>> {
        self.dataset.store(dataset::Slot::Images)?.shown_shape()
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
            let element = values.get(index * size..)?.get(..size)?;
            let value = match layout.element_type() {
                ElementType::I64 => i64::from_be_bytes(wide(element)).into(),
                ElementType::U64 => u64::from_be_bytes(wide(element)).into(),
                element_type => element_type.value(element).into(),
            };
            let bytes = store.bytes(to_u64(item), index * size, size);
            Some(record(&[
                ("place", layout.place(index as u64).into_iter().map(number).collect::<Array>().into()),
                ("value", value),
                ("bytes", Uint8Array::from(bytes.as_slice()).into()),
            ]))
        });
        Ok(element.unwrap_or_default().unchecked_into())
    }
}

/// Values of a part of an item: see [`Dataset::values`].
fn values_of(store: &Store, item: u64, rows: Range<u64>, columns: Range<u64>) -> JsValue {
    let exact = match store.layout().map(Layout::element_type) {
        Some(ElementType::I64) => store
            .elements(item, rows.clone(), columns.clone(), |element| i64::from_be_bytes(wide(element)))
            .map(|values| BigInt64Array::from(values.as_slice()).into()),
        Some(ElementType::U64) => store
            .elements(item, rows.clone(), columns.clone(), |element| u64::from_be_bytes(wide(element)))
            .map(|values| BigUint64Array::from(values.as_slice()).into()),
        _ => None,
    };
    exact.unwrap_or_else(|| Float64Array::from(store.values(item, rows, columns).as_slice()).into())
}

/// The bytes of an integer of 64 bits.
fn wide(element: &[u8]) -> [u8; 8] {
    element.first_chunk().copied().unwrap_or_default()
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
