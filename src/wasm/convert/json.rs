//! JSON as a table of text, or as arrays.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use crate::{
    format::json::{self, JsonArray, JsonDamage},
    wasm,
};

#[wasm_bindgen]
extern "C" {
    /// A line, a character in it, and whether the text is cut there.
    #[wasm_bindgen(typescript_type = "[number, number, boolean] | undefined")]
    pub type MaybeDamage;

    /// The name of each array, and the bytes of a NumPy file of it.
    #[wasm_bindgen(typescript_type = "[string, Uint8Array<ArrayBuffer>][] | undefined")]
    pub type MaybeArrays;
}

/// The arrays in the text of an object; undefined if it is a table, or holds something else.
#[wasm_bindgen(js_name = arraysInJson)]
#[must_use]
pub fn arrays_in_json(text: &str) -> MaybeArrays {
    let Some(arrays) = JsonArray::all_in(text) else { return JsValue::UNDEFINED.unchecked_into() };
    let file = |JsonArray { name, npy }| Array::of2(&name.into(), &Uint8Array::from(&npy[..]));
    arrays.into_iter().map(file).collect::<Array>().unchecked_into()
}

/// A table of text, with commas between its fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct JsonTable(json::JsonTable);

#[wasm_bindgen]
impl JsonTable {
    /// The table in a text; undefined if it has no rows. Without `has_images`, lists of many numbers are left out.
    #[must_use]
    pub fn parse(text: &str, has_images: bool) -> Option<Self> {
        json::JsonTable::parse(text, has_images).map(Self)
    }

    /// Where a text stops being JSON: the line and the character in it, from 1, and whether it is cut there. Undefined if it is
    /// JSON, or lines of it.
    #[must_use]
    pub fn damage(text: &str) -> MaybeDamage {
        let Some(JsonDamage { line, character, is_cut }) = JsonDamage::find(text) else {
            return JsValue::UNDEFINED.unchecked_into();
        };
        let place = [line, character].map(|number| wasm::number(number as u64));
        place.into_iter().chain([is_cut.into()]).collect::<Array>().unchecked_into()
    }

    /// The names of its columns.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        self.0.columns.clone()
    }

    /// A line with the names, and one for each row. The table is freed.
    #[wasm_bindgen(js_name = intoCsv)]
    #[must_use]
    pub fn into_csv(self) -> String {
        self.0.csv
    }
}
