//! Labels that are texts.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    format::text_labels,
    wasm::{MaybeByteRange, byte_range, number, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// The names of classes with their labels.
    #[wasm_bindgen(typescript_type = "[number, string][]")]
    pub type ClassNames;
}

/// Gives the labels that the texts in a NumPy array are, one for each item.
#[wasm_bindgen]
#[derive(Debug)]
pub struct TextLabels(text_labels::TextLabels);

#[wasm_bindgen]
impl TextLabels {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self(text_labels::TextLabels::new(to_u64(size)))
    }

    /// Adds the classes of other labels, by which the texts are numbered if they are the same: the label and the name of each.
    #[wasm_bindgen(js_name = addClasses)]
    pub fn add_classes(&mut self, labels: &[u32], names: Vec<String>) {
        self.0.add_classes(labels.iter().copied().zip(names).collect());
    }

    /// The bytes of the file that are wanted next, often twice; undefined when all has come out.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted. The elements of the labels come out.
    ///
    /// # Errors
    /// When the texts are no classes: an `Error` with the name of the core's variant and with its numbers.
    pub fn push(&mut self, bytes: &[u8], labels: &Output) -> Result<(), JsValue> {
        self.0.push(bytes).map_err(|error| thrown(&error))?;
        labels.add(&self.0.take_output())
    }

    /// The header of the labels, once all has come out.
    #[must_use]
    pub fn header(&self) -> Option<Uint8Array> {
        self.0.header().map(|header| Uint8Array::from(&header.to_bytes()[..]))
    }

    /// How many labels that promises.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.0.header().and_then(|header| header.shape().first().copied()).unwrap_or(0)
    }

    /// How many items have an empty text, and the label -1.
    #[must_use]
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn missing(&self) -> JsValue {
        number(self.0.missing())
    }

    /// The names of the classes, once all has come out.
    #[wasm_bindgen(js_name = classNames)]
    #[must_use]
    pub fn class_names(&self) -> ClassNames {
        let pair = |(label, name): &(u32, String)| Array::of2(&(*label).into(), &name.as_str().into());
        self.0.class_names().iter().map(pair).collect::<Array>().unchecked_into()
    }
}
