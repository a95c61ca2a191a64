//! Pictures that hold many images.

use js_sys::Array;
use wasm_bindgen::prelude::*;

use super::output::Output;
use crate::{
    format::sheet::{self, Cell},
    wasm::record,
};

#[wasm_bindgen]
extern "C" {
    /// Sizes of cells.
    #[wasm_bindgen(typescript_type = "Cell[]")]
    pub type Cells;
}

/// Guesses the cells of a picture, and cuts it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Sheet(sheet::Sheet);

#[wasm_bindgen]
impl Sheet {
    /// A picture of that size, whose pixels are handed over; undefined if it is too large.
    #[must_use]
    pub fn sized(width: u32, height: u32) -> Option<Self> {
        sheet::Sheet::new(width, height).map(Self)
    }

    /// A PNG file; undefined if it is damaged or too large.
    #[must_use]
    pub fn png(file: &[u8]) -> Option<Self> {
        sheet::Sheet::of_png(file).map(Self)
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn size(&self) -> Vec<u32> {
        self.0.size().to_vec()
    }

    /// The share of the rows that have come since the start.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.0.progress()
    }

    /// Decodes the next rows of a PNG file: whether there are more; undefined if it is damaged there.
    pub fn step(&mut self) -> Option<bool> {
        self.0.step()
    }

    /// Takes the pixels of the next rows: red, green, blue and alpha.
    #[wasm_bindgen(js_name = pushPixels)]
    pub fn push_pixels(&mut self, pixels: &[u8]) {
        self.0.push_pixels(pixels);
    }

    /// The likely cells of a picture of which all rows have come, the likeliest first.
    #[must_use]
    pub fn cells(&self) -> Cells {
        let cells = self.0.cells().into_iter().map(|cell| {
            let count = self.0.images(&cell).unwrap_or_default();
            let Cell { width, height, shape, gap, margin } = cell;
            let shape = shape.into_iter().map(JsValue::from).collect::<Array>();
            record(&[
                ("width", width.into()),
                ("height", height.into()),
                ("shape", shape.into()),
                ("gap", gap.into()),
                ("margin", margin.into()),
                ("count", count.into()),
            ])
        });
        cells.collect::<Array>().unchecked_into()
    }

    /// Cuts the picture, whose rows come once more: whether such cells fill it.
    pub fn cut(&mut self, width: u32, height: u32, shape: Vec<u32>, gap: u32, margin: u32) -> bool {
        self.0.cut(Cell { width, height, shape, gap, margin })
    }

    /// How many cells at the end only fill the grid, where the picture is cut.
    #[must_use]
    #[wasm_bindgen(js_name = emptyCells)]
    pub fn empty_cells(&self) -> u32 {
        self.0.empty_cells()
    }

    /// The header that goes before the elements, so that they are a NumPy array.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        self.0.header()
    }

    /// Passes the elements that have come out since the last call.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn pass(&mut self, output: &Output) -> Result<(), JsValue> {
        output.add(&self.0.take_output())
    }
}
