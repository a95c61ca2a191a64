//! Which point is at a place of the picture.

use super::{Frame, Scatter, square_distance, thumbnails::Size};
use crate::insight::{GrayImages, Point};

impl Scatter {
    /// The point at a place of the picture: that of the uppermost image there, or else the nearest one within `reach`
    /// pixels. Only points that are shown count.
    #[must_use]
    pub fn hit(&self, points: &[Point], images: &GrayImages, frame: &Frame, place: Point, reach: f32) -> Option<usize> {
        let image = Size::of(images, frame).and_then(|size| {
            let covers = |&(_, other): &(usize, Point)| size.covers(other, place);
            // Those that are drawn last are above the others.
            self.places(points, frame).filter(covers).max_by_key(|&(point, _)| (self.layer(point), point))
        });
        let nearest = || {
            let distances = self.places(points, frame).map(|(point, other)| (square_distance(place, other), point));
            let within = distances.filter(|&(square, _)| square <= reach * reach);
            within.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, point)| point)
        };
        image.map(|(point, _)| point).or_else(nearest)
    }

    /// The points in an outline, whose corners are places in the picture. Where it crosses itself, every second part is
    /// inside. Only points that are shown, and in the picture, count.
    #[must_use]
    pub fn within(&self, points: &[Point], frame: &Frame, outline: &[Point]) -> Vec<u32> {
        let axis = |axis: usize| outline.iter().map(move |corner| corner[axis]);
        let ends = [0, 1].map(|at| axis(at).fold((f32::MAX, f32::MIN), |(min, max), at| (min.min(at), max.max(at))));
        let inside = self.places(points, frame).filter(|&(_, place)| {
            frame.contains(place)
                && (0..2).all(|axis| place[axis] >= ends[axis].0 && place[axis] <= ends[axis].1)
                && is_inside(place, outline)
        });
        inside.map(|(point, _)| point as u32).collect()
    }

    /// The next point from another in a direction of the picture, such as `[1.0, 0.0]` to the right: the nearest in a
    /// quarter of the plane around it. Without another, the point nearest to the middle of the picture.
    #[must_use]
    pub fn next(&self, points: &[Point], frame: &Frame, from: Option<usize>, direction: Point) -> Option<usize> {
        let start = from.and_then(|from| points.get(from)).map(|&point| frame.place(point));
        let middle = frame.place(frame.centre);
        let away = self.places(points, frame).filter_map(|(point, place)| {
            let Some(start) = start else { return Some((square_distance(place, middle), point)) };
            let [across, down] = [place[0] - start[0], place[1] - start[1]];
            let along = across * direction[0] + down * direction[1];
            let aside = across * direction[1] - down * direction[0];
            // A point a little aside is not as near as one straight ahead.
            (along > 0.0 && aside.abs() <= along).then_some((along * along + 4.0 * aside * aside, point))
        });
        away.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, point)| point)
    }

    /// The points that are shown, and their places in the picture.
    fn places(&self, points: &[Point], frame: &Frame) -> impl Iterator<Item = (usize, Point)> {
        let shown = points.iter().enumerate().filter(|&(point, _)| self.shown[point]);
        shown.map(|(point, &place)| (point, frame.place(place)))
    }
}

/// Whether a line from a place to the right crosses the outline an odd number of times.
fn is_inside([x, y]: Point, outline: &[Point]) -> bool {
    let Some(&last) = outline.last() else { return false };
    let mut is_inside = false;
    let mut from = last;
    for &to in outline {
        if (from[1] > y) != (to[1] > y) && x < from[0] + (y - from[1]) / (to[1] - from[1]) * (to[0] - from[0]) {
            is_inside = !is_inside;
        }
        from = to;
    }
    is_inside
}
