//! Numbers that look random and are the same each time.

/// A generator with a fixed seed: `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0)
    }

    /// Another sequence for each seed.
    pub(super) fn seeded(seed: u64) -> Self {
        Self(hash(seed))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        hash(self.0)
    }

    /// A number from 0 to below 1.
    pub(super) fn uniform(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// A normal number: twelve uniform ones less their mean. There is no logarithm, which machines round differently.
    pub(super) fn normal(&mut self) -> f32 {
        let bits = [self.next(), self.next(), self.next()];
        let sum: u64 = bits.iter().flat_map(|bits| (0..4).map(move |part| (bits >> (16 * part)) & 0xFFFF)).sum();
        (sum as f32 + 6.0) / 65_536.0 - 6.0
    }

    /// A whole number below `limit`, which is at most 2^32.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        (((self.next() >> 32) * limit as u64) >> 32) as usize
    }

    /// A number between -1 and 1.
    pub(super) fn signed(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }
}

/// `count` of the numbers below `limit`, or all of them, in order.
pub(super) fn sample(limit: usize, count: usize) -> Vec<usize> {
    let mut random = Random::new();
    let mut keys: Vec<_> = (0..limit).map(|number| (random.next(), number)).collect();
    if count < limit {
        keys.select_nth_unstable(count);
        keys.truncate(count);
    }
    let mut numbers: Vec<_> = keys.into_iter().map(|(_, number)| number).collect();
    numbers.sort_unstable();
    numbers
}

/// A number that looks random, a different one for each `value`.
pub(super) fn hash(value: u64) -> u64 {
    let mixed = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
