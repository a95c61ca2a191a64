//! Items as small gray images, which methods that compare images take.

use crate::{
    dataset::store::Store,
    draw::{
        page::{Grid, Page},
        palette::{Limits, PENDING, Palette, Rgba},
    },
    error::Error,
};

/// The shares of red, green and blue in the brightness of a pixel, in 256ths (Rec. 601).
const LUMA: [u32; 3] = [77, 150, 29];

/// Items as gray images of one size, oriented and arranged as they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrayItems {
    /// The images one after the other, row by row. The smallest value of the file is 0, the largest 255; for u8 these
    /// are the values themselves, however they are shown.
    pub pixels: Vec<u8>,
    /// Whether all pixels of an item have one value in the file. Values that are close share one of 8 bits.
    pub constant: Vec<bool>,
    /// How many of the items are not, or only in part, in memory. What is missing is black.
    pub missing: u32,
}

impl GrayItems {
    /// The items with these numbers, in this order. A pixel is the mean of `shrink` × `shrink` elements.
    ///
    /// # Errors
    /// The errors of [`Page::compose`].
    pub fn of(store: &Store, items: &[u64], shrink: u32) -> Result<Self, Error> {
        let grid = Grid { columns: 1, gap_x: 0, gap_y: 0, shrink, plot: None, window: None };
        let limits = store.extent().map_or(Limits::File, |(min, max)| Limits::Fixed(min, max));
        let page = Page::compose(store, items, grid, &Palette::new(0, 0x00FF_FFFF).within(limits))?;
        let pixels: Vec<u8> = page.pixels.into_iter().map(brightness).collect();
        let images = pixels.chunks(pixels.len().div_ceil(items.len().max(1)).max(1));
        let is_constant =
            |(image, &item): (&[u8], &u64)| image.iter().all(|&pixel| pixel == image[0]) && has_one_value(store, item);
        let constant = images.zip(items).map(is_constant).collect();
        Ok(Self { pixels, constant, missing: page.missing + page.previews })
    }
}

/// Whether all pixels of an item have the same value in the file, or none of them is in memory.
fn has_one_value(store: &Store, item: u64) -> bool {
    let Some(raster) = store.raster() else { return true };
    let values = store.values(item, 0..raster.rows, 0..raster.columns);
    let second = usize::try_from(raster.channels).unwrap_or(usize::MAX).min(values.len());
    // Zeros of both signs are equal, and so are all NaN of one kind.
    values.iter().zip(&values[second..]).all(|(a, b)| (a + 0.0).total_cmp(&(b + 0.0)).is_eq())
}

fn brightness(pixel: Rgba) -> u8 {
    let [red, green, blue, _] = if pixel == PENDING { Rgba::default() } else { pixel };
    let sum: u32 = LUMA.iter().zip([red, green, blue]).map(|(share, value)| share * u32::from(value)).sum();
    (sum >> 8).try_into().unwrap_or(u8::MAX)
}
