//! The boundary: the only module that knows JavaScript, and the only one JavaScript knows.
//!
//! Calls are coarse: open, push, page, values. Plain objects and JS-owned copies leave, never a view into wasm
//! memory (it detaches when the memory grows) and never an object that somebody would have to free, but for the
//! [`Dataset`] itself. Sizes, offsets and item numbers cross as `f64`, which holds them exactly up to 2^53.

use std::ops::Range;

use js_sys::{Array, Float64Array, Object};
use wasm_bindgen::prelude::*;

use crate::{
    dataset::{self, axes::Axis, orientation::Orientation, pairing, store::Store, view::View},
    error::{Error, Facts},
    format::layout::Layout,
};

pub use self::{
    labelling::{checksum, owners},
    picture::{PageReply, PageRequest},
    status::{MaybeOwnHeader, MaybeStatus},
};

mod labelling;
mod measuring;
mod picture;
mod plot;
mod searching;
mod status;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("wasm/types.d.ts");

#[wasm_bindgen]
extern "C" {
    /// Which items to look at.
    #[wasm_bindgen(typescript_type = "Query")]
    pub type Query;
    #[wasm_bindgen(method, getter, js_name = labels)]
    fn label_ranges(this: &Query) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn except(this: &Query) -> bool;
    #[wasm_bindgen(method, getter)]
    fn columns(this: &Query) -> Vec<f64>;
    #[wasm_bindgen(method, getter, js_name = items)]
    fn item_ranges(this: &Query) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn order(this: &Query) -> String;
    #[wasm_bindgen(method, getter)]
    fn column(this: &Query) -> f64;
    #[wasm_bindgen(method, getter)]
    fn descending(this: &Query) -> bool;
    #[wasm_bindgen(method, getter)]
    fn seed(this: &Query) -> u32;

    /// A file that may belong to another.
    #[wasm_bindgen(typescript_type = "Candidate")]
    pub type Candidate;
    #[wasm_bindgen(method, getter)]
    fn name(this: &Candidate) -> String;
    #[wasm_bindgen(method, getter)]
    fn role(this: &Candidate) -> Slot;
    #[wasm_bindgen(method, getter)]
    fn items(this: &Candidate) -> f64;

    /// A fresh object, which takes any property.
    type Record;
    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Record, key: &str, value: &JsValue);

    /// Which part of a dataset a file is.
    #[wasm_bindgen(typescript_type = "Slot")]
    pub type Slot;

    /// A range of bytes, or nothing.
    #[wasm_bindgen(typescript_type = "ByteRange | undefined")]
    pub type MaybeByteRange;
    /// Items per label.
    #[wasm_bindgen(typescript_type = "Counts")]
    pub type Counts;
    /// Which files belong together.
    #[wasm_bindgen(typescript_type = "Pair[]")]
    pub type Pairs;
}

/// Images with their labels; either may be missing, or still arriving.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Dataset {
    dataset: dataset::Dataset,
    /// The names of the files in the slots.
    files: [String; 2],
}

#[wasm_bindgen]
impl Dataset {
    /// A dataset without any file.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts reading a file of `size` bytes, if that is known, into a slot, in place of what was there. Its name
    /// helps to tell labels from images. At most `budget` bytes of its items stay in memory.
    pub fn open(&mut self, slot: &Slot, name: String, size: Option<f64>, budget: f64) {
        let slot = slot.into();
        self.dataset.open(slot, size.map(to_u64), to_u64(budget));
        self.files[slot as usize] = name;
        if slot == dataset::Slot::Images {
            self.arrange(None, None, None, None);
        }
    }

    /// Reads a slot's file again as this word says, or, if it is none, as its header does.
    #[wasm_bindgen(js_name = readAs)]
    pub fn read_as(&mut self, slot: &Slot, word: &str) {
        self.dataset.read_as(slot.into(), word.parse::<Layout>().ok());
    }

    /// Shows the images turned as these letters say (t: transposed, then h: left is right, v: up is down), else as
    /// their file's name suggests; in this item shape, if there is one and it has as many elements; in this way, if it
    /// makes sense for them; and as slices along these axes, if they fit: -1 rows, -2 columns, -3 channels, else where the
    /// dimension is cut.
    pub fn arrange(
        &mut self,
        orientation: Option<String>,
        shape: Option<Vec<u32>>,
        view: Option<String>,
        axes: Option<Vec<i32>>,
    ) {
        let suggested = Orientation::suggested(&self.files[dataset::Slot::Images as usize]);
        let orientation = orientation.map_or(suggested, |letters| Orientation::parse(&letters));
        if let Some(presentation) = self.dataset.presentation_mut() {
            presentation.arrange(shape, orientation);
            presentation.show(view.and_then(|name| View::named(&name)));
            presentation.cut(axes.unwrap_or_default().into_iter().map(axis).collect());
        }
    }

    /// The bytes of a slot's file that are wanted next; undefined when no more are.
    #[must_use]
    pub fn wanted(&self, slot: &Slot) -> MaybeByteRange {
        byte_range(self.dataset.wanted(slot.into()))
    }

    /// Takes bytes of a slot's file, those from `offset` on, if they are wanted. No bytes at all mean that the file
    /// ended there.
    ///
    /// # Errors
    /// When the file cannot be opened: an `Error` whose name is the core's variant and that carries its numbers.
    pub fn push(&mut self, slot: &Slot, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.dataset.push(slot.into(), to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// Notes which items are wanted, of images and labels, in place of those before. Whether some are still to be
    /// read.
    pub fn want(&mut self, items: Vec<f64>) -> bool {
        self.dataset.want(&items.into_iter().map(to_u64).collect::<Vec<_>>())
    }

    /// Whether items that are wanted of a slot are still to be read.
    #[must_use]
    #[wasm_bindgen(js_name = isLacking)]
    pub fn is_lacking(&self, slot: &Slot) -> bool {
        self.dataset.store(slot.into()).is_some_and(Store::is_waiting)
    }

    /// Wants no items of a slot any more, because they cannot be had.
    pub fn forget(&mut self, slot: &Slot) {
        self.dataset.clear_wanted(slot.into());
    }

    /// Wants no more of a slot's file; what has arrived stays.
    pub fn stop(&mut self, slot: &Slot) {
        self.dataset.stop(slot.into());
    }

    /// Lets go of what a slot holds.
    pub fn close(&mut self, slot: &Slot) {
        let slot = slot.into();
        self.dataset.close(slot);
        self.files[slot as usize].clear();
    }

    /// The values of a part of an item, or of its label where there are no images: `rows` x `columns` of them from
    /// `row` and `column` on, row by row, as far as the item goes. Empty when it has not arrived.
    #[must_use]
    pub fn values(&self, item: f64, row: f64, column: f64, rows: f64, columns: f64) -> Float64Array {
        let store = self.dataset.store(dataset::Slot::Images).or_else(|| self.dataset.store(dataset::Slot::Labels));
        let values = store.map(|store| {
            store.values(to_u64(item), to_u64(row)..to_u64(row + rows), to_u64(column)..to_u64(column + columns))
        });
        Float64Array::from(values.unwrap_or_default().as_slice())
    }

    /// A part of an item as it is stored: see [`Store::bytes`]. Empty when it has not arrived.
    #[must_use]
    pub fn bytes(&self, slot: &Slot, item: f64, first: usize, count: usize) -> Vec<u8> {
        self.dataset.store(slot.into()).map(|store| store.bytes(to_u64(item), first, count)).unwrap_or_default()
    }

    /// The value of an element of an item; undefined when it has not arrived.
    #[must_use]
    pub fn element(&self, slot: &Slot, item: f64, index: usize) -> Option<f64> {
        let store = self.dataset.store(slot.into())?;
        let (layout, item) = store.layout().zip(store.item(to_u64(item)))?;
        layout.element_type().values(item).nth(index)
    }
}

/// Puts images and labels together by their names and counts: indices into `files`.
#[wasm_bindgen]
#[must_use]
pub fn pair(files: Vec<Candidate>) -> Pairs {
    let candidates: Vec<pairing::Candidate> = files
        .into_iter()
        .map(|file| pairing::Candidate { name: file.name(), slot: (&file.role()).into(), items: to_u64(file.items()) })
        .collect();
    let index = |index: Option<usize>| index.map_or(JsValue::NULL, |index| number(index as u64));
    let pairs: Array = pairing::pair(&candidates)
        .into_iter()
        .map(|pair| {
            let (images, labels) = (index(pair.images), index(pair.labels));
            record(&[("name", pair.name.into()), ("images", images), ("labels", labels)])
        })
        .collect();
    pairs.unchecked_into()
}

impl From<&Slot> for dataset::Slot {
    fn from(slot: &Slot) -> Self {
        if slot.as_string().is_some_and(|slot| slot == "labels") { Self::Labels } else { Self::Images }
    }
}

fn byte_range(range: Option<Range<u64>>) -> MaybeByteRange {
    let range = range.map(|Range { start, end }| record(&[("offset", number(start)), ("length", number(end - start))]));
    range.unwrap_or_default().unchecked_into()
}

/// What a number tells of an axis: see [`Dataset::arrange`].
fn axis(role: i32) -> Axis {
    match role {
        -1 => Axis::Rows,
        -2 => Axis::Columns,
        -3 => Axis::Channels,
        place => Axis::At(place.unsigned_abs()),
    }
}

/// The ends of a range, or null.
fn ends(range: Option<(f64, f64)>) -> JsValue {
    range.map_or(JsValue::NULL, |(least, greatest)| {
        [least, greatest].map(JsValue::from).iter().collect::<Array>().into()
    })
}

fn thrown(error: &Error) -> JsValue {
    let message = error.to_string();
    filled(js_sys::Error::new(&message).into(), &error.facts(), &message).into()
}

/// An object with a fault's name, message and numbers set on it.
fn filled(object: Object, facts: &Facts, message: &str) -> Object {
    set(&object, "name", &facts.name.into());
    set(&object, "message", &message.into());
    for (key, value) in
        [("offset", facts.offset), ("expected", facts.expected), ("found", facts.found), ("items", facts.items)]
    {
        if let Some(value) = value {
            set(&object, key, &number(value));
        }
    }
    object
}

fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        set(&object, key, value);
    }
    object.into()
}

fn set(object: &Object, key: &str, value: &JsValue) {
    object.unchecked_ref::<Record>().set(key, value);
}

#[expect(clippy::cast_precision_loss, reason = "JavaScript has no other numbers; files and counts stay below 2^53")]
fn number(value: u64) -> JsValue {
    JsValue::from(value as f64)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn to_u64(value: f64) -> u64 {
    value as u64
}
