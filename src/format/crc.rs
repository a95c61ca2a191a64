//! CRC-32 as gzip has it (RFC 1952, section 8).
//!
//! Natively zlib-rs computes it with instructions of the processor. wasm has no such instructions, and zlib-rs uses tables
//! there. The method here needs none, and is about twice as fast in wasm: Russell, "Chorba: A novel CRC32 implementation"
//! (arXiv 2412.16398, 2024).

/// The checksum of bytes that come piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Crc {
    sum: u32,
    /// Bytes so far, modulo 2^32.
    amount: u32,
}

impl Crc {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.sum = if cfg!(target_arch = "wasm32") {
            !advance(!self.sum, bytes)
        } else {
            zlib_rs::crc32::crc32(self.sum, bytes)
        };
        #[expect(clippy::cast_possible_truncation, reason = "the trailer of a gzip member has the length modulo 2^32")]
        let amount = bytes.len() as u32;
        self.amount = self.amount.wrapping_add(amount);
    }

    pub(crate) fn sum(&self) -> u32 {
        self.sum
    }

    pub(crate) fn amount(&self) -> u32 {
        self.amount
    }
}

/// The CRC of each byte.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut register = byte;
        let mut bit = 0;
        while bit < 8 {
            // The polynomial, the highest power in the lowest bit.
            register = register >> 1 ^ if register & 1 == 1 { 0xEDB8_8320 } else { 0 };
            bit += 1;
        }
        table[byte as usize] = register;
        byte += 1;
    }
    table
};

/// The register after these bytes.
///
/// 1 + x^145 + x^183 + x^211 + x^300 is a multiple of the polynomial. So the remainder stays the same where a bit is added
/// to itself and to the bits 145, 183, 211 and 300 places after it. That clears the bit. Words of 64 bits are cleared so,
/// until only the last few bytes are left for the table.
fn advance(register: u32, bytes: &[u8]) -> u32 {
    let (words, _) = bytes.as_chunks::<8>();
    let (blocks, _) = words.as_chunks::<4>();
    // What is carried out of the last block goes to the five words after it.
    let blocks = &blocks[..blocks.len().saturating_sub(2)];
    let mut carried = [u64::from(register), 0, 0, 0, 0];
    for block in blocks {
        let [a, b, c, d] = block.map(u64::from_le_bytes);
        let a = spread(a ^ carried[0]);
        let b = spread(b ^ carried[1]);
        let c = spread(c ^ carried[2] ^ a[0]);
        let d = spread(d ^ carried[3] ^ a[1] ^ b[0]);
        carried = [carried[4] ^ a[2] ^ b[1] ^ c[0], a[3] ^ b[2] ^ c[1] ^ d[0], b[3] ^ c[2] ^ d[1], c[3] ^ d[2], d[3]];
    }
    let step = |register: u32, byte: u8| TABLE[usize::from(register.to_le_bytes()[0] ^ byte)] ^ register >> 8;
    if blocks.is_empty() {
        return bytes.iter().fold(register, |register, &byte| step(register, byte));
    }
    let carried = carried.map(u64::to_le_bytes);
    let carried = carried.as_flattened().iter().copied().chain(std::iter::repeat(0));
    let rest = &bytes[blocks.len() * size_of::<[u64; 4]>()..];
    rest.iter().zip(carried).fold(0, |register, (&byte, carried)| step(register, byte ^ carried))
}

/// What a word adds to the second to the fifth word after it.
fn spread(word: u64) -> [u64; 4] {
    [word << 17 ^ word << 55, word >> 47 ^ word >> 9 ^ word << 19, word >> 45 ^ word << 44, word >> 20]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_that_of_zlib_whatever_the_length_and_the_pieces() {
        let bytes: Vec<u8> = (0_u32..1000).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for len in 0..bytes.len() {
            let expected = zlib_rs::crc32::crc32(0, &bytes[..len]);
            assert_eq!(!advance(!0, &bytes[..len]), expected, "{len}");
            let (first, second) = bytes[..len].split_at(len * 2 / 3);
            assert_eq!(!advance(advance(!0, first), second), expected, "{len} in two pieces");
        }
    }
}
