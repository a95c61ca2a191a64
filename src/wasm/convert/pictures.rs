//! Archives of images in folders.

use wasm_bindgen::prelude::*;

use super::export::{label_type, layout};
use crate::{
    format::export::{self, Folder, MAX_PICTURES},
    wasm::{number, refused, thrown, to_u64},
};

/// Writes an archive of images in a folder for each class: see the core's [`Pictures`](export::Pictures).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Pictures(export::Pictures);

#[wasm_bindgen]
impl Pictures {
    /// An archive of items with this element type and shape, whose numbers are below `total`, with labels of this type if
    /// they have any. The classes with these labels have these folders and names.
    ///
    /// # Errors
    /// For an unknown type, and for items that cannot be images.
    #[wasm_bindgen(constructor)]
    pub fn new(
        element_type: &str,
        shape: Vec<u32>,
        labelled: Option<String>,
        total: f64,
        labels: Vec<f64>,
        folders: Vec<String>,
        names: Vec<String>,
    ) -> Result<Self, JsValue> {
        let folders = folders.into_iter().zip(names).map(|(folder, name)| Folder { folder, name });
        let (layout, label_type) = (layout(element_type, shape)?, label_type(labelled)?);
        let pictures = export::Pictures::new(&layout, label_type, to_u64(total), labels.into_iter().zip(folders));
        pictures.map(Self).ok_or_else(|| refused("these items are no images"))
    }

    /// From here on, images go into folders in this one, which has a table of its own.
    pub fn begin(&mut self, folder: &str) {
        self.0.begin(folder);
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

/// Whether items of this type and shape can be images, one by one.
///
/// # Errors
/// For an unknown type, and for a shape that is too large.
#[wasm_bindgen(js_name = arePictures)]
pub fn are_pictures(element_type: &str, shape: Vec<u32>) -> Result<bool, JsValue> {
    Ok(export::Pictures::fit(&layout(element_type, shape)?))
}

/// Limit of the images in an archive.
#[must_use]
#[wasm_bindgen(js_name = maxPictures, unchecked_return_type = "number")]
pub fn max_pictures() -> JsValue {
    number(MAX_PICTURES)
}
