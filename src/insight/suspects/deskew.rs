//! Slanted figures set upright, so that a writer's slant makes no difference.

/// The largest slant that is undone: 45 degrees.
const MAX_SLANT: f32 = 1.0;

/// Shears an image until its rows lie above each other, and writes it to `upright`.
///
/// The slant is how far the center of a row moves from row to row, by the second moments of the image about its center.
/// What differs from the border counts as the figure, so a dark figure on a bright background works as well.
pub(super) fn deskew(image: &[u8], width: usize, upright: &mut [u8]) {
    let background = background(image, width);
    let (slant, center) = slant(image, width, background);
    for (y, (row, upright)) in image.chunks_exact(width).zip(upright.chunks_exact_mut(width)).enumerate() {
        let shift = slant * (y as f32 - center);
        let whole = shift.floor();
        let part = shift - whole;
        let at = |x: usize| {
            x.checked_add_signed(whole as isize).and_then(|x| row.get(x)).map_or(background, |&v| f32::from(v))
        };
        let mut left = at(0);
        for (x, upright) in upright.iter_mut().enumerate() {
            let right = at(x + 1);
            *upright = (left + part * (right - left) + 0.5) as u8;
            left = right;
        }
    }
}

/// The mean of the pixels at the border.
fn background(image: &[u8], width: usize) -> f32 {
    let last = image.len() / width - 1;
    let (mut sum, mut count) = (0_u32, 0_u32);
    for (y, row) in image.chunks_exact(width).enumerate() {
        let step = if y == 0 || y == last { 1 } else { (width - 1).max(1) };
        for &value in row.iter().step_by(step) {
            sum += u32::from(value);
            count += 1;
        }
    }
    sum as f32 / count as f32
}

/// Columns that the figure moves to the right from row to row, and the row of its center.
fn slant(image: &[u8], width: usize, background: f32) -> (f32, f32) {
    let (mut mass, mut across, mut down, mut mixed, mut squares) = (0.0_f32, 0.0, 0.0, 0.0, 0.0);
    for (y, row) in image.chunks_exact(width).enumerate() {
        let (mut of_row, mut moment) = (0.0, 0.0);
        for (x, &value) in row.iter().enumerate() {
            let weight = (f32::from(value) - background).abs();
            of_row += weight;
            moment += weight * x as f32;
        }
        let y = y as f32;
        mass += of_row;
        across += moment;
        down += of_row * y;
        mixed += moment * y;
        squares += of_row * y * y;
    }
    if mass < 1.0 {
        return (0.0, 0.0);
    }
    let (x, y) = (across / mass, down / mass);
    let (covariance, variance) = (mixed / mass - x * y, squares / mass - y * y);
    let slant = if variance > 0.1 { covariance / variance } else { 0.0 };
    (slant.clamp(-MAX_SLANT, MAX_SLANT), y)
}
