//! Requests for pages of items and for average images, and their replies.

use js_sys::Uint8ClampedArray;
use wasm_bindgen::prelude::*;
use web_sys::ImageData;

use super::{Dataset, ends};
use crate::{
    dataset::{self, statistics::Average},
    draw::{
        line::PlotSize,
        page::{Grid, Page},
        palette::{Limits, Palette, Rgba},
    },
    wasm::{record, refused, thrown, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// A page to be drawn.
    #[wasm_bindgen(typescript_type = "PageRequest")]
    pub type PageRequest;
    #[wasm_bindgen(method, getter, js_name = items)]
    fn item_numbers(this: &PageRequest) -> Vec<f64>;
    #[wasm_bindgen(method, getter)]
    fn columns(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter, js_name = gapX)]
    fn gap_x(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter, js_name = gapY)]
    fn gap_y(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn shrink(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn plot(this: &PageRequest) -> Option<Vec<u32>>;
    #[wasm_bindgen(method, getter)]
    fn window(this: &PageRequest) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    pub(super) fn span(this: &PageRequest) -> Option<Vec<u32>>;
    #[wasm_bindgen(method, getter)]
    fn background(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn foreground(this: &PageRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn palette(this: &PageRequest) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn inverted(this: &PageRequest) -> Option<bool>;
    #[wasm_bindgen(method, getter)]
    fn limits(this: &PageRequest) -> Option<Vec<f64>>;
    #[wasm_bindgen(method, getter)]
    fn average(this: &PageRequest) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn filtered(this: &PageRequest) -> Option<bool>;

    /// A page as it was drawn.
    #[wasm_bindgen(typescript_type = "PageReply")]
    pub type PageReply;
}

#[wasm_bindgen]
impl Dataset {
    /// Draws a page, and gives the labels of its items.
    ///
    /// # Errors
    /// For an unknown palette or average, and when the page would be too large to draw.
    pub fn page(&self, request: &PageRequest) -> Result<PageReply, JsValue> {
        let items: Vec<u64> = request.item_numbers().into_iter().map(to_u64).collect();
        let grid = Grid {
            columns: request.columns(),
            gap_x: request.gap_x(),
            gap_y: request.gap_y(),
            shrink: request.shrink(),
            plot: plot_size(request)?,
            window: window(request)?,
        };
        let palette = palette(request)?;
        let page = if let Some(name) = request.average() {
            let average = match name.as_str() {
                "means" => Average::Mean,
                "deviations" => Average::Deviation,
                _ => return Err(refused(&format!("unknown average {name:?}"))),
            };
            let images = if request.filtered() == Some(true) {
                self.dataset.filtered_average_images(average)
            } else {
                self.dataset.average_images(average)
            };
            images.map(|images| Page::compose(&images, &items, grid, &palette))
        } else {
            let images = self.dataset.store(dataset::Slot::Images);
            images.map(|images| Page::compose(images, &items, grid, &palette))
        };
        let page = page.transpose().map_err(|error| thrown(&error))?;
        // Before the worker has opened a file, all items of a page are missing.
        let is_open = |slot| self.dataset.store(slot).is_some();
        let has_file = is_open(dataset::Slot::Images) || is_open(dataset::Slot::Labels);
        let unread = if has_file { 0 } else { u32::try_from(items.len()).unwrap_or(u32::MAX) };
        let reply = record(&[
            ("missing", page.as_ref().map_or(unread, |page| page.missing).into()),
            ("previews", page.as_ref().map_or(0, |page| page.previews).into()),
            ("image", page.as_ref().map_or(Ok(JsValue::NULL), |page| image_data(&page.pixels, page.width))?),
            ("labels", self.labels(&items).into()),
            ("range", ends(page.as_ref().and_then(|page| page.range))),
            ("ramp", page.filter(|page| !page.pixels.is_empty()).map_or(Ok(JsValue::NULL), |_| ramp(&palette))?),
        ]);
        Ok(reply.unchecked_into())
    }
}

/// The columns of the items that are drawn: the first, and how many; `None` for all.
fn window(request: &PageRequest) -> Result<Option<(u64, u64)>, JsValue> {
    match request.window().as_deref() {
        None => Ok(None),
        Some(&[first, count]) => Ok(Some((to_u64(first), to_u64(count)))),
        Some(_) => Err(refused("a window is a first column and a number of columns")),
    }
}

/// The size of a plot, if the request is for one.
pub(super) fn plot_size(request: &PageRequest) -> Result<Option<PlotSize>, JsValue> {
    let Some(size) = request.plot() else { return Ok(None) };
    let size = size.first_chunk().map_or(PlotSize::new(0, 0), |&[width, height]| PlotSize::new(width, height));
    size.map(Some).map_err(|error| thrown(&error))
}

/// A picture of its own; nothing when it has no pixels.
pub(super) fn image_data(pixels: &[Rgba], width: u32) -> Result<JsValue, JsValue> {
    if pixels.is_empty() {
        return Ok(JsValue::NULL);
    }
    let copy = Uint8ClampedArray::from(pixels.as_flattened());
    ImageData::new_with_js_u8_clamped_array(&copy, width).map(Into::into)
}

/// The palette of a request: the named one, or else the ramp between its two colours.
pub(super) fn palette(request: &PageRequest) -> Result<Palette, JsValue> {
    let palette = match request.palette() {
        Some(name) => Palette::named(&name).ok_or_else(|| refused(&format!("unknown palette {name:?}")))?,
        None => Palette::new(request.background(), request.foreground()),
    };
    let palette = if request.inverted() == Some(true) { palette.reversed() } else { palette };
    Ok(palette.within(match request.limits().as_deref() {
        None => Limits::File,
        Some([]) => Limits::Item,
        Some(&[min, max]) => Limits::Fixed(min, max),
        Some(_) => return Err(refused("limits are two numbers, or none for those of each item")),
    }))
}

/// The colours of a palette, then those of NaN and the infinities, as one row of pixels.
fn ramp(palette: &Palette) -> Result<JsValue, JsValue> {
    image_data(&palette.legend(), 259)
}
