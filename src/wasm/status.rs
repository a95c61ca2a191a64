//! What is known of a file.

use js_sys::{Array, Object, Uint8Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, Slot, ends, filled, number, record, set};
use crate::dataset::{self, axes::Axis, images, orientation::Orientation, pairing, store::Store, view::View};

#[wasm_bindgen]
extern "C" {
    /// A header, or nothing.
    #[wasm_bindgen(typescript_type = "OwnHeader | undefined")]
    pub type MaybeOwnHeader;
    /// What is known of a file, or nothing.
    #[wasm_bindgen(typescript_type = "Status | undefined")]
    pub type MaybeStatus;
}

#[wasm_bindgen]
impl Dataset {
    /// What is known of a slot's file; undefined before its header is.
    #[must_use]
    pub fn status(&self, slot: &Slot) -> MaybeStatus {
        let slot = dataset::Slot::from(slot);
        let status = self.dataset.store(slot).and_then(|store| status(store, &self.files[slot as usize]));
        if let (Some(status), dataset::Slot::Labels) = (&status, slot) {
            set(status.unchecked_ref(), "labelling", &self.labelling().unwrap_or(JsValue::NULL));
        }
        status.unwrap_or_default().unchecked_into()
    }

    /// The header that a slot's file itself has: its bytes, and the word for how they say the file is to be read.
    #[must_use]
    #[wasm_bindgen(js_name = ownHeader)]
    pub fn own_header(&self, slot: &Slot) -> MaybeOwnHeader {
        let own = self.dataset.store(slot.into()).and_then(Store::own_header);
        let own = own.map(|(layout, bytes)| {
            record(&[("bytes", Uint8Array::from(bytes).into()), ("reading", layout.to_string().into())])
        });
        own.unwrap_or_default().unchecked_into()
    }
}

fn status(store: &Store, name: &str) -> Option<JsValue> {
    let layout = store.layout()?;
    let raster = store.raster()?;
    let slot = pairing::slot(name, layout);
    let role = match slot {
        dataset::Slot::Images => "images",
        dataset::Slot::Labels => "labels",
    };
    let views: Array = View::of(layout, slot).iter().map(|view| JsValue::from(view.name())).collect();
    let sizes = |shape: &[u32]| shape.iter().map(|&size| JsValue::from(size)).collect::<Array>();
    let shapes: Array = images::shapes(layout).iter().map(|shape| sizes(shape)).collect();
    let not_finite = store.not_finite();
    let not_finite: Array =
        [not_finite.nan, not_finite.negative_infinity, not_finite.infinity].into_iter().map(number).collect();
    let axes: Array = store.axes().unwrap_or_default().into_iter().map(axis_number).collect();
    let suggestions: Array = store
        .suggestions()
        .iter()
        .map(|(fault, layout)| record(&[("fault", fault.name().into()), ("reading", layout.to_string().into())]))
        .collect();
    let warnings: Array = store
        .warnings()
        .iter()
        .map(|warning| JsValue::from(filled(Object::new(), &warning.facts(), &warning.to_string())))
        .collect();
    Some(record(&[
        ("role", role.into()),
        ("elementType", layout.element_type().name().into()),
        ("shape", sizes(layout.shape()).into()),
        ("rows", number(raster.rows)),
        ("columns", number(raster.columns)),
        ("channels", number(raster.channels)),
        ("reading", layout.to_string().into()),
        ("suggestions", suggestions.into()),
        ("layout", raster.description().unwrap_or_default().into()),
        ("shapes", shapes.into()),
        ("views", views.into()),
        ("seems", sizes(store.presentation().detected_shape().unwrap_or_default()).into()),
        ("axes", axes.into()),
        ("orientation", store.presentation().orientation().letters().into()),
        ("suggested", Orientation::suggested(name).letters().into()),
        ("promised", number(layout.items())),
        ("byteLength", number(layout.byte_len())),
        ("items", number(store.items())),
        ("read", number(store.read())),
        ("size", store.size().map_or(JsValue::NULL, number)),
        ("gzip", store.layers().into()),
        ("done", store.is_done().into()),
        ("stopped", store.is_stopped().into()),
        ("kept", store.keeps_all().into()),
        ("range", ends(store.range())),
        ("notFinite", not_finite.into()),
        ("darkInk", store.has_bright_background().into()),
        ("labelling", JsValue::NULL),
        ("warnings", warnings.into()),
    ]))
}

/// The number that tells of an axis: see [`Dataset::arrange`].
fn axis_number(axis: Axis) -> JsValue {
    match axis {
        Axis::Rows => (-1).into(),
        Axis::Columns => (-2).into(),
        Axis::Channels => (-3).into(),
        Axis::At(place) => place.into(),
    }
}
