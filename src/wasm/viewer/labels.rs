//! Labels: which number of an item is its label, and how many items have each.

use std::iter;

use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

use super::Dataset;
use crate::{
    dataset::{
        Slot,
        labels::{self, Label},
    },
    wasm::{number, record, refused, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// Items per label.
    #[wasm_bindgen(typescript_type = "Counts")]
    pub type Counts;
    /// The column of the labels, or `"one-hot"`.
    #[wasm_bindgen(typescript_type = "LabelSource")]
    pub type LabelSource;
}

#[wasm_bindgen]
impl Dataset {
    /// Chooses which of an item's numbers is its label: the one in this column, from 0, or, for "one-hot", the index of
    /// the largest. Without a choice the numbers themselves decide.
    ///
    /// # Errors
    /// For anything else.
    pub fn label(&mut self, source: Option<LabelSource>) -> Result<(), JsValue> {
        let source = source.map(|source| match (source.as_f64(), source.as_string().as_deref()) {
            (Some(column), _) if column >= 0.0 => Ok(labels::LabelSource::Column(to_u64(column))),
            (None, Some("one-hot")) => Ok(labels::LabelSource::OneHot),
            _ => Err(refused("a label is in a column, or one-hot")),
        });
        self.dataset.set_label_source(source.transpose()?);
        Ok(())
    }

    /// The first `limit` of the numbers among which the label of an item is. Empty when the item has not arrived.
    #[must_use]
    pub fn row(&self, item: f64, limit: u32) -> Float64Array {
        let numbers = self.dataset.store(Slot::Labels).and_then(|store| {
            let (layout, item) = store.layout().zip(store.item(to_u64(item)))?;
            Some(layout.element_type().values(item).take(limit as usize).collect::<Vec<_>>())
        });
        Float64Array::from(numbers.unwrap_or_default().as_slice())
    }

    /// The place among these items of the first that has the same label as `item`.
    #[must_use]
    #[wasm_bindgen(js_name = nextWithLabel)]
    pub fn next_with_label(&self, item: f64, among: &[u32]) -> Option<usize> {
        self.dataset.labels()?.next_with_label(to_u64(item), among.iter().copied().map(u64::from))
    }

    /// Of each of these items its label, and the numbers in these other columns; NaN where there is none.
    #[must_use]
    #[wasm_bindgen(js_name = labelsAt)]
    pub fn labels_at(&self, items: &[u32], columns: &[u32]) -> Float64Array {
        let labels = self.dataset.labels();
        let row = |item| {
            let label = labels.and_then(|labels| labels.label(item));
            let others = columns.iter().map(move |&column| labels?.column(item, column.into()));
            iter::once(label).chain(others)
        };
        let rows = items.iter().flat_map(|&item| row(item.into()));
        Float64Array::from(&rows.map(|label| label.map_or(f64::NAN, |label| label.0)).collect::<Vec<_>>()[..])
    }

    /// How many of the items that have arrived have each label.
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
            labels::LabelSource::Column(column) => number(column),
            labels::LabelSource::OneHot => "one-hot".into(),
        };
        Some(record(&[
            ("columns", number(labels.columns())),
            ("column", column),
            ("oneHot", labels.is_one_hot().into()),
            ("notOneHot", labels.not_one_hot().iter().copied().map(number).collect::<Array>().into()),
        ]))
    }

    /// The labels of these items; null where there is none.
    pub(super) fn labels(&self, items: &[u64]) -> Array {
        let labels = self.dataset.labels();
        let label = |&item: &u64| labels?.label(item);
        items.iter().map(|item| label(item).map_or(JsValue::NULL, |Label(number)| number.into())).collect()
    }
}
