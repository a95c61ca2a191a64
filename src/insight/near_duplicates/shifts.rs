//! How well an image matches another after a shift and a change of brightness.

use super::super::pixels;

/// Shifts by at most one pixel in each direction: rows down and columns to the right. The first is none.
const SHIFTS: [(isize, isize); 9] = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Limits of a change of brightness: what the values are multiplied by, and what is added.
const GAINS: (f64, f64) = (0.8, 1.25);
const OFFSETS: (f64, f64) = (-32.0, 32.0);

/// Sums over the part of an image that stays inside after each shift.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    pixels: f64,
    values: f64,
    squares: f64,
}

/// An image in all places that it is compared in.
#[derive(Debug)]
pub(super) struct Shifted {
    height: usize,
    width: usize,
    places: Vec<Vec<i16>>,
    sums: [Sums; SHIFTS.len()],
}

impl Shifted {
    pub(super) fn new(image: &[u8], width: usize) -> Self {
        let height = image.len() / width;
        let places = SHIFTS.iter().map(|&shift| shift_by(image, width, shift)).collect();
        let sums = SHIFTS.map(|(down, right)| sums(image, width, (-down, -right)));
        Self { height, width, places, sums }
    }

    /// The smallest distance of another image from this one, over all shifts and changes of brightness: the Euclidean
    /// distance of the pixels. Pixels that a shift moves out of the image count as much as the others do on average.
    pub(super) fn distance(&self, other: &[u8]) -> f64 {
        let pixels = (self.height * self.width) as f64;
        let squares = SHIFTS.iter().zip(&self.places).zip(&self.sums).filter(|(_, a)| a.pixels > 0.0);
        let squares = squares.map(|((&shift, shifted), a)| {
            let b = sums(other, self.width, shift);
            residual(*a, b, pixels::dot(other, shifted) as f64) * pixels / a.pixels
        });
        squares.fold(f64::INFINITY, f64::min).sqrt()
    }
}

/// The sum of the squares of `b - gain * a - offset`, with the best gain and offset within their limits.
fn residual(a: Sums, b: Sums, products: f64) -> f64 {
    let n = a.pixels;
    let variance = a.squares - a.values * a.values / n;
    let covariance = products - a.values * b.values / n;
    let gain = if variance > 0.0 { (covariance / variance).clamp(GAINS.0, GAINS.1) } else { 1.0 };
    let offset = ((b.values - gain * a.values) / n).clamp(OFFSETS.0, OFFSETS.1);
    let square =
        b.squares + gain * gain * a.squares + n * offset * offset - 2.0 * gain * products - 2.0 * offset * b.values
            + 2.0 * gain * offset * a.values;
    square.max(0.0)
}

/// The rows or columns of an image that a shift fills from inside.
fn inside(len: usize, shift: isize) -> std::ops::Range<usize> {
    let cut = shift.unsigned_abs().min(len);
    if shift > 0 { cut..len } else { 0..len - cut }
}

fn sums(image: &[u8], width: usize, (down, right): (isize, isize)) -> Sums {
    let rows = inside(image.len() / width, down);
    let columns = inside(width, right);
    let (mut values, mut squares) = (0, 0);
    for row in image[rows.start * width..rows.end * width].chunks_exact(width) {
        let row = &row[columns.clone()];
        values += row.iter().map(|&pixel| u64::from(pixel)).sum::<u64>();
        squares += pixels::square_length(row);
    }
    Sums { pixels: (rows.len() * columns.len()) as f64, values: values as f64, squares: squares as f64 }
}

/// The image, moved. What comes from outside is zero.
fn shift_by(image: &[u8], width: usize, (down, right): (isize, isize)) -> Vec<i16> {
    let mut shifted = vec![0; image.len()];
    let columns = inside(width, right);
    for row in inside(image.len() / width, down) {
        let from = row.wrapping_add_signed(-down) * width;
        for column in columns.clone() {
            shifted[row * width + column] = image[from + column.wrapping_add_signed(-right)].into();
        }
    }
    shifted
}
