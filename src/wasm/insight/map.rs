//! The map of all images: how it is laid out, drawn, and asked for what is at a place.

use std::sync::Arc;

use js_sys::{Float32Array, Uint8ClampedArray};
use wasm_bindgen::prelude::*;

use super::{Check, DIMENSIONS};
use crate::{
    draw::{
        categories,
        palette::{Palette, Rgba},
        scatter::{Colours, Frame, NO_GROUP, Scatter},
    },
    insight::{GrayImages, Map, Neighbours, Point, Task},
    wasm::{record, refused},
};

#[wasm_bindgen]
extern "C" {
    /// A picture of the map to be drawn.
    #[wasm_bindgen(typescript_type = "MapRequest")]
    pub type MapRequest;
    #[wasm_bindgen(method, getter)]
    fn width(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn height(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn unit(this: &MapRequest) -> f32;
    #[wasm_bindgen(method, getter)]
    fn view(this: &MapRequest) -> Vec<f32>;
    #[wasm_bindgen(method, getter)]
    fn hovered(this: &MapRequest) -> Option<u32>;
    #[wasm_bindgen(method, getter)]
    fn surface(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn quiet(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn ungrouped(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn ring(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn groups(this: &MapRequest) -> Vec<u32>;
    #[wasm_bindgen(method, getter)]
    fn background(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn foreground(this: &MapRequest) -> u32;
    #[wasm_bindgen(method, getter)]
    fn palette(this: &MapRequest) -> Option<String>;
    #[wasm_bindgen(method, getter)]
    fn inverted(this: &MapRequest) -> Option<bool>;

    /// A picture of the map.
    #[wasm_bindgen(typescript_type = "MapPicture")]
    pub type MapPicture;
}

/// A map of the images that are compared. Places on it count from the corner of the picture that was drawn last, in its
/// pixels.
#[wasm_bindgen]
#[derive(Debug)]
pub struct ImageMap {
    images: Arc<GrayImages>,
    /// The first two principal components of each image.
    start: Vec<Point>,
    /// The layout; none until the images have been compared.
    map: Option<Map>,
    scatter: Scatter,
    frame: Frame,
    /// The class of each image.
    classes: Vec<u16>,
}

#[wasm_bindgen]
impl Check {
    /// The map of all images, which starts with their first two principal components. Its groups are the classes.
    ///
    /// # Errors
    /// When the images have not been projected.
    pub fn map(&self) -> Result<ImageMap, JsValue> {
        let images = self.images.len();
        if self.vectors.len() != images * DIMENSIONS {
            return Err(refused("the images have not been projected"));
        }
        let vectors = self.vectors.chunks_exact(DIMENSIONS);
        let start: Vec<Point> = vectors.map(|vector| [vector[0].into(), vector[1].into()]).collect();
        let class = |class: &Option<u32>| class.and_then(|class| class.try_into().ok()).unwrap_or(NO_GROUP);
        let classes: Vec<u16> = self.labels.classes().iter().map(class).collect();
        let mut scatter = Scatter::new(images);
        scatter.group(classes.iter().copied());
        let frame = Frame::around(&start, 0, 0, 1.0);
        Ok(ImageMap { images: self.images.clone(), start, map: None, scatter, frame, classes })
    }

    /// Lets the layout of a map of these images begin.
    ///
    /// # Errors
    /// When the images have not been compared.
    pub fn connect(&self, map: &mut ImageMap) -> Result<(), JsValue> {
        let Neighbours { k, distances, .. } = &*self.neighbours;
        let images = self.images.len();
        if distances.len() != images * k || (*k == 0 && images > 1) {
            return Err(refused("the images have not been compared"));
        }
        map.map.get_or_insert_with(|| Map::new(self.images.clone(), self.neighbours.clone(), &map.start));
        Ok(())
    }

    /// The labels of the classes, in the order of their numbers.
    #[must_use]
    #[wasm_bindgen(js_name = classLabels)]
    pub fn class_labels(&self) -> Vec<f64> {
        self.labels.values().to_vec()
    }
}

#[wasm_bindgen]
impl ImageMap {
    fn points(&self) -> &[Point] {
        self.map.as_ref().map_or(&self.start, Map::points)
    }

    /// Does the next step of the layout. Whether there are more.
    pub fn step(&mut self) -> bool {
        self.map.as_mut().is_some_and(Map::step)
    }

    /// How much of the layout is done, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.map.as_ref().map_or(0.0, Map::progress)
    }

    /// Says which group each image belongs to, from 0 on, or 65535; without groups its class.
    pub fn group(&mut self, groups: Option<Vec<u16>>) {
        self.scatter.group(groups.unwrap_or_else(|| self.classes.clone()));
    }

    /// Shows these images alone.
    pub fn show(&mut self, places: &[u32]) {
        self.scatter.show(places);
    }

    /// Selects these images and no others.
    pub fn select(&mut self, places: &[u32]) {
        self.scatter.select(places);
    }

    /// Draws the map.
    ///
    /// # Errors
    /// For an unknown palette.
    pub fn draw(&mut self, request: &MapRequest) -> Result<MapPicture, JsValue> {
        let all = Frame::around(self.points(), request.width(), request.height(), request.unit());
        let &[across, down, zoom] = request.view().as_slice() else { return Err(refused("a view has three numbers")) };
        self.frame = all.zoomed([across, down], zoom);
        let points = self.points();
        let colours = colours(request)?;
        let hovered = request.hovered().map(|place| place as usize);
        let pixels = self.scatter.draw(points, &self.images, &self.frame, &colours, hovered);
        let centres = self.scatter.centres(points, colours.groups.len());
        #[expect(
            clippy::cast_precision_loss,
            reason = "the largest groups come first, and few images more or less are no matter"
        )]
        let name = |(point, count): (Point, usize)| {
            let [x, y] = self.frame.place(point);
            [x, y, count as f32]
        };
        let names: Vec<_> = centres.into_iter().map(|centre| centre.map_or([f32::NAN, f32::NAN, 0.0], name)).collect();
        let picture = record(&[
            ("pixels", Uint8ClampedArray::from(pixels.as_flattened()).into()),
            ("width", self.frame.width.into()),
            ("names", Float32Array::from(names.as_flattened()).into()),
        ]);
        Ok(picture.unchecked_into())
    }

    /// The image at a place of the picture, or within `reach` pixels of it.
    #[must_use]
    pub fn hit(&self, x: f32, y: f32, reach: f32) -> Option<u32> {
        number(self.scatter.hit(self.points(), &self.images, &self.frame, [x, y], reach))
    }

    /// The images in an outline: across and down of each of its corners.
    #[must_use]
    pub fn within(&self, outline: &[f32]) -> Vec<u32> {
        let (outline, _) = outline.as_chunks();
        self.scatter.within(self.points(), &self.frame, outline)
    }

    /// The next image from another in a direction of the picture; the one nearest to its middle without another.
    #[must_use]
    pub fn next(&self, from: Option<u32>, across: f32, down: f32) -> Option<u32> {
        let from = from.map(|place| place as usize);
        number(self.scatter.next(self.points(), &self.frame, from, [across, down]))
    }

    /// Where in the picture an image is: across and down.
    #[must_use]
    pub fn find(&self, place: u32) -> Option<Vec<f32>> {
        let point = self.points().get(place as usize)?;
        Some(self.frame.place(*point).to_vec())
    }
}

/// A colour for each of so many groups, as `0xRRGGBB`.
#[must_use]
#[wasm_bindgen(js_name = groupColours)]
pub fn group_colours(count: usize, on_dark: bool) -> Vec<u32> {
    let hex = |[red, green, blue, _]: Rgba| u32::from_be_bytes([0, red, green, blue]);
    categories::colours(count, on_dark).into_iter().map(hex).collect()
}

fn colours(request: &MapRequest) -> Result<Colours, JsValue> {
    let rgba = |hex: u32| {
        let [_, red, green, blue] = hex.to_be_bytes();
        [red, green, blue, 255]
    };
    let palette = match request.palette() {
        Some(name) => Palette::named(&name).ok_or_else(|| refused(&format!("unknown palette {name:?}")))?,
        None => Palette::new(request.background(), request.foreground()),
    };
    Ok(Colours {
        background: rgba(request.surface()),
        quiet: rgba(request.quiet()),
        ungrouped: rgba(request.ungrouped()),
        ring: rgba(request.ring()),
        groups: request.groups().into_iter().map(rgba).collect(),
        palette: if request.inverted() == Some(true) { palette.reversed() } else { palette },
    })
}

fn number(point: Option<usize>) -> Option<u32> {
    point.and_then(|point| point.try_into().ok())
}
