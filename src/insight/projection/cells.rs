//! What is projected of an image: a number for each pixel, or for each box of pixels where there are many.

/// Limit of the cells. Larger images are averaged over boxes first.
const MAX_CELLS: usize = 1024;

/// The length of the vector of a shape. The covariance of 2,048 of them is still an `i32`.
const SHAPE_LENGTH: f32 = 1000.0;

/// What about an image is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Its pixels.
    Pixels,
    /// Its shape: the image blurred, with its mean and its contrast removed. A shift by one pixel changes it little, and
    /// brightness does not change it.
    Shape,
}

/// How the cells of images of one size are made.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    aspect: Aspect,
    width: usize,
    /// The size of a box in pixels. Boxes at the lower and the right edge can be smaller.
    box_height: usize,
    box_width: usize,
    rows: usize,
    columns: usize,
}

impl Cells {
    pub(super) fn new(height: usize, width: usize, aspect: Aspect) -> Self {
        let (mut box_height, mut box_width) = (1, 1);
        loop {
            let (rows, columns) = (height.div_ceil(box_height), width.div_ceil(box_width));
            if rows * columns <= MAX_CELLS {
                return Self { aspect, width, box_height, box_width, rows, columns };
            }
            if rows > columns {
                box_height += 1;
            } else {
                box_width += 1;
            }
        }
    }

    /// The cells of an image. Those beyond the image are zero: the number is a multiple of 8.
    pub(super) fn len(&self) -> usize {
        (self.rows * self.columns).next_multiple_of(8)
    }

    /// Limit of the distance of an image from the mean.
    pub(super) fn radius(&self) -> f32 {
        match self.aspect {
            Aspect::Pixels => 255.0 * ((self.rows * self.columns) as f32).sqrt(),
            Aspect::Shape => 2.0 * SHAPE_LENGTH,
        }
    }

    /// Writes the cells of an image.
    pub(super) fn fill(&self, image: &[u8], cells: &mut [i16]) {
        let cells = &mut cells[..self.rows * self.columns];
        if self.box_height * self.box_width == 1 {
            for (cell, &pixel) in cells.iter_mut().zip(image) {
                *cell = pixel.into();
            }
        } else {
            self.average(image, cells);
        }
        if self.aspect == Aspect::Shape {
            self.shape(cells);
        }
    }

    fn average(&self, image: &[u8], cells: &mut [i16]) {
        for (row, cells) in cells.chunks_exact_mut(self.columns).enumerate() {
            let lines = image.chunks_exact(self.width).skip(row * self.box_height).take(self.box_height);
            for (column, cell) in cells.iter_mut().enumerate() {
                let start = column * self.box_width;
                let end = (start + self.box_width).min(self.width);
                let sum: u32 = lines.clone().flat_map(|line| &line[start..end]).map(|&pixel| u32::from(pixel)).sum();
                let pixels = lines.len() * (end - start);
                *cell = (sum as f32 / pixels as f32).round() as i16;
            }
        }
    }

    fn shape(&self, cells: &mut [i16]) {
        let (rows, columns) = (self.rows, self.columns);
        let across: Vec<i32> = cells.chunks_exact(columns).flat_map(|row| blur(columns, |at| row[at].into())).collect();
        let mut blurred = vec![0.0; cells.len()];
        for column in 0..columns {
            for (row, value) in blur(rows, |row| across[row * columns + column]).enumerate() {
                blurred[row * columns + column] = value as f32;
            }
        }
        let mean = blurred.iter().sum::<f32>() / blurred.len() as f32;
        let length = blurred.iter().map(|value| (value - mean).powi(2)).sum::<f32>().sqrt();
        let factor = if length > 0.0 { SHAPE_LENGTH / length } else { 0.0 };
        for (cell, value) in cells.iter_mut().zip(blurred) {
            *cell = ((value - mean) * factor).round() as i16;
        }
    }
}

/// 16 times a line of values after a binomial blur over five of them. Beyond the ends the outermost value repeats.
fn blur(len: usize, value: impl Fn(usize) -> i32) -> impl Iterator<Item = i32> {
    (0..len).map(move |at| {
        let value = |step: isize| value(at.saturating_add_signed(step).min(len - 1));
        value(-2) + value(2) + 4 * (value(-1) + value(1)) + 6 * value(0)
    })
}
