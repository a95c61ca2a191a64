//! Distances between all vectors of two tiles, of which only small ones are of interest.

use super::super::projection::DIMENSIONS;

/// Vectors of a tile. Two tiles fit in the first-level cache.
pub(super) const TILE: usize = 64;

/// Two numbers of a vector are in one `i32`.
const PAIRS: usize = DIMENSIONS / 2;

/// The distance in these pairs, the first components, is a lower bound of the whole.
const PREFIX: usize = 8;

/// Rows and columns of the blocks whose sums stay in registers.
pub(super) const ROWS: usize = 4;
pub(super) const COLUMNS: usize = 8;

/// Vectors beyond the last have no neighbours, and are no neighbours.
const FILLING: i32 = 1_000_000_000;

/// Up to [`TILE`] vectors, transposed: row `p` has their numbers `2p` and `2p + 1`.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pairs: Box<[[i32; TILE]; PAIRS]>,
    /// The squared lengths of the vectors, and those of their first components.
    lengths: [i32; TILE],
    prefix_lengths: [i32; TILE],
}

/// Distances of a block, and a bit for each that is below the limit of its row or of its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) distances: [[i32; COLUMNS]; ROWS],
    pub(super) below: u32,
}

impl Tile {
    /// A tile of vectors of [`DIMENSIONS`] numbers.
    pub(super) fn new(vectors: &[i16]) -> Self {
        let mut tile =
            Self { pairs: Box::new([[0; TILE]; PAIRS]), lengths: [FILLING; TILE], prefix_lengths: [FILLING; TILE] };
        for (place, vector) in vectors.chunks_exact(DIMENSIONS).enumerate() {
            let (pairs, _) = vector.as_chunks();
            for (row, &[low, high]) in tile.pairs.iter_mut().zip(pairs) {
                row[place] = i32::from(high) << 16 | i32::from(low.cast_unsigned());
            }
            let square_length = |vector: &[i16]| vector.iter().map(|&value| i32::from(value).pow(2)).sum();
            tile.lengths[place] = square_length(vector);
            tile.prefix_lengths[place] = square_length(&vector[..2 * PREFIX]);
        }
        tile
    }

    /// The squared distances of [`ROWS`] vectors from `row` on to [`COLUMNS`] of another tile from `column` on. `None`
    /// when all are at or above both of their limits.
    #[inline]
    pub(super) fn block(
        &self,
        row: usize,
        row_limits: &[i32; TILE],
        other: &Self,
        column: usize,
        column_limits: &[i32; TILE],
    ) -> Option<Block> {
        let mut dots = lanes::zero();
        let mut add = |pairs: std::ops::Range<usize>| {
            for (a, b) in self.pairs[pairs.clone()].iter().zip(&other.pairs[pairs]) {
                lanes::add(&mut dots, part(a, row), part(b, column));
            }
            dots
        };
        let limits = (part(row_limits, row), part(column_limits, column));
        let prefix = add(0..PREFIX);
        let lengths = (part(&self.prefix_lengths, row), part(&other.prefix_lengths, column));
        if lanes::block(prefix, lengths, limits).below == 0 {
            return None;
        }
        let whole = add(PREFIX..PAIRS);
        let block = lanes::block(whole, (part(&self.lengths, row), part(&other.lengths, column)), limits);
        (block.below != 0).then_some(block)
    }
}

/// The `LEN` numbers from a place on.
#[inline]
fn part<const LEN: usize>(row: &[i32; TILE], start: usize) -> &[i32; LEN] {
    row[start..].first_chunk().expect("the block is in the tile")
}

#[cfg(target_arch = "wasm32")]
mod lanes {
    use core::arch::wasm32::{
        i32x4, i32x4_add, i32x4_bitmask, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_lt, i32x4_shl, i32x4_splat,
        i32x4_sub, v128, v128_or,
    };

    use bytemuck::must_cast;

    use super::{Block, COLUMNS, ROWS};

    type Sums = [[v128; 2]; ROWS];

    #[inline]
    pub(super) fn zero() -> Sums {
        [[i32x4(0, 0, 0, 0); 2]; ROWS]
    }

    #[inline]
    pub(super) fn add(sums: &mut Sums, a: &[i32; ROWS], b: &[i32; COLUMNS]) {
        let b = load(b);
        for (sums, &a) in sums.iter_mut().zip(a) {
            let a = i32x4_splat(a);
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum = i32x4_add(*sum, i32x4_dot_i16x8(a, b));
            }
        }
    }

    #[inline]
    pub(super) fn block(
        dots: Sums,
        lengths: (&[i32; ROWS], &[i32; COLUMNS]),
        limits: (&[i32; ROWS], &[i32; COLUMNS]),
    ) -> Block {
        let column_lengths = load(lengths.1);
        let column_limits = load(limits.1);
        let mut block = Block { distances: [[0; COLUMNS]; ROWS], below: 0 };
        for (row, dots) in dots.into_iter().enumerate() {
            let length = i32x4_splat(lengths.0[row]);
            let limit = i32x4_splat(limits.0[row]);
            let distances = &mut block.distances[row];
            for (half, dot) in dots.into_iter().enumerate() {
                let distance = i32x4_sub(i32x4_add(length, column_lengths[half]), i32x4_shl(dot, 1));
                let below = v128_or(i32x4_lt(distance, limit), i32x4_lt(distance, column_limits[half]));
                block.below |= u32::from(i32x4_bitmask(below)) << (row * COLUMNS + half * 4);
                distances[half * 4..][..4].copy_from_slice(&[
                    i32x4_extract_lane::<0>(distance),
                    i32x4_extract_lane::<1>(distance),
                    i32x4_extract_lane::<2>(distance),
                    i32x4_extract_lane::<3>(distance),
                ]);
            }
        }
        block
    }

    #[inline]
    fn load(v: &[i32; COLUMNS]) -> [v128; 2] {
        must_cast(*v)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use super::{Block, COLUMNS, ROWS};

    type Sums = [[i32; COLUMNS]; ROWS];

    #[inline]
    pub(super) fn zero() -> Sums {
        [[0; COLUMNS]; ROWS]
    }

    #[inline]
    pub(super) fn add(sums: &mut Sums, a: &[i32; ROWS], b: &[i32; COLUMNS]) {
        for (sums, a) in sums.iter_mut().zip(a) {
            for (sum, b) in sums.iter_mut().zip(b) {
                *sum += (a >> 16) * (b >> 16) + (a << 16 >> 16) * (b << 16 >> 16);
            }
        }
    }

    #[inline]
    pub(super) fn block(
        dots: Sums,
        lengths: (&[i32; ROWS], &[i32; COLUMNS]),
        limits: (&[i32; ROWS], &[i32; COLUMNS]),
    ) -> Block {
        let mut block = Block { distances: [[0; COLUMNS]; ROWS], below: 0 };
        for (row, dots) in dots.iter().enumerate() {
            for (column, dot) in dots.iter().enumerate() {
                let distance = lengths.0[row] + lengths.1[column] - 2 * dot;
                block.distances[row][column] = distance;
                let below = distance < limits.0[row] || distance < limits.1[column];
                block.below |= u32::from(below) << (row * COLUMNS + column);
            }
        }
        block
    }
}
