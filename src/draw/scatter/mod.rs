//! Points of a map, one for each image, as a picture.
//!
//! Groups of points have colours, and are above the others. Points that are not shown, and those that are not selected
//! while others are, stay behind in one quiet colour. Where there is room for them, the images themselves stand at their points.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places are rounded to pixels, and the number of an image fits in 32 bits"
)]

use crate::{
    draw::palette::{Palette, Rgba},
    insight::{GrayImages, Point},
};

pub use frame::Frame;
use marks::{Canvas, Dot};
use thumbnails::{Size, Thumbnails};

mod frame;
mod marks;
mod pick;
mod thumbnails;

/// The group of points that belong to none.
pub const NO_GROUP: u16 = u16::MAX;

/// The colours of a picture.
#[derive(Clone, Debug)]
pub struct Colours {
    /// Behind everything.
    pub background: Rgba,
    /// Points in the background.
    pub quiet: Rgba,
    /// Points without a group.
    pub ungrouped: Rgba,
    /// The ring around the point under the pointer.
    pub ring: Rgba,
    /// The points of each group.
    pub groups: Vec<Rgba>,
    /// The pixels of images.
    pub palette: Palette,
}

/// What the points of a map look like.
#[derive(Debug)]
pub struct Scatter {
    /// For each point the place of its group.
    groups: Vec<u16>,
    shown: Vec<bool>,
    selected: Vec<bool>,
    is_selecting: bool,
}

impl Scatter {
    /// Points without groups, all shown and none selected.
    #[must_use]
    pub fn new(points: usize) -> Self {
        let selected = vec![false; points];
        Self { groups: vec![NO_GROUP; points], shown: vec![true; points], selected, is_selecting: false }
    }

    /// Says which group each point belongs to. Points after the last one belong to none.
    pub fn group(&mut self, groups: impl IntoIterator<Item = u16>) {
        let groups = groups.into_iter().chain(std::iter::repeat(NO_GROUP));
        self.groups.iter_mut().zip(groups).for_each(|(own, group)| *own = group);
    }

    /// Shows only these points.
    pub fn show(&mut self, points: &[u32]) {
        mark(&mut self.shown, points);
    }

    /// Selects these points and no others.
    pub fn select(&mut self, points: &[u32]) {
        mark(&mut self.selected, points);
        self.is_selecting = !points.is_empty();
    }

    /// Draws the points in a frame, the one under the pointer above the others.
    #[must_use]
    pub fn draw(
        &self,
        points: &[Point],
        images: &GrayImages,
        frame: &Frame,
        colours: &Colours,
        hovered: Option<usize>,
    ) -> Vec<Rgba> {
        let mut canvas = Canvas::new(frame.width, frame.height, colours.background);
        let size = Size::of(images, frame);
        let thumbnails = size.map(|size| Thumbnails::new(images, size, colours));
        let dot = Dot::new(frame.dot_radius());
        let reach = size.map_or(dot.radius(), |size| size.reach());
        for layer in [Layer::Quiet, Layer::Ungrouped, Layer::Grouped] {
            for (point, &place) in points.iter().enumerate().filter(|&(point, _)| self.layer(point) == layer) {
                let Some(place) = frame.place_within(place, reach) else { continue };
                let is_quiet = layer == Layer::Quiet;
                let colour = if is_quiet { colours.quiet } else { self.colour(point, colours) };
                match &thumbnails {
                    Some(images) if self.shown[point] => images.draw(&mut canvas, place, point, colour, is_quiet),
                    _ => canvas.dot(place, &dot, colour),
                }
            }
        }
        let hovered = hovered.and_then(|point| Some((point, frame.place_within(*points.get(point)?, reach)?)));
        if let Some((point, place)) = hovered {
            let colour = self.colour(point, colours);
            if let Some(images) = &thumbnails {
                images.draw_above(&mut canvas, place, point, colour, colours.ring);
            } else {
                for (wider, colour) in [(4.0, colours.ring), (2.5, colours.background), (1.0, colour)] {
                    canvas.dot(place, &Dot::new(dot.radius() + wider * frame.unit), colour);
                }
            }
        }
        canvas.into_pixels()
    }

    /// A place for the name of each of so many groups, in the plane: that of the shown point nearest to the middle of
    /// the group; and how many points are shown of the group. `None` where none is.
    #[must_use]
    pub fn centres(&self, points: &[Point], groups: usize) -> Vec<Option<(Point, usize)>> {
        let mut members = vec![Vec::new(); groups];
        for (point, &place) in points.iter().enumerate() {
            if let Some(members) = members.get_mut(usize::from(self.groups[point])).filter(|_| self.shown[point]) {
                members.push(place);
            }
        }
        let counted = |places: Vec<Point>| (places.len(), centre(places));
        members.into_iter().map(counted).map(|(count, centre)| Some((centre?, count))).collect()
    }

    fn colour(&self, point: usize, colours: &Colours) -> Rgba {
        colours.groups.get(usize::from(self.groups[point])).copied().unwrap_or(colours.ungrouped)
    }

    fn layer(&self, point: usize) -> Layer {
        if !self.shown[point] || self.is_selecting && !self.selected[point] {
            Layer::Quiet
        } else if self.groups[point] == NO_GROUP {
            Layer::Ungrouped
        } else {
            Layer::Grouped
        }
    }
}

/// What is drawn above what, from the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    Quiet,
    Ungrouped,
    Grouped,
}

/// Sets the marks of these points alone.
fn mark(marks: &mut [bool], points: &[u32]) {
    marks.fill(false);
    for &point in points {
        if let Some(mark) = marks.get_mut(point as usize) {
            *mark = true;
        }
    }
}

/// The place nearest to the medians of the coordinates.
fn centre(mut places: Vec<Point>) -> Option<Point> {
    let middle = places.len() / 2;
    let median = [0, 1].map(|axis| {
        let median = places
            .get_mut(middle)
            .is_some()
            .then(|| *places.select_nth_unstable_by(middle, |one, other| one[axis].total_cmp(&other[axis])).1);
        median.map_or(0.0, |place: Point| place[axis])
    });
    places.into_iter().min_by(|&one, &other| square_distance(one, median).total_cmp(&square_distance(other, median)))
}

fn square_distance([a, b]: Point, [c, d]: Point) -> f32 {
    (a - c) * (a - c) + (b - d) * (b - d)
}
