//! Sums over the pixels of images.

/// Pixels whose products with others fit in an `i32` together.
const BLOCK: usize = 32_768;

/// The sum of the squared differences of two images.
pub(super) fn square_distance(a: &[u8], b: &[u8]) -> u64 {
    a.chunks(BLOCK).zip(b.chunks(BLOCK)).map(|(a, b)| u64::from(lanes::square_distance(a, b))).sum()
}

/// The sum of the products of an image's pixels with other numbers from 0 to 255.
pub(super) fn dot(image: &[u8], other: &[i16]) -> u64 {
    image.chunks(BLOCK).zip(other.chunks(BLOCK)).map(|(image, other)| u64::from(lanes::dot(image, other))).sum()
}

/// The length of an image as a vector, squared.
pub(super) fn square_length(image: &[u8]) -> u64 {
    image.iter().map(|&pixel| u64::from(pixel) * u64::from(pixel)).sum()
}

fn square_distance_of_rest(a: &[u8], b: &[u8]) -> u32 {
    a.iter().zip(b).map(|(&a, &b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

fn dot_of_rest(image: &[u8], other: &[i16]) -> u32 {
    image.iter().zip(other).map(|(&pixel, &other)| u32::from(pixel) * u32::from(other.unsigned_abs())).sum()
}

#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::{
        i16x8_sub, i32x4, i32x4_add, i32x4_dot_i16x8, u16x8_extend_high_u8x16, u16x8_extend_low_u8x16,
        u32x4_extract_lane, v128,
    };

    use bytemuck::must_cast;

    pub(super) fn square_distance(a: &[u8], b: &[u8]) -> u32 {
        let (a, a_rest) = a.as_chunks();
        let (b, b_rest) = b.as_chunks();
        let mut sums = [i32x4(0, 0, 0, 0); 2];
        for (a, b) in a.iter().zip(b) {
            for ((sum, a), b) in sums.iter_mut().zip(load(a)).zip(load(b)) {
                let difference = i16x8_sub(a, b);
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(difference, difference));
            }
        }
        total(sums) + super::square_distance_of_rest(a_rest, b_rest)
    }

    pub(super) fn dot(image: &[u8], other: &[i16]) -> u32 {
        let (image, image_rest) = image.as_chunks();
        let (other, other_rest) = other.as_chunks::<16>();
        let mut sums = [i32x4(0, 0, 0, 0); 2];
        for (image, other) in image.iter().zip(other) {
            let (halves, _) = other.as_chunks::<8>();
            for ((sum, image), half) in sums.iter_mut().zip(load(image)).zip(halves) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(image, must_cast(*half)));
            }
        }
        total(sums) + super::dot_of_rest(image_rest, other_rest)
    }

    /// Sixteen pixels as two vectors of eight.
    #[inline]
    fn load(v: &[u8; 16]) -> [v128; 2] {
        let bytes = must_cast(*v);
        [u16x8_extend_low_u8x16(bytes), u16x8_extend_high_u8x16(bytes)]
    }

    fn total([a, b]: [v128; 2]) -> u32 {
        let sum = i32x4_add(a, b);
        u32x4_extract_lane::<0>(sum)
            + u32x4_extract_lane::<1>(sum)
            + u32x4_extract_lane::<2>(sum)
            + u32x4_extract_lane::<3>(sum)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    pub(super) use super::{dot_of_rest as dot, square_distance_of_rest as square_distance};
}
