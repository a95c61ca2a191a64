//! Sprite sheets.

use wasm_bindgen::prelude::*;

use super::export::{byte_scale, label_type, png_layout, scaled_elements};
use crate::{
    format::export::{self, ByteScale},
    wasm::{number, refused, thrown},
};

/// Writes an archive of a sprite sheet and a table: see the core's [`Sprite`](export::Sprite).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sprite {
    writer: export::Sprite,
    /// How elements become bytes, if PNG does not hold their type.
    scale: Option<ByteScale>,
}

#[wasm_bindgen]
impl Sprite {
    /// A sheet of an array of this element type and shape, with labels of this type if it has any. The classes with these
    /// labels have these names. Values of types that PNG does not hold become bytes: 0 and 255 are the ends of the range.
    ///
    /// # Errors
    /// For an unknown type, and for items that cannot be images, or are too many for a sheet.
    #[wasm_bindgen(constructor)]
    pub fn new(
        element_type: &str,
        shape: Vec<u32>,
        labelled: Option<String>,
        labels: Vec<f64>,
        names: Vec<String>,
        range: Option<Vec<f64>>,
    ) -> Result<Self, JsValue> {
        let (layout, scale) = (png_layout(element_type, shape)?, byte_scale(element_type, range)?);
        let label_type = label_type(labelled)?;
        let sprite = export::Sprite::new(&layout, label_type, labels.into_iter().zip(names));
        let writer = sprite.ok_or_else(|| refused("these items are no sprite sheet"))?;
        Ok(Self { writer, scale })
    }

    /// Adds columns with these names to the table, for the other numbers of items that have several.
    #[wasm_bindgen(js_name = addColumns)]
    pub fn add_columns(&mut self, names: Vec<String>) {
        self.writer.add_columns(names);
    }

    /// Writes these words in place of these numbers in one of the added columns.
    #[wasm_bindgen(js_name = nameValues)]
    pub fn name_values(&mut self, column: usize, values: Vec<f64>, words: Vec<String>) {
        self.writer.name_values(column, values.into_iter().zip(words));
    }

    /// Adds the names of the pictures that items were made of to the table: of each item of the dataset, with a line break behind it.
    #[wasm_bindgen(js_name = namePictures)]
    pub fn name_pictures(&mut self, names: String) {
        self.writer.name_pictures(names);
    }

    /// Takes the elements of the next items, big-endian, their numbers, and of each item its label and the numbers in the other
    /// columns, and gives the bytes of the archive that are complete.
    ///
    /// # Errors
    /// When these are not as many items.
    pub fn push(&mut self, elements: &[u8], items: &[u32], labels: &[f64]) -> Result<Vec<u8>, JsValue> {
        self.writer.push(&scaled_elements(self.scale, elements), items, labels).map_err(|error| thrown(&error))?;
        Ok(self.writer.take_output())
    }

    /// Ends the archive, and gives its last bytes.
    pub fn finish(&mut self) -> Vec<u8> {
        self.writer.finish();
        self.writer.take_output()
    }
}

/// How many items of this type and shape a sprite sheet can have: none if they cannot be images.
///
/// # Errors
/// For an unknown type, and for a shape that is too large.
#[wasm_bindgen(js_name = maxSprites, unchecked_return_type = "number")]
pub fn max_sprites(element_type: &str, shape: Vec<u32>) -> Result<JsValue, JsValue> {
    Ok(number(export::Sprite::max_items(&png_layout(element_type, shape)?).unwrap_or(0)))
}
