//! Files for other programs, from the elements that the viewer's module gives.

use std::borrow::Cow;

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use crate::{
    dataset::store::MAX_EXPORTED_LEN,
    format::{
        element::{ElementType, UnknownName},
        export::{self, ByteScale, Format, NamedArray},
        layout::Layout,
    },
    wasm::{number, refused, thrown},
};

/// Writes a file: see the core's [`Export`](export::Export).
#[wasm_bindgen]
#[derive(Debug)]
pub struct Export(export::Export);

#[wasm_bindgen]
impl Export {
    /// A file in this format, of arrays with these names, types and shapes. With a type of labels, lines begin with a
    /// label.
    ///
    /// # Errors
    /// For an unknown format or type, and for arrays that the format cannot hold.
    #[wasm_bindgen(constructor)]
    pub fn new(
        format: &str,
        names: Vec<String>,
        types: Vec<String>,
        shapes: Vec<Uint32Array>,
        label_type: Option<String>,
    ) -> Result<Self, JsValue> {
        let arrays = arrays(names, types, shapes)?;
        let label_type = self::label_type(label_type)?;
        export::Export::new(named(format)?, arrays, label_type).map(Self).map_err(|error| thrown(&error))
    }

    /// Names classes 0, 1, ... in an archive.
    #[wasm_bindgen(js_name = nameClasses)]
    #[expect(clippy::needless_pass_by_value, reason = "texts cross the boundary as a vector")]
    pub fn name_classes(&mut self, names: Vec<String>) {
        self.0.name_classes(&names);
    }

    /// Takes the elements of the next items, big-endian, and their labels, and gives the bytes of the file that are
    /// complete.
    ///
    /// # Errors
    /// When the elements are more than the arrays have.
    pub fn push(&mut self, elements: &[u8], labels: &[f64]) -> Result<Vec<u8>, JsValue> {
        self.0.push(elements, labels).map_err(|error| thrown(&error))?;
        Ok(self.0.take_output())
    }

    /// Ends the file, and gives its last bytes.
    ///
    /// # Errors
    /// When elements are missing.
    pub fn finish(&mut self) -> Result<Vec<u8>, JsValue> {
        self.0.finish().map_err(|error| thrown(&error))?;
        Ok(self.0.take_output())
    }
}

/// The number of bytes of such a file, with these names of classes; undefined where that depends on the values.
///
/// # Errors
/// For an unknown format or type, and for shapes that are too large.
#[wasm_bindgen(js_name = exportSize, unchecked_return_type = "number | undefined")]
#[expect(clippy::needless_pass_by_value, reason = "texts cross the boundary as a vector")]
pub fn export_size(
    format: &str,
    names: Vec<String>,
    types: Vec<String>,
    shapes: Vec<Uint32Array>,
    class_names: Vec<String>,
) -> Result<JsValue, JsValue> {
    let arrays = arrays(names, types, shapes)?;
    Ok(export::Export::size(named(format)?, &arrays, &class_names).map_or(JsValue::UNDEFINED, number))
}

/// The names of the formats that can hold an array of this type and shape.
///
/// # Errors
/// For an unknown type, and for a shape that is too large.
#[wasm_bindgen(js_name = exportFormats)]
pub fn export_formats(element_type: &str, shape: Vec<u32>) -> Result<Vec<String>, JsValue> {
    let layout = layout(element_type, shape)?;
    Ok(Format::ALL.into_iter().filter(|format| format.holds(&layout)).map(|format| format.name().into()).collect())
}

/// The type in which IDX has elements of a type.
///
/// # Errors
/// For an unknown type.
#[wasm_bindgen(js_name = idxType)]
pub fn idx_type(name: &str) -> Result<String, JsValue> {
    Ok(export::idx_type(element_type(name)?).name().into())
}

/// Limit of the bytes of an item.
#[must_use]
#[wasm_bindgen(js_name = maxExportedLength, unchecked_return_type = "number")]
pub fn max_exported_length() -> JsValue {
    number(MAX_EXPORTED_LEN)
}

fn arrays(names: Vec<String>, types: Vec<String>, shapes: Vec<Uint32Array>) -> Result<Vec<NamedArray>, JsValue> {
    let arrays = names.into_iter().zip(types).zip(shapes);
    arrays.map(|((name, of), shape)| Ok(NamedArray { name, layout: layout(&of, shape.to_vec())? })).collect()
}

pub(super) fn layout(of: &str, shape: Vec<u32>) -> Result<Layout, JsValue> {
    Layout::new(element_type(of)?, shape).map_err(|error| thrown(&error))
}

/// The layout of items as PNG holds them.
pub(super) fn png_layout(of: &str, shape: Vec<u32>) -> Result<Layout, JsValue> {
    ByteScale::layout(&layout(of, shape)?).map_err(|error| thrown(&error))
}

/// How elements of a type become bytes in a range of values, from 0 to 1 if none is known; `None` if PNG holds them as they are.
pub(super) fn byte_scale(of: &str, range: Option<Vec<f64>>) -> Result<Option<ByteScale>, JsValue> {
    let range = range.and_then(|range| range.try_into().ok()).unwrap_or([0.0, 1.0]);
    Ok(ByteScale::of(element_type(of)?, range))
}

/// Whether PNG holds elements of this type as they are.
///
/// # Errors
/// For an unknown type.
#[wasm_bindgen(js_name = isHeldByPng)]
pub fn is_held_by_png(of: &str) -> Result<bool, JsValue> {
    Ok(ByteScale::is_held(element_type(of)?))
}

/// The elements as bytes, if they are scaled.
pub(super) fn scaled_elements(scale: Option<ByteScale>, elements: &[u8]) -> Cow<'_, [u8]> {
    scale.map_or(elements.into(), |scale| scale.bytes(elements).into())
}

pub(super) fn label_type(name: Option<String>) -> Result<Option<ElementType>, JsValue> {
    name.map(|name| element_type(&name)).transpose()
}

fn element_type(name: &str) -> Result<ElementType, JsValue> {
    name.parse().map_err(|error: UnknownName| refused(&error))
}

fn named(name: &str) -> Result<Format, JsValue> {
    let format = Format::ALL.into_iter().find(|format| format.name() == name);
    format.ok_or_else(|| refused(&format!("unknown format {name:?}")))
}
