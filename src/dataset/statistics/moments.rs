//! The mean and the standard deviation of numbers, whatever their range.

use crate::format::element::ElementType;

/// The mean and the standard deviation of finite numbers, of which there is at least one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation of these numbers as a whole population.
    pub deviation: f64,
}

/// The finite values of one item.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Summary {
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The mean of the values, and how far they are from it.
    pub spread: Spread,
}

/// Sums of scaled values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    pub(super) count: u64,
    pub(super) sum: f64,
    pub(super) squares: f64,
}

/// Values are summed in units of half their range, from its middle, so no sum is too large or loses much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    middle: f64,
    half: f64,
}

impl Summary {
    /// The summary of an item, if it has finite values.
    #[must_use]
    pub fn of(element_type: ElementType, item: &[u8]) -> Option<Self> {
        let values = || element_type.values(item).filter(|value| value.is_finite());
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values() {
            (min, max) = (min.min(value), max.max(value));
        }
        let scale = Scale::of_range((min, max));
        let mut moments = Moments::default();
        for value in values() {
            moments.add(scale.scaled(value));
        }
        (moments.count > 0).then(|| Self { min, max, spread: moments.spread(scale) })
    }
}

impl Moments {
    pub(super) fn add(&mut self, scaled: f64) {
        self.count += 1;
        self.sum += scaled;
        self.squares += scaled * scaled;
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The spread, with NaN where there are no values.
    pub(super) fn spread(self, scale: Scale) -> Spread {
        #[expect(clippy::cast_precision_loss, reason = "the count stays far below 2^53")]
        let count = self.count as f64;
        let mean = self.sum / count;
        let variance = self.squares / count - mean * mean;
        Spread {
            mean: scale.middle + mean * scale.half,
            // Rounding can take the variance below zero, but NaN must stay NaN.
            deviation: if variance < 0.0 { 0.0 } else { variance.sqrt() * scale.half },
        }
    }
}

impl Scale {
    /// The scale of values that are summed as they are.
    pub(super) const UNSCALED: Self = Self { middle: 0.0, half: 1.0 };

    /// The scale of values in this range. Both ends are halved first because their difference may exceed f64.
    pub(super) fn of_range((min, max): (f64, f64)) -> Self {
        Self { middle: min / 2.0 + max / 2.0, half: max / 2.0 - min / 2.0 }
    }

    /// A value in these units, from -1 to 1.
    pub(super) fn scaled(self, value: f64) -> f64 {
        if self.half > 0.0 { (value - self.middle) / self.half } else { 0.0 }
    }
}
