//! Whether a confidence of 90 % is right in 90 % of the items.

use std::array;

/// The items with a confidence in a range.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many there are.
    pub items: u32,
    /// Their mean confidence; 0 without items.
    pub confidence: f64,
    /// Which part of them is predicted right; 0 without items.
    pub accuracy: f64,
}

/// Items by their confidence, that is the probability of the class predicted for them. Bins of equal width; the upper
/// bound of each belongs to it. See Guo et al., "On Calibration of Modern Neural Networks",
/// [arXiv 1706.04599](https://arxiv.org/abs/1706.04599).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// From the lowest confidence to the highest.
    pub bins: [Bin; Calibration::BINS],
    /// The expected calibration error: the mean distance of confidence and accuracy, each bin with the weight of its
    /// items.
    pub error: f64,
}

impl Calibration {
    /// How many bins there are.
    pub const BINS: usize = 15;

    /// The lower bounds of the bins, as NumPy divides a range, so that a confidence on a bound is in the same bin.
    #[expect(clippy::cast_precision_loss, reason = "numbers of bins")]
    fn edges() -> [f64; Self::BINS] {
        array::from_fn(|bin| bin as f64 * (1.0 / Self::BINS as f64))
    }

    /// The calibration of items, each with its confidence and whether it is predicted right. `None` without items.
    pub(super) fn of(items: impl Iterator<Item = (f64, bool)>) -> Option<Self> {
        let mut bins = [Bin::default(); Self::BINS];
        let edges = Self::edges();
        let mut total = 0_u32;
        for (confidence, is_hit) in items {
            let bin = edges[1..].partition_point(|&edge| edge < confidence);
            bins[bin].items += 1;
            bins[bin].confidence += confidence;
            bins[bin].accuracy += f64::from(u8::from(is_hit));
            total += 1;
        }
        let mut error = 0.0;
        for bin in bins.iter_mut().filter(|bin| bin.items > 0) {
            bin.confidence /= f64::from(bin.items);
            bin.accuracy /= f64::from(bin.items);
            error += f64::from(bin.items) / f64::from(total) * (bin.accuracy - bin.confidence).abs();
        }
        (total > 0).then_some(Self { bins, error })
    }
}
