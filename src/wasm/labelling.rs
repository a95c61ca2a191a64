//! What items are called: the column that is the label, and the names of classes.

use std::mem;

use js_sys::{Array, Float64Array, JsString};
use wasm_bindgen::prelude::*;

use super::{Dataset, number, record, text, to_u64};
use crate::dataset::{
    Slot,
    classes::{self, ClassNames},
    labels::{Label, Labels, Reading},
    pairing,
};

#[wasm_bindgen]
extern "C" {
    /// How labels are to be read.
    #[wasm_bindgen(typescript_type = "LabelRequest")]
    pub type LabelRequest;
    #[wasm_bindgen(method, getter)]
    fn column(this: &LabelRequest) -> Option<f64>;
    #[wasm_bindgen(method, getter)]
    fn names(this: &LabelRequest) -> String;
    #[wasm_bindgen(method, getter, js_name = text)]
    fn list(this: &LabelRequest) -> String;
    #[wasm_bindgen(method, getter)]
    fn automatic(this: &LabelRequest) -> bool;
}

/// The names of classes, and where they come from.
#[derive(Debug)]
pub(super) struct Naming {
    /// The names of the files in the slots.
    pub(super) files: [String; 2],
    /// The id of a set, "text", or nothing.
    source: String,
    names: ClassNames,
    /// Nobody chose them, so they are of the class, not of whatever else a column holds.
    automatic: bool,
    /// The set that the files' names tell.
    recognized: bool,
}

impl Default for Naming {
    fn default() -> Self {
        Self {
            files: Default::default(),
            source: String::new(),
            names: ClassNames::default(),
            automatic: true,
            recognized: true,
        }
    }
}

#[wasm_bindgen]
impl Dataset {
    /// Chooses how labels are read, and what classes are called.
    pub fn label(&mut self, request: &LabelRequest) {
        let reading = |column| if column < 0.0 { Reading::OneHot } else { Reading::Column(to_u64(column)) };
        self.dataset.choose(request.column().map(reading));
        let source = request.names();
        let names = match source.as_str() {
            "text" => ClassNames::parse(&request.list()),
            id => ClassNames::preset(id).unwrap_or_default(),
        };
        let (files, recognized) = (mem::take(&mut self.naming.files), source.is_empty());
        self.naming = Naming { files, source, names, automatic: request.automatic(), recognized };
        self.recognize();
    }

    /// The numbers that the label of an item is one of, the first `most` of them. Empty when it has not arrived.
    #[must_use]
    pub fn row(&self, item: f64, most: u32) -> Float64Array {
        let numbers = self.dataset.store(Slot::Labels).and_then(|store| {
            let (header, item) = store.header().zip(store.item(to_u64(item)))?;
            Some(header.element_type().values(item).take(most as usize).collect::<Vec<_>>())
        });
        Float64Array::from(numbers.unwrap_or_default().as_slice())
    }
}

impl Dataset {
    /// Looks for the set that the files belong to, by their names, unless classes have other names.
    pub(super) fn recognize(&mut self) {
        let [images, labels] = &self.naming.files;
        let id = classes::recognize(labels).or_else(|| classes::recognize(images)).unwrap_or_default();
        if self.naming.recognized {
            self.naming.names = ClassNames::preset(id).unwrap_or_default();
            id.clone_into(&mut self.naming.source);
        }
    }

    /// What a class is called, if that is known and not just its number.
    pub(super) fn name_of(&self, label: Label) -> JsValue {
        let name = if self.is_named() { self.naming.names.name(label) } else { None };
        name.map_or(JsValue::NULL, JsValue::from)
    }

    /// Whether the names are those of the column that is shown.
    fn is_named(&self) -> bool {
        let reading = self.dataset.labels().map(Labels::reading);
        !self.naming.automatic || matches!(reading, Some(Reading::Column(0) | Reading::OneHot))
    }

    /// How labels are read.
    pub(super) fn labelling(&self) -> Option<JsValue> {
        let labels = self.dataset.labels()?;
        let header = labels.store().header()?;
        let [images, path] = &self.naming.files;
        let meanings: Array = classes::columns(path, header).iter().copied().map(JsString::from).collect();
        let column = match labels.reading() {
            Reading::Column(column) => number(column),
            Reading::OneHot => (-1).into(),
        };
        let source = if self.is_named() { &self.naming.source } else { "" };
        let shared =
            classes::is_shared(path) || self.dataset.store(Slot::Images).is_some_and(|_| classes::is_shared(images));
        Some(record(&[
            ("columns", number(labels.columns())),
            ("meanings", meanings.into()),
            ("column", column),
            ("oneHot", labels.is_one_hot().into()),
            ("names", source.into()),
            ("shared", shared.into()),
        ]))
    }

    /// A label, and its name.
    pub(super) fn class(&self, label: Label, count: u64) -> JsValue {
        record(&[("label", text(label)), ("name", self.name_of(label)), ("count", number(count))])
    }
}

/// Which of these files class names belong to, by the names of all; undefined if the text holds none.
#[wasm_bindgen]
#[must_use]
pub fn mapping(name: &str, text: &str, files: Vec<String>) -> Option<Vec<u32>> {
    ClassNames::is_mapping(text).then(|| {
        let own = (0..).zip(files).filter(|(_, file)| pairing::names_classes_of(name, file));
        own.map(|(index, _)| index).collect()
    })
}
