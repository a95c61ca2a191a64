//! The edges of the first images: where they are dark, and where they are not.

use crate::{dataset::images::Raster, format::layout::Layout};

/// Images that tell it.
const ENOUGH: u32 = 64;

/// Fewer rows or columns than this have no border to speak of.
const SMALLEST: u64 = 4;

/// From this mean on, of what 0 to 255 are in MNIST, the paper is what has the great values: sets made from scanned
/// paper have 250 and more. Below it may be a photo.
const PAPER: f64 = 200.0 / 255.0;

/// The values at the edges of the first images.
#[derive(Debug, Default)]
pub(crate) struct Border {
    images: u32,
    values: u32,
    sum: f64,
}

impl Border {
    /// Takes whole items of an array.
    pub(crate) fn extend(&mut self, layout: &Layout, items: &[u8]) {
        let Some(item_len) = usize::try_from(layout.item_len()).ok().filter(|&item_len| item_len > 0) else { return };
        if self.images >= ENOUGH {
            return;
        }
        let (raster, element_type) = (Raster::of(layout), layout.element_type());
        if raster.rows < SMALLEST || raster.columns < SMALLEST || raster.channels > 1 {
            return;
        }
        for item in items.chunks_exact(item_len) {
            if self.images >= ENOUGH {
                break;
            }
            self.images += 1;
            for row in 0..raster.rows {
                let inner = row > 0 && row + 1 < raster.rows;
                let step = if inner { raster.row(row).len() - 1 } else { 1 };
                for at in raster.row(row).step_by(step) {
                    let value = element_type.value_at(item, at);
                    if value.is_finite() {
                        self.sum += value;
                        self.values += 1;
                    }
                }
            }
        }
    }

    /// Whether the edges are bright by the values' range, so that what stands out from them is dark.
    pub(crate) fn is_paper(&self, (least, greatest): (f64, f64)) -> bool {
        let mean = self.sum / f64::from(self.values);
        (mean - least) / (greatest - least) > PAPER
    }
}
