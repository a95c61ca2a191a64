//! Items that contain NaN or an infinite value.

use super::Check;
use crate::{dataset::range::NotFinite, format::layout::Layout};

#[derive(Debug)]
struct Contains {
    count: fn(NotFinite) -> u64,
}

/// Items that contain NaN.
pub(super) fn nan(layout: &Layout) -> Option<Box<dyn Check>> {
    new(layout, |not_finite| not_finite.nan)
}

/// Items that contain an infinite value.
pub(super) fn infinite(layout: &Layout) -> Option<Box<dyn Check>> {
    new(layout, |not_finite| not_finite.infinity + not_finite.negative_infinity)
}

/// Integers are always finite.
fn new(layout: &Layout, count: fn(NotFinite) -> u64) -> Option<Box<dyn Check>> {
    if layout.element_type().is_float() { Some(Box::new(Contains { count })) } else { None }
}

impl Check for Contains {
    fn finds(&self, _item: &[u8], not_finite: NotFinite) -> bool {
        (self.count)(not_finite) > 0
    }
}
