//! The edges of the first images: they tell whether the background is dark or bright in the file.

use crate::{dataset::images::Raster, format::layout::Layout};

/// Images that are enough to tell.
const MAX_IMAGES: u32 = 64;

/// Images with fewer rows or columns have no meaningful border.
const MIN_SIDE: u64 = 4;

/// The background is bright above this mean, as a share of the range. Datasets made from scanned paper have 250 of 255
/// and more. Photos can be below it.
const BRIGHT: f64 = 200.0 / 255.0;

/// The values at the edges of the first images.
#[derive(Debug, Default)]
pub(crate) struct Border {
    images: u32,
    values: u32,
    sum: f64,
}

impl Border {
    /// Those of images that were seen before: how many images and values, and the sum of these.
    pub(crate) fn new(images: u32, values: u32, sum: f64) -> Self {
        Self { images, values, sum }
    }

    /// How many images and values there are, and the sum of these.
    pub(crate) fn parts(&self) -> (u32, u32, f64) {
        (self.images, self.values, self.sum)
    }

    /// Takes whole items of an array.
    pub(crate) fn extend(&mut self, layout: &Layout, items: &[u8]) {
        let Some(item_len) = usize::try_from(layout.item_len()).ok().filter(|&item_len| item_len > 0) else { return };
        if self.images >= MAX_IMAGES {
            return;
        }
        let (raster, element_type) = (Raster::of(layout), layout.element_type());
        if raster.rows < MIN_SIDE || raster.columns < MIN_SIDE || raster.channels > 1 {
            return;
        }
        for item in items.chunks_exact(item_len) {
            if self.images >= MAX_IMAGES {
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

    /// Whether the edges are bright within the range of the values, so that the foreground is dark.
    pub(crate) fn is_bright(&self, (min, max): (f64, f64)) -> bool {
        let mean = self.sum / f64::from(self.values);
        (mean - min) / (max - min) > BRIGHT
    }
}
