//! All items as one line.

use wasm_bindgen::prelude::*;

use super::{Dataset, PageReply, PageRequest, ends, image_data, palette, record};
use crate::{
    dataset::labels::Label,
    draw::{
        line::Line,
        palette::{Limits, TRANSPARENT},
    },
};

/// Width and height of a cell that holds a line.
pub(super) fn size(request: &PageRequest) -> Option<(u32, u32)> {
    request.plot()?.first_chunk().map(|&[width, height]| (width, height))
}

/// Of what is in memory.
fn to_index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[wasm_bindgen]
impl Dataset {
    /// Draws the numbers that are the labels of these items, in this order, or of all, as one line.
    ///
    /// # Errors
    /// Never, for a picture that has a width.
    pub fn plot(&self, request: &PageRequest, items: Option<Vec<u32>>) -> Result<PageReply, JsValue> {
        let (width, height) = size(request).unwrap_or_default();
        let items = items.unwrap_or_else(|| (0..u32::try_from(self.dataset.items()).unwrap_or(u32::MAX)).collect());
        let mut line = Line::new(u32::try_from(items.len()).unwrap_or(u32::MAX), width);
        let mut missing = 0_u32;
        for (place, item) in (0..).zip(items) {
            match self.dataset.labels().and_then(|labels| labels.label(item.into())) {
                Some(Label(value)) => line.add(place, value),
                None => missing += 1,
            }
        }
        let palette = palette(request);
        let range = match palette.limits() {
            Limits::Fixed(least, greatest) => Some((least, greatest)),
            _ => line.range(),
        };
        let [columns, rows] = [width, height].map(|side| to_index(side.into()));
        let mut pixels = vec![TRANSPARENT; columns * rows];
        line.paint(&mut pixels, columns, rows, range.unwrap_or_default(), &palette);
        let reply = record(&[
            ("missing", missing.into()),
            ("image", image_data(&pixels, width)?),
            ("labels", js_sys::Array::new().into()),
            ("range", ends(range)),
            ("ramp", JsValue::NULL),
        ]);
        Ok(reply.unchecked_into())
    }
}
