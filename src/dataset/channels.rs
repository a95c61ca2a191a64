//! Detects the order of colour channels from the values: in the right order, neighbours in a column are similar.

use crate::{
    dataset::images::{Arrangement, Raster},
    format::layout::Layout,
};

/// Fewer values than this are not enough to tell.
const MIN_VALUES: usize = 4096;

/// The item shape with its channels moved last or first, if these first values of an array make more sense in it than in
/// the shape of the header, or in the usual shape of rows of their length.
pub(crate) fn detect(layout: &Layout, values: &[f64]) -> Option<Vec<u32>> {
    let raster = Raster::of(layout);
    // The header gets the benefit of the doubt.
    let (last, doubt) = match raster.arrangement {
        Arrangement::ChannelsLast => (true, 5),
        Arrangement::ChannelsFirst => (false, 5),
        Arrangement::ColourSquare => (false, 4),
        _ => return None,
    };
    // The distance of one row where channels are apart, and where they are side by side.
    let (apart, beside) = (raster.columns, raster.columns * raster.channels);
    let far = far(apart, beside);
    if values.len() < MIN_VALUES || (values.len() as u64) < 2 * far {
        return None;
    }
    let (own, other) = if last { (beside, apart) } else { (apart, beside) };
    let [own, other, far] = [own, other, far].map(|lag| difference(values, lag));
    let [rows, columns, channels] = [raster.rows, raster.columns, raster.channels].map(|size| u32::try_from(size).ok());
    let (rows, columns, channels) = (rows?, columns?, channels?);
    (other * f64::from(doubt) < own * 3.0 && other * 2.0 < far)
        .then(|| if last { vec![channels, rows, columns] } else { vec![rows, columns, channels] })
}

/// A distance at which values are unrelated in either order: some rows down and half a row to the right.
fn far(apart: u64, beside: u64) -> u64 {
    7 * beside + apart / 2 + 1
}

/// The sum of differences between values at this distance.
pub(super) fn difference(values: &[f64], lag: u64) -> f64 {
    let mut sum = 0.0;
    for (one, other) in values.iter().zip(values.iter().skip(usize::try_from(lag).unwrap_or(usize::MAX))) {
        let difference = (one - other).abs();
        if difference.is_finite() {
            sum += difference;
        }
    }
    sum
}
