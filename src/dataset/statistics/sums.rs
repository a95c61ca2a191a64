//! Sums over items, element by element.

use std::mem;

use super::{figures::MAX_COUNT, moments::Moments};
use crate::format::packed::{Packer, Unpacker};

/// Bytes that are summed in 32 bits: that many squares of 255 fit.
const NARROW_LIMIT: usize = 1 << 16;

/// Sums of each element over all items added. Bytes are first summed in narrow lanes, which is faster.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    items: u64,
    narrow: Vec<u32>,
    narrow_squares: Vec<u32>,
    /// Items in the narrow sums.
    narrow_items: usize,
    /// The first finite value of each element, from which distances are summed; NaN before there is one. Empty for
    /// bytes, whose sums are exact.
    origins: Vec<f64>,
    /// How many elements have no origin yet.
    without_origin: usize,
    wide: Vec<f64>,
    wide_squares: Vec<f64>,
    /// How many values of each element were not finite. Empty until one is.
    not_finite: Vec<u32>,
}

impl Sums {
    /// Adds an item of bytes.
    pub(super) fn add_bytes(&mut self, item: &[u8]) {
        self.items += 1;
        self.narrow.resize(item.len(), 0);
        self.narrow_squares.resize(item.len(), 0);
        for ((sum, square), &value) in self.narrow.iter_mut().zip(&mut self.narrow_squares).zip(item) {
            let value = u32::from(value);
            *sum += value;
            *square += value * value;
        }
        self.narrow_items += 1;
        if self.narrow_items == NARROW_LIMIT {
            self.widen();
        }
    }

    /// Moves the narrow sums into the wide ones.
    fn widen(&mut self) {
        if mem::take(&mut self.narrow_items) == 0 {
            return;
        }
        for (narrow, wide) in [(&mut self.narrow, &mut self.wide), (&mut self.narrow_squares, &mut self.wide_squares)] {
            wide.resize(narrow.len(), 0.0);
            for (narrow, wide) in narrow.iter_mut().zip(wide) {
                *wide += f64::from(*narrow);
                *narrow = 0;
            }
        }
    }

    /// Starts an item of this many values, which [`Sums::add_values`] takes some at a time.
    pub(super) fn start_item(&mut self, elements: usize) {
        self.items += 1;
        self.without_origin += elements - self.origins.len();
        self.origins.resize(elements, f64::NAN);
        self.wide.resize(elements, 0.0);
        self.wide_squares.resize(elements, 0.0);
    }

    /// Adds values, in a unit, of the elements from `first` on, of which all are finite or not.
    pub(super) fn add_values(&mut self, first: usize, values: &[f64], are_finite: bool) {
        if self.without_origin > 0 {
            for (origin, &value) in self.origins[first..].iter_mut().zip(values) {
                if origin.is_nan() && value.is_finite() {
                    *origin = value;
                    self.without_origin -= 1;
                }
            }
        }
        let sums = self.wide[first..].iter_mut().zip(&mut self.wide_squares[first..]);
        let values = values.iter().zip(&self.origins[first..]).zip(sums);
        if are_finite {
            // Without a branch, so that several are added at once.
            for ((&value, origin), (sum, squares)) in values {
                let distance = value - *origin;
                *sum += distance;
                *squares += distance * distance;
            }
            return;
        }
        self.not_finite.resize(self.origins.len(), 0);
        for (((&value, origin), (sum, squares)), count) in values.zip(&mut self.not_finite[first..]) {
            if !value.is_finite() {
                *count += 1;
                continue;
            }
            let distance = value - *origin;
            *sum += distance;
            *squares += distance * distance;
        }
    }

    /// Adds other items.
    pub(super) fn merge(&mut self, other: &mut Self) {
        if other.items == 0 {
            return;
        }
        self.widen();
        other.widen();
        let elements = other.wide.len();
        self.wide.resize(elements, 0.0);
        self.wide_squares.resize(elements, 0.0);
        self.origins.resize(other.origins.len(), f64::NAN);
        for index in 0..elements {
            if other.origins.is_empty() {
                // The sums of bytes are exact.
                self.wide[index] += other.wide[index];
                self.wide_squares[index] += other.wide_squares[index];
                continue;
            }
            let mut moments = self.moments(index);
            moments.merge(other.moments(index));
            self.origins[index] = if moments.count == 0 { f64::NAN } else { moments.mean };
            (self.wide[index], self.wide_squares[index]) = (0.0, moments.squares);
        }
        self.without_origin = count_missing(&self.origins);
        if !other.not_finite.is_empty() {
            self.not_finite.resize(elements, 0);
        }
        for (count, other) in self.not_finite.iter_mut().zip(&other.not_finite) {
            *count += other;
        }
        self.items += other.items;
    }

    pub(super) fn pack(&mut self, packer: &mut Packer) {
        self.widen();
        packer.u64(self.items);
        packer.f64s(&self.origins);
        packer.f64s(&self.wide);
        packer.f64s(&self.wide_squares);
        packer.u32s(&self.not_finite);
    }

    /// The sums of items of so many elements.
    pub(super) fn unpack(unpacker: &mut Unpacker<'_>, elements: usize, are_bytes: bool) -> Option<Self> {
        let items = unpacker.u64();
        let (origins, wide, wide_squares) = (unpacker.f64s(), unpacker.f64s(), unpacker.f64s());
        let not_finite = unpacker.u32s();
        let known = if items > 0 { elements } else { 0 };
        let fits = items < MAX_COUNT
            && origins.len() == if are_bytes { 0 } else { known }
            && wide.len() == known
            && wide_squares.len() == known
            && (not_finite.is_empty() || not_finite.len() == origins.len())
            && not_finite.iter().all(|&count| u64::from(count) <= items);
        let without_origin = count_missing(&origins);
        fits.then(|| Self { items, origins, without_origin, wide, wide_squares, not_finite, ..Self::default() })
    }

    /// The moments of one element.
    pub(super) fn moments(&self, index: usize) -> Moments {
        let sum = |narrow: &[u32], wide: &[f64]| {
            wide.get(index).copied().unwrap_or_default() + narrow.get(index).copied().map_or(0.0, f64::from)
        };
        Moments::of_distances(
            self.items - self.not_finite.get(index).copied().map_or(0, u64::from),
            self.origins.get(index).copied().unwrap_or_default(),
            sum(&self.narrow, &self.wide),
            sum(&self.narrow_squares, &self.wide_squares),
        )
    }
}

fn count_missing(origins: &[f64]) -> usize {
    origins.iter().filter(|origin| origin.is_nan()).count()
}
