//! Orders of items that do not depend on labels.

use std::mem;

/// Sorts items by their means, stably: a radix sort in two steps, because there may be millions of items.
pub(super) fn sorted_by_means(mut items: Vec<u32>, means: &[f32], descending: bool) -> Vec<u32> {
    // The bits of floats sort like the floats if those of negative ones are inverted and the others come after them.
    let key = |item: u32| match means.get(item as usize) {
        Some(mean) if !mean.is_nan() => {
            // Minus zero is zero.
            let bits = (mean + 0.0).to_bits();
            let key = bits ^ if bits >> 31 == 1 { u32::MAX } else { 1 << 31 };
            if descending { !key } else { key }
        }
        _ => u32::MAX,
    };
    for shift in [0, 16] {
        let digit = |item: u32| (key(item) >> shift & 0xFFFF) as usize;
        let mut places = vec![0; 1 << 16];
        for &item in &items {
            places[digit(item)] += 1;
        }
        let mut next = 0;
        for place in &mut places {
            next += mem::replace(place, next);
        }
        let mut moved = vec![0; items.len()];
        for &item in &items {
            let place = &mut places[digit(item)];
            moved[*place] = item;
            *place += 1;
        }
        items = moved;
    }
    items
}

/// The Fisher-Yates shuffle, with the numbers of `SplitMix64`.
pub(in crate::dataset) fn shuffle<T>(items: &mut [T], seed: u32) {
    let mut state = u64::from(seed);
    for last in (1..items.len()).rev() {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        // Scale the upper half to the number of items left.
        let other = ((mixed >> 32) * (last as u64 + 1)) >> 32;
        items.swap(last, usize::try_from(other).unwrap_or(last));
    }
}
