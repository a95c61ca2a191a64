use std::sync::Arc;

use idxlens::insight::{Far, GrayImages, Neighbours, Outliers};

use crate::images::{Random, finished, neighbours, real};

/// Two classes of images: dots left and right of the middle, with noise.
fn classes(count: usize) -> (GrayImages, Vec<Option<u32>>) {
    let mut random = Random::new(1);
    let mut images = GrayImages::new(8, 8);
    let mut labels = Vec::new();
    for item in 0..count {
        let class = item % 2;
        let mut image = [0; 64];
        image.fill_with(|| random.byte() / 8);
        (0..8).for_each(|row| image[row * 8 + 1 + 5 * class] = 200);
        images.push(&image);
        labels.push(Some(u32::try_from(class).expect("there are two")));
    }
    (images, labels)
}

#[test]
fn what_is_far_from_everything_is_found() {
    let (mut images, mut labels) = classes(400);
    let strange: Vec<u8> = (0..64).map(|at| if at % 9 == 0 { 250 } else { 0 }).collect();
    images.push(&strange);
    labels.push(Some(0));
    let neighbours = Arc::new(neighbours(&Arc::new(images), 15));
    let found = finished!(Outliers::new(neighbours.clone(), labels));
    assert_eq!((found[0].item, found[0].score > 2.0), (400, true));
    assert!(found.len() <= 5, "at most one in a hundred");
    assert!(found.windows(2).all(|pair| pair[0].score >= pair[1].score));
    // Without labels too.
    let found = finished!(Outliers::new(neighbours, Vec::new()));
    assert_eq!((found[0].item, found[0].from), (400, Far::All));
}

#[test]
fn images_of_another_dataset_are_no_evidence() {
    let (mut images, _) = classes(400);
    let strange = |first: u8| (0..64).map(move |at| if at % 9 == 0 { 250 - first } else { 0 }).collect::<Vec<_>>();
    images.push(&strange(0));
    let alone = finished!(Outliers::new(Arc::new(neighbours(&Arc::new(images.clone()), 15)), Vec::new()));
    // Of the other dataset, all images look like the one that is strange here.
    (1..6).for_each(|first| images.push(&strange(first)));
    let neighbours = Arc::new(neighbours(&Arc::new(images), 15));
    let found = finished!(Outliers::new(neighbours.clone(), Vec::new()).among(401, 401));
    assert_eq!((found[0].item, alone[0].item, found.len()), (400, 400, alone.len()));
    let with_others = finished!(Outliers::new(neighbours.clone(), Vec::new()));
    assert!(with_others.iter().find(|outlier| outlier.item == 400).is_none_or(|other| other.score < found[0].score));
    // Another split is, but none of its images are listed.
    assert_eq!(finished!(Outliers::new(neighbours, Vec::new()).among(401, 400)).iter().find(|it| it.item >= 400), None);
}

#[test]
fn nothing_stands_out_where_there_is_little_or_all_is_equal() {
    assert_eq!(finished!(Outliers::new(Arc::default(), Vec::new())), []);
    for count in [0, 1, 2, 3, 100] {
        let mut images = GrayImages::new(1, 1);
        (0..count).for_each(|_| images.push(&[9]));
        let neighbours: Neighbours = neighbours(&Arc::new(images), 15);
        assert_eq!(finished!(Outliers::new(Arc::new(neighbours), vec![Some(1); count])), []);
    }
}

#[test]
fn what_is_no_digit_stands_out_among_real_digits() {
    let Some((mut images, mut labels)) = real("mnist", 1000) else { return };
    let mut random = Random::new(2);
    let noise: Vec<u8> = (0..784).map(|_| random.byte()).collect();
    let inverted: Vec<u8> = images.image(7).iter().map(|&pixel| 255 - pixel).collect();
    let stripes: Vec<u8> = (0..784).map(|at| if at / 28 % 4 < 2 { 255 } else { 0 }).collect();
    for image in [noise, inverted, stripes] {
        images.push(&image);
        labels.push(Some(3));
    }
    let found = finished!(Outliers::new(Arc::new(neighbours(&Arc::new(images), 15)), labels));
    let planted = found.iter().filter(|outlier| outlier.item >= 1000).count();
    assert_eq!(planted, 3, "{found:?}");
}
