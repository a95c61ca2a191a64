//! The figures of a group of items: how many there are, and the range, the mean and the standard deviation of their
//! values.

use super::{
    binning::{Binning, bin_at},
    finite::{Finite, ItemSums, are_finite},
    moments::{Moments, Spread, Unit, float},
};
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

/// A group, to which items are added one by one.
#[derive(Clone, Debug)]
pub(super) struct Group {
    items: u64,
    /// Four partial histograms, because the processor cannot increment the same count twice at once.
    bins: Box<[[u64; 256]; 4]>,
    finite: Finite,
    not_finite: NotFinite,
}

impl Added {
    /// No values.
    pub(super) const NONE: Self =
        Self { mean: f64::NAN, not_finite: NotFinite { nan: 0, negative_infinity: 0, infinity: 0 } };
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
