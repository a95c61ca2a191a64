//! The range of the values of an array.

use crate::format::element::ElementType;

/// The range of the values of the items that have passed.
#[derive(Debug, Default)]
pub(crate) struct ValueRange {
    finite: Option<(f64, f64)>,
    not_finite: NotFinite,
}

/// How many elements are not finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NotFinite {
    /// NaN.
    pub nan: u64,
    /// Minus infinity.
    pub negative_infinity: u64,
    /// Infinity.
    pub infinity: u64,
}

impl ValueRange {
    /// The smallest and the largest finite value. Nothing is counted of u8.
    pub(crate) fn finite(&self) -> Option<(f64, f64)> {
        self.finite
    }

    /// How many values are not finite.
    pub(crate) fn not_finite(&self) -> NotFinite {
        self.not_finite
    }

    /// Takes more elements, big-endian.
    pub(crate) fn extend(&mut self, element_type: ElementType, items: &[u8]) {
        if element_type == ElementType::U8 {
            return;
        }
        for value in element_type.values(items) {
            if value.is_finite() {
                let (min, max) = self.finite.unwrap_or((value, value));
                self.finite = Some((min.min(value), max.max(value)));
            } else {
                self.not_finite.count(value);
            }
        }
    }
}

impl NotFinite {
    /// Counts a value that is not finite.
    pub(crate) fn count(&mut self, value: f64) {
        *match value {
            f64::INFINITY => &mut self.infinity,
            f64::NEG_INFINITY => &mut self.negative_infinity,
            _ => &mut self.nan,
        } += 1;
    }

    /// Adds other counts.
    pub(crate) fn add(&mut self, other: Self) {
        self.nan += other.nan;
        self.negative_infinity += other.negative_infinity;
        self.infinity += other.infinity;
    }
}
