use std::sync::Arc;

use idxlens::insight::{GrayImages, Similar};
use proptest::prelude::*;

use crate::images::{Random, square_distance};

fn random_images(height: usize, width: usize, count: usize, seed: u64) -> GrayImages {
    let mut random = Random::new(seed);
    let mut images = GrayImages::new(height, width);
    for _ in 0..count {
        images.push(&(0..height * width).map(|_| random.byte()).collect::<Vec<_>>());
    }
    images
}

proptest! {
    #[test]
    fn the_nearest_are_those_of_a_full_search(
        (height, width) in (1_usize..9, 1_usize..30), count in 0_usize..60, k in 0_usize..70, seed in any::<u64>(),
    ) {
        let images = Arc::new(random_images(height, width, count, seed));
        let query = random_images(height, width, 1, !seed);
        let found = Similar::new(images.clone()).nearest(query.image(0), k);
        let mut expected: Vec<_> =
            (0..).zip(images.iter()).map(|(item, image)| (square_distance(image, query.image(0)), item)).collect();
        expected.sort_unstable();
        expected.truncate(k);
        prop_assert_eq!(found.k, expected.len());
        prop_assert_eq!(found.items, expected.iter().map(|&(_, item)| item).collect::<Vec<u32>>());
        for (distance, (square, _)) in found.distances.iter().zip(expected) {
            prop_assert!((f64::from(*distance) - (square as f64).sqrt()).abs() < 0.01);
        }
    }
}

#[test]
fn an_image_is_most_similar_to_itself() {
    let images = Arc::new(random_images(28, 28, 50, 1));
    let found = Similar::new(images.clone()).nearest(images.image(31), 3);
    assert_eq!((found.items[0], found.distances[0]), (31, 0.0));
}

#[test]
fn large_images_do_not_overflow() {
    let mut images = GrayImages::new(300, 300);
    images.push(&vec![0; 90_000]);
    images.push(&vec![255; 90_000]);
    let found = Similar::new(Arc::new(images)).nearest(&vec![255; 90_000], 2);
    assert_eq!((found.items, found.distances), (vec![1, 0], vec![0.0, 76_500.0]));
}
