use super::{
    Colours, Frame,
    marks::{Canvas, mixed},
};
use crate::{
    dataset::range::Bytes,
    draw::palette::{Rgba, Scale},
    insight::{GrayImages, Point},
};

/// The longer side of a small image in units: the first at least, the second at most if the image has to be shrunk.
const SIDES: (f32, f32) = (20.0, 48.0);
/// Images are drawn where a point has so much of their side as room. They are twice as large where it has four times
/// that: points that get more room also get apart.
const ROOM: f32 = 0.6;
const MAX_GROWTH: usize = 3;
/// How much of a quiet image is seen, in 256ths.
const QUIET: u16 = 90;

/// The size of the images at their points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Pixels of the picture for one of the image, or else pixels of the image for one of the picture.
    enlarge: usize,
    shrink: usize,
    /// Width and height in pixels, with the border.
    outer: [usize; 2],
}

impl Size {
    /// The size of images in a frame; `None` where there is no room for images.
    pub(super) fn of(images: &GrayImages, frame: &Frame) -> Option<Self> {
        let sides = [images.width(), images.height()];
        let longest = sides[0].max(sides[1]);
        let shrink = (longest as f32 / (SIDES.1 * frame.unit)).ceil().max(1.0) as usize;
        let least = (SIDES.0 * frame.unit / longest as f32).ceil().max(1.0) as usize;
        let smallest = longest.div_ceil(shrink) * least;
        let growth = (frame.room() / (ROOM * smallest as f32)).sqrt() as usize;
        let enlarge = least * growth.clamp(1, MAX_GROWTH);
        let border = (frame.unit.round() as usize).max(1);
        let outer = sides.map(|side| side.div_ceil(shrink) * enlarge + 2 * border);
        (growth > 0).then_some(Self { enlarge, shrink, outer })
    }

    /// How far an image reaches from its point.
    pub(super) fn reach(&self) -> f32 {
        self.outer[0].max(self.outer[1]) as f32 / 2.0
    }

    /// Whether the image around one place covers another.
    pub(super) fn covers(&self, place: Point, other: Point) -> bool {
        (0..2).all(|axis| (place[axis] - other[axis]).abs() <= self.outer[axis] as f32 / 2.0)
    }
}

/// Draws images at their points.
pub(super) struct Thumbnails<'a> {
    images: &'a GrayImages,
    size: Size,
    columns: Vec<usize>,
    rows: Vec<usize>,
    /// The colour of each value, and that in a quiet image.
    colours: [[Rgba; 256]; 2],
}

impl<'a> Thumbnails<'a> {
    pub(super) fn new(images: &'a GrayImages, size: Size, colours: &Colours) -> Self {
        // As in a page, values that would hardly be seen span the palette.
        let scale = Scale::new(Bytes::new(Some(images.largest())).shown());
        let mut values = [colours.background; 256];
        for (value, colour) in (0_u8..=255).zip(&mut values) {
            *colour = colours.palette.colour(scale, value.into());
        }
        let colours = [values, values.map(|colour| mixed(colours.background, colour, QUIET))];
        let Size { enlarge, shrink, .. } = size;
        let places = |side: usize| {
            let shown = side.div_ceil(shrink) * enlarge;
            (0..shown).map(|pixel| pixel / enlarge * shrink).collect()
        };
        Self { columns: places(images.width()), rows: places(images.height()), images, size, colours }
    }

    /// Draws an image in a border around a place.
    pub(super) fn draw(&self, canvas: &mut Canvas, place: Point, image: usize, border: Rgba, is_quiet: bool) {
        canvas.rectangle(place, self.size.outer, border);
        let colours = &self.colours[usize::from(is_quiet)];
        let image = (self.images.image(image), self.images.width());
        canvas.image(place, image, [&self.columns, &self.rows], colours);
    }

    /// Draws an image in a wide border.
    pub(super) fn draw_above(&self, canvas: &mut Canvas, place: Point, image: usize, border: Rgba, ring: Rgba) {
        canvas.rectangle(place, self.size.outer.map(|side| side + side / 4), ring);
        canvas.rectangle(place, self.size.outer.map(|side| side + side / 6), border);
        self.draw(canvas, place, image, border, false);
    }
}
