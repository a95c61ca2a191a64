//! Between which ends the values of an array lie.

use crate::format::element::ElementType;

/// The values of the items that have passed.
#[derive(Debug, Default)]
pub(crate) struct Range {
    /// The least and the greatest, leaving out NaN and infinities; of u8 nothing is noted.
    pub(crate) ends: Option<(f64, f64)>,
    pub(crate) not_finite: NotFinite,
}

/// How many elements are no ordinary numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NotFinite {
    /// NaN.
    pub not_numbers: u64,
    /// Minus infinity.
    pub least: u64,
    /// Infinity.
    pub greatest: u64,
}

impl Range {
    /// Takes more elements, big-endian.
    pub(crate) fn extend(&mut self, element_type: ElementType, items: &[u8]) {
        if element_type == ElementType::U8 {
            return;
        }
        for value in element_type.values(items) {
            if value.is_finite() {
                let (least, greatest) = self.ends.unwrap_or((value, value));
                self.ends = Some((least.min(value), greatest.max(value)));
            } else {
                self.not_finite.count(value);
            }
        }
    }
}

impl NotFinite {
    fn count(&mut self, value: f64) {
        *match value {
            f64::INFINITY => &mut self.greatest,
            f64::NEG_INFINITY => &mut self.least,
            _ => &mut self.not_numbers,
        } += 1;
    }
}
