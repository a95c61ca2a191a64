//! All items as one line.

use wasm_bindgen::prelude::*;

use super::{
    Dataset, ends,
    picture::{PageReply, PageRequest, image_data, palette, plot_size},
    record,
};
use crate::draw::{
    line::Line,
    palette::{Limits, TRANSPARENT},
};

/// Of what is in memory.
fn to_index(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

#[wasm_bindgen]
impl Dataset {
    /// Begins to prepare the line through the numbers that are the labels of these items, in this order, or of all.
    pub fn profile(&mut self, items: Option<Vec<u32>>) {
        self.dataset.profile(items);
    }

    /// Prepares the line through `most` more numbers. Whether there are more of them here.
    pub fn prepare(&mut self, most: u32) -> bool {
        self.dataset.prepare(most)
    }

    /// Draws the line, or those of its places that are asked for, as far as it is prepared.
    ///
    /// # Errors
    /// Never, for a picture that has a width.
    pub fn plot(&self, request: &PageRequest) -> Result<PageReply, JsValue> {
        let (width, height) = plot_size(request).unwrap_or_default();
        let prepared = self.dataset.prepared().zip(self.dataset.labels());
        // Without one there is all to prepare.
        let (count, taken) = prepared.map_or((u32::MAX, 0), |(profile, _)| (profile.count(), profile.taken()));
        let places = match request.span().as_deref() {
            Some(&[first, last]) => first.min(count)..last.saturating_add(1).min(count),
            _ => 0..count,
        };
        let line = match prepared {
            Some((profile, labels)) => Line::through(profile, labels, places, width),
            None => Line::new(0, width),
        };
        let palette = palette(request);
        let range = match palette.limits() {
            Limits::Fixed(least, greatest) => Some((least, greatest)),
            _ => line.range(),
        };
        let [columns, rows] = [width, height].map(|side| to_index(side.into()));
        let mut pixels = vec![TRANSPARENT; columns * rows];
        line.paint(&mut pixels, columns, rows, range.unwrap_or_default(), &palette);
        let reply = record(&[
            ("missing", (count - taken).into()),
            ("image", image_data(&pixels, width)?),
            ("labels", js_sys::Array::new().into()),
            ("range", ends(range)),
            ("ramp", JsValue::NULL),
        ]);
        Ok(reply.unchecked_into())
    }
}
