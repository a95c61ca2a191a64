//! The mean and the standard deviation of numbers, whatever their range.

use crate::{dataset::range::NotFinite, format::element::ElementType};

/// The bits of the exponent of an f64.
const EXPONENT: u64 = 0x7FF << 52;

/// The mean and the standard deviation of finite numbers, of which there is at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of these numbers as a whole population.
    pub deviation: f64,
}

/// The values of one item.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// The smallest and the largest finite value, if there are any.
    pub range: Option<(f64, f64)>,
    /// The mean of the finite values, and how far they are from it.
    pub spread: Option<Spread>,
    /// How many values are not finite.
    pub not_finite: NotFinite,
}

/// How many values there are, their mean, and the sum of their squared distances from it. Two of them can be merged. As
/// the distances are from the mean, a group of values far away costs another one no precision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    pub(super) count: u64,
    pub(super) mean: f64,
    pub(super) squares: f64,
}

/// The power of two by which values are divided before they are squared, so that no square is too large. Dividing by it
/// rounds nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    size: f64,
    inverse: f64,
}

impl Summary {
    /// The summary of an item.
    #[must_use]
    pub fn of(element_type: ElementType, item: &[u8]) -> Self {
        let (mut min, mut max, mut not_finite) = (f64::INFINITY, f64::NEG_INFINITY, NotFinite::default());
        element_type.for_each_chunk(item, |values| {
            for &value in values {
                if value.is_finite() {
                    (min, max) = (min.min(value), max.max(value));
                } else {
                    not_finite.count(value);
                }
            }
        });
        if min > max {
            return Self { range: None, spread: None, not_finite };
        }
        let unit = Unit::new(element_type, (min, max));
        let origin = unit.of(min);
        let (mut count, mut sum, mut squares) = (0, 0.0, 0.0);
        element_type.for_each_chunk(item, |values| {
            for value in values.iter().filter(|value| value.is_finite()) {
                let distance = unit.of(*value) - origin;
                count += 1;
                sum += distance;
                squares += distance * distance;
            }
        });
        let spread = Moments::of_distances(count, origin, sum, squares).spread(unit);
        Self { range: Some((min, max)), spread: Some(spread), not_finite }
    }
}

impl Moments {
    /// The moments of values whose distances from an origin, and the squares of those, have these sums.
    pub(super) fn of_distances(count: u64, origin: f64, sum: f64, squares: f64) -> Self {
        if count == 0 {
            return Self::default();
        }
        let mean = sum / float(count);
        // Rounding can take the squares below zero.
        Self { count, mean: origin + mean, squares: (squares - sum * mean).max(0.0) }
    }

    /// Adds other values.
    pub(super) fn merge(&mut self, other: Self) {
        if other.count == 0 {
            return;
        }
        let before = float(self.count);
        self.count += other.count;
        let share = float(other.count) / float(self.count);
        let distance = other.mean - self.mean;
        self.mean += distance * share;
        self.squares += other.squares + distance * distance * share * before;
    }

    /// The spread, with NaN where there are no values.
    pub(super) fn spread(self, unit: Unit) -> Spread {
        if self.count == 0 {
            return Spread { mean: f64::NAN, deviation: f64::NAN };
        }
        Spread { mean: self.mean * unit.size, deviation: (self.squares / float(self.count)).sqrt() * unit.size }
    }
}

impl Unit {
    /// The unit of values that are used as they are.
    const ONE: Self = Self { size: 1.0, inverse: 1.0 };

    /// The unit of the values of an array, which are in a range. The squares of any type but f64 are numbers of f64.
    pub(super) fn new(element_type: ElementType, range: (f64, f64)) -> Self {
        if element_type == ElementType::F64 { Self::of_range(range) } else { Self::ONE }
    }

    /// The power of two at the largest value of a range, or below it; above it only where that has no inverse.
    fn of_range((min, max): (f64, f64)) -> Self {
        let largest = min.abs().max(max.abs());
        if largest == 0.0 {
            return Self::ONE;
        }
        let size = f64::from_bits(largest.max(f64::MIN_POSITIVE).to_bits() & EXPONENT);
        Self { size, inverse: size.recip() }
    }

    /// Values in this unit: they themselves, or in a buffer.
    pub(super) fn of_all<'a>(self, values: &'a [f64], buffer: &'a mut Vec<f64>) -> &'a [f64] {
        if self == Self::ONE {
            return values;
        }
        buffer.clear();
        buffer.extend(values.iter().map(|&value| self.of(value)));
        buffer
    }

    /// A value in this unit.
    pub(super) fn of(self, value: f64) -> f64 {
        value * self.inverse
    }

    /// A value that is in this unit.
    pub(super) fn value(self, in_unit: f64) -> f64 {
        in_unit * self.size
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(super) fn float(count: u64) -> f64 {
    count as f64
}
