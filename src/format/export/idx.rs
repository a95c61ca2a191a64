//! Elements in the types of IDX, which has six.

use crate::{
    error::Error,
    format::{element::ElementType, header::Header, layout::Layout},
};

/// The type in which IDX has elements of a type: its own, a wider one that has all of its values, or 32 bits for wider whole
/// numbers, which have to fit.
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
    Header::new(element_type, layout.shape().to_vec()).unwrap_or_else(|_| layout.header().clone())
}

/// Adds big-endian elements of a type, the first of which is that of `place` in the array.
///
/// # Errors
/// [`Error::IdxRange`] for a whole number beyond those of 32 bits.
pub(super) fn write(element_type: ElementType, elements: &[u8], place: u64, output: &mut Vec<u8>) -> Result<(), Error> {
    let target = idx_type(element_type);
    if target == element_type || target == ElementType::U8 {
        output.extend_from_slice(elements);
        return Ok(());
    }
    let (mut at, mut fault) = (place, Ok(()));
    element_type.for_each_chunk(elements, |values| {
        for &value in values {
            if target == ElementType::F32 {
                output.extend((value as f32).to_be_bytes());
            } else if value == f64::from(value as i32) {
                output.extend((value as i32).to_be_bytes());
            } else if fault.is_ok() {
                fault = Err(Error::IdxRange { found: at });
            }
            at += 1;
        }
    });
    fault
}
