//! Where the channels of a colour are, by the values themselves: in the right layout what is below each other is alike.

use crate::{
    dataset::images::{Arrangement, Raster},
    format::layout::Layout,
};

/// Fewer values than this tell nothing.
const FEWEST: usize = 4096;

/// The item shape in which these first elements of an array, as they are stored, make more sense as colours than in the
/// header's own, or in that which rows of their length usually have: the same with its channels last, or first.
pub(crate) fn likely(layout: &Layout, elements: &[u8]) -> Option<Vec<u32>> {
    let raster = Raster::of(layout);
    // What the header says has the benefit of the doubt.
    let (last, doubt) = match raster.how {
        Arrangement::ChannelsLast => (true, 5),
        Arrangement::ChannelsFirst => (false, 5),
        Arrangement::ColourSquare => (false, 4),
        _ => return None,
    };
    let mut elements = elements.to_vec();
    layout.convert_byte_order(&mut elements);
    let values: Vec<f64> = layout.element_type().values(&elements).collect();
    // One row down where the channels are apart, and where they are side by side.
    let (apart, beside) = (raster.columns, raster.columns * raster.channels);
    let far = far(apart, beside);
    if values.len() < FEWEST || (values.len() as u64) < 2 * far {
        return None;
    }
    let (own, other) = if last { (beside, apart) } else { (apart, beside) };
    let [own, other, far] = [own, other, far].map(|lag| difference(&values, lag));
    let [rows, columns, channels] = [raster.rows, raster.columns, raster.channels].map(|size| u32::try_from(size).ok());
    let (rows, columns, channels) = (rows?, columns?, channels?);
    (other * f64::from(doubt) < own * 3.0 && other * 2.0 < far)
        .then(|| if last { vec![channels, rows, columns] } else { vec![rows, columns, channels] })
}

/// How many values later nothing should be alike, wherever the channels are: some rows down, half a row to the right.
fn far(apart: u64, beside: u64) -> u64 {
    7 * beside + apart / 2 + 1
}

/// How much values differ from those that come so many later.
#[inline(never)]
fn difference(values: &[f64], lag: u64) -> f64 {
    let mut sum = 0.0;
    for (one, other) in values.iter().zip(values.iter().skip(usize::try_from(lag).unwrap_or(usize::MAX))) {
        let difference = (one - other).abs();
        if difference.is_finite() {
            sum += difference;
        }
    }
    sum
}
