//! Items that contain NaN or an infinite value.

use super::Check;
use crate::{
    dataset::labels::Label,
    format::{element::ElementType, layout::Layout},
};

#[derive(Debug)]
struct NotFinite {
    element_type: ElementType,
    is_listed: fn(f64) -> bool,
}

/// Items that contain NaN.
pub(super) fn nan(layout: &Layout) -> Option<Box<dyn Check>> {
    new(layout, f64::is_nan)
}

/// Items that contain an infinite value.
pub(super) fn infinite(layout: &Layout) -> Option<Box<dyn Check>> {
    new(layout, f64::is_infinite)
}

/// Integers are always finite.
fn new(layout: &Layout, is_listed: fn(f64) -> bool) -> Option<Box<dyn Check>> {
    let element_type = layout.element_type();
    if element_type.is_float() { Some(Box::new(NotFinite { element_type, is_listed })) } else { None }
}

impl Check for NotFinite {
    fn finds(&mut self, item: &[u8], _label: Option<Label>) -> bool {
        self.element_type.values(item).any(self.is_listed)
    }
}
