//! The figures of a group of items: how many there are, and the range, the mean and the standard deviation of their
//! values.

use wide::f64x4;

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

/// What is known of the values of an item that was added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Added {
    /// The mean of the finite values; NaN if there are none.
    pub(super) mean: f64,
    pub(super) not_finite: NotFinite,
}

/// How a range is divided into the 256 bins of a histogram.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binning {
    pub(super) unit: Unit,
    /// The middle of the range, and how many bins there are for each 1, both in the unit.
    middle: f64,
    scale: f64,
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

/// With this added, 2^20, byte 3 of a number from 0 to 255 is its whole part.
const PLACE_OFFSET: f64 = 1_048_576.0;

/// Values that are added at once, to sums of their own.
const LANES: usize = 4;

/// Finite values of an item: sums of their distances from the first, and of their squares. The moments of one item lose
/// little that way, wherever its values are.
struct ItemSums {
    origin: f64,
    count: u64,
    sums: f64x4,
    squares: f64x4,
    min: f64x4,
    max: f64x4,
}

impl Added {
    /// No values.
    pub(super) const NONE: Self =
        Self { mean: f64::NAN, not_finite: NotFinite { nan: 0, negative_infinity: 0, infinity: 0 } };
}

impl ItemSums {
    const NONE: Self = Self {
        origin: 0.0,
        count: 0,
        sums: f64x4::ZERO,
        squares: f64x4::ZERO,
        min: f64x4::new([f64::INFINITY; LANES]),
        max: f64x4::new([f64::NEG_INFINITY; LANES]),
    };

    /// Adds values, which are also given in a unit.
    fn add(&mut self, values: &[f64], in_unit: &[f64]) {
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

    fn finite(&self) -> Finite {
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

impl Binning {
    pub(super) fn new((min, max): (f64, f64), unit: Unit) -> Self {
        let (min, max) = (unit.of(min), unit.of(max));
        let half = (max - min) / 2.0;
        Self { unit, middle: min + half, scale: if half > 0.0 { 128.0 / half } else { 0.0 } }
    }

    /// The place of a value of the range, in the unit, from which [`bin_at`] takes its bin.
    #[inline]
    fn place(self, in_unit: f64) -> f64 {
        let place = (in_unit - self.middle) * self.scale + 128.0;
        // The middle is rounded, so the smallest value can have a place below the first.
        let place = if place > 0.0 { place } else { 0.0 };
        (if place < 255.0 { place } else { 255.0 }) + PLACE_OFFSET
    }
}

/// The bin at a place. The processor finds several places at a time, and casts numbers one by one, so this only takes a
/// byte from the number.
fn bin_at(place: f64) -> usize {
    let [_, _, _, bin, ..] = place.to_be_bytes();
    usize::from(bin)
}

/// Whether all of these are finite.
fn are_finite(values: &[f64]) -> bool {
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

    /// Adds an item of other values. `visit` takes them some at a time, in the unit, and whether all of these are finite.
    pub(super) fn add_values(
        &mut self,
        element_type: ElementType,
        item: &[u8],
        binning: Binning,
        mut visit: impl FnMut(&[f64], bool),
    ) -> Added {
        self.items += 1;
        let unit = binning.unit;
        let (mut sums, mut not_finite) = (ItemSums::NONE, NotFinite::default());
        let (mut finite, mut buffer, mut places) = (Vec::new(), Vec::new(), Vec::new());
        element_type.for_each_chunk(item, |values| {
            let all_finite = !element_type.is_float() || are_finite(values);
            let (mut values, mut in_unit) = (values, unit.of_all(values, &mut buffer));
            visit(in_unit, all_finite);
            if !all_finite {
                values.iter().filter(|value| !value.is_finite()).for_each(|&value| not_finite.count(value));
                finite.clear();
                finite.extend(values.iter().copied().filter(|value| value.is_finite()));
                (values, in_unit) = (&finite, unit.of_all(&finite, &mut buffer));
            }
            sums.add(values, in_unit);
            places.clear();
            places.extend(in_unit.iter().map(|&in_unit| binning.place(in_unit)));
            let [a, b, c, d] = &mut *self.bins;
            let (whole, rest) = places.as_chunks();
            for &[one, two, three, four] in whole {
                a[bin_at(one)] += 1;
                b[bin_at(two)] += 1;
                c[bin_at(three)] += 1;
                d[bin_at(four)] += 1;
            }
            for &place in rest {
                a[bin_at(place)] += 1;
            }
        });
        self.not_finite.add(not_finite);
        if sums.count == 0 {
            return Added { not_finite, ..Added::NONE };
        }
        let found = sums.finite();
        self.finite.merge(found);
        Added { mean: unit.value(found.moments.mean), not_finite }
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
