//! Items that consist of zeros.

use super::Check;
use crate::{
    dataset::range::NotFinite,
    format::{element::ElementType, layout::Layout},
};

/// Bytes that are compared at a time, because one by one would cost as much as the statistics.
const CHUNK: usize = 64;

#[derive(Debug)]
struct Blank {
    element_type: ElementType,
}

pub(super) fn new(layout: &Layout) -> Box<dyn Check> {
    Box::new(Blank { element_type: layout.element_type() })
}

impl Check for Blank {
    fn finds(&self, item: &[u8], _not_finite: NotFinite) -> bool {
        item.chunks(CHUNK).all(|chunk| {
            let has_bits = chunk.iter().fold(0, |bits, byte| bits | byte) != 0;
            // Minus zero has a bit that is set.
            !has_bits || (self.element_type.is_float() && self.element_type.values(chunk).all(|value| value == 0.0))
        })
    }
}
