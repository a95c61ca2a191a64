//! All items as one line.

use wasm_bindgen::prelude::*;

use super::{
    Dataset, ends,
    picture::{PageReply, PageRequest, image_data, palette, plot_size},
};
use crate::{
    draw::{line::PlotSize, page::Page},
    wasm::{record, refused, thrown},
};

#[wasm_bindgen]
impl Dataset {
    /// Draws the line, or the requested part of it, as far as it is prepared.
    ///
    /// # Errors
    /// For an unknown palette, and when the plot has no size or too large a one.
    pub fn plot(&self, request: &PageRequest) -> Result<PageReply, JsValue> {
        let size = plot_size(request)?.map_or_else(|| PlotSize::new(0, 0), Ok).map_err(|error| thrown(&error))?;
        let span = match request.span().as_deref() {
            None | Some([]) => None,
            Some(&[first, last]) => Some((first, last)),
            Some(_) => return Err(refused("a span is a first and a last place")),
        };
        let profile = self.dataset.profile().zip(self.dataset.labels());
        let page = Page::plot(profile, span, size, &palette(request)?).map_err(|error| thrown(&error))?;
        let reply = record(&[
            ("missing", page.missing.into()),
            ("previews", 0.into()),
            ("image", image_data(&page.pixels, page.width)?),
            ("labels", js_sys::Array::new().into()),
            ("range", ends(page.range)),
            ("ramp", JsValue::NULL),
        ]);
        Ok(reply.unchecked_into())
    }
}
