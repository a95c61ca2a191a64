//! Hashes of items, by which equal ones are found.

/// Words of a stripe.
const LANES: usize = 8;

/// Where the sums start, and by how much the key of each lane changes from stripe to stripe: odd numbers without a
/// pattern.
const SEEDS: [u64; LANES] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7345,
    0xA409_3822_299F_31D1,
    0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377,
    0xBE54_66CF_34E9_0C6D,
    0xC0AC_29B7_C97C_50DD,
    0x3F84_D5B5_B547_0917,
];

/// A hash of 128 bits, the same for equal bytes. Different bytes hardly ever share one, but they can be made to: compare
/// the bytes as well.
///
/// It multiplies the halves of each word, mixed with a key, as XXH3 does
/// (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>). Its values are only for comparison in one
/// session: they are no published hash, and can change.
///
/// ```
/// use idxlens::dataset::item_hash::hash;
///
/// assert_eq!(hash(&[1, 2, 3]), hash(&[1, 2, 3]));
/// assert_ne!(hash(&[1, 2, 3]), hash(&[1, 2, 3, 0]));
/// ```
#[must_use]
pub fn hash(bytes: &[u8]) -> u128 {
    let (stripes, rest) = bytes.as_chunks();
    let mut last = [0; LANES * 8];
    last[..rest.len()].copy_from_slice(rest);
    let sums = lanes::sums(stripes, &last);
    let half = |turn: usize| {
        let pairs = (0..LANES / 2).map(|pair| {
            let (a, b) = (2 * pair, 2 * pair + 1);
            fold(sums[a] ^ SEEDS[(b + turn) % LANES], sums[b] ^ SEEDS[(a + turn) % LANES])
        });
        mix(pairs.fold(bytes.len() as u64, u64::wrapping_add))
    };
    u128::from(half(0)) << 64 | u128::from(half(3))
}

#[expect(clippy::cast_possible_truncation, reason = "the high half is folded onto the low half")]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// Lets every bit of the result depend on every bit: the end of `MurmurHash3`.
fn mix(mut value: u64) -> u64 {
    value = (value ^ (value >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    value = (value ^ (value >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    value ^ (value >> 33)
}

/// The sums of all stripes. In each lane a word is mixed with a key, which changes from stripe to stripe, and the product
/// of its halves is added. The word itself goes to the lane beside, because a product is zero where one of its halves
/// is.
#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::{
        i32x4_shuffle, i64x2_shuffle, u64x2, u64x2_add, u64x2_extmul_low_u32x4, u64x2_extract_lane, v128, v128_xor,
    };

    use super::{LANES, SEEDS};

    const VECTORS: usize = LANES / 2;

    pub(super) fn sums(stripes: &[[u8; LANES * 8]], last: &[u8; LANES * 8]) -> [u64; LANES] {
        let seeds: [v128; VECTORS] = std::array::from_fn(|at| u64x2(SEEDS[2 * at], SEEDS[2 * at + 1]));
        let (mut sums, mut keys) = (seeds, seeds);
        for stripe in stripes.iter().chain([last]) {
            let (vectors, _) = stripe.as_chunks::<16>();
            for at in 0..VECTORS {
                let (words, _) = vectors[at].as_chunks();
                let words = u64x2(u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]));
                let mixed = v128_xor(words, keys[at]);
                let low = i32x4_shuffle::<0, 2, 0, 2>(mixed, mixed);
                let high = i32x4_shuffle::<1, 3, 1, 3>(mixed, mixed);
                let added = u64x2_add(u64x2_extmul_low_u32x4(low, high), i64x2_shuffle::<1, 0>(words, words));
                sums[at] = u64x2_add(sums[at], added);
                keys[at] = u64x2_add(keys[at], seeds[at]);
            }
        }
        std::array::from_fn(|lane| {
            let pair = sums[lane / 2];
            if lane % 2 == 0 { u64x2_extract_lane::<0>(pair) } else { u64x2_extract_lane::<1>(pair) }
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use super::{LANES, SEEDS};

    pub(super) fn sums(stripes: &[[u8; LANES * 8]], last: &[u8; LANES * 8]) -> [u64; LANES] {
        let (mut sums, mut keys) = (SEEDS, SEEDS);
        for stripe in stripes.iter().chain([last]) {
            let (words, _) = stripe.as_chunks();
            for lane in 0..LANES {
                let word = u64::from_le_bytes(words[lane]);
                let mixed = word ^ keys[lane];
                let product = (mixed & 0xFFFF_FFFF).wrapping_mul(mixed >> 32);
                sums[lane] = sums[lane].wrapping_add(product);
                sums[lane ^ 1] = sums[lane ^ 1].wrapping_add(word);
                keys[lane] = keys[lane].wrapping_add(SEEDS[lane]);
            }
        }
        sums
    }
}
