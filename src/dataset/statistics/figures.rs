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

/// Values whose places in the histogram are found at a time.
const PLACES: usize = 64;

/// Sums of every fourth value. The compiler keeps the order of additions, so it adds at once only to separate sums.
const LANES: usize = 4;

/// Finite values of an item: sums of their distances from the first, and of their squares. The moments of one item lose
/// little that way, wherever its values are.
struct ItemSums {
    origin: f64,
    count: u64,
    sums: [f64; LANES],
    squares: [f64; LANES],
    min: [f64; LANES],
    max: [f64; LANES],
}

impl ItemSums {
    const NONE: Self = Self {
        origin: 0.0,
        count: 0,
        sums: [0.0; LANES],
        squares: [0.0; LANES],
        min: [f64::INFINITY; LANES],
        max: [f64::NEG_INFINITY; LANES],
    };

    fn add(&mut self, values: &[f64], unit: Unit) {
        if let Some(&first) = values.first().filter(|_| self.count == 0) {
            self.origin = unit.of(first);
        }
        self.count += values.len() as u64;
        let (whole, rest) = values.as_chunks::<LANES>();
        for values in whole {
            self.add_each(values, unit);
        }
        self.add_each(rest, unit);
    }

    /// Adds up to as many values as there are lanes.
    #[inline]
    fn add_each(&mut self, values: &[f64], unit: Unit) {
        for (lane, &value) in values.iter().enumerate() {
            let distance = unit.of(value) - self.origin;
            self.sums[lane] += distance;
            self.squares[lane] += distance * distance;
            self.min[lane] = if value < self.min[lane] { value } else { self.min[lane] };
            self.max[lane] = if value > self.max[lane] { value } else { self.max[lane] };
        }
    }

    fn finite(&self) -> Finite {
        let [sum, squares] = [self.sums, self.squares].map(|lanes| lanes.iter().sum());
        Finite {
            moments: Moments::of_distances(self.count, self.origin, sum, squares),
            min: self.min.iter().copied().fold(f64::INFINITY, f64::min),
            max: self.max.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        }
    }
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
        bin: impl Fn(f64) -> u32,
    ) -> f64 {
        self.items += 1;
        let (mut sums, mut finite) = (ItemSums::NONE, Vec::new());
        element_type.for_each_chunk(item, |values| {
            let mut values = values;
            if !are_finite(values) {
                values.iter().filter(|value| !value.is_finite()).for_each(|&value| self.not_finite.count(value));
                finite.clear();
                finite.extend(values.iter().copied().filter(|value| value.is_finite()));
                values = &finite;
            }
            sums.add(values, unit);
            for values in values.chunks(PLACES) {
                // Places first, because the processor can find several at a time.
                let mut places = [0; PLACES];
                for (place, &value) in places.iter_mut().zip(values) {
                    *place = bin(value);
                }
                for (index, &place) in places[..values.len()].iter().enumerate() {
                    self.bins[index % 4][place as usize % 256] += 1;
                }
            }
        });
        if sums.count == 0 {
            return f64::NAN;
        }
        let found = sums.finite();
        self.finite.merge(found);
        unit.value(found.moments.mean)
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
