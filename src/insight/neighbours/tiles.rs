//! Distances between all vectors of two tiles, of which only small ones are of interest.

use super::super::projection::DIMENSIONS;

/// Vectors of a tile. Two tiles fit in the first-level cache.
pub(super) const TILE: usize = 64;

/// Two numbers of a vector are in one `i32`.
const PAIRS: usize = DIMENSIONS / 2;

/// The distance in so many pairs, the first components, is a lower bound of the whole: most are out of reach by the first
/// of them, and most others by the next.
const STAGES: [usize; 3] = [8, 16, PAIRS];

/// Rows and columns of the blocks whose sums stay in registers.
pub(super) const ROWS: usize = 4;
pub(super) const COLUMNS: usize = 8;

/// Vectors beyond the last have no neighbours, and are no neighbours.
const FILLING: i32 = 1_000_000_000;

/// Up to [`TILE`] vectors, transposed: row `p` has their numbers `2p` and `2p + 1`.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    pairs: Box<[[i32; TILE]; PAIRS]>,
    /// The squared lengths of the first components of the vectors, for each of the stages.
    lengths: [[i32; TILE]; STAGES.len()],
}

/// Distances of a block, and a bit for each that is below the limit of its row or of its column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) distances: [[i32; COLUMNS]; ROWS],
    pub(super) below: u32,
}

/// What each row and each column of a block has.
type Sides<'a> = (&'a [i32; ROWS], &'a [i32; COLUMNS]);

impl Tile {
    /// A tile of vectors of [`DIMENSIONS`] numbers.
    pub(super) fn new(vectors: &[i16]) -> Self {
        let mut tile = Self { pairs: Box::new([[0; TILE]; PAIRS]), lengths: [[FILLING; TILE]; STAGES.len()] };
        for (place, vector) in vectors.chunks_exact(DIMENSIONS).enumerate() {
            let (pairs, _) = vector.as_chunks();
            for (row, &[low, high]) in tile.pairs.iter_mut().zip(pairs) {
                row[place] = i32::from(high) << 16 | i32::from(low.cast_unsigned());
            }
            let square_length = |vector: &[i16]| vector.iter().map(|&value| i32::from(value).pow(2)).sum();
            for (lengths, pairs) in tile.lengths.iter_mut().zip(STAGES) {
                lengths[place] = square_length(&vector[..2 * pairs]);
            }
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
        let limits = (part(row_limits, row), part(column_limits, column));
        let (mut dots, mut done) = (lanes::zero(), 0);
        for (end, lengths) in STAGES.into_iter().zip(self.lengths.iter().zip(&other.lengths)) {
            for (a, b) in self.pairs[done..end].iter().zip(&other.pairs[done..end]) {
                lanes::add(&mut dots, part(a, row), part(b, column));
            }
            let lengths = (part(lengths.0, row), part(lengths.1, column));
            if !lanes::reaches(&dots, lengths, limits) {
                return None;
            }
            if end == PAIRS {
                return Some(lanes::block(&dots, lengths, limits));
            }
            done = end;
        }
        None
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
        i32x4, i32x4_add, i32x4_bitmask, i32x4_dot_i16x8, i32x4_lt, i32x4_max, i32x4_shl, i32x4_splat, i32x4_sub, v128,
        v128_any_true, v128_or,
    };

    use bytemuck::must_cast;

    use super::{Block, COLUMNS, ROWS, Sides};

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

    /// Whether any distance is below the limit of its row or of its column.
    #[inline]
    pub(super) fn reaches(dots: &Sums, lengths: Sides<'_>, limits: Sides<'_>) -> bool {
        let mut below = i32x4(0, 0, 0, 0);
        for row in 0..ROWS {
            for (distance, limit) in distances(dots, row, lengths).into_iter().zip(limits_of(row, limits)) {
                below = v128_or(below, i32x4_lt(distance, limit));
            }
        }
        v128_any_true(below)
    }

    pub(super) fn block(dots: &Sums, lengths: Sides<'_>, limits: Sides<'_>) -> Block {
        let mut block = Block { distances: [[0; COLUMNS]; ROWS], below: 0 };
        for row in 0..ROWS {
            let halves = distances(dots, row, lengths);
            for (half, (distance, limit)) in halves.into_iter().zip(limits_of(row, limits)).enumerate() {
                let below = i32x4_bitmask(i32x4_lt(distance, limit));
                block.below |= u32::from(below) << (row * COLUMNS + half * 4);
                block.distances[row][half * 4..][..4].copy_from_slice(&must_cast::<_, [i32; 4]>(distance));
            }
        }
        block
    }

    #[inline]
    fn distances(dots: &Sums, row: usize, (rows, columns): Sides<'_>) -> [v128; 2] {
        let (length, [low, high]) = (i32x4_splat(rows[row]), load(columns));
        [(low, dots[row][0]), (high, dots[row][1])]
            .map(|(other, dot)| i32x4_sub(i32x4_add(length, other), i32x4_shl(dot, 1)))
    }

    /// The greater of the limit of a row and that of each column.
    #[inline]
    fn limits_of(row: usize, (rows, columns): Sides<'_>) -> [v128; 2] {
        load(columns).map(|limit| i32x4_max(limit, i32x4_splat(rows[row])))
    }

    #[inline]
    fn load(v: &[i32; COLUMNS]) -> [v128; 2] {
        must_cast(*v)
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod lanes {
    use super::{Block, COLUMNS, ROWS, Sides};

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
    pub(super) fn reaches(dots: &Sums, lengths: Sides<'_>, limits: Sides<'_>) -> bool {
        block(dots, lengths, limits).below != 0
    }

    #[inline]
    pub(super) fn block(dots: &Sums, lengths: Sides<'_>, limits: Sides<'_>) -> Block {
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
