//! Which files belong together.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::Slot;
use crate::{
    dataset::pairing,
    wasm::{number, record, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// A file that may belong to another.
    #[wasm_bindgen(typescript_type = "Candidate")]
    pub type Candidate;
    #[wasm_bindgen(method, getter)]
    fn name(this: &Candidate) -> String;
    #[wasm_bindgen(method, getter)]
    fn role(this: &Candidate) -> Slot;
    #[wasm_bindgen(method, getter)]
    fn items(this: &Candidate) -> f64;

    /// Which files belong together.
    #[wasm_bindgen(typescript_type = "Pair[]")]
    pub type Pairs;
}

/// Puts images and labels together by their names and counts: indices into `files`.
///
/// # Errors
/// For an unknown role.
#[wasm_bindgen]
pub fn pair(files: Vec<Candidate>) -> Result<Pairs, JsValue> {
    let candidates: Vec<pairing::Candidate> = files
        .into_iter()
        .map(|file| {
            let (name, slot, items) = (file.name(), file.role().try_into()?, to_u64(file.items()));
            Ok(pairing::Candidate { name, slot, items })
        })
        .collect::<Result<_, JsValue>>()?;
    let index = |index: Option<usize>| index.map_or(JsValue::NULL, |index| number(index as u64));
    let pairs: Array = pairing::pair(&candidates)
        .into_iter()
        .map(|pair| {
            let (images, labels) = (index(pair.images), index(pair.labels));
            record(&[("name", pair.name.into()), ("images", images), ("labels", labels)])
        })
        .collect();
    Ok(pairs.unchecked_into())
}

/// Which of these files class names belong to, by the names of all.
#[wasm_bindgen]
#[must_use]
pub fn owners(mapping: &str, files: Vec<String>) -> Vec<u32> {
    let own = (0..).zip(files).filter(|(_, file)| pairing::names_classes_of(mapping, file));
    own.map(|(index, _)| index).collect()
}
