//! What items are called: the column that is the label, and how many items carry each.

use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

use super::{Counts, Dataset, number, record, to_u64};
use crate::{
    dataset::{
        Slot,
        labels::{Label, LabelSource},
        pairing,
    },
    format::encode,
};

#[wasm_bindgen]
impl Dataset {
    /// Chooses which of an item's numbers is its label, from 0; below that, the column of the greatest number.
    pub fn label(&mut self, column: Option<f64>) {
        let source = |column| if column < 0.0 { LabelSource::OneHot } else { LabelSource::Column(to_u64(column)) };
        self.dataset.set_label_source(column.map(source));
    }

    /// The numbers that the label of an item is one of, the first `most` of them. Empty when it has not arrived.
    #[must_use]
    pub fn row(&self, item: f64, most: u32) -> Float64Array {
        let numbers = self.dataset.store(Slot::Labels).and_then(|store| {
            let (layout, item) = store.layout().zip(store.item(to_u64(item)))?;
            Some(layout.element_type().values(item).take(most as usize).collect::<Vec<_>>())
        });
        Float64Array::from(numbers.unwrap_or_default().as_slice())
    }

    /// Where among these items is the first that carries the same label as `item`.
    #[must_use]
    pub fn alike(&self, item: f64, among: &[u32]) -> Option<usize> {
        self.dataset.labels()?.next_with_label(to_u64(item), among.iter().copied().map(u64::from))
    }

    /// How many items carry each label, of those that have arrived.
    #[must_use]
    pub fn counts(&self) -> Counts {
        const LISTED: usize = 256;
        let (classes, mut more) = (Array::new(), 0);
        if let Some(labels) = self.dataset.labels() {
            more = labels.counts().len().saturating_sub(LISTED);
            for (label, count) in labels.counts().take(LISTED) {
                classes.push(&record(&[("label", label.0.into()), ("count", number(count))]));
            }
        }
        record(&[("classes", classes.into()), ("more", number(more as u64))]).unchecked_into()
    }
}

impl Dataset {
    /// How labels are read.
    pub(super) fn labelling(&self) -> Option<JsValue> {
        let labels = self.dataset.labels()?;
        let column = match labels.source() {
            LabelSource::Column(column) => number(column),
            LabelSource::OneHot => (-1).into(),
        };
        Some(record(&[
            ("columns", number(labels.columns())),
            ("column", column),
            ("oneHot", labels.is_one_hot().into()),
        ]))
    }

    /// The labels of these items; null where there is none.
    pub(super) fn labels(&self, items: &[u64]) -> Array {
        let labels = self.dataset.labels();
        let label = |&item: &u64| labels?.label(item);
        items.iter().map(|item| label(item).map_or(JsValue::NULL, |Label(number)| number.into())).collect()
    }
}

/// The CRC-32 of a file, the highest byte first.
#[wasm_bindgen]
#[must_use]
pub fn checksum(bytes: &[u8]) -> Vec<u8> {
    encode::checksum(bytes).to_be_bytes().to_vec()
}

/// Which of these files class names belong to, by the names of all.
#[wasm_bindgen]
#[must_use]
pub fn owners(mapping: &str, files: Vec<String>) -> Vec<u32> {
    let own = (0..).zip(files).filter(|(_, file)| pairing::names_classes_of(mapping, file));
    own.map(|(index, _)| index).collect()
}
