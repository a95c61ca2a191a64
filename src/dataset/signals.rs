//! Tells signals from flattened images by their values: in an image, neighbours in a column are as similar as those in
//! a row.

use crate::{
    dataset::{
        channels::difference,
        images::{Arrangement, Raster},
    },
    format::{element::ElementType, layout::Layout},
};

/// Fewer values than this are not enough to tell.
const MIN_VALUES: usize = 4096;

/// Whether the items are signals, although their length would suit a square image, judged by these first values of the
/// array. Bytes are images: signals of bytes are rare.
pub(crate) fn detect(layout: &Layout, values: &[f64]) -> bool {
    let raster = Raster::of(layout);
    if raster.arrangement != Arrangement::Square || layout.element_type() == ElementType::U8 {
        return false;
    }
    let length = raster.rows * raster.columns;
    if values.len() < MIN_VALUES || (values.len() as u64) < 3 * length {
        return false;
    }
    // Values of another item, in another row and column, are unrelated.
    let lags = [1, raster.columns, length + length / 2 + raster.columns / 2];
    let [beside, below, unrelated] = lags.map(|lag| {
        #[expect(clippy::cast_precision_loss, reason = "there are few values")]
        let pairs = (values.len() as u64 - lag) as f64;
        difference(values, lag) / pairs
    });
    // A slow signal changes little from value to value, and more from row to row; in noise, nothing is related.
    below > 3.0 * beside || below > 0.85 * unrelated
}
