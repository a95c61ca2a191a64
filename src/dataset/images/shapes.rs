//! Item shapes that suit images.

use crate::format::layout::Layout;

/// Limit of the ratio of the sides of a suggested shape.
const MAX_RATIO: u64 = 4;

/// Items with more elements than this get no suggested shapes.
const MAX_RESHAPED: u64 = 1 << 24;

/// Item shapes that the items of an array could have as images, the squarest first: rows x columns in grey, or colours
/// with their channels last or first.
///
/// ```
/// use idxlens::{dataset::images::shapes, format::{element::ElementType, layout::Layout}};
///
/// let shapes = shapes(&Layout::new(ElementType::U8, vec![10, 3072])?);
/// assert_eq!(shapes[..2], [vec![48, 64], vec![64, 48]]);
/// assert!(shapes.contains(&vec![32, 32, 3]) && shapes.contains(&vec![3, 32, 32]));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[must_use]
pub fn shapes(layout: &Layout) -> Vec<Vec<u32>> {
    let elements = layout.item_elements();
    let mut shapes: Vec<Vec<u32>> = Vec::new();
    let mut offer = |sizes: &[u64]| {
        let shape = sizes.iter().filter_map(|&size| u32::try_from(size).ok()).collect();
        if shapes.last() != Some(&shape) {
            shapes.push(shape);
        }
    };
    if !(2..=MAX_RESHAPED).contains(&elements) {
        return Vec::new();
    }
    for channels in [1, 3, 4].into_iter().filter(|channels| elements.is_multiple_of(*channels)) {
        let pixels = elements / channels;
        let side = pixels.isqrt();
        let sides = (1..=side).rev().take_while(|rows| rows * rows * MAX_RATIO >= pixels);
        for rows in sides.filter(|rows| pixels.is_multiple_of(*rows)) {
            let columns = pixels / rows;
            // Smaller sides could be mistaken for channels.
            if channels == 1 {
                offer(&[rows, columns]);
                offer(&[columns, rows]);
            } else if rows == columns && rows > 4 {
                offer(&[rows, columns, channels]);
                offer(&[channels, rows, columns]);
            }
        }
    }
    shapes
}
