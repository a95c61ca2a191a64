use crate::insight::Point;

/// The part of the margin around all points in the width and the height.
const MARGIN: f32 = 0.05;

/// Radius of a dot in units, between these, as a part of the room that there is for it.
const RADII: (f32, f32) = (1.0, 6.0);
const SHARE: f32 = 0.22;

/// The part of the plane that a picture shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Pixels that look as large as one usually is.
    pub unit: f32,
    /// The place in the middle of the picture.
    pub centre: Point,
    /// Pixels from one place to another whose distance is 1.
    pub scale: f32,
    /// The mean distance of a point from the next, if all points were spread over the plane.
    pub spacing: f32,
}

impl Frame {
    /// The frame that shows all points.
    #[must_use]
    pub fn around(points: &[Point], width: u32, height: u32, unit: f32) -> Self {
        let axis = |axis: usize| points.iter().map(move |point| point[axis]);
        // `min` and `max` are calls in WebAssembly.
        let widen = |(min, max), at| (if at < min { at } else { min }, if at > max { at } else { max });
        let ends = [0, 1].map(|at| axis(at).fold((f32::MAX, f32::MIN), widen));
        let ends = if points.is_empty() { [(0.0, 0.0); 2] } else { ends };
        // Points in one place have no extent.
        let extent = ends.map(|(min, max)| (max - min).max(f32::EPSILON));
        let room = [width, height].map(|length| length as f32 * (1.0 - 2.0 * MARGIN));
        Self {
            width,
            height,
            unit,
            centre: ends.map(|(min, max)| f32::midpoint(min, max)),
            scale: (room[0] / extent[0]).min(room[1] / extent[1]),
            spacing: (extent[0] * extent[1] / points.len().max(1) as f32).sqrt(),
        }
    }

    /// The frame whose middle is so many pixels across and down from that of this one, enlarged.
    #[must_use]
    pub fn zoomed(self, [across, down]: [f32; 2], zoom: f32) -> Self {
        let centre = [self.centre[0] + across / self.scale, self.centre[1] + down / self.scale];
        Self { centre, scale: self.scale * zoom, ..self }
    }

    /// Where in the picture a place of the plane is: across and down.
    #[must_use]
    pub fn place(&self, point: Point) -> Point {
        let middle = [self.width, self.height].map(|length| length as f32 / 2.0);
        [0, 1].map(|axis| middle[axis] + (point[axis] - self.centre[axis]) * self.scale)
    }

    /// Where in the picture a place is, if it is within `reach` pixels of it.
    pub(super) fn place_within(&self, point: Point, reach: f32) -> Option<Point> {
        let place = self.place(point);
        let [width, height] = [self.width, self.height].map(|length| length as f32);
        let [is_across, is_down] =
            [(place[0], width), (place[1], height)].map(|(at, length)| at > -reach && at < length + reach);
        (is_across && is_down).then_some(place)
    }

    /// Whether a place in pixels is in the picture.
    pub(super) fn contains(&self, place: Point) -> bool {
        place[0] >= 0.0 && place[0] < self.width as f32 && place[1] >= 0.0 && place[1] < self.height as f32
    }

    /// Pixels from a point to the next, if they were spread evenly.
    pub(super) fn room(&self) -> f32 {
        self.spacing * self.scale
    }

    /// The radius of a dot.
    pub(super) fn dot_radius(&self) -> f32 {
        (self.room() * SHARE).clamp(RADII.0 * self.unit, RADII.1 * self.unit)
    }
}
