//! Histograms of oriented gradients: what an image looks like, without its exact position and line width.
//!
//! Dalal and Triggs, "Histograms of oriented gradients for human detection" (CVPR 2005), with one histogram for the
//! whole image as in Arandjelović and Zisserman's square root of SIFT, "Three things everyone should know to improve
//! object retrieval" (CVPR 2012).

/// Directions of a gradient, 45 degrees apart: from dark to bright differs from bright to dark.
const DIRECTIONS: usize = 8;
/// The most cells along a side.
const CELLS: usize = 7;
/// Pixels along a cell, at least.
const CELL: usize = 2;

/// Gives the features of images of one size.
#[derive(Debug)]
pub struct Features {
    width: usize,
    rows: Vec<Cell>,
    columns: Vec<Cell>,
    /// Cells along both sides, with one more at each end for what lies beyond.
    cells: [usize; 2],
    /// The blurred image.
    blurred: Vec<i32>,
    histogram: Vec<f32>,
}

/// The two cells whose centers a pixel lies between.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The first of the two.
    first: usize,
    /// The part of the pixel that belongs to the second.
    second: f32,
}

impl Features {
    /// For images of `height` rows and `width` columns.
    #[must_use]
    pub fn new(height: usize, width: usize) -> Self {
        let [rows, columns] = [height, width].map(cells);
        let cells = [height, width].map(|length| cells_along(length) + 2);
        Self {
            width,
            rows,
            columns,
            cells,
            blurred: vec![0; height * width],
            histogram: vec![0.0; cells[0] * cells[1] * DIRECTIONS],
        }
    }

    /// How many features an image has: a multiple of 8.
    #[must_use]
    pub fn count(&self) -> usize {
        (self.cells[0] - 2) * (self.cells[1] - 2) * DIRECTIONS
    }

    /// Adds the features of an image to a list. An image of one value has zeros.
    pub fn extract(&mut self, image: &[u8], features: &mut Vec<u8>) {
        self.blur(image);
        self.count_gradients();
        let [rows, columns] = self.cells;
        let inner = |row: usize| &self.histogram[(row * columns + 1) * DIRECTIONS..][..(columns - 2) * DIRECTIONS];
        let sum: f32 = (1..rows - 1).flat_map(inner).sum();
        // The square roots of parts of a whole have length 1: a bright image has the features of a dim one.
        let scale = SCALE * SCALE / sum.max(f32::MIN_POSITIVE);
        features.extend((1..rows - 1).flat_map(inner).map(|part| to_u8((part * scale).sqrt())));
    }

    /// Blurs with the weights 1 2 1 along both sides; beyond the border the values are those of the border.
    fn blur(&mut self, image: &[u8]) {
        let rows: Vec<&[u8]> = image.chunks_exact(self.width).collect();
        for (y, blurred) in self.blurred.chunks_exact_mut(self.width).enumerate() {
            let (above, row, below) = (rows[y.saturating_sub(1)], rows[y], rows[(y + 1).min(rows.len() - 1)]);
            let column = |x: usize| i32::from(above[x]) + 2 * i32::from(row[x]) + i32::from(below[x]);
            let (mut left, mut here) = (column(0), column(0));
            for (x, blurred) in blurred.iter_mut().enumerate() {
                let right = column((x + 1).min(self.width - 1));
                *blurred = left + 2 * here + right;
                (left, here) = (here, right);
            }
        }
    }

    /// Adds the gradient of each pixel to the two nearest directions of the four nearest cells.
    fn count_gradients(&mut self) {
        self.histogram.fill(0.0);
        let last = self.rows.len() - 1;
        for (y, row) in self.rows.iter().enumerate() {
            let [above, below] =
                [y.saturating_sub(1), (y + 1).min(last)].map(|y| &self.blurred[y * self.width..][..self.width]);
            let here = &self.blurred[y * self.width..][..self.width];
            for (x, column) in self.columns.iter().enumerate() {
                let dx = here[(x + 1).min(self.width - 1)] - here[x.saturating_sub(1)];
                let dy = below[x] - above[x];
                if (dx, dy) == (0, 0) {
                    continue;
                }
                let (directions, part) = direction(dx, dy);
                let length = ((dx * dx + dy * dy) as f32).sqrt();
                let parts = [length * (1.0 - part), length * part];
                for (r, of_row) in [(row.first, 1.0 - row.second), (row.first + 1, row.second)] {
                    for (c, of_column) in [(column.first, 1.0 - column.second), (column.first + 1, column.second)] {
                        let cell = &mut self.histogram[(r * self.cells[1] + c) * DIRECTIONS..][..DIRECTIONS];
                        for (direction, part) in directions.into_iter().zip(parts) {
                            cell[direction] += part * of_row * of_column;
                        }
                    }
                }
            }
        }
    }
}

/// How the square root of a part becomes a number of 8 bits: a part of a tenth is the largest.
const SCALE: f32 = 806.0;

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, as it should")]
fn to_u8(value: f32) -> u8 {
    (value + 0.5) as u8
}

/// How many cells a side has.
fn cells_along(length: usize) -> usize {
    length.div_ceil(CELL).min(CELLS)
}

/// The cells of each pixel along a side. Cell 0 lies before the side.
fn cells(length: usize) -> Vec<Cell> {
    let size = length as f32 / cells_along(length) as f32;
    let cell = |pixel: usize| {
        let place = (pixel as f32 + 0.5) / size + 0.5;
        Cell { first: place.floor() as usize, second: place.fract() }
    };
    (0..length).map(cell).collect()
}

/// The two directions that a gradient lies between, and the part that belongs to the second.
fn direction(dx: i32, dy: i32) -> ([usize; 2], f32) {
    let (x, y) = (dx.abs() as f32, dy.abs() as f32);
    let ratio = x.min(y) / x.max(y);
    // The angle, as part of 45 degrees; wrong by a quarter of a degree at most.
    let part = ratio + 0.3476 * ratio * (1.0 - ratio);
    // An axis (even) and a diagonal (odd).
    let axis = match (x >= y, dx > 0, dy > 0) {
        (true, true, _) => 0,
        (false, _, true) => 2,
        (true, false, _) => 4,
        (false, _, false) => 6,
    };
    let diagonal = match (dx > 0, dy > 0) {
        (true, true) => 1,
        (false, true) => 3,
        (false, false) => 5,
        (true, false) => 7,
    };
    ([axis, diagonal], part)
}
