//! What is projected of an image: a number for each pixel, or for each box of pixels where there are many.

use super::shape;

/// Limit of the cells. Larger images are averaged over boxes first.
const MAX_CELLS: usize = 1024;

/// What about an image is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// Its pixels.
    Pixels,
    /// Its shape: the image blurred and centred, without its mean and contrast. Small shifts and brightness hardly
    /// change it.
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
        self.count().next_multiple_of(8)
    }

    fn count(&self) -> usize {
        match self.aspect {
            Aspect::Pixels => self.rows * self.columns,
            Aspect::Shape => shape::cells(self.rows) * shape::cells(self.columns),
        }
    }

    /// Limit of the distance of an image from the mean.
    pub(super) fn radius(&self) -> f32 {
        match self.aspect {
            Aspect::Pixels => 255.0 * (self.count() as f32).sqrt(),
            Aspect::Shape => 2.0 * shape::LENGTH,
        }
    }

    /// Writes the cells of an image.
    pub(super) fn fill(&self, image: &[u8], cells: &mut [i16]) {
        let cells = &mut cells[..self.count()];
        if self.aspect == Aspect::Shape {
            shape::fill(&self.boxes(image), self.columns, cells);
        } else if self.box_height * self.box_width == 1 {
            for (cell, &pixel) in cells.iter_mut().zip(image) {
                *cell = pixel.into();
            }
        } else {
            for (cell, value) in cells.iter_mut().zip(self.boxes(image)) {
                *cell = value.round() as i16;
            }
        }
    }

    /// The mean of each box of pixels.
    fn boxes(&self, image: &[u8]) -> Vec<f32> {
        if self.box_height * self.box_width == 1 {
            return image.iter().map(|&pixel| pixel.into()).collect();
        }
        let mut means = Vec::with_capacity(self.rows * self.columns);
        for lines in image.chunks(self.width * self.box_height) {
            for start in (0..self.width).step_by(self.box_width) {
                let end = (start + self.box_width).min(self.width);
                let pixels = lines.chunks_exact(self.width).flat_map(|line| &line[start..end]);
                let count = lines.len() / self.width * (end - start);
                means.push(pixels.map(|&pixel| f32::from(pixel)).sum::<f32>() / count as f32);
            }
        }
        means
    }
}
