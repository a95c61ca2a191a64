//! Items for a file: their elements as they are stored, or as they are shown.

use super::Store;
use crate::dataset::images::{Arrangement, Raster};

/// Limit of the bytes of an item. Larger items are not exported, because an item has to be in memory.
pub const MAX_EXPORTED_LEN: u64 = 64 << 20;

impl Store {
    /// The shape in which items are shown, if a file of them as they are shown differs from one of them as they are
    /// stored: they are turned, cut, in another shape, or have their channels in another place.
    #[must_use]
    pub fn shown_shape(&self) -> Option<Vec<u32>> {
        let (layout, raster) = (self.layout()?, self.raster()?);
        if layout.item_len() == 0 {
            return None;
        }
        let channels = Some(raster.channels).filter(|&channels| channels > 1);
        let sizes = [raster.rows, raster.columns].into_iter().chain(channels);
        let shape = sizes.map(|size| u32::try_from(size).ok()).collect::<Option<Vec<_>>>()?;
        // Their dimensions say more than rows and columns do.
        let is_flattened = matches!(
            raster.arrangement,
            Arrangement::Scalar | Arrangement::Row | Arrangement::Slices | Arrangement::Channels
        );
        let is_same = keeps_order(&raster, layout.item_elements()) && (is_flattened || shape == layout.item_shape());
        (!is_same).then_some(shape)
    }

    /// The elements of these items, big-endian, one item after the other; `None` unless all of them are in memory. As
    /// they are shown, they are in row-major order of [`Store::shown_shape`].
    #[must_use]
    pub fn bytes_of(&self, items: impl IntoIterator<Item = u64>, as_shown: bool) -> Option<Vec<u8>> {
        let raster = self.raster().filter(|_| as_shown && self.shown_shape().is_some());
        let size = self.layout()?.element_type().size();
        let mut elements = Vec::new();
        for item in items {
            let item = self.item(item)?;
            let Some(raster) = &raster else {
                elements.extend_from_slice(item);
                continue;
            };
            for first in (0..raster.rows).flat_map(|row| raster.row(row)) {
                for at in raster.pixel(first) {
                    elements.extend_from_slice(&item[at * size..][..size]);
                }
            }
        }
        Some(elements)
    }
}

/// Whether a picture has all elements of the item in their order.
fn keeps_order(raster: &Raster, elements: u64) -> bool {
    let dimensions = raster.dimensions();
    let mut count = 1;
    let is_packed = dimensions.iter().rev().all(|dimension| {
        let is_next = dimension.stride == count;
        count *= dimension.size;
        is_next
    });
    let is_row_major = dimensions.is_sorted_by_key(|dimension| dimension.direction as u8);
    is_packed && is_row_major && count == elements && raster.turn_row(0) == 0 && raster.turn_column(0) == 0
}
