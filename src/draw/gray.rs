//! Items as small gray images, which methods that compare images take.

use crate::{
    dataset::store::Store,
    draw::{
        page::{Grid, Page},
        palette::{PENDING, Palette, Rgba},
    },
    error::Error,
};

/// The shares of red, green and blue in the brightness of a pixel, in 256ths (Rec. 601).
const LUMA: [u32; 3] = [77, 150, 29];

/// Items as gray images of one size, oriented and arranged as they are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrayItems {
    /// The images one after the other, row by row. The smallest value of the file is 0, the largest 255; for u8 these
    /// are the values themselves.
    pub pixels: Vec<u8>,
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
        let page = Page::compose(store, items, grid, &Palette::new(0, 0x00FF_FFFF))?;
        Ok(Self { pixels: page.pixels.into_iter().map(brightness).collect(), missing: page.missing + page.previews })
    }
}

fn brightness(pixel: Rgba) -> u8 {
    let [red, green, blue, _] = if pixel == PENDING { Rgba::default() } else { pixel };
    let sum: u32 = LUMA.iter().zip([red, green, blue]).map(|(share, value)| share * u32::from(value)).sum();
    (sum >> 8).try_into().unwrap_or(u8::MAX)
}
