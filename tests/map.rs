//! Maps of images: similar images get close places.

#![cfg(feature = "insight")]

use std::sync::Arc;

use idxlens::insight::{GrayImages, Map, Neighbours, Point, Task};

/// The exact graph of images.
fn graph(images: &GrayImages, k: usize) -> Neighbours {
    let k = k.min(images.len().saturating_sub(1));
    let mut graph = Neighbours { k, ..Neighbours::default() };
    for (item, image) in images.iter().enumerate() {
        let distance = |other: &[u8]| {
            let squares = image.iter().zip(other).map(|(&a, &b)| f32::from(a.abs_diff(b)).powi(2));
            squares.sum::<f32>().sqrt()
        };
        let others = (0_u32..).zip(images.iter()).filter(|&(other, _)| other as usize != item);
        let mut others: Vec<_> = others.map(|(number, other)| (distance(other), number)).collect();
        others.sort_by(|a, b| a.partial_cmp(b).expect("distances are numbers"));
        graph.distances.extend(others[..k].iter().map(|&(distance, _)| distance));
        graph.items.extend(others[..k].iter().map(|&(_, number)| number));
    }
    graph
}

/// Images of two by two pixels in three groups that are told apart by their brightest pixel: 30 of each, one after the
/// other. Their start says nothing about the groups.
fn groups() -> (Arc<GrayImages>, Vec<Point>) {
    let mut images = GrayImages::new(2, 2);
    let mut start = Vec::new();
    for item in 0..90_u8 {
        let mut pixels = [item % 7, item % 11, item % 5, item % 13];
        pixels[usize::from(item / 30)] += 150 + item % 17;
        images.push(&pixels);
        start.push([f32::from(item.wrapping_mul(97)), f32::from(item.wrapping_mul(61))]);
    }
    (Arc::new(images), start)
}

fn laid_out(images: &Arc<GrayImages>, start: &[Point]) -> Map {
    let mut map = Map::new(images.clone(), Arc::new(graph(images, 15)), start);
    let mut progress = 0.0;
    assert!(map.progress() <= f64::from(f32::EPSILON) || images.is_empty());
    while map.step() {
        assert!(map.progress() > progress, "every step is progress");
        progress = map.progress();
    }
    map
}

#[test]
fn groups_are_apart() {
    let (images, start) = groups();
    let map = laid_out(&images, &start);
    let square = |a: Point, b: Point| (a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2);
    for (item, &point) in map.points().iter().enumerate() {
        let others = map.points().iter().enumerate().filter(|&(other, _)| other != item);
        let nearest = others.min_by(|(_, a), (_, b)| square(point, **a).total_cmp(&square(point, **b)));
        assert_eq!(nearest.map(|(other, _)| other / 30), Some(item / 30), "the image nearest to {item}");
    }
}

#[test]
fn is_the_same_each_time() {
    let (images, start) = groups();
    assert_eq!(laid_out(&images, &start).points(), laid_out(&images, &start).points());
}

#[test]
fn starts_in_the_order_of_the_components() {
    let (images, start) = groups();
    let map = Map::new(images.clone(), Arc::new(graph(&images, 15)), &start);
    let mut by_start: Vec<_> = (0..start.len()).collect();
    by_start.sort_by(|&a, &b| start[a][0].total_cmp(&start[b][0]));
    let places: Vec<_> = by_start.iter().map(|&item| map.points()[item][0]).collect();
    assert!(places.windows(2).all(|pair| pair[1] > pair[0] - 3e-4), "as far as points start near their places");
    assert!((places[0] + places[places.len() - 1]).abs() < 0.01, "around the origin");
}

#[test]
fn few_images_and_equal_ones_have_places() {
    for count in [0, 1, 2, 3, 12] {
        let mut images = GrayImages::new(1, 1);
        (0..count).for_each(|_| images.push(&[7]));
        let map = laid_out(&Arc::new(images), &vec![[3.0, 4.0]; count]);
        assert_eq!(map.points().len(), count);
        assert!(map.points().as_flattened().iter().all(|place| place.is_finite()), "{count} equal images");
    }
}

#[test]
#[should_panic(expected = "every image has a point")]
fn a_start_of_another_length_is_a_mistake() {
    let (images, _) = groups();
    let _ = Map::new(images, Arc::default(), &[]);
}
