//! Dot products of several rows with several others at once, so that each number that is read serves several sums.

/// The dot products of rows of integers: `dots_i16(a, b)[i][j]` is that of `a[i]` and `b[j]`.
///
/// The rows have one length, a multiple of 8. The caller sees to it that no sum leaves the range of `i32`.
pub(crate) fn dots_i16<const A: usize, const B: usize>(a: [&[i16]; A], b: [&[i16]; B]) -> [[i32; B]; A] {
    let a = a.map(|row| row.as_chunks::<8>().0);
    let b = b.map(|row| row.as_chunks::<8>().0);
    let length = b[0].len();
    let a = a.map(|row| &row[..length]);
    let b = b.map(|row| &row[..length]);
    lanes::dots_i16(a, b, length)
}

/// The dot products of rows of real numbers; see [`dots_i16`].
///
/// The rows have one length, and it may be any.
pub(crate) fn dots_f32<const A: usize, const B: usize>(a: [&[f32]; A], b: [&[f32]; B]) -> [[f32; B]; A] {
    let a = a.map(|row| row.as_chunks::<4>());
    let b = b.map(|row| row.as_chunks::<4>());
    let length = b[0].0.len();
    let rows = a.map(|(row, _)| &row[..length]);
    let columns = b.map(|(row, _)| &row[..length]);
    let mut sums = lanes::dots_f32(rows, columns, length);
    for (sums, (_, rest)) in sums.iter_mut().zip(a) {
        for (sum, (_, other)) in sums.iter_mut().zip(b) {
            *sum += rest.iter().zip(other).map(|(a, b)| a * b).sum::<f32>();
        }
    }
    sums
}

#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::{
        f32x4, f32x4_add, f32x4_extract_lane, f32x4_mul, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, v128,
    };

    use bytemuck::must_cast;

    #[inline]
    pub(super) fn dots_i16<const A: usize, const B: usize>(
        a: [&[[i16; 8]]; A],
        b: [&[[i16; 8]]; B],
        length: usize,
    ) -> [[i32; B]; A] {
        let mut sums = [[i32x4(0, 0, 0, 0); B]; A];
        for at in 0..length {
            let b: [v128; B] = b.map(|row| must_cast(row[at]));
            for (sums, row) in sums.iter_mut().zip(a) {
                let a = must_cast(row[at]);
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = i32x4_add(*sum, i32x4_dot_i16x8(a, b));
                }
            }
        }
        sums.map(|sums| {
            sums.map(|sum| {
                i32x4_extract_lane::<0>(sum)
                    + i32x4_extract_lane::<1>(sum)
                    + i32x4_extract_lane::<2>(sum)
                    + i32x4_extract_lane::<3>(sum)
            })
        })
    }

    #[inline]
    pub(super) fn dots_f32<const A: usize, const B: usize>(
        a: [&[[f32; 4]]; A],
        b: [&[[f32; 4]]; B],
        length: usize,
    ) -> [[f32; B]; A] {
        let mut sums = [[f32x4(0.0, 0.0, 0.0, 0.0); B]; A];
        for at in 0..length {
            let b: [v128; B] = b.map(|row| must_cast(row[at]));
            for (sums, row) in sums.iter_mut().zip(a) {
                let a = must_cast(row[at]);
                for (sum, b) in sums.iter_mut().zip(b) {
                    *sum = f32x4_add(*sum, f32x4_mul(a, b));
                }
            }
        }
        sums.map(|sums| {
            sums.map(|sum| {
                (f32x4_extract_lane::<0>(sum) + f32x4_extract_lane::<1>(sum))
                    + (f32x4_extract_lane::<2>(sum) + f32x4_extract_lane::<3>(sum))
            })
        })
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    #[inline]
    pub(super) fn dots_i16<const A: usize, const B: usize>(
        a: [&[[i16; 8]]; A],
        b: [&[[i16; 8]]; B],
        _: usize,
    ) -> [[i32; B]; A] {
        a.map(|a| {
            b.map(|b| a.as_flattened().iter().zip(b.as_flattened()).map(|(&a, &b)| i32::from(a) * i32::from(b)).sum())
        })
    }

    #[inline]
    pub(super) fn dots_f32<const A: usize, const B: usize>(
        a: [&[[f32; 4]]; A],
        b: [&[[f32; 4]]; B],
        length: usize,
    ) -> [[f32; B]; A] {
        let mut sums = [[[0.0_f32; 4]; B]; A];
        for at in 0..length {
            for (sums, row) in sums.iter_mut().zip(a) {
                for (sums, column) in sums.iter_mut().zip(b) {
                    for ((sum, a), b) in sums.iter_mut().zip(row[at]).zip(column[at]) {
                        *sum += a * b;
                    }
                }
            }
        }
        // The order of the additions is that of WebAssembly.
        sums.map(|sums| sums.map(|[a, b, c, d]| (a + b) + (c + d)))
    }
}
