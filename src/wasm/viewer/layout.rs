//! How a file is read as an array, in full, so that the page never takes a layout's text apart.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, Slot};
use crate::{
    dataset::store::Store,
    format::{
        element::UnknownName,
        header::Header,
        layout::{ByteOrder, Layout},
    },
    wasm::{number, record, refused, to_u64},
};

/// JavaScript's `Number.MAX_SAFE_INTEGER`: no offset in a file is larger.
const MAX_OFFSET: u64 = (1 << 53) - 1;

#[wasm_bindgen]
extern "C" {
    /// A layout, or nothing.
    #[wasm_bindgen(typescript_type = "Layout | undefined")]
    pub type MaybeLayout;
    /// A header, or nothing.
    #[wasm_bindgen(typescript_type = "OwnHeader | undefined")]
    pub type MaybeOwnHeader;
}

/// The layout of these parts; undefined when the array would be larger than any file.
///
/// # Errors
/// For an unknown element type.
#[wasm_bindgen]
pub fn layout(element_type: &str, little_endian: bool, shape: Vec<u32>, offset: f64) -> Result<MaybeLayout, JsValue> {
    let element_type = element_type.parse().map_err(|error: UnknownName| refused(&error))?;
    let byte_order = if little_endian { ByteOrder::Little } else { ByteOrder::Big };
    let layout = Layout::new(element_type, shape).ok();
    let layout = layout.and_then(|layout| layout.with_byte_order(byte_order).with_data_offset(to_u64(offset)));
    let layout = layout.filter(|layout| layout.data_end() <= MAX_OFFSET);
    Ok(layout.as_ref().map(layout_record).unwrap_or_default().unchecked_into())
}

#[wasm_bindgen]
impl Dataset {
    /// The header that a slot's file itself has: its bytes, their parts, and the layout that they mean.
    ///
    /// # Errors
    /// For an unknown slot.
    #[wasm_bindgen(js_name = ownHeader)]
    pub fn own_header(&self, slot: Slot) -> Result<MaybeOwnHeader, JsValue> {
        let own = self.dataset.store(slot.try_into()?).and_then(Store::own_header);
        let own = own.map(|(layout, bytes)| {
            let parts = Header::parts(bytes).into_iter().map(|(part, range)| {
                let (offset, length) = (number(range.start as u64), number(range.len() as u64));
                record(&[("kind", part.name().into()), ("offset", offset), ("length", length)])
            });
            record(&[
                ("bytes", Uint8Array::from(bytes).into()),
                ("parts", parts.collect::<Array>().into()),
                ("layout", layout_record(&layout)),
            ])
        });
        Ok(own.unwrap_or_default().unchecked_into())
    }
}

pub(super) fn layout_record(layout: &Layout) -> JsValue {
    record(&[
        ("text", layout.to_string().into()),
        ("elementType", layout.element_type().name().into()),
        ("elementSize", number(layout.element_type().size() as u64)),
        ("littleEndian", (layout.byte_order() == ByteOrder::Little).into()),
        ("shape", sizes(layout.shape()).into()),
        ("offset", number(layout.data_offset())),
        ("itemLength", number(layout.item_len())),
    ])
}

pub(super) fn sizes(shape: &[u32]) -> Array {
    shape.iter().map(|&size| JsValue::from(size)).collect()
}
