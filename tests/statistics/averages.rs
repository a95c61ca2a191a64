//! Average images, and sorting by the mean.

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::{Label, LabelSource},
        orientation::Orientation,
        statistics::Average,
    },
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
    },
};

use super::{images, read, scan, scanned, statistics};

#[test]
fn elements_that_are_the_same_in_all_items_do_not_deviate() {
    // The last element takes the whole range, so that the others are rounded.
    let item = |last: f64| (0..100).map(|at| f64::from(at) / 100.0).chain([last]).collect::<Vec<_>>();
    let elements: Vec<f64> = [-1.0, 0.3, 0.7, 0.1, 1.0, 0.2, 0.9].into_iter().flat_map(item).collect();
    let dataset = scanned(&encode(&[7, 101], &elements).unwrap(), None, 0, usize::MAX);
    let [deviations] = &images(&dataset, Average::Deviation)[..] else { panic!() };
    assert!(deviations[..100].iter().all(|deviation| (0.0..1e-7).contains(deviation)), "{deviations:?}");
}

#[test]
fn classes_follow_the_labels() {
    let images = encode(&[4, 1], &[10_u8, 20, 30, 40]).unwrap();
    let names = encode(&[4, 2], &[7_u8, 1, 7, 2, 9, 1, 9, 2]).unwrap();
    let mut dataset = scanned(&images, Some(&names), 0, usize::MAX);
    assert_eq!(statistics(&dataset).classes(), [Label(7.0), Label(9.0)]);
    assert_eq!(self::images(&dataset, Average::Mean), [[25.0], [15.0], [35.0]]);
    dataset.set_label_source(Some(LabelSource::Column(1)));
    scan(&mut dataset, &images, usize::MAX);
    assert_eq!(statistics(&dataset).classes(), [Label(1.0), Label(2.0)]);
    assert_eq!(self::images(&dataset, Average::Mean), [[25.0], [20.0], [30.0]]);
    // There are fewer labels than images: the others have no class.
    read(&mut dataset, Slot::Labels, &encode(&[1], &[3_u8]).unwrap(), 1 << 30);
    scan(&mut dataset, &images, usize::MAX);
    assert_eq!(self::images(&dataset, Average::Mean), [[25.0], [10.0]]);
    // Other images need another scan.
    read(&mut dataset, Slot::Images, &images, 0);
    assert!(dataset.statistics().is_none() && dataset.job_wanted(JobKind::Statistics).is_none());
}

#[test]
fn average_images_that_would_be_too_large_are_left_out() {
    let many: Vec<u16> = (0..300).collect();
    let labels = encode(&[300], &many.iter().map(|&label| label.cast_signed()).collect::<Vec<_>>()).unwrap();
    let dataset = scanned(&encode(&[300, 1], &[1_u8; 300]).unwrap(), Some(&labels), 0, usize::MAX);
    assert_eq!((statistics(&dataset).classes(), images(&dataset, Average::Mean).len()), (&[][..], 1));
    assert!(statistics(&dataset).has_images());
    // Two images of 1024 x 1024 fit, three do not. Of larger ones not even one fits.
    let pair = encode(&[2], &[0_u8, 1]).unwrap();
    let dataset = scanned(&encode(&[2, 1024, 1024], &vec![1_u8; 2 << 20]).unwrap(), Some(&pair), 0, usize::MAX);
    assert_eq!((statistics(&dataset).classes(), images(&dataset, Average::Mean).len()), (&[][..], 1));
    let dataset = scanned(&encode(&[1, 2048, 2048], &vec![1_u8; 4 << 20]).unwrap(), None, 0, usize::MAX);
    assert!(dataset.average_images(Average::Mean).is_none() && !statistics(&dataset).has_images());
    assert_eq!(statistics(&dataset).means(), [1.0]);
}

#[test]
fn average_images_have_the_range_of_the_items_or_of_their_deviations() {
    let dataset = scanned(&encode(&[2, 1], &[-10_i16, 30]).unwrap(), None, 0, usize::MAX);
    let [means, deviations] =
        [Average::Mean, Average::Deviation].map(|average| dataset.average_images(average).unwrap());
    assert_eq!((means.average(), means.range()), (Average::Mean, (-10.0, 30.0)));
    assert_eq!((deviations.average(), deviations.range()), (Average::Deviation, (0.0, 20.0)));
    // They are drawn in the same shape and orientation as the items.
    let mut dataset = scanned(&encode(&[2, 6], &[1_u8; 12]).unwrap(), None, 0, usize::MAX);
    let orientation = Orientation { transposed: true, ..Orientation::default() };
    dataset.presentation_mut().unwrap().arrange(Some(vec![2, 3]), orientation);
    let raster = dataset.average_images(Average::Mean).unwrap().raster();
    assert_eq!((raster.rows, raster.columns), (3, 2));
    assert_eq!(Some(raster), dataset.store(Slot::Images).unwrap().raster());
}

#[test]
fn images_are_scanned_only_after_the_pass() {
    let file = gzip(&encode(&[3, 2], &[1_u8; 6]).unwrap());
    let mut dataset = Dataset::new();
    assert!(!dataset.start_scan());
    dataset.open(Slot::Images, Some(file.len() as u64), 1 << 30);
    dataset.push(Slot::Images, 0, &file[..file.len() - 1]).unwrap();
    assert!(!dataset.start_scan());
    dataset.push(Slot::Images, file.len() as u64 - 1, &file[file.len() - 1..]).unwrap();
    assert!(dataset.start_scan());
    // Items of no size cannot be scanned.
    read(&mut dataset, Slot::Images, &Header::new(ElementType::U8, vec![3, 0]).unwrap().to_bytes(), 0);
    assert!(!dataset.start_scan());
}
