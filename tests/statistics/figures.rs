//! Figures of all items, of each class and of the items that match a filter, compared with plain sums.

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::Label,
        range::NotFinite,
        statistics::{Average, FigureTable, Figures, MAX_CLASSES, Spread},
    },
    format::{
        element::Element,
        encode::{encode, gzip},
        layout::{ByteOrder, Layout},
    },
};

use super::{close, scanned, spread, table};

/// Compares the figures of a group with its values.
fn check_group(figures: &Figures, items: &[&Vec<f64>]) {
    assert_eq!(figures.items, items.len() as u64);
    let values: Vec<f64> = items.iter().copied().flatten().copied().collect();
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    assert_eq!(figures.values, finite.len() as u64);
    let count = |is: fn(&f64) -> bool| values.iter().filter(|value| is(value)).count() as u64;
    let not_finite = NotFinite {
        nan: count(|value| value.is_nan()),
        negative_infinity: count(|value| *value == f64::NEG_INFINITY),
        infinity: count(|value| *value == f64::INFINITY),
    };
    assert_eq!(figures.not_finite, not_finite);
    let Some(Spread { mean, deviation }) = figures.spread else {
        assert!(finite.is_empty() && figures.range.is_none());
        return;
    };
    let expected = spread(values.iter().copied());
    assert!(close(mean, expected.0) && close(deviation, expected.1), "{mean} {deviation} {expected:?}");
    let ends =
        finite.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), &value| (value.min(min), value.max(max)));
    assert_eq!(figures.range, Some(ends));
}

/// Compares the figures of all items that are asked for, and of those of each class, with their values.
pub(super) fn check(table: &FigureTable, items: &[Vec<f64>], labels: &[u8], is_asked: impl Fn(usize) -> bool) {
    let asked: Vec<(usize, &Vec<f64>)> = items.iter().enumerate().filter(|(number, _)| is_asked(*number)).collect();
    check_group(&table.all(), &asked.iter().map(|(_, item)| *item).collect::<Vec<_>>());
    let finite = asked.iter().flat_map(|(_, item)| *item).filter(|value| value.is_finite()).count();
    assert_eq!(table.bins().iter().sum::<u64>(), finite as u64);
    for (label, figures) in table.classes() {
        let own = asked.iter().filter(|(number, _)| labels.get(*number).map(|&own| Label(own.into())) == Some(label));
        check_group(&figures, &own.map(|(_, item)| *item).collect::<Vec<_>>());
    }
}

/// Compares the mean and deviation images of filtered items, of all and of each class, with their values.
fn check_images(dataset: &Dataset, items: &[Vec<f64>], labels: &[u8], is_asked: impl Fn(usize) -> bool) {
    let classes = dataset.filtered_statistics().unwrap().classes();
    let groups = [None].into_iter().chain(classes.iter().copied().map(Some));
    for (group, label) in groups.enumerate() {
        let is_own = |number: usize| labels.get(number).map(|&own| Label(own.into())) == label;
        let own =
            items.iter().enumerate().filter(|&(number, _)| is_asked(number) && (label.is_none() || is_own(number)));
        let own: Vec<&Vec<f64>> = own.map(|(_, item)| item).collect();
        let [means, deviations] =
            [Average::Mean, Average::Deviation].map(|average| dataset.filtered_average_images(average).unwrap());
        let [means, deviations] = [&means, &deviations].map(|images| images.image(group as u64).unwrap());
        for (at, (&mean, &deviation)) in means.iter().zip(deviations).enumerate() {
            let expected = spread(own.iter().map(|item| item[at]));
            assert!(close(mean, expected.0) && close(deviation, expected.1), "{mean} {deviation} {expected:?}");
        }
    }
}

/// Takes the statistics of these items of a file, in pieces of at most `piece` bytes.
fn take(dataset: &mut Dataset, file: &[u8], items: &[u32], piece: usize) {
    assert!(dataset.start_filtered(items));
    while let Some(wanted) = dataset.job_wanted(JobKind::Filtered) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        dataset.feed_job(JobKind::Filtered, wanted.start, &file[start..end.min(start.saturating_add(piece))]).unwrap();
    }
}

/// Compares the figures of filtered items of each kind of file with their values.
fn check_filtered<T: Element>(shape: &[u32], elements: &[T], labels: &[u8]) {
    let file = encode(shape, elements).unwrap();
    let layout = Layout::detect(&file).unwrap().unwrap();
    let values: Vec<f64> = T::TYPE.values(&file[usize::try_from(layout.data_offset()).unwrap()..]).collect();
    let items: Vec<Vec<f64>> =
        values.chunks(usize::try_from(layout.item_elements()).unwrap()).map(<[f64]>::to_vec).collect();
    let names = encode(&[u32::try_from(labels.len()).unwrap()], labels).unwrap();
    for file in [gzip(&file), file] {
        for budget in [1 << 30, 0] {
            let mut dataset = scanned(&file, Some(&names), budget, usize::MAX);
            for asked in [&[0_u32, 1, 2, 3, 4, 5][..], &[4, 1, 1, 99], &[5], &[99], &[]] {
                take(&mut dataset, &file, asked, 7);
                let figures = dataset.filtered_statistics().unwrap().table();
                let is_asked = |number: usize| asked.contains(&u32::try_from(number).unwrap());
                check(figures, &items, labels, is_asked);
                check_images(&dataset, &items, labels, is_asked);
            }
            // The figures of all items stay as they are.
            check(table(&dataset), &items, labels, |_| true);
        }
    }
}

#[test]
fn figures_and_images_follow_a_filter() {
    let labels = [0, 1, 1, 0, 2, 1];
    check_filtered(&[6, 2], &[0_u8, 255, 0, 0, 7, 8, 0, 0, 1, 2, 255, 254], &labels);
    check_filtered(&[6, 2], &[0_i16, 0, -3000, 12, 5, -5, 0, 0, 1, 2, 30000, 1], &labels);
    let odd = [0.0, -0.0, f32::NAN, 1.5, f32::INFINITY, 2.0, f32::NEG_INFINITY, f32::NAN, 1e-3, 7.0, 0.25, -4.0];
    check_filtered(&[6, 2], &odd, &labels);
    check_filtered(&[6, 2], &odd.map(f64::from), &labels);
    // Fewer labels than images: the others are of no class.
    check_filtered(&[6, 2], &odd, &labels[..3]);
}

#[test]
fn a_filter_reads_no_further_than_its_last_item() {
    let file = gzip(&encode(&[3, 1 << 19], &vec![1_u8; 3 << 19]).unwrap());
    let mut dataset = scanned(&file, None, 1 << 30, usize::MAX);
    assert!(dataset.start_filtered(&[1, 0]));
    for progress in [0.0, 1.0 / 3.0] {
        assert!(close(dataset.job_progress(JobKind::Filtered), progress));
        dataset.feed_job(JobKind::Filtered, 0, &[]).unwrap();
    }
    assert_eq!(dataset.job_wanted(JobKind::Filtered), None);
    assert_eq!(dataset.filtered_statistics().unwrap().table().all().items, 2);
    // Other images, or another layout, have other figures.
    let layout = Layout::detect(&encode(&[3, 2], &[1_u8; 6]).unwrap()).unwrap().unwrap();
    dataset.read_as(Slot::Images, Some(layout.with_byte_order(ByteOrder::Little)));
    assert!(dataset.filtered_statistics().is_none());
    assert!(!Dataset::new().start_filtered(&[0]));
}

#[test]
fn a_filter_leaves_out_what_lies_between_its_items() {
    let items: Vec<u8> = (0..8192_u32).flat_map(|item| [u8::try_from(item % 251).unwrap(); 1 << 10]).collect();
    let file = encode(&[8192, 1 << 10], &items).unwrap();
    let mut dataset = scanned(&file, None, 0, usize::MAX);
    let asked = [5, 3000, 8191];
    assert!(dataset.start_filtered(&asked));
    let mut read = 0;
    while let Some(wanted) = dataset.job_wanted(JobKind::Filtered) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        read += end - start;
        dataset.feed_job(JobKind::Filtered, wanted.start, &file[start..end]).unwrap();
    }
    assert!(read < 3 << 20, "{read} bytes");
    let items: Vec<Vec<f64>> =
        items.chunks(1 << 10).map(|item| item.iter().copied().map(f64::from).collect()).collect();
    check(dataset.filtered_statistics().unwrap().table(), &items, &[], |number| {
        asked.contains(&u32::try_from(number).unwrap())
    });
}

#[test]
fn one_value_far_away_costs_the_others_no_precision() {
    let values = [1.0e30, 0.5, 0.25, 0.75, 1.0e9 + 1.0, 1.0e9 + 2.0];
    let labels = encode(&[3], &[0_u8, 1, 2]).unwrap();
    let dataset = scanned(&encode(&[3, 2], &values).unwrap(), Some(&labels), 0, usize::MAX);
    let classes: Vec<Figures> = table(&dataset).classes().map(|(_, figures)| figures).collect();
    let [_, near, far] = &classes[..] else { panic!() };
    assert_eq!(near.spread, Some(Spread { mean: 0.5, deviation: 0.25 }));
    assert_eq!(far.spread, Some(Spread { mean: 1.0e9 + 1.5, deviation: 0.5 }));
    assert_eq!((near.range, far.range), (Some((0.25, 0.75)), Some((1.0e9 + 1.0, 1.0e9 + 2.0))));
}

#[test]
fn values_too_small_to_be_squared_have_a_mean() {
    let smallest = f64::from_bits(1);
    let dataset = scanned(&encode(&[2, 1], &[smallest, smallest]).unwrap(), None, 0, usize::MAX);
    assert_eq!(table(&dataset).all().spread, Some(Spread { mean: smallest, deviation: 0.0 }));
    assert_eq!(table(&dataset).all().range, Some((smallest, smallest)));
}

#[test]
fn equal_values_do_not_deviate() {
    for values in [[0.1_f64; 100], [-7.3; 100], [0.0; 100]] {
        let dataset = scanned(&encode(&[10, 10], &values).unwrap(), None, 0, usize::MAX);
        assert_eq!(table(&dataset).all().spread, Some(Spread { mean: values[0], deviation: 0.0 }));
    }
}

#[test]
fn bytes_beyond_a_narrow_sum_are_counted() {
    let length = (1_u32 << 24) + 3;
    let file = encode(&[1, length], &vec![255_u8; usize::try_from(length).unwrap()]).unwrap();
    let dataset = scanned(&file, None, 0, usize::MAX);
    assert_eq!(super::statistics(&dataset).means(), [255.0]);
    assert_eq!(table(&dataset).all().spread, Some(Spread { mean: 255.0, deviation: 0.0 }));
    assert_eq!(table(&dataset).bins()[255], u64::from(length));
}

#[test]
fn too_many_classes_have_no_figures_of_their_own() {
    for (classes, expected) in [(MAX_CLASSES, MAX_CLASSES), (MAX_CLASSES + 1, 0)] {
        let count = u32::try_from(classes).unwrap();
        let labels: Vec<i16> = (0..count).map(|label| i16::try_from(label).unwrap()).collect();
        let labels = encode(&[count], &labels).unwrap();
        let dataset = scanned(&encode(&[count, 1], &vec![3_u8; classes]).unwrap(), Some(&labels), 0, usize::MAX);
        assert_eq!((table(&dataset).classes().count(), table(&dataset).all().items), (expected, count.into()));
    }
}
