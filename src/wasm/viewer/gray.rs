//! Items as gray images, for methods that compare images.

use js_sys::{Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

use super::Dataset;
use crate::{
    dataset::{Slot, item_hash::hash, labels::Label},
    draw::gray::GrayItems,
    wasm::{record, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// Items as gray images.
    #[wasm_bindgen(typescript_type = "GrayImages")]
    pub type GrayImages;
}

#[wasm_bindgen]
impl Dataset {
    /// These items as gray images of one size: see [`GrayItems`].
    ///
    /// # Errors
    /// When the images would be too large together.
    #[wasm_bindgen(js_name = grayImages)]
    pub fn gray_images(&self, items: &[f64], shrink: u32) -> Result<GrayImages, JsValue> {
        let items: Vec<u64> = items.iter().copied().map(to_u64).collect();
        let store = self.dataset.store(Slot::Images);
        let images = store.map(|store| GrayItems::of(store, &items, shrink));
        let GrayItems { pixels, constant, missing } =
            images.transpose().map_err(|error| thrown(&error))?.unwrap_or_default();
        // Of an image that is too large to stay in memory, only these pixels are known.
        let known = pixels.chunks(pixels.len().div_ceil(items.len().max(1)).max(1));
        let bytes =
            items.iter().zip(known).map(|(&item, pixels)| store.and_then(|store| store.item(item)).unwrap_or(pixels));
        let hashes: Vec<u32> = bytes.flat_map(|bytes| words(hash(bytes))).collect();
        let known_labels = self.dataset.labels();
        let labels: Vec<f64> = items
            .iter()
            .map(|&item| known_labels?.label(item))
            .map(|label| label.map_or(f64::NAN, |Label(number)| number))
            .collect();
        // A label beyond the end of its file is none; one that has not been read is missing.
        let is_unread = |&&item: &&u64| {
            known_labels.is_some_and(|known| item < known.store().items() && known.store().item(item).is_none())
        };
        let unread = u32::try_from(items.iter().filter(is_unread).count()).unwrap_or(u32::MAX);
        let images = record(&[
            ("pixels", Uint8Array::from(pixels.as_slice()).into()),
            ("hashes", Uint32Array::from(hashes.as_slice()).into()),
            (
                "constant",
                Uint8Array::from(constant.iter().copied().map(u8::from).collect::<Vec<_>>().as_slice()).into(),
            ),
            ("labels", Float64Array::from(labels.as_slice()).into()),
            ("missing", (missing + unread).into()),
        ]);
        Ok(images.unchecked_into())
    }
}

/// The four numbers of a hash, the lowest first.
fn words(hash: u128) -> [u32; 4] {
    let bytes = hash.to_le_bytes();
    let (words, _) = bytes.as_chunks();
    std::array::from_fn(|word| u32::from_le_bytes(words[word]))
}
