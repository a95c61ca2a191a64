use std::sync::Arc;

use idxlens::insight::{Aspect, Candidates, Fit, GrayImages, Neighbours, Ranking, Search};
use proptest::prelude::*;

use crate::images::{Random, all, candidates, finished, neighbours, real, square_distance, strokes, vectors};

/// The share of the ten nearest images that are among the ten neighbours. An image that is as near as the tenth counts.
fn recall(images: &GrayImages, neighbours: &Neighbours) -> f64 {
    let k = neighbours.k.min(10);
    let mut found = 0;
    for (item, image) in images.iter().enumerate() {
        let others = images.iter().enumerate().filter(|&(other, _)| other != item);
        let mut distances: Vec<_> = others.map(|(_, other)| square_distance(image, other)).collect();
        let limit = (*distances.select_nth_unstable(k - 1).1 as f64).sqrt();
        found += neighbours.of(item).take(k).filter(|&(_, distance)| f64::from(distance) <= limit * 1.000_001).count();
    }
    found as f64 / (images.len() * k) as f64
}

#[test]
fn nearly_all_of_the_ten_nearest_are_found() {
    // Random strokes have more directions than a projection keeps. The larger ones are averaged over boxes first.
    let mut sets = vec![(strokes(400, 28, 1), 0.95), (strokes(300, 40, 2), 0.95)];
    sets.extend(["mnist", "notmnist"].iter().filter_map(|folder| Some((real(folder, 700)?.0, 0.98))));
    for (images, expected) in sets {
        let images = Arc::new(images);
        let recall = recall(&images, &neighbours(&images, 10));
        assert!(recall >= expected, "{recall}");
    }
}

#[test]
fn distances_are_exact_and_ascend() {
    let images = Arc::new(strokes(200, 16, 3));
    let neighbours = neighbours(&images, 15);
    assert_eq!((neighbours.k, neighbours.len()), (15, 200));
    for item in 0..images.len() {
        let mut last = 0.0;
        for (other, distance) in neighbours.of(item) {
            assert_ne!(other as usize, item);
            let square = square_distance(images.image(item), images.image(other as usize));
            assert!((f64::from(distance).powi(2) - square as f64).abs() < 0.01 * square as f64 + 0.01);
            assert!(distance >= last);
            last = distance;
        }
    }
}

#[test]
fn the_work_can_be_divided() {
    // 130 images fill two tiles and a bit. Every third is the same.
    let mut images = GrayImages::new(12, 12);
    let strokes = strokes(130, 12, 4);
    for (item, image) in strokes.iter().enumerate() {
        images.push(if item % 3 == 0 { strokes.image(0) } else { image });
    }
    let images = Arc::new(images);
    let whole = candidates(&images, 1);
    for shares in [2, 3, 7] {
        assert_eq!(candidates(&images, shares), whole, "{shares} shares");
    }
    // Each worker joins what all of them found for its own range.
    let vectors = vectors(&images, Aspect::Pixels, &all(&images));
    for shares in [1, 2, 3, 7] {
        let found: Vec<Candidates> =
            (0..shares).map(|share| finished!(Search::new(&vectors, Search::CANDIDATES, share, shares))).collect();
        for range in [0..50, 50..130, 129..130] {
            let mut own = found[0].clone().into_range(range.clone());
            for other in &found[1..] {
                own.merge(&Candidates::from_keys(range.clone(), other.keys(range.clone()).to_vec()));
            }
            assert_eq!(own, whole.clone().into_range(range.clone()), "{shares} shares, {range:?}");
        }
    }

    let whole = Arc::new(whole);
    let rank = |range| finished!(Ranking::new(images.clone(), whole.clone(), range, 10));
    let mut joined = Neighbours::default();
    for range in [0..50, 50..50, 50..129, 129..130] {
        joined.append(&rank(range));
    }
    assert_eq!(joined, rank(0..130));
}

#[test]
fn images_can_be_projected_part_by_part() {
    let images = Arc::new(strokes(70, 20, 5));
    for aspect in [Aspect::Pixels, Aspect::Shape] {
        let projection = finished!(Fit::new(images.clone(), aspect));
        let whole = projection.project(&images, &all(&images));
        let [first, rest] = [0..33, 33..70].map(|range| projection.project(&images, &range.collect::<Vec<_>>()));
        assert_eq!([first, rest].concat(), whole);
    }
}

#[test]
fn distances_of_vectors_are_those_of_the_pixels() {
    // No more pixels than components: nothing is lost.
    let images = Arc::new(strokes(90, 8, 6));
    let projection = finished!(Fit::new(images.clone(), Aspect::Pixels));
    let vectors = projection.project(&images, &all(&images));
    for (a, b) in [(0, 1), (5, 80), (17, 42)] {
        let [one, other] = [a, b].map(|item: usize| &vectors[item * 64..][..64]);
        let square: f64 = one.iter().zip(other).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum();
        let distance = square.sqrt() / f64::from(projection.scale());
        let expected = (square_distance(images.image(a), images.image(b)) as f64).sqrt();
        assert!((distance - expected).abs() < 0.01 * expected, "{distance} {expected}");
    }
}

#[test]
fn a_shape_keeps_its_vector_when_it_moves_or_brightens() {
    let mut images = strokes(200, 28, 7);
    // Away from the edges.
    let mut image = [0; 784];
    for row in 6..22 {
        image[row * 28 + 8..row * 28 + 12].fill(100);
        image[row * 28 + 16] = u8::try_from(row * 5).expect("a small number");
    }
    let moved: Vec<u8> = (0..784).map(|at: usize| at.checked_sub(29).map_or(0, |from| image[from])).collect();
    let bright: Vec<u8> = image.iter().map(|&pixel| pixel * 2).collect();
    for image in [&image[..], &moved, &bright] {
        images.push(image);
    }
    let images = Arc::new(images);
    let vectors = vectors(&images, Aspect::Shape, &all(&images));
    let distance = |a: usize, b: usize| {
        let [a, b] = [a, b].map(|item| &vectors[item * 64..][..64]);
        a.iter().zip(b).map(|(&a, &b)| (f64::from(a) - f64::from(b)).powi(2)).sum::<f64>().sqrt()
    };
    let nearest = (0..200).map(|other| distance(200, other)).fold(f64::INFINITY, f64::min);
    assert!(distance(200, 201) < nearest / 5.0, "{} {nearest}", distance(200, 201));
    assert!(distance(200, 202) < nearest / 50.0, "{} {nearest}", distance(200, 202));
}

#[test]
fn few_images_and_odd_sizes_have_neighbours_too() {
    for (height, width) in [(1, 1), (1, 9), (5, 1), (3, 700), (90, 90)] {
        for count in [0_usize, 1, 2, 5, 64, 65] {
            let mut random = Random::new(8);
            let mut images = GrayImages::new(height, width);
            for _ in 0..count {
                images.push(&(0..height * width).map(|_| random.byte()).collect::<Vec<_>>());
            }
            let images = Arc::new(images);
            let found = neighbours(&images, 10);
            let k = count.saturating_sub(1).min(10);
            assert_eq!((found.k, found.items.len(), found.distances.len()), (k, count * k, count * k));
            if count == 5 {
                assert!((recall(&images, &found) - 1.0).abs() < 1e-9, "all others are neighbours");
            }
        }
    }
}

#[test]
fn equal_images_are_neighbours_at_no_distance() {
    for value in [0, 255] {
        let mut images = GrayImages::new(4, 4);
        (0..200).for_each(|_| images.push(&[value; 16]));
        let found = neighbours(&Arc::new(images), 10);
        assert_eq!((found.k, found.len()), (10, 200));
        assert!(found.distances.iter().all(|&distance| distance == 0.0));
        assert!((0..200).all(|item| found.of(item).all(|(other, _)| other as usize != item)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn small_images_have_exactly_the_nearest(
        (height, width) in (1_usize..7, 1_usize..9), count in 1_usize..90, values in 2_usize..256, seed in any::<u64>(),
    ) {
        let mut random = Random::new(seed);
        let mut images = GrayImages::new(height, width);
        for _ in 0..count {
            let image: Vec<_> = (0..height * width).map(|_| random.byte() % u8::try_from(values).unwrap_or(255)).collect();
            images.push(&image);
        }
        let images = Arc::new(images);
        let found = neighbours(&images, 5);
        for item in 0..count {
            let others = (0..count).filter(|&other| other != item);
            let mut distances: Vec<_> =
                others.map(|other| square_distance(images.image(item), images.image(other))).collect();
            distances.sort_unstable();
            let squares: Vec<_> = found.of(item).map(|(_, distance)| f64::from(distance).powi(2)).collect();
            prop_assert_eq!(squares.len(), distances.len().min(5));
            for (square, expected) in squares.iter().zip(&distances) {
                prop_assert!((square - *expected as f64).abs() < 0.01 + 1e-5 * square, "{} {}", square, expected);
            }
        }
    }

    #[test]
    fn shares_do_not_change_candidates(count in 0_usize..300, shares in 1_usize..6, k in 0_usize..12, seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let vectors: Vec<i16> =
            (0..count * 64).map(|_| i16::try_from(random.below(7)).expect("it is small")).collect();
        let whole = finished!(Search::new(&vectors, k, 0, 1));
        let mut joined = finished!(Search::new(&vectors, k, 0, shares));
        for share in 1..shares {
            joined.merge(&finished!(Search::new(&vectors, k, share, shares)));
        }
        prop_assert_eq!(joined, whole);
    }
}
