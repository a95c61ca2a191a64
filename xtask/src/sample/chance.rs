//! A seeded source of random numbers.

use rand_pcg::{
    Pcg32,
    rand_core::{Rng as _, SeedableRng as _},
};

/// Random numbers that are the same on every platform: only exactly rounded arithmetic is used.
#[derive(Clone, Debug)]
pub(super) struct Chance(Pcg32);

impl Chance {
    /// The sequence of a seed.
    pub(super) fn new(seed: u64) -> Self {
        Self(Pcg32::seed_from_u64(seed))
    }

    /// An independent sequence, for values that must repeat.
    pub(super) fn fork(&mut self) -> Self {
        Self::new(self.0.next_u64())
    }

    /// Uniform over `low..high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// Approximately normal, with mean 0 and standard deviation 1, and never beyond 3.5.
    pub(super) fn normal(&mut self) -> f64 {
        // The sum of four uniform numbers over ±sqrt(3/4) has a variance of 1.
        (0..4).map(|_| self.between(-1.0, 1.0)).sum::<f64>() * 0.75_f64.sqrt()
    }

    /// Shuffles the items.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (2..=items.len()).rev() {
            // The bias of a 64-bit remainder is negligible.
            let chosen = self.0.next_u64() % left as u64;
            items.swap(left - 1, usize::try_from(chosen).unwrap_or(0));
        }
    }
}
