//! Finite values: their moments, their range, and the sums that these are made of.

use wide::f64x4;

use super::moments::Moments;

/// Values that are added at once, to sums of their own.
const LANES: usize = 4;

/// Finite values, and their moments in a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finite {
    pub(super) moments: Moments,
    pub(super) min: f64,
    pub(super) max: f64,
}

/// Finite values of an item: sums of their distances from the first, and of their squares. The moments of one item lose
/// little that way, wherever its values are.
pub(super) struct ItemSums {
    origin: f64,
    pub(super) count: u64,
    sums: f64x4,
    squares: f64x4,
    min: f64x4,
    max: f64x4,
}

impl Finite {
    pub(super) const NONE: Self =
        Self { moments: Moments { count: 0, mean: 0.0, squares: 0.0 }, min: f64::INFINITY, max: f64::NEG_INFINITY };

    /// Bytes, of which each occurs this often.
    pub(super) fn of_bytes(counts: &[u64; 256]) -> Self {
        let mut all = Self::NONE;
        for (byte, &count) in (0_u8..=255).zip(counts) {
            let value = f64::from(byte);
            if count > 0 {
                all.merge(Self { moments: Moments { count, mean: value, squares: 0.0 }, min: value, max: value });
            }
        }
        all
    }

    /// Adds other values.
    pub(super) fn merge(&mut self, other: Self) {
        self.moments.merge(other.moments);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}

impl ItemSums {
    pub(super) const NONE: Self = Self {
        origin: 0.0,
        count: 0,
        sums: f64x4::ZERO,
        squares: f64x4::ZERO,
        min: f64x4::new([f64::INFINITY; LANES]),
        max: f64x4::new([f64::NEG_INFINITY; LANES]),
    };

    /// Adds values, which are also given in a unit.
    pub(super) fn add(&mut self, values: &[f64], in_unit: &[f64]) {
        let (Some(&first), Some(&first_in_unit)) = (values.first(), in_unit.first()) else { return };
        if self.count == 0 {
            self.origin = first_in_unit;
        }
        self.count += values.len() as u64;
        let origin = self.origin;
        let chunks = chunks(values, first).zip(chunks(in_unit, origin));
        for (values, in_unit) in chunks {
            let distances = in_unit - origin;
            self.sums += distances;
            self.squares += distances * distances;
            self.min = self.min.fast_min(values);
            self.max = self.max.fast_max(values);
        }
    }

    pub(super) fn finite(&self) -> Finite {
        Finite {
            moments: Moments::of_distances(self.count, self.origin, self.sums.reduce_add(), self.squares.reduce_add()),
            min: self.min.to_array().into_iter().fold(f64::INFINITY, f64::min),
            max: self.max.to_array().into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// Values that are added at once; the last of them are filled up.
fn chunks(values: &[f64], filling: f64) -> impl Iterator<Item = f64x4> {
    let (whole, rest) = values.as_chunks::<LANES>();
    let mut last = [filling; LANES];
    last[..rest.len()].copy_from_slice(rest);
    whole.iter().copied().chain([last]).map(f64x4::new)
}

/// Whether all of these are finite.
pub(super) fn are_finite(values: &[f64]) -> bool {
    let (whole, rest) = values.as_chunks::<LANES>();
    // A finite number times 0 is 0; others are NaN then, and stay so.
    let mut sums = [0.0; LANES];
    for values in whole {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value * 0.0;
        }
    }
    sums.iter().chain(rest).all(|value| value.is_finite())
}
