//! The figures of a group of items: how many there are, and the range, the mean and the standard deviation of their
//! values.

use super::moments::{Moments, Spread, Unit, float};
use crate::{
    dataset::range::NotFinite,
    format::{
        element::ElementType,
        packed::{Packer, Unpacker},
    },
};

/// Counts of any file are below this, so that they can be added.
pub(super) const MAX_COUNT: u64 = 1 << 53;

/// What is known about the values of a group of items.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// The number of items.
    pub items: u64,
    /// The number of finite values.
    pub values: u64,
    /// The mean and the standard deviation of the finite values, if there are any.
    pub spread: Option<Spread>,
    /// The smallest and the largest finite value.
    pub range: Option<(f64, f64)>,
    /// How many values are not finite.
    pub not_finite: NotFinite,
}

/// A group, to which items are added one by one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) items: u64,
    /// Four partial histograms, because the processor cannot increment the same count twice at once.
    pub(super) bins: Box<[[u64; 256]; 4]>,
    finite: Finite,
    not_finite: NotFinite,
}

/// Finite values, and their moments in a unit.
#[derive(Clone, Copy, Debug)]
struct Finite {
    moments: Moments,
    min: f64,
    max: f64,
}

impl Group {
    pub(super) fn new() -> Self {
        Self { items: 0, bins: Box::new([[0; 256]; 4]), finite: Finite::NONE, not_finite: NotFinite::default() }
    }

    /// Adds an item of bytes, and returns their mean. The histogram has all else that is to know about bytes.
    pub(super) fn add_bytes(&mut self, item: &[u8]) -> f64 {
        self.items += 1;
        let (words, rest) = item.as_chunks::<8>();
        let mut zeros = 0;
        for word in words {
            // Most of an image is often background.
            if *word == [0; 8] {
                zeros += 8;
                continue;
            }
            for (lane, &value) in word.iter().enumerate() {
                self.bins[lane % 4][usize::from(value)] += 1;
            }
        }
        for &value in rest {
            self.bins[0][usize::from(value)] += 1;
        }
        self.bins[0][0] += zeros;
        // The sum of so many bytes fits into 32 bits, which is faster.
        let parts = item.chunks(1 << 24);
        let sum: u64 = parts.map(|part| u64::from(part.iter().map(|&value| u32::from(value)).sum::<u32>())).sum();
        float(sum) / float(item.len() as u64)
    }

    /// Adds an item, and returns its mean; NaN if none of its values is finite. `bin` gives the place of a value in the
    /// histogram.
    pub(super) fn add_values(
        &mut self,
        element_type: ElementType,
        item: &[u8],
        unit: Unit,
        bin: impl Fn(f64) -> usize,
    ) -> f64 {
        self.items += 1;
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        // Distances from the first value: the moments of one item lose little, wherever its values are.
        let (mut origin, mut count, mut sum, mut squares) = (0.0, 0, 0.0, 0.0);
        element_type.for_each_chunk(item, |values| {
            for (index, &value) in values.iter().enumerate() {
                if !value.is_finite() {
                    self.not_finite.count(value);
                    continue;
                }
                if count == 0 {
                    origin = unit.of(value);
                }
                let distance = unit.of(value) - origin;
                count += 1;
                sum += distance;
                squares += distance * distance;
                (min, max) = (min.min(value), max.max(value));
                self.bins[index % 4][bin(value)] += 1;
            }
        });
        if count == 0 {
            return f64::NAN;
        }
        let moments = Moments::of_distances(count, origin, sum, squares);
        self.finite.merge(Finite { moments, min, max });
        unit.value(moments.mean)
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.items += other.items;
        for (bins, others) in self.bins.iter_mut().flatten().zip(other.bins.iter().flatten()) {
            *bins += others;
        }
        self.finite.merge(other.finite);
        self.not_finite.add(other.not_finite);
    }

    pub(super) fn pack(&self, packer: &mut Packer) {
        let Finite { moments, min, max } = self.finite;
        let NotFinite { nan, negative_infinity, infinity } = self.not_finite;
        packer.u64s(&[self.items, moments.count, nan, negative_infinity, infinity]);
        packer.f64s(&[moments.mean, moments.squares, min, max]);
        packer.u64s(&self.bins());
    }

    pub(super) fn unpack(unpacker: &mut Unpacker<'_>) -> Option<Self> {
        let (counts, floats, bins) = (unpacker.u64s(), unpacker.f64s(), unpacker.u64s());
        if counts.iter().chain(&bins).any(|&count| count >= MAX_COUNT) {
            return None;
        }
        let [items, count, nan, negative_infinity, infinity] = counts[..] else { return None };
        let [mean, squares, min, max] = floats[..] else { return None };
        let finite = Finite { moments: Moments { count, mean, squares }, min, max };
        let mut group =
            Self { items, finite, not_finite: NotFinite { nan, negative_infinity, infinity }, ..Self::new() };
        group.bins[0] = bins.try_into().ok()?;
        Some(group)
    }

    /// How many finite values there are in each part of the range.
    pub(super) fn bins(&self) -> [u64; 256] {
        let [a, b, c, d] = &*self.bins;
        std::array::from_fn(|bin| a[bin] + b[bin] + c[bin] + d[bin])
    }

    pub(super) fn figures(&self, element_type: ElementType, unit: Unit) -> Figures {
        let Finite { moments, min, max } =
            if element_type == ElementType::U8 { Finite::of_bytes(&self.bins()) } else { self.finite };
        let has_values = moments.count > 0;
        Figures {
            items: self.items,
            values: moments.count,
            spread: has_values.then(|| moments.spread(unit)),
            range: has_values.then_some((min, max)),
            not_finite: self.not_finite,
        }
    }
}

impl Finite {
    const NONE: Self =
        Self { moments: Moments { count: 0, mean: 0.0, squares: 0.0 }, min: f64::INFINITY, max: f64::NEG_INFINITY };

    /// Bytes, of which each occurs this often.
    fn of_bytes(counts: &[u64; 256]) -> Self {
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
    fn merge(&mut self, other: Self) {
        self.moments.merge(other.moments);
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
    }
}
