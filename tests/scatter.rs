//! Pictures of maps: dots, small images, and what is found at a place.

#![cfg(all(feature = "draw", feature = "insight"))]

use idxlens::{
    draw::{
        categories,
        palette::{Palette, Rgba},
        scatter::{Colours, Frame, NO_GROUP, Scatter},
    },
    insight::{GrayImages, Point},
};

const WHITE: Rgba = [255; 4];
const BLACK: Rgba = [0, 0, 0, 255];
const GRAY: Rgba = [128, 128, 128, 255];
const RED: Rgba = [200, 0, 0, 255];
const BLUE: Rgba = [0, 0, 200, 255];

fn colours() -> Colours {
    let palette = Palette::new(0xFF_FFFF, 0x00_0000);
    Colours { background: WHITE, quiet: GRAY, ungrouped: BLACK, ring: BLACK, groups: vec![RED, BLUE], palette }
}

/// Images of 20 x 20 pixels; the value of all of an image's pixels is its number.
fn images(count: u8) -> GrayImages {
    let mut images = GrayImages::new(20, 20);
    (0..count).for_each(|value| images.push(&[value; 400]));
    images
}

/// Four points at the corners of a square, the first and the last in the same group.
fn corners() -> (Vec<Point>, Scatter) {
    let mut scatter = Scatter::new(4);
    scatter.group([0, 1, NO_GROUP, 0]);
    (vec![[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], [10.0, 10.0]], scatter)
}

fn frame() -> Frame {
    Frame { width: 100, height: 80, unit: 1.0, centre: [5.0, 5.0], scale: 4.0, spacing: 1.0 }
}

/// The frame with another place in the middle, and another scale.
fn at(centre: Point, scale: f32) -> Frame {
    Frame { centre, scale, ..frame() }
}

/// The colours in a picture, without those of soft edges.
fn seen(pixels: &[Rgba]) -> Vec<Rgba> {
    let all = [BLACK, GRAY, RED, BLUE];
    all.into_iter().filter(|colour| pixels.contains(colour)).collect()
}

fn pixel(pixels: &[Rgba], x: usize, y: usize) -> Rgba {
    pixels[y * 100 + x]
}

#[test]
fn a_frame_shows_all_points() {
    let points = [[-3.0, 5.0], [9.0, 6.0], [0.0, -40.0]];
    let frame = Frame::around(&points, 300, 200, 1.0);
    for point in points {
        let [x, y] = frame.place(point);
        assert!((0.0..300.0).contains(&x) && (0.0..200.0).contains(&y), "{point:?} is at {x}, {y}");
    }
    let [top, bottom] = [[0.0, -40.0], [9.0, 6.0]].map(|point| frame.place(point)[1]);
    assert!(bottom - top > 150.0, "the points fill the height");
    let zoomed = frame.zoomed([30.0, -20.0], 2.0);
    let [before, after] = [frame, zoomed].map(|frame| frame.place(points[1]));
    let zoomed_in = |axis: usize, middle: f32, by: f32| middle + 2.0 * (before[axis] - middle - by);
    assert!(
        (after[0] - zoomed_in(0, 150.0, 30.0)).abs() < 0.01 && (after[1] - zoomed_in(1, 100.0, -20.0)).abs() < 0.01
    );
    for points in [vec![], vec![[2.0, 2.0]], vec![[2.0, 2.0]; 9]] {
        let frame = Frame::around(&points, 300, 200, 1.0);
        let [x, y] = frame.place([2.0, 2.0]);
        assert!(frame.scale.is_finite() && points.is_empty() || (x - 150.0).abs() + (y - 100.0).abs() < 1.0);
    }
}

#[test]
fn dots_have_the_colours_of_their_groups() {
    let (points, mut scatter) = corners();
    let draw = |scatter: &Scatter| scatter.draw(&points, &images(4), &frame(), &colours(), None);
    let pixels = draw(&scatter);
    assert_eq!(pixels.len(), 8000);
    assert_eq!([pixel(&pixels, 30, 20), pixel(&pixels, 70, 20), pixel(&pixels, 30, 60)], [RED, BLUE, BLACK]);
    assert_eq!(pixel(&pixels, 50, 40), WHITE);

    scatter.select(&[1]);
    assert_eq!(seen(&draw(&scatter)), [GRAY, BLUE], "what is not selected is gray");
    scatter.select(&[]);
    scatter.show(&[0, 2]);
    assert_eq!(seen(&draw(&scatter)), [BLACK, GRAY, RED], "what is not shown is gray");
    scatter.group([1]);
    assert_eq!(seen(&draw(&scatter)), [BLACK, GRAY, BLUE], "points without a group have a colour of their own");
}

#[test]
fn the_point_under_the_pointer_has_a_ring() {
    let (points, scatter) = corners();
    let pixels = scatter.draw(&points, &images(4), &frame(), &colours(), Some(3));
    assert_eq!(pixel(&pixels, 70, 60), RED);
    assert_eq!(pixel(&pixels, 70, 64), BLACK);
    let without = scatter.draw(&points, &images(4), &frame(), &colours(), Some(9));
    assert_eq!(without, scatter.draw(&points, &images(4), &frame(), &colours(), None));
}

#[test]
fn images_are_drawn_where_there_is_room() {
    let (points, mut scatter) = corners();
    let near = at([0.0, 0.0], 13.0);
    let pixels = scatter.draw(&points, &images(4), &near, &colours(), None);
    // The image of the first point, with pixels of 0, in its border.
    assert_eq!([pixel(&pixels, 50, 40), pixel(&pixels, 41, 40)], [WHITE, WHITE]);
    assert_eq!([pixel(&pixels, 39, 40), pixel(&pixels, 60, 40), pixel(&pixels, 38, 40)], [RED, RED, WHITE]);
    let second = scatter.draw(&points, &images(4), &at([10.0, 0.0], 13.0), &colours(), None);
    assert_eq!(pixel(&second, 50, 40), [170, 170, 170, 255], "its pixels are 1 of 3");
    let mut bright = GrayImages::new(20, 20);
    for value in [0, 1, 2, 64] {
        bright.push(&[value; 400]);
    }
    let second = scatter.draw(&points, &bright, &at([10.0, 0.0], 13.0), &colours(), None);
    assert_eq!(pixel(&second, 50, 40), [254, 254, 254, 255], "its pixels are 1 of 255");

    let close = scatter.draw(&points, &images(4), &at([0.0, 0.0], 52.0), &colours(), None);
    assert_eq!([pixel(&close, 29, 40), pixel(&close, 70, 40)], [RED, RED], "twice as large with four times the room");

    scatter.select(&[1]);
    let quiet = scatter.draw(&points, &images(4), &near, &colours(), None);
    assert_eq!(pixel(&quiet, 39, 40), GRAY);
    let hovered = scatter.draw(&points, &images(4), &near, &colours(), Some(0));
    assert_eq!(seen(&hovered), [BLACK, RED]);
}

#[test]
fn marks_at_the_edges_and_far_away_are_cut_off() {
    let (points, scatter) = corners();
    for scale in [1e-20, 0.5, 5.0, 30.0, 1e6, 1e20] {
        for centre in [[0.0, 0.0], [-1.5, 3.0], [1e30, -1e30]] {
            for (width, height) in [(100, 80), (1, 1), (0, 80), (100, 0)] {
                let frame = Frame { width, height, ..at(centre, scale) };
                let pixels = scatter.draw(&points, &images(4), &frame, &colours(), Some(1));
                assert_eq!(pixels.len(), (width * height) as usize);
            }
        }
    }
}

#[test]
fn the_nearest_shown_point_is_hit() {
    let (points, mut scatter) = corners();
    let hit = |scatter: &Scatter, place| scatter.hit(&points, &images(4), &frame(), place, 8.0);
    assert_eq!(hit(&scatter, [33.0, 22.0]), Some(0));
    assert_eq!(hit(&scatter, [72.0, 65.0]), Some(3));
    assert_eq!(hit(&scatter, [50.0, 40.0]), None);
    scatter.show(&[3]);
    assert_eq!(hit(&scatter, [33.0, 22.0]), None);

    let (points, mut scatter) = (vec![[0.0, 0.0], [0.5, 0.0]], Scatter::new(2));
    let near = at([0.0, 0.0], 13.0);
    let hit = |scatter: &Scatter, x| scatter.hit(&points, &images(2), &near, [x, 40.0], 8.0);
    assert_eq!([hit(&scatter, 42.0), hit(&scatter, 50.0), hit(&scatter, 66.0)], [Some(0), Some(1), Some(1)]);
    scatter.select(&[0]);
    assert_eq!(hit(&scatter, 50.0), Some(0), "selected images are above the others");
}

#[test]
fn an_outline_selects_every_second_part() {
    let points: Vec<Point> = (0..100_u8).map(|at| [f32::from(at % 10), f32::from(at / 10)]).collect();
    let mut scatter = Scatter::new(100);
    let frame = Frame { width: 100, height: 100, unit: 1.0, centre: [4.5, 4.5], scale: 10.0, spacing: 1.0 };
    let square = [[2.0, 2.0], [42.0, 2.0], [42.0, 22.0], [2.0, 22.0]];
    assert_eq!(scatter.within(&points, &frame, &square), [0, 1, 2, 3, 10, 11, 12, 13]);
    // Twice around the first two columns.
    let twice =
        [[2.0, 2.0], [42.0, 2.0], [42.0, 22.0], [2.0, 22.0], [2.0, 2.0], [18.0, 2.0], [18.0, 22.0], [2.0, 22.0]];
    assert_eq!(scatter.within(&points, &frame, &twice), [2, 3, 12, 13]);
    scatter.show(&[1, 2, 99]);
    assert_eq!(scatter.within(&points, &frame, &square), [1, 2]);
    let everything = [[-1e6, -1e6], [1e6, -1e6], [1e6, 1e6], [-1e6, 1e6]];
    let left = Frame { centre: [0.0, 4.5], ..frame };
    assert_eq!(scatter.within(&points, &left, &everything), [1, 2], "what is outside of the picture is not visible");
    assert!(scatter.within(&points, &frame, &[]).is_empty());
}

#[test]
fn directions_lead_to_the_next_point() {
    let (points, mut scatter) = corners();
    let next = |scatter: &Scatter, from, direction| scatter.next(&points, &frame(), from, direction);
    assert_eq!(next(&scatter, Some(0), [1.0, 0.0]), Some(1));
    assert_eq!(next(&scatter, Some(0), [0.0, 1.0]), Some(2));
    assert_eq!(next(&scatter, Some(0), [-1.0, 0.0]), None);
    assert_eq!(next(&scatter, None, [1.0, 0.0]), Some(0), "of equally near ones the first");
    scatter.show(&[0, 3]);
    assert_eq!(next(&scatter, Some(0), [1.0, 0.0]), Some(3));
}

#[test]
fn the_name_of_a_group_stands_at_one_of_its_points() {
    let mut scatter = Scatter::new(5);
    scatter.group([0, 0, 0, 1, 0]);
    let points = [[0.0, 0.0], [4.0, 4.0], [5.0, 5.0], [-9.0, 2.0], [90.0, 6.0]];
    assert_eq!(scatter.centres(&points, 3), [Some(([5.0, 5.0], 4)), Some(([-9.0, 2.0], 1)), None]);
    scatter.show(&[0]);
    assert_eq!(scatter.centres(&points, 2), [Some(([0.0, 0.0], 1)), None]);
}

#[test]
fn colours_of_ten_classes_differ() {
    for on_dark in [false, true] {
        let colours = categories::colours(10, on_dark);
        for (at, one) in colours.iter().enumerate() {
            for other in &colours[..at] {
                let difference: u32 =
                    (0..3).map(|channel| u32::from(one[channel].abs_diff(other[channel])).pow(2)).sum();
                assert!(difference > 45 * 45, "{one:?} and {other:?}");
            }
        }
    }
    assert_eq!(categories::colours(1000, false).len(), 1000);
}
