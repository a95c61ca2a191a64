//! The shape in an image, whatever its place, brightness and contrast.

/// The length of a shape as a vector. The covariance of 2,048 of them is still an `i32`.
pub(super) const LENGTH: f32 = 1000.0;

/// The cells along a side of so many boxes: after the blur every second box has nearly all there is.
pub(super) fn cells(boxes: usize) -> usize {
    boxes.div_ceil(2)
}

/// Writes the shape in an image.
pub(super) fn fill(image: &[f32], columns: usize, cells: &mut [i16]) {
    let blurred = blur(image, columns);
    let rows = blurred.len() / columns;
    let (down, right) = centre(&blurred, columns);
    let lines = positions(rows, down);
    let places: Vec<_> = positions(columns, right).collect();
    let mut shape = Vec::with_capacity(cells.len());
    for (row, below, share) in lines {
        let (upper, lower) = (&blurred[row * columns..][..columns], &blurred[below * columns..][..columns]);
        for &(column, next, across) in &places {
            let top = upper[column] + (upper[next] - upper[column]) * across;
            let bottom = lower[column] + (lower[next] - lower[column]) * across;
            shape.push(top + (bottom - top) * share);
        }
    }
    let mean = shape.iter().sum::<f32>() / shape.len() as f32;
    let length = shape.iter().map(|value| (value - mean).powi(2)).sum::<f32>().sqrt();
    let factor = if length > 0.0 { LENGTH / length } else { 0.0 };
    for (cell, value) in cells.iter_mut().zip(shape) {
        *cell = ((value - mean) * factor).round() as i16;
    }
}

/// Where the cells along a side are: between two boxes, and how far from the first to the second.
fn positions(boxes: usize, shift: f32) -> impl Iterator<Item = (usize, usize, f32)> {
    let last = boxes - 1;
    let step = boxes as f32 / cells(boxes) as f32;
    (0..cells(boxes)).map(move |cell| {
        let position = ((cell as f32 + 0.5) * step - 0.5 + shift).clamp(0.0, last as f32);
        let whole = position as usize;
        (whole, (whole + 1).min(last), position - whole as f32)
    })
}

/// How far the centre of what differs from the mean is below and right of the middle.
fn centre(image: &[f32], columns: usize) -> (f32, f32) {
    let mean = image.iter().sum::<f32>() / image.len() as f32;
    let (mut total, mut down, mut right) = (0.0, 0.0, 0.0);
    for (row, line) in image.chunks_exact(columns).enumerate() {
        let mut weight_of_row = 0.0;
        for (column, value) in line.iter().enumerate() {
            let weight = (value - mean).powi(2);
            weight_of_row += weight;
            right += weight * column as f32;
        }
        total += weight_of_row;
        down += weight_of_row * row as f32;
    }
    if total == 0.0 {
        return (0.0, 0.0);
    }
    let middle = |len: usize| (len - 1) as f32 / 2.0;
    (down / total - middle(image.len() / columns), right / total - middle(columns))
}

/// A binomial blur over five boxes in each direction. Beyond the edges the outermost value repeats.
fn blur(image: &[f32], columns: usize) -> Vec<f32> {
    let mut across = Vec::with_capacity(image.len());
    for line in image.chunks_exact(columns) {
        let value = |column: usize, step: isize| line[column.saturating_add_signed(step).min(columns - 1)];
        across.extend((0..columns).map(|at| binomial([-2, -1, 0, 1, 2].map(|step| value(at, step)))));
    }
    let rows = image.len() / columns;
    let mut blurred = Vec::with_capacity(image.len());
    for row in 0..rows {
        let line = |step: isize| &across[row.saturating_add_signed(step).min(rows - 1) * columns..][..columns];
        let lines = [-2, -1, 0, 1, 2].map(line);
        blurred.extend((0..columns).map(|at| binomial(lines.map(|line| line[at]))));
    }
    blurred
}

fn binomial(values: [f32; 5]) -> f32 {
    values.iter().zip([1.0, 4.0, 6.0, 4.0, 1.0]).map(|(value, weight)| value * weight).sum::<f32>() / 16.0
}
