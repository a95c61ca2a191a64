use std::{collections::HashSet, sync::Arc};

use idxlens::{
    dataset::item_hash::hash,
    insight::{
        Aspect, Comparison, Duplicates, GrayImages, NearDuplicates, Pair, PairCandidates, Search, typical_distance,
    },
};

use crate::images::{Random, candidates, constant, finished, neighbours, real, strokes, vectors};

fn near_duplicates(images: &Arc<GrayImages>, ranges: usize) -> NearDuplicates {
    let hashes: Vec<_> = images.iter().map(hash).collect();
    let distinct = Duplicates::new(images, &hashes, &constant(images), &[], &[]).distinct(images);
    let shapes = vectors(images, Aspect::Shape, &distinct);
    let by_shape = finished!(Search::new(&shapes, NearDuplicates::CANDIDATES, 0, 1));
    let typical = typical_distance(&neighbours(images, 10), images.len());
    let all = distinct.len();
    let candidates =
        PairCandidates { distinct, by_pixels: Arc::new(candidates(images, 1)), by_shape: Arc::new(by_shape) };
    let pairs = (0..ranges).flat_map(|range| {
        let range = all * range / ranges..all * (range + 1) / ranges;
        finished!(Comparison::new(images.clone(), candidates.clone(), range, typical))
    });
    NearDuplicates::new(pairs.collect())
}

/// A copy that is moved by a pixel, has noise with a standard deviation of 8, or another brightness.
fn copy(image: &[u8], width: usize, kind: usize, random: &mut Random) -> Vec<u8> {
    let (down, right) = if kind == 0 { [(0, 1), (0, -1), (1, 0), (-1, 0)][random.below(4)] } else { (0, 0) };
    let height = image.len() / width;
    let place = |at: usize, shift: isize, len: usize| at.checked_add_signed(-shift).filter(|&at| at < len);
    let mut copy = Vec::new();
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        let from = place(row, down, height).zip(place(column, right, width));
        let value = f64::from(from.map_or(0, |(row, column)| image[row * width + column]));
        let value = match kind {
            1 => value + 8.0 * random.normal(),
            2 => value * 1.1,
            3 => value * 0.9,
            _ => value,
        };
        copy.push(value.round().clamp(0.0, 255.0) as u8);
    }
    copy
}

#[test]
fn planted_copies_are_found_and_few_others() {
    let mut sets = vec![strokes(600, 28, 1)];
    sets.extend(real("mnist", 1000).map(|(images, _)| images));
    for original in sets {
        let mut images = original.clone();
        let mut random = Random::new(2);
        let mut planted = HashSet::new();
        for at in 0..100 {
            let item = at * 6;
            planted.insert([u32::try_from(item).expect("small"), u32::try_from(images.len()).expect("small")]);
            images.push(&copy(original.image(item), original.width(), at % 4, &mut random));
        }
        let found = near_duplicates(&Arc::new(images), 1);
        let close = found.pairs().iter().filter(|pair| pair.distance <= NearDuplicates::THRESHOLD);
        let found: HashSet<_> = close.map(|pair| pair.items).collect();
        let hits = planted.intersection(&found).count();
        assert!(hits >= 98, "{hits} of 100");
        assert!(hits * 100 >= found.len() * 95, "{hits} of {} are planted", found.len());
    }
}

#[test]
fn ranges_do_not_change_the_pairs() {
    let original = strokes(120, 14, 3);
    let mut images = original.clone();
    let mut random = Random::new(4);
    original.iter().take(40).for_each(|image| images.push(&copy(image, 14, 1, &mut random)));
    let images = Arc::new(images);
    let whole = near_duplicates(&images, 1);
    assert!(whole.pairs().len() >= 40, "{}", whole.pairs().len());
    assert_eq!(near_duplicates(&images, 3), whole);
}

#[test]
fn a_shift_and_a_change_of_brightness_leave_no_distance() {
    let original = strokes(60, 20, 5);
    let mut images = GrayImages::new(20, 20);
    // With room at the edges and for the brightness.
    for image in original.iter() {
        let inner = |at: usize| (2..18).contains(&(at / 20)) && (2..18).contains(&(at % 20));
        images.push(
            &image.iter().enumerate().map(|(at, &pixel)| if inner(at) { pixel / 2 } else { 0 }).collect::<Vec<_>>(),
        );
    }
    let moved: Vec<u8> = (0..400_usize).map(|at| at.checked_sub(21).map_or(0, |from| images.image(9)[from])).collect();
    let brighter: Vec<u8> = images.image(11).iter().map(|&pixel| pixel + 20).collect();
    images.push(&moved);
    images.push(&brighter);
    let found = near_duplicates(&Arc::new(images), 1);
    let close: Vec<_> = found.pairs().iter().filter(|pair| pair.distance < 0.01).map(|pair| pair.items).collect();
    assert!(close.contains(&[9, 60]) && close.contains(&[11, 61]), "{close:?}");
}

#[test]
fn exact_duplicates_are_not_repeated() {
    let original = strokes(80, 16, 6);
    let mut images = original.clone();
    original.iter().take(40).for_each(|image| images.push(image));
    images.push(&[0; 256]);
    images.push(&[0; 256]);
    let found = near_duplicates(&Arc::new(images), 1);
    assert!(found.pairs().iter().all(|pair| pair.items.iter().all(|&item| item < 80)));
}

#[test]
fn few_and_tiny_images_have_no_near_duplicates() {
    for (height, width) in [(1, 1), (1, 5), (4, 1)] {
        for count in [0, 1, 2, 3] {
            let mut images = GrayImages::new(height, width);
            let mut random = Random::new(7);
            (0..count).for_each(|_| images.push(&(0..height * width).map(|_| random.byte()).collect::<Vec<_>>()));
            let found = near_duplicates(&Arc::new(images), 1);
            assert!(found.pairs().iter().all(|pair| pair.distance.is_finite()));
        }
    }
}

#[test]
fn a_threshold_groups_images_around_one_of_them() {
    let pair = |a, b, distance| Pair { items: [a, b], distance };
    // A chain, whose ends are far from one another, and a pair with two labels.
    let found = NearDuplicates::new(vec![
        pair(3, 4, 0.19),
        pair(1, 2, 0.1),
        pair(2, 3, 0.12),
        pair(7, 9, 0.05),
        pair(4, 5, 0.3),
        pair(1, 2, 0.1),
    ]);
    assert_eq!(found.pairs().len(), 5, "each pair once");
    let mut labels = vec![Some(1); 10];
    labels[9] = Some(2);
    let items = |threshold| found.groups(threshold, &labels).into_iter().map(|group| group.items).collect::<Vec<_>>();
    assert_eq!(items(0.0), Vec::<Vec<u32>>::new());
    assert_eq!(items(0.05), [[7, 9]]);
    assert_eq!(items(0.15), [vec![7, 9], vec![2, 1, 3]]);
    assert_eq!(items(0.2), [vec![7, 9], vec![2, 1, 3]], "4 is near 3, which is not the center");
    assert_eq!(items(0.5), [vec![7, 9], vec![2, 1, 3], vec![4, 5]]);
    assert!(found.groups(0.2, &labels)[0].conflicting);

    assert_eq!(found.histogram(5), [1, 3, 0, 1, 0]);
    assert_eq!(found.borderline(0.15, 1).iter().map(|pair| pair.items).collect::<Vec<_>>(), [[2, 3], [3, 4]]);
    assert_eq!(found.borderline(0.5, 2).len(), 2);
    assert_eq!(NearDuplicates::default().borderline(0.2, 3), []);
    assert_eq!(NearDuplicates::default().histogram(0), Vec::<u32>::new());
}
