//! Copies of the labels file with other labels.

use js_sys::{Error, Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::Dataset;
use crate::{
    dataset::correction::{self, Change, CorrectionError},
    wasm::{number, set, thrown},
};

/// A pass over the labels file: see the core's [`Correction`](correction::Correction).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Correction {
    correction: correction::Correction,
}

#[wasm_bindgen]
impl Dataset {
    /// Starts a pass over the labels file that gives these items, in ascending order, these labels; NaN keeps a label,
    /// and only reports it.
    ///
    /// # Errors
    /// When the file has no such item, or cannot hold a label.
    pub fn correct(&self, items: &[u32], labels: &[f64]) -> Result<Correction, JsValue> {
        let changes = items.iter().zip(labels);
        let changes =
            changes.map(|(&item, &label)| Change { item, label: Some(label).filter(|label| !label.is_nan()) });
        let none = CorrectionError::NoItem { item: items.first().copied().unwrap_or(0) };
        let labels = self.dataset.labels().ok_or_else(|| failed(&none))?;
        let correction = correction::Correction::new(labels, changes.collect()).map_err(|error| failed(&error))?;
        Ok(Correction { correction })
    }

    /// Gives the items at these places of `elements` these labels: see [`Labels::relabel`](crate::dataset::labels::Labels).
    /// The first place whose label the labels file cannot hold.
    pub fn relabel(&self, elements: &mut [u8], places: &[u32], labels: &[f64]) -> Option<usize> {
        let changes = places.iter().map(|&place| place as usize).zip(labels.iter().copied());
        self.dataset.labels()?.relabel(elements, changes).err()
    }

    /// The position of the first of these labels that the labels file cannot hold.
    #[must_use]
    pub fn unfit(&self, labels: &[f64]) -> Option<usize> {
        labels.iter().position(|&label| !self.dataset.labels().is_some_and(|file| file.can_hold(label)))
    }
}

#[wasm_bindgen]
impl Correction {
    /// Takes the next bytes of the file, and gives the bytes of the corrected one that are complete, unpacked.
    ///
    /// # Errors
    /// When the file cannot be unpacked.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Uint8Array, JsValue> {
        self.correction.push(bytes).map_err(|error| failed(&error))?;
        Ok(Uint8Array::from(self.correction.take_output().as_slice()))
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When it is damaged, or ended before the last item.
    pub fn finish(&mut self) -> Result<(), JsValue> {
        self.correction.finish().map_err(|error| failed(&error))
    }

    /// The labels that the items had.
    #[must_use]
    pub fn old(&self) -> Float64Array {
        Float64Array::from(self.correction.old())
    }

    /// The number of bytes that differ from the file's.
    #[must_use]
    #[wasm_bindgen(js_name = changedBytes, unchecked_return_type = "number")]
    pub fn changed_bytes(&self) -> JsValue {
        number(self.correction.changed_bytes())
    }
}

/// The error that JavaScript catches.
fn failed(error: &CorrectionError) -> JsValue {
    let failed = |name: &str, item: u32| {
        let failed = Error::new(&error.to_string());
        failed.set_name(name);
        set(&failed, "found", &item.into());
        failed.into()
    };
    match error {
        CorrectionError::File(error) => thrown(error),
        &CorrectionError::Unfit { item } => failed("Unfit", item),
        &CorrectionError::NoItem { item } => failed("NoLabel", item),
    }
}
