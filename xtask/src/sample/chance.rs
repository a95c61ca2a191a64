//! A seeded source of everything that varies.

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

    /// An independent sequence, for what has to come out the same several times.
    pub(super) fn fork(&mut self) -> Self {
        Self::new(self.0.next_u64())
    }

    /// Evenly spread over `low..high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.0.next_u32()) / 4_294_967_296.0
    }

    /// Around 0 with a standard deviation of 1, and never beyond 3.5.
    pub(super) fn normal(&mut self) -> f64 {
        // Four numbers spread evenly over twice the root of 3/4 add up to a variance of 1.
        (0..4).map(|_| self.between(-1.0, 1.0)).sum::<f64>() * 0.75_f64.sqrt()
    }

    /// Brings the items into a random order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (2..=items.len()).rev() {
            // The rest of so wide a number is even enough.
            let chosen = self.0.next_u64() % left as u64;
            items.swap(left - 1, usize::try_from(chosen).unwrap_or(0));
        }
    }
}
