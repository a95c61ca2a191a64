//! JSON as a table of text.

use wasm_bindgen::prelude::*;

use crate::format::json_table;

/// A table of text, with commas between its fields.
#[wasm_bindgen]
#[derive(Debug)]
pub struct JsonTable(json_table::JsonTable);

#[wasm_bindgen]
impl JsonTable {
    /// The table in a text; undefined if it has no rows. Without `has_images`, lists of many numbers are left out.
    #[must_use]
    pub fn parse(text: &str, has_images: bool) -> Option<Self> {
        json_table::JsonTable::parse(text, has_images).map(Self)
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
