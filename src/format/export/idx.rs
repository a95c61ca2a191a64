//! Elements in the types of IDX, which has six.

use crate::{
    error::Error,
    format::{
        element::{Element, ElementType},
        header::Header,
        layout::Layout,
    },
};

/// The type in which IDX has elements of a type: its own, a wider one that has all of its values, or `i32` for `u32`, `i64` and
/// `u64`, whose values have to fit. They are labels mostly, which programs expect as whole numbers, so they do not become `f64`.
#[must_use]
pub fn idx_type(element_type: ElementType) -> ElementType {
    match element_type {
        ElementType::Bool => ElementType::U8,
        ElementType::U16 | ElementType::U32 | ElementType::I64 | ElementType::U64 => ElementType::I32,
        ElementType::F16 | ElementType::Bf16 => ElementType::F32,
        own => own,
    }
}

/// The header of an array in this layout.
pub(super) fn header(layout: &Layout) -> Header {
    let element_type = idx_type(layout.element_type());
    Header::new(element_type, layout.shape().to_vec()).expect("a layout has a rank that fits a header")
}

/// Adds big-endian elements of a type, the first of which is that of `place` in the array.
///
/// # Errors
/// [`Error::IdxRange`] for a whole number beyond `i32`.
pub(super) fn write(element_type: ElementType, elements: &[u8], place: u64, output: &mut Vec<u8>) -> Result<(), Error> {
    let target = idx_type(element_type);
    if target == element_type || target == ElementType::U8 {
        output.extend_from_slice(elements);
        return Ok(());
    }
    let (mut at, mut fault) = (place, Ok(()));
    element_type.for_each_chunk(elements, |values| {
        for &value in values {
            let bytes = match target {
                ElementType::F32 => f32::from_f64(value).map(f32::to_be_bytes),
                _ => i32::from_f64(value).map(i32::to_be_bytes),
            };
            match bytes {
                Some(bytes) => output.extend(bytes),
                None if fault.is_ok() => fault = Err(Error::IdxRange { found: at }),
                None => {}
            }
            at += 1;
        }
    });
    fault
}
