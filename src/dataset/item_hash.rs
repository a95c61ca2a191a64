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
    let mut sums = SEEDS;
    let mut keys = SEEDS;
    for stripe in stripes {
        add(&mut sums, &mut keys, stripe);
    }
    let mut last = [0; LANES * 8];
    last[..rest.len()].copy_from_slice(rest);
    add(&mut sums, &mut keys, &last);
    let half = |turn: usize| {
        let pairs = (0..LANES / 2).map(|pair| {
            let (a, b) = (2 * pair, 2 * pair + 1);
            fold(sums[a] ^ SEEDS[(b + turn) % LANES], sums[b] ^ SEEDS[(a + turn) % LANES])
        });
        mix(pairs.fold(bytes.len() as u64, u64::wrapping_add))
    };
    u128::from(half(0)) << 64 | u128::from(half(3))
}

#[inline]
fn add(sums: &mut [u64; LANES], keys: &mut [u64; LANES], stripe: &[u8; LANES * 8]) {
    let (words, _) = stripe.as_chunks();
    for lane in 0..LANES {
        let word = u64::from_le_bytes(words[lane]);
        let mixed = word ^ keys[lane];
        // The word itself goes to another lane: a product is zero where one of its halves is.
        sums[lane ^ 1] = sums[lane ^ 1].wrapping_add(word);
        sums[lane] = sums[lane].wrapping_add((mixed & 0xFFFF_FFFF).wrapping_mul(mixed >> 32));
        keys[lane] = keys[lane].wrapping_add(SEEDS[lane]);
    }
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
