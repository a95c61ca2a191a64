//! The range of the values of an array.

use crate::format::element::ElementType;

/// The largest value of u8 that is hardly seen in the range of the type: a quarter of it.
const DIM: u8 = 63;

/// The range of the values of the items that have passed.
#[derive(Debug, Default)]
pub(crate) struct ValueRange {
    finite: Option<(f64, f64)>,
    not_finite: NotFinite,
    bytes: Bytes,
}

/// Values of u8.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bytes {
    /// The largest so far, while all are dim. Masks and digits of few shades would be black in the range of the type.
    largest_dim: Option<u8>,
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
    /// The range of items that have passed before.
    pub(crate) fn new(finite: Option<(f64, f64)>, not_finite: NotFinite, bytes: Bytes) -> Self {
        Self { finite, not_finite, bytes }
    }

    /// The smallest and the largest finite value. Of u8 nothing is known but [`ValueRange::bytes`].
    pub(crate) fn finite(&self) -> Option<(f64, f64)> {
        self.finite
    }

    /// What is known of values of u8.
    pub(crate) fn bytes(&self) -> Bytes {
        self.bytes
    }

    /// Takes over what is known of values of u8, some of which were read after the pass.
    pub(crate) fn set_bytes(&mut self, bytes: Bytes) {
        self.bytes = bytes;
    }

    /// How many values are not finite.
    pub(crate) fn not_finite(&self) -> NotFinite {
        self.not_finite
    }

    /// Takes more elements, big-endian.
    pub(crate) fn extend(&mut self, element_type: ElementType, items: &[u8]) {
        if element_type == ElementType::U8 {
            return self.bytes.extend(items);
        }
        element_type.for_each_chunk(items, |values| self.add(values));
    }

    fn add(&mut self, values: &[f64]) {
        let (mut min, mut max) = self.finite.unwrap_or((f64::INFINITY, f64::NEG_INFINITY));
        let mut extend = |value: f64| {
            min = if value < min { value } else { min };
            max = if value > max { value } else { max };
        };
        // The usual loop has no branch, so it takes several values at a time.
        if values.iter().all(|value| value.is_finite()) {
            values.iter().copied().for_each(extend);
        } else {
            for &value in values {
                if value.is_finite() { extend(value) } else { self.not_finite.count(value) }
            }
        }
        self.finite = (min <= max).then_some((min, max));
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self { largest_dim: Some(0) }
    }
}

impl Bytes {
    /// Values that have passed before, whose largest is this if all are dim.
    pub(crate) fn new(largest_dim: Option<u8>) -> Self {
        Self { largest_dim: largest_dim.filter(|&largest| largest <= DIM) }
    }

    /// Takes more values.
    pub(crate) fn extend(&mut self, values: &[u8]) {
        if let Some(before) = self.largest_dim {
            let largest = values.iter().copied().fold(before, u8::max);
            self.largest_dim = (largest <= DIM).then_some(largest);
        }
    }

    /// The largest value, if all are dim.
    pub(crate) fn largest_dim(self) -> Option<u8> {
        self.largest_dim
    }

    /// The range that they are shown in.
    pub(crate) fn shown(self) -> (f64, f64) {
        (0.0, self.largest_dim.filter(|&largest| largest > 0).unwrap_or(u8::MAX).into())
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
