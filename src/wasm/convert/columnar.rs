//! Parquet and Arrow files.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::{
    output::Output,
    table::{self, Headers},
};
use crate::{
    error::Error,
    format::columnar,
    wasm::{MaybeByteRange, byte_range, number, record, set, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// What became of the columns of a file.
    #[wasm_bindgen(typescript_type = "UsedColumns")]
    pub type UsedColumns;
}

/// Gives the images and the labels in a Parquet or Arrow file.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Columnar(columnar::Columnar);

#[wasm_bindgen]
impl Columnar {
    /// A file in Arrow or in Parquet of so many bytes, or several shards of a dataset. `is_predicted` says whether its name calls it
    /// predictions, and `labelled` how many labels each open dataset has.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(sizes: Vec<f64>, is_arrow: bool, is_predicted: bool, labelled: Vec<f64>) -> Self {
        let labelled = labelled.into_iter().map(to_u64).collect();
        let open = if is_arrow { columnar::Columnar::arrow } else { columnar::Columnar::parquet };
        let mut sizes = sizes.into_iter().map(to_u64);
        let first = open(sizes.next().unwrap_or_default());
        Self(sizes.fold(first, columnar::Columnar::with_shard).maybe_predictions(is_predicted, labelled))
    }

    /// Adds the classes of other labels, by which words are numbered if they are the same: the label and the name of each.
    #[wasm_bindgen(js_name = addClasses)]
    pub fn add_classes(&mut self, labels: &[u32], names: Vec<String>) {
        self.0.add_classes(labels.iter().copied().zip(names).collect());
    }

    /// The bytes of the file that are wanted next, or none of them when more comes out without; undefined when all has come
    /// out.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted, or the first of them. Elements come out, or pictures one after the other, and labels.
    ///
    /// # Errors
    /// When the file cannot be read: an `Error` with the name of the core's variant and with its numbers; `columnName`, the
    /// name of the column at fault; and `readAt`, the offset of the bytes that were wanted.
    pub fn push(&mut self, bytes: &[u8], images: &Output, labels: &Output) -> Result<(), JsValue> {
        let restarts = self.0.restarts();
        let wanted = self.0.wanted().unwrap_or_default().start;
        self.0.push(bytes).map_err(|error| {
            let found = thrown(&error);
            set(found.unchecked_ref(), "readAt", &number(wanted));
            if let Error::Arrow(fault) | Error::Parquet(fault) = &error
                && let Some(column) = fault.column()
            {
                set(found.unchecked_ref(), "columnName", &column.into());
            }
            found
        })?;
        table::pass(&self.0.take_output(), self.0.restarts() != restarts, [images, labels])
    }

    /// The share of the bytes that has been read.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// How many images have come out. Pictures are not counted.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.0.items()
    }

    /// The headers of the two files so far. Pictures have none, unless they can be bare pixels.
    #[must_use]
    pub fn headers(&self) -> Headers {
        table::headers(self.0.headers())
    }

    /// Whether the rows come out as text in place of images: lines of CSV with labels or predictions.
    #[wasm_bindgen(js_name = isText)]
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.0.is_text()
    }

    /// The bytes of each picture, if images are pictures.
    #[must_use]
    pub fn pictures(&self) -> Option<Vec<u32>> {
        self.0.pictures().map(<[u32]>::to_vec)
    }

    /// The labels of the pictures, row by row, if they have some, once no more bytes are wanted.
    #[wasm_bindgen(js_name = pictureLabels)]
    #[must_use]
    pub fn picture_labels(&self) -> Option<Vec<f64>> {
        self.0.picture_labels()
    }

    /// The names of the pictures, each in a line, if they have some, once no more bytes are wanted.
    #[wasm_bindgen(js_name = pictureNames)]
    #[must_use]
    pub fn picture_names(&self) -> Option<String> {
        self.0.picture_names()
    }

    /// How the columns are used.
    #[must_use]
    pub fn columns(&self) -> UsedColumns {
        let columns = self.0.columns();
        let names = |names: Vec<String>| names.into_iter().map(JsValue::from).collect::<Array>().into();
        let label = |columnar::Label { column, class_names }| {
            let pair = |(label, name): (u32, String)| Array::of2(&label.into(), &name.into());
            let class_names = class_names.into_iter().map(pair).collect::<Array>();
            record(&[("column", column.into()), ("classNames", class_names.into())])
        };
        record(&[
            ("labels", columns.labels.into_iter().map(label).collect::<Array>().into()),
            ("named", columns.is_named.into()),
            ("predictions", columns.predictions.map_or(JsValue::NULL, JsValue::from)),
            ("numbering", columns.numbering.map_or(JsValue::NULL, |place| number(place as u64))),
            ("otherLabels", names(columns.other_labels)),
            ("leftOut", names(columns.left_out)),
            ("unlabelled", number(columns.unlabelled)),
            ("cut", columns.cut.map_or(JsValue::NULL, number)),
            ("rows", number(columns.rows)),
        ])
        .unchecked_into()
    }
}
