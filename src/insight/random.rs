//! Numbers that look random and are the same each time.

/// A generator with a fixed seed: `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Self(0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
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
