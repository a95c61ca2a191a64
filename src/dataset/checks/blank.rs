//! Items that consist of zeros.

use super::Check;
use crate::{
    dataset::labels::Label,
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
    fn finds(&mut self, item: &[u8], _label: Option<Label>) -> bool {
        if self.element_type.is_float() {
            // Minus zero has a bit that is set.
            return self.element_type.values(item).all(|value| value == 0.0);
        }
        item.chunks(CHUNK).all(|chunk| chunk.iter().fold(0, |bits, byte| bits | byte) == 0)
    }
}
