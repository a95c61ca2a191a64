//! Distances from the means of classes, compared with plain sums.

use idxlens::{
    dataset::{Dataset, JobKind},
    format::encode::encode,
};

use super::{run, scanned, spread};

/// Takes the distances, and compares them with the values of the items.
pub(crate) fn check(dataset: &mut Dataset, file: &[u8], piece: usize, items: &[Vec<f64>], labels: &[u8]) {
    assert_eq!(dataset.distance(0), None, "before they are taken");
    assert!(dataset.start_distances());
    assert_eq!(dataset.distance(0), None, "before all are taken");
    run(dataset, JobKind::Distances, file, piece);
    let expected = |item: usize| {
        let class = || items.iter().zip(labels).filter(|(_, label)| **label == labels[item]).map(|(item, _)| item);
        let differences =
            items[item].iter().enumerate().map(|(at, value)| value - spread(class().map(|own| own[at])).0);
        let squares: Vec<f64> =
            differences.filter(|difference| difference.is_finite()).map(|each| each * each).collect();
        #[expect(clippy::cast_precision_loss, reason = "there are few")]
        (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
    };
    let all: Vec<f64> = (0..items.len()).map(expected).collect();
    for (number, &value) in (0..).zip(&all) {
        let Some(found) = dataset.distance(number) else {
            assert!(value.is_nan(), "item {number} has a distance");
            continue;
        };
        assert!((found.value - value).abs() <= 1e-5 * (1.0 + value), "{found:?} {value}");
        let index = usize::try_from(number).unwrap();
        let class = || all.iter().zip(labels).filter(|(other, label)| **label == labels[index] && !other.is_nan());
        // Distances that are equal but for rounding may stand in any order.
        let farther = class().filter(|(other, _)| **other > value * (1.0 + 1e-5) + 1e-5).count() as u64;
        let as_far = class().filter(|(other, _)| **other >= value * (1.0 - 1e-5) - 1e-5).count() as u64;
        assert!((farther + 1..=as_far).contains(&found.rank), "{found:?}, {farther} to {as_far}");
        assert_eq!(found.class_size, class().count() as u64);
    }
}

#[test]
fn without_classes_the_mean_is_that_of_all() {
    let images = encode(&[3, 1], &[0_u8, 10, 50]).unwrap();
    let mut dataset = scanned(&images, None, 0, usize::MAX);
    assert!(dataset.start_distances());
    run(&mut dataset, JobKind::Distances, &images, usize::MAX);
    let found = [0, 1, 2].map(|item| dataset.distance(item).unwrap());
    assert_eq!(
        found.map(|distance| (distance.value, distance.rank, distance.class_size)),
        [(20.0, 2, 3), (10.0, 3, 3), (30.0, 1, 3)]
    );
    assert_eq!(dataset.distance(3), None, "there is no such item");
}

#[test]
fn images_beyond_the_labels_have_no_distance() {
    let images = encode(&[3, 1], &[0_u8, 10, 50]).unwrap();
    let labels = encode(&[2], &[4_u8, 4]).unwrap();
    let mut dataset = scanned(&images, Some(&labels), 0, usize::MAX);
    assert!(dataset.start_distances());
    run(&mut dataset, JobKind::Distances, &images, usize::MAX);
    assert_eq!(
        [0, 1, 2].map(|item| dataset.distance(item).map(|distance| distance.value)),
        [Some(5.0), Some(5.0), None]
    );
    // Another scan may find other means.
    assert!(dataset.start_scan());
    assert_eq!(dataset.distance(0), None);
    assert!(!dataset.start_distances(), "the scan is not over");
}
