//! Files that hold images and labels in one: tables of numbers, and CIFAR's records.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    error::Error,
    format::{
        cifar::{self, Variant},
        csv::{self, LabelChoice},
        header::Header,
    },
    wasm::{MaybeByteRange, byte_range, number, record, set, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// The headers of the two files, as far as there are two.
    #[wasm_bindgen(typescript_type = "[Uint8Array | null, Uint8Array | null]")]
    pub type Headers;
    /// What became of the columns of a table.
    #[wasm_bindgen(typescript_type = "Columns | undefined")]
    pub type MaybeColumns;
}

/// Gives the images and the labels in a table of numbers.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Csv(csv::Csv);

#[wasm_bindgen]
impl Csv {
    /// A file of that many bytes. The label is in the column with this number, from 1; in none if it is 0; and where the names or
    /// the values of the columns say if it is undefined. Where `alone` is
    /// given, the label is all that is read: false for rows in their order, true for rows that are looked up by their names. A text
    /// that has come out of a Parquet or Arrow file certainly has names above its columns, and can lack labels.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64, label: Option<u32>, alone: Option<bool>, is_columnar: bool) -> Self {
        let label = label.map_or(LabelChoice::Detected, |number| match number {
            0 => LabelChoice::None,
            number => LabelChoice::Column(number.into()),
        });
        let csv = csv::Csv::new(to_u64(size)).with_label(label);
        let csv = if is_columnar { csv.of_columns() } else { csv };
        Self(match alone {
            Some(by_name) => csv.alone(by_name),
            None => csv,
        })
    }

    /// Adds the classes of other labels, by which words are numbered if they are the same: the label and the name of each.
    #[wasm_bindgen(js_name = addClasses)]
    pub fn add_classes(&mut self, labels: &[u32], names: Vec<String>) {
        self.0.add_classes(labels.iter().copied().zip(names).collect());
    }

    /// The bytes of the file that are wanted next, often several times; undefined when all has come out.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted, at least the first of them. The elements of images and of labels come out, those of the
    /// rows before a fault, too; and the names of rows that have only labels, each in a line.
    ///
    /// # Errors
    /// When the file is no table, or something is wrong in it: an `Error` with the name of the core's variant and with its
    /// numbers; for a line that is wrong, also with the offset in the text at which it begins.
    pub fn push(&mut self, bytes: &[u8], images: &Output, labels: &Output, names: &Output) -> Result<(), JsValue> {
        let begins_again = self.0.wanted().is_some_and(|wanted| wanted.start == 0);
        let pushed = self.0.push(bytes);
        let [image_elements, label_elements] = self.0.take_output();
        let output = [image_elements, label_elements, self.0.take_names()];
        pass(&output, begins_again, [images, labels, names])?;
        pushed.map_err(|error| {
            let fault = thrown(&error);
            if matches!(error, Error::Csv(_)) {
                set(fault.unchecked_ref(), "offset", &number(self.0.line_offset()));
            }
            fault
        })
    }

    /// The headers of the two files as they are so far, once items have come out.
    #[must_use]
    pub fn headers(&self) -> Headers {
        headers(self.0.headers())
    }

    /// How many items have come out.
    #[must_use]
    pub fn items(&self) -> u32 {
        self.0.items()
    }

    /// Whether the values can be nothing but pixels; undefined until that is known.
    #[wasm_bindgen(js_name = areImages)]
    #[must_use]
    pub fn are_images(&self) -> Option<bool> {
        self.0.are_images()
    }

    /// What became of the columns; undefined until that is known.
    #[must_use]
    pub fn columns(&self) -> MaybeColumns {
        let or_null = |value: Option<u64>| value.map_or(JsValue::NULL, number);
        let pair = |(label, name): (u32, String)| Array::of2(&label.into(), &name.into());
        let choice = |(column, name): (u64, String)| Array::of2(&number(column), &name.into());
        let columns = self.0.columns().map(|columns| {
            record(&[
                ("count", number(columns.count)),
                ("label", or_null(columns.label)),
                ("oneHot", number(columns.one_hot)),
                ("labelName", columns.label_name.map_or(JsValue::NULL, JsValue::from)),
                ("named", columns.is_named.into()),
                ("classNames", columns.class_names.into_iter().map(pair).collect::<Array>().into()),
                ("choices", columns.choices.into_iter().map(choice).collect::<Array>().into()),
                ("leftOut", columns.left_out.into_iter().map(JsValue::from).collect::<Array>().into()),
                ("missing", number(columns.missing)),
                ("unlabelled", number(columns.unlabelled)),
                ("shortLine", or_null(columns.short_line)),
            ])
        });
        columns.unwrap_or_default().unchecked_into()
    }
}

/// Gives the images and the labels in a binary file of CIFAR-10 or CIFAR-100.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Cifar(cifar::Cifar);

#[wasm_bindgen]
impl Cifar {
    /// A file of that many bytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(size: f64) -> Self {
        Self(cifar::Cifar::new(to_u64(size)))
    }

    /// The bytes of the file that are wanted next; undefined when all has come out.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted, all of them. The elements of images and of labels come out.
    ///
    /// # Errors
    /// When the file belongs to neither dataset: an `Error` with the name of the core's variant and with its numbers.
    pub fn push(&mut self, bytes: &[u8], images: &Output, labels: &Output) -> Result<(), JsValue> {
        self.0.push(bytes).map_err(|error| thrown(&error))?;
        pass(&self.0.take_output(), false, [images, labels])
    }

    /// The headers of the two files, once the first bytes have come.
    #[must_use]
    pub fn headers(&self) -> Headers {
        headers(self.0.headers())
    }

    /// The well-known dataset that the file belongs to; undefined until its first bytes have come.
    #[must_use]
    pub fn set(&self) -> Option<String> {
        self.0.variant().map(|variant| match variant {
            Variant::Cifar10 => "cifar-10".to_owned(),
            Variant::Cifar100 => "cifar-100".to_owned(),
        })
    }
}

/// Passes on what has come out, in place of all before it if it begins again.
pub(super) fn pass<const N: usize>(
    bytes: &[Vec<u8>; N],
    begins_again: bool,
    outputs: [&Output; N],
) -> Result<(), JsValue> {
    if begins_again {
        for output in outputs {
            output.clear();
        }
    }
    bytes.iter().zip(outputs).try_for_each(|(bytes, output)| output.add(bytes))
}

pub(super) fn headers(headers: [Option<Header>; 2]) -> Headers {
    let bytes = |header: Header| Uint8Array::from(&header.to_bytes()[..]).into();
    headers.map(|header| header.map_or(JsValue::NULL, bytes)).into_iter().collect::<Array>().unchecked_into()
}
