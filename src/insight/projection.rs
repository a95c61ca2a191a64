//! Images as short vectors whose distances are about those of the images: their first principal components.
//!
//! The components come from a sample of the images, by subspace iteration on its covariance: Halko, Martinsson and
//! Tropp, "Finding structure with randomness", SIAM Review 53 (2011), section 4.5.

use std::sync::Arc;

use super::{
    GrayImages, Task,
    dot::dots_i16,
    random::{self, Random},
};
use cells::Cells;
use subspace::Subspace;

mod cells;
mod shape;
mod subspace;

pub use cells::Aspect;

/// The numbers of a vector. Where images have fewer pixels, the last ones are zero.
pub const DIMENSIONS: usize = 64;

/// The images that the components come from.
const SAMPLE: usize = 2048;

/// The largest number in an integer component stands for this one.
const UNIT: f32 = 16384.0;

/// Limit of the length of a vector. The square of twice as much is an `i32`.
const RADIUS: f32 = 23_000.0;

/// How images become vectors.
#[derive(Clone, Debug)]
pub struct Projection {
    cells: Cells,
    /// What the mean of the images has in each component.
    offsets: [f32; DIMENSIONS],
    /// The components, [`DIMENSIONS`] rows.
    components: Vec<i16>,
}

/// The work of finding a [`Projection`].
#[derive(Debug)]
pub struct Fit {
    images: Arc<GrayImages>,
    cells: Cells,
    sample: Vec<usize>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Read,
    /// The covariance of the sample, row by row. The sample has a row for each cell.
    Multiply {
        columns: Vec<i16>,
        mean: Vec<f32>,
        covariance: Vec<f32>,
        rows: usize,
    },
    Iterate {
        mean: Vec<f32>,
        subspace: Subspace,
    },
}

impl Fit {
    /// Prepares the components of images.
    #[must_use]
    pub fn new(images: Arc<GrayImages>, aspect: Aspect) -> Self {
        let cells = Cells::new(images.height(), images.width(), aspect);
        let sample = random::sample(images.len(), SAMPLE);
        Self { images, cells, sample, stage: Stage::Read }
    }

    /// The components, once there are no more steps.
    ///
    /// # Panics
    /// When there are more steps.
    #[must_use]
    pub fn finish(self) -> Projection {
        let Stage::Iterate { mean, subspace } = self.stage else { panic!("there are more steps") };
        let len = self.cells.len();
        let mut components = vec![0; DIMENSIONS * len];
        let mut offsets = [0.0; DIMENSIONS];
        let rows = components.chunks_exact_mut(len).zip(&mut offsets);
        for ((row, offset), component) in rows.zip(subspace.components(DIMENSIONS)) {
            for (integer, value) in row.iter_mut().zip(&component) {
                *integer = to_i16(value * UNIT);
            }
            *offset = row.iter().zip(&mean).map(|(&a, b)| f32::from(a) * b).sum();
        }
        Projection { cells: self.cells, offsets, components }
    }

    /// The cells of the sample without their mean, a row for each cell, and the mean.
    fn read(&self) -> (Vec<i16>, Vec<f32>) {
        let len = self.cells.len();
        let images = self.sample.len().next_multiple_of(8);
        let mut columns = vec![0; len * images];
        let mut cells = vec![0; len];
        for (place, &image) in self.sample.iter().enumerate() {
            self.cells.fill(self.images.image(image), &mut cells);
            for (column, &cell) in columns.chunks_exact_mut(images.max(1)).zip(&cells) {
                column[place] = cell;
            }
        }
        let count = self.sample.len().max(1) as f32;
        let mean = columns.chunks_exact_mut(images.max(1)).map(|column| {
            let mean = column.iter().map(|&cell| i64::from(cell)).sum::<i64>() as f32 / count;
            let whole = mean.round() as i16;
            column[..self.sample.len()].iter_mut().for_each(|cell| *cell -= whole);
            mean
        });
        let mut mean: Vec<_> = mean.collect();
        mean.resize(len, 0.0);
        (columns, mean)
    }
}

impl Task for Fit {
    fn step(&mut self) -> bool {
        let len = self.cells.len();
        match &mut self.stage {
            Stage::Read => {
                let (columns, mean) = self.read();
                self.stage = Stage::Multiply { columns, mean, covariance: vec![0.0; len * len], rows: 0 };
            }
            Stage::Multiply { columns, mean, covariance, rows } => {
                // A block of rows, from the diagonal on; the others follow from symmetry.
                const ROWS: usize = 64;
                let images = columns.len() / len;
                let row = |cell: usize| &columns[cell * images..][..images];
                let last = (*rows + ROWS).min(len);
                for a in (*rows..last).step_by(4) {
                    for b in (a..len).step_by(2) {
                        let products = dots_i16([0, 1, 2, 3].map(|next| row(a + next)), [row(b), row(b + 1)]);
                        for (a, products) in (a..).zip(products) {
                            for (b, product) in (b..).zip(products) {
                                covariance[a * len + b] = product as f32;
                                covariance[b * len + a] = product as f32;
                            }
                        }
                    }
                }
                *rows = last;
                if last == len {
                    let subspace = Subspace::new(std::mem::take(covariance), len, Random::new());
                    self.stage = Stage::Iterate { mean: std::mem::take(mean), subspace };
                }
            }
            Stage::Iterate { subspace, .. } => return subspace.step(),
        }
        true
    }

    fn progress(&self) -> f64 {
        match &self.stage {
            Stage::Read => 0.0,
            Stage::Multiply { rows, .. } => 0.1 + 0.3 * *rows as f64 / self.cells.len() as f64,
            Stage::Iterate { subspace, .. } => 0.4 + 0.6 * subspace.progress(),
        }
    }
}

impl Projection {
    /// The vectors of some of the images, [`DIMENSIONS`] numbers each.
    ///
    /// # Panics
    /// When the images have another size than those of the fit, or there is no such image.
    #[must_use]
    pub fn project(&self, images: &GrayImages, items: &[u32]) -> Vec<i16> {
        const IMAGES: usize = 4;
        let len = self.cells.len();
        let mut cells = vec![0; IMAGES * len];
        let mut vectors = vec![0; items.len() * DIMENSIONS];
        let factor = self.factor();
        for (items, vectors) in items.chunks(IMAGES).zip(vectors.chunks_mut(IMAGES * DIMENSIONS)) {
            for (&item, cells) in items.iter().zip(cells.chunks_exact_mut(len)) {
                self.cells.fill(images.image(item as usize), cells);
            }
            let rows = [0, 1, 2, 3].map(|place| &cells[place * len..][..len]);
            for (pair, components) in self.components.chunks_exact(2 * len).enumerate() {
                let (one, other) = components.split_at(len);
                let products = dots_i16(rows, [one, other]);
                for (vector, products) in vectors.chunks_exact_mut(DIMENSIONS).zip(products) {
                    for (dimension, product) in (2 * pair..).zip(products) {
                        vector[dimension] = to_i16((product as f32 - self.offsets[dimension]) * factor);
                    }
                }
            }
        }
        vectors
    }

    /// The distance of vectors that stands for a distance of 1 between what is projected, such as the pixels.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.factor() * UNIT
    }

    fn factor(&self) -> f32 {
        RADIUS / self.cells.radius() / UNIT
    }
}

/// The nearest integer.
fn to_i16(value: f32) -> i16 {
    value.round() as i16
}
