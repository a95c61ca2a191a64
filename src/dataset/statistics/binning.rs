//! The bins of a histogram.

use super::moments::Unit;

/// With this added, 2^20, byte 3 of a number from 0 to 255 is its whole part.
const PLACE_OFFSET: f64 = 1_048_576.0;

/// How a range is divided into the 256 bins of a histogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binning {
    pub(super) unit: Unit,
    /// The middle of the range, and how many bins there are for each 1, both in the unit.
    middle: f64,
    scale: f64,
}

impl Binning {
    pub(super) fn new((min, max): (f64, f64), unit: Unit) -> Self {
        let (min, max) = (unit.of(min), unit.of(max));
        let half = (max - min) / 2.0;
        Self { unit, middle: min + half, scale: if half > 0.0 { 128.0 / half } else { 0.0 } }
    }

    /// The place of a value of the range, in the unit, from which [`bin_at`] takes its bin.
    #[inline]
    pub(super) fn place(self, in_unit: f64) -> f64 {
        let place = (in_unit - self.middle) * self.scale + 128.0;
        // The middle is rounded, so the smallest value can have a place below the first.
        let place = if place > 0.0 { place } else { 0.0 };
        (if place < 255.0 { place } else { 255.0 }) + PLACE_OFFSET
    }
}

/// The bin at a place. The processor finds several places at a time, and casts numbers one by one, so this only takes a
/// byte from the number.
#[inline]
pub(super) fn bin_at(place: f64) -> usize {
    let [_, _, _, bin, ..] = place.to_be_bytes();
    usize::from(bin)
}
