//! Archives of images in folders.

use wasm_bindgen::prelude::*;

use super::export::{byte_scale, label_type, png_layout, scaled_elements};
use crate::{
    format::export::{self, ByteScale, Folder, MAX_PICTURES},
    wasm::{number, refused, thrown, to_u64},
};

/// Writes an archive of images in a folder for each class: see the core's [`Pictures`](export::Pictures).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pictures {
    writer: export::Pictures,
    /// How elements become bytes, if PNG does not hold their type.
    scale: Option<ByteScale>,
}

#[wasm_bindgen]
impl Pictures {
    /// An archive of items with this element type and shape, whose numbers are below `total`, with labels of this type if
    /// they have any. The classes with these labels have these folders and names. Values of types that PNG does not hold become
    /// bytes: 0 and 255 are the ends of the range.
    ///
    /// # Errors
    /// For an unknown type, and for items that cannot be images.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::too_many_arguments, reason = "a structure would be an object without a type in JavaScript")]
    pub fn new(
        element_type: &str,
        shape: Vec<u32>,
        labelled: Option<String>,
        total: f64,
        labels: Vec<f64>,
        folders: Vec<String>,
        names: Vec<String>,
        range: Option<Vec<f64>>,
    ) -> Result<Self, JsValue> {
        let folders = folders.into_iter().zip(names).map(|(folder, name)| Folder { folder, name });
        let (layout, scale) = (png_layout(element_type, shape)?, byte_scale(element_type, range)?);
        let label_type = label_type(labelled)?;
        let pictures = export::Pictures::new(&layout, label_type, to_u64(total), labels.into_iter().zip(folders));
        let writer = pictures.ok_or_else(|| refused("these items are no images"))?;
        Ok(Self { writer, scale })
    }

    /// From here on, images go into folders in this one, which has a table of its own.
    pub fn begin(&mut self, folder: &str) {
        self.writer.begin(folder);
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

/// Whether items of this type and shape can be images, one by one.
///
/// # Errors
/// For an unknown type, and for a shape that is too large.
#[wasm_bindgen(js_name = arePictures)]
pub fn are_pictures(element_type: &str, shape: Vec<u32>) -> Result<bool, JsValue> {
    Ok(export::Pictures::fit(&png_layout(element_type, shape)?))
}

/// Limit of the images in an archive.
#[must_use]
#[wasm_bindgen(js_name = maxPictures, unchecked_return_type = "number")]
pub fn max_pictures() -> JsValue {
    number(MAX_PICTURES)
}
