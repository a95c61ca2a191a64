//! Sums over items, element by element.

use super::moments::Moments;

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
        self.narrow_items = 0;
        for (narrow, wide) in [(&mut self.narrow, &mut self.wide), (&mut self.narrow_squares, &mut self.wide_squares)] {
            wide.resize(narrow.len(), 0.0);
            for (narrow, wide) in narrow.iter_mut().zip(wide) {
                *wide += f64::from(*narrow);
                *narrow = 0;
            }
        }
    }

    /// Starts an item of this many values, which [`Sums::add_value`] takes one by one.
    pub(super) fn start_item(&mut self, elements: usize) {
        self.items += 1;
        self.wide.resize(elements, 0.0);
        self.wide_squares.resize(elements, 0.0);
    }

    /// Adds the scaled value of an element; `None` for a value that is not finite.
    pub(super) fn add_value(&mut self, index: usize, scaled: Option<f64>) {
        if let Some(scaled) = scaled {
            self.wide[index] += scaled;
            self.wide_squares[index] += scaled * scaled;
        } else {
            self.not_finite.resize(self.wide.len(), 0);
            self.not_finite[index] += 1;
        }
    }

    /// The moments of one element.
    pub(super) fn moments(&self, index: usize) -> Moments {
        let sum = |narrow: &[u32], wide: &[f64]| {
            wide.get(index).copied().unwrap_or_default() + narrow.get(index).copied().map_or(0.0, f64::from)
        };
        Moments {
            count: self.items - self.not_finite.get(index).copied().map_or(0, u64::from),
            sum: sum(&self.narrow, &self.wide),
            squares: sum(&self.narrow_squares, &self.wide_squares),
        }
    }
}
