//! The status of a file.

use js_sys::{Array, Object};
use wasm_bindgen::prelude::*;

use super::{
    Dataset, Slot, ends,
    layout::{layout_record, sizes},
};
use crate::{
    dataset::{
        self, images,
        known::{self, KnownSet},
        pairing,
        store::{SlowJump, Store},
    },
    format::{reorder, suggestion::Suggestion, text_damage::TextDamage},
    wasm::{number, record, set, values::filled},
};

#[wasm_bindgen]
extern "C" {
    /// The status of a file, if it is open.
    #[wasm_bindgen(typescript_type = "Status | undefined")]
    pub type MaybeStatus;
}

#[wasm_bindgen]
impl Dataset {
    /// The status of a slot's file; undefined before its header is known.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn status(&self, slot: Slot) -> Result<MaybeStatus, JsValue> {
        let slot = dataset::Slot::try_from(slot)?;
        let status = self.dataset.store(slot).and_then(|store| status(store, &self.files[slot as usize]));
        if let (Some(status), dataset::Slot::Labels) = (&status, slot) {
            set(status.unchecked_ref(), "labelling", &self.labelling().unwrap_or(JsValue::NULL));
        }
        Ok(status.unwrap_or_default().unchecked_into())
    }
}

fn status(store: &Store, name: &str) -> Option<JsValue> {
    let layout = store.layout()?;
    let raster = store.raster()?;
    let slot = pairing::slot(name, layout);
    let views: Array = store.presentation().views(layout, slot).iter().map(|view| JsValue::from(view.name())).collect();
    let shapes: Array = images::shapes(layout).iter().map(|shape| sizes(shape)).collect();
    let not_finite = store.not_finite();
    let not_finite: Array =
        [not_finite.nan, not_finite.negative_infinity, not_finite.infinity].into_iter().map(number).collect();
    let axes: Array = store.axes().unwrap_or_default().iter().map(|axis| JsValue::from(axis.to_string())).collect();
    let suggestions: Array = store
        .suggestions()
        .iter()
        .map(|Suggestion { fault, layout }| {
            record(&[("fault", fault.name().into()), ("layout", layout_record(layout))])
        })
        .collect();
    let warnings: Array = store
        .warnings()
        .iter()
        .map(|warning| JsValue::from(filled(Object::new(), &warning.facts(), &warning.to_string())))
        .collect();
    Some(record(&[
        ("role", Slot::from(slot).into()),
        ("elementType", layout.element_type().name().into()),
        ("shape", sizes(layout.shape()).into()),
        ("rows", number(raster.rows)),
        ("columns", number(raster.columns)),
        ("channels", number(raster.channels)),
        ("layout", layout_record(layout)),
        ("suggestions", suggestions.into()),
        ("itemsMayBeLast", reorder::items_may_be_last(layout.shape()).into()),
        ("arrangement", raster.arrangement.name().into()),
        ("shapes", shapes.into()),
        ("views", views.into()),
        ("detectedShape", sizes(store.presentation().detected_shape().unwrap_or_default()).into()),
        ("axes", axes.into()),
        ("orientation", store.presentation().orientation().letters().into()),
        ("suggestedOrientation", known::orientation(name).letters().into()),
        ("set", KnownSet::of_path(name).map_or("", KnownSet::name).into()),
        ("hasSharedName", known::has_shared_name(name).into()),
        ("promised", number(layout.items())),
        ("byteLength", number(layout.byte_len())),
        ("items", number(store.items())),
        ("read", number(store.read())),
        ("size", store.size().map_or(JsValue::NULL, number)),
        ("gzip", store.layers().into()),
        ("isNumpy", store.is_numpy().into()),
        ("done", store.is_done().into()),
        ("stopped", store.is_stopped().into()),
        ("kept", store.keeps_all().into()),
        ("waiting", store.is_waiting().into()),
        ("slowJump", store.slow_jump().map(SlowJump::name).map_or(JsValue::NULL, JsValue::from)),
        ("recalled", store.is_recalled().into()),
        ("range", ends(store.range())),
        ("notFinite", not_finite.into()),
        ("brightBackground", store.has_bright_background().into()),
        ("textDamage", store.text_damage().map(TextDamage::name).map_or(JsValue::NULL, JsValue::from)),
        ("labelling", JsValue::NULL),
        ("warnings", warnings.into()),
    ]))
}
