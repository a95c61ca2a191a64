//! Sprite sheets.

use wasm_bindgen::prelude::*;

use super::export::{label_type, layout};
use crate::{
    format::export,
    wasm::{number, refused, thrown},
};

/// Writes an archive of a sprite sheet and a table: see the core's [`Sprite`](export::Sprite).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sprite(export::Sprite);

#[wasm_bindgen]
impl Sprite {
    /// A sheet of an array of this element type and shape, with labels of this type if it has any. The classes with these
    /// labels have these names.
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
    ) -> Result<Self, JsValue> {
        let (layout, label_type) = (layout(element_type, shape)?, label_type(labelled)?);
        let sprite = export::Sprite::new(&layout, label_type, labels.into_iter().zip(names));
        sprite.map(Self).ok_or_else(|| refused("these items are no sprite sheet"))
    }

    /// Takes the elements of the next items, big-endian, their numbers and their labels, and gives the bytes of the
    /// archive that are complete.
    ///
    /// # Errors
    /// When these are not as many items.
    pub fn push(&mut self, elements: &[u8], items: &[u32], labels: &[f64]) -> Result<Vec<u8>, JsValue> {
        self.0.push(elements, items, labels).map_err(|error| thrown(&error))?;
        Ok(self.0.take_output())
    }

    /// Ends the archive, and gives its last bytes.
    pub fn finish(&mut self) -> Vec<u8> {
        self.0.finish();
        self.0.take_output()
    }
}

/// How many items of this type and shape a sprite sheet can have: none if they cannot be images.
///
/// # Errors
/// For an unknown type, and for a shape that is too large.
#[wasm_bindgen(js_name = maxSprites, unchecked_return_type = "number")]
pub fn max_sprites(element_type: &str, shape: Vec<u32>) -> Result<JsValue, JsValue> {
    Ok(number(export::Sprite::max_items(&layout(element_type, shape)?).unwrap_or(0)))
}
