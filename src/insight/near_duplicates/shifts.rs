//! How well an image matches another after a shift and a change of brightness.

use std::ops::Range;

use super::super::pixels;

/// Shifts by at most one pixel in each direction: rows down and columns to the right. The first is none.
const SHIFTS: [(isize, isize); 9] = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The place of each shift's opposite.
const OPPOSITE: [usize; SHIFTS.len()] = [0, 2, 1, 4, 3, 8, 7, 6, 5];

/// Limits of a change of brightness: what the values are multiplied by, and what is added.
const GAINS: (f64, f64) = (0.8, 1.25);
const OFFSETS: (f64, f64) = (-32.0, 32.0);

/// Sums over the part of an image that stays inside after a shift.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    values: f64,
    squares: f64,
}

/// The sums of an image for each shift.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftSums([Sums; SHIFTS.len()]);

/// An image in all places that it is compared in.
#[derive(Debug)]
pub(super) struct Shifted {
    height: usize,
    width: usize,
    places: [Vec<i16>; SHIFTS.len()],
}

impl Shifted {
    /// For images of this size.
    pub(super) fn new(height: usize, width: usize) -> Self {
        Self { height, width, places: SHIFTS.map(|_| vec![0; height * width]) }
    }

    /// Takes an image. What comes from outside is zero.
    pub(super) fn set(&mut self, image: &[u8]) {
        for (place, (down, right)) in self.places.iter_mut().zip(SHIFTS) {
            let (from, to) = (inside(self.width, -right), inside(self.width, right));
            let rows = image.chunks_exact(self.width).map(|row| &row[from.clone()]);
            let rows = rows.skip(inside(self.height, -down).start);
            let places = place.chunks_exact_mut(self.width).skip(inside(self.height, down).start);
            for (place, row) in places.zip(rows) {
                for (value, &pixel) in place[to.clone()].iter_mut().zip(row) {
                    *value = pixel.into();
                }
            }
        }
    }

    /// The smallest distance of another image from this one, over all shifts and changes of brightness: the Euclidean
    /// distance of the pixels. Pixels that a shift moves out of the image count as much as the others do on average.
    pub(super) fn distance(&self, sums: &ShiftSums, other: &[u8], other_sums: &ShiftSums) -> f64 {
        let all = (self.height * self.width) as f64;
        let mut smallest = f64::INFINITY;
        for (at, ((down, right), place)) in SHIFTS.into_iter().zip(&self.places).enumerate() {
            let pixels = (inside(self.height, down).len() * inside(self.width, right).len()) as f64;
            if pixels > 0.0 {
                let products = pixels::dot(other, place) as f64;
                let (a, b) = (sums.0[OPPOSITE[at]], other_sums.0[at]);
                // Either image may be the brighter one: the distance is the same from both.
                let residual = residual(pixels, a, b, products).min(residual(pixels, b, a, products));
                smallest = smallest.min(residual * all / pixels);
            }
        }
        smallest.sqrt()
    }
}

impl ShiftSums {
    /// The sums of an image.
    pub(super) fn new(image: &[u8], width: usize) -> Self {
        let height = image.len() / width;
        let of = |pixels: &mut dyn Iterator<Item = u8>| {
            let (values, squares) = pixels.fold((0_u64, 0_u64), |(values, squares), pixel| {
                (values + u64::from(pixel), squares + u64::from(pixel) * u64::from(pixel))
            });
            Sums { values: values as f64, squares: squares as f64 }
        };
        let row = |row: usize| of(&mut image[row * width..][..width].iter().copied());
        let column = |column: usize| of(&mut image[column..].iter().copied().step_by(width));
        let pixel = |row: usize, column: usize| of(&mut std::iter::once(image[row * width + column]));
        let whole = Sums {
            values: image.iter().map(|&pixel| u64::from(pixel)).sum::<u64>() as f64,
            squares: pixels::square_length(image) as f64,
        };
        let (rows, columns) = ([row(0), row(height - 1)], [column(0), column(width - 1)]);
        Self(SHIFTS.map(|(down, right)| {
            // A shift down leaves the first row to what comes from outside.
            let (lost_row, lost_column) = (usize::from(down < 0), usize::from(right < 0));
            let mut sums = whole;
            if down != 0 {
                sums = sums.without(rows[lost_row]);
            }
            if right != 0 {
                sums = sums.without(columns[lost_column]);
            }
            if down != 0 && right != 0 {
                sums = sums.with(pixel(lost_row * (height - 1), lost_column * (width - 1)));
            }
            sums
        }))
    }
}

impl Sums {
    fn with(self, other: Self) -> Self {
        Self { values: self.values + other.values, squares: self.squares + other.squares }
    }

    fn without(self, other: Self) -> Self {
        Self { values: self.values - other.values, squares: self.squares - other.squares }
    }
}

/// The sum of the squares of `b - gain * a - offset`, with the best gain and offset within their limits.
fn residual(pixels: f64, a: Sums, b: Sums, products: f64) -> f64 {
    let variance = a.squares - a.values * a.values / pixels;
    let covariance = products - a.values * b.values / pixels;
    let gain = if variance > 0.0 { (covariance / variance).clamp(GAINS.0, GAINS.1) } else { 1.0 };
    let offset = ((b.values - gain * a.values) / pixels).clamp(OFFSETS.0, OFFSETS.1);
    let square = b.squares + gain * gain * a.squares + pixels * offset * offset
        - 2.0 * gain * products
        - 2.0 * offset * b.values
        + 2.0 * gain * offset * a.values;
    square.max(0.0)
}

/// The rows or columns of an image that a shift fills from inside.
fn inside(len: usize, shift: isize) -> Range<usize> {
    match shift {
        0 => 0..len,
        1.. => 1..len,
        _ => 0..len - 1,
    }
}
