//! Statistics of all images and of each, compared with plain sums.

#![cfg(not(target_arch = "wasm32"))]

mod averages;
mod distances;
mod figures;
mod spans;

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        checks::CheckResult,
        images::Raster,
        labels::Label,
        range::NotFinite,
        selection::{Order, Query, select},
        statistics::{Average, FigureTable, Spread, Statistics, Summary},
    },
    format::{
        element::Element,
        element::ElementType,
        encode::{encode, gzip},
        layout::{ByteOrder, Layout},
    },
};
use proptest::prelude::*;

/// Reads a file into a slot, whole.
fn read(dataset: &mut Dataset, slot: Slot, file: &[u8], budget: u64) {
    dataset.open(slot, Some(file.len() as u64), budget);
    while let Some(wanted) = dataset.wanted(slot) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        dataset.push(slot, wanted.start, &file[start..end]).unwrap();
    }
}

/// Scans all images of this file, in pieces of at most `piece` bytes.
fn scan(dataset: &mut Dataset, file: &[u8], piece: usize) {
    assert!(dataset.start_scan());
    run(dataset, JobKind::Statistics, file, piece);
}

/// Feeds a job to its end, in pieces of at most `piece` bytes.
fn run(dataset: &mut Dataset, job: JobKind, file: &[u8], piece: usize) {
    while let Some(wanted) = dataset.job_wanted(job) {
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        dataset.feed_job(job, wanted.start, &file[start..end.min(start.saturating_add(piece))]).unwrap();
    }
}

/// A dataset of these images, and perhaps labels, after a scan.
fn scanned(images: &[u8], labels: Option<&[u8]>, budget: u64, piece: usize) -> Dataset {
    let mut dataset = Dataset::new();
    read(&mut dataset, Slot::Images, images, budget);
    if let Some(labels) = labels {
        read(&mut dataset, Slot::Labels, labels, 1 << 30);
    }
    scan(&mut dataset, images, piece);
    dataset
}

fn statistics(dataset: &Dataset) -> &Statistics {
    dataset.statistics().unwrap()
}

fn table(dataset: &Dataset) -> &FigureTable {
    statistics(dataset).table()
}

/// The mean and the standard deviation of the finite values.
fn spread(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    #[expect(clippy::cast_precision_loss, reason = "there are few")]
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt())
}

fn close(found: f64, expected: f64) -> bool {
    (found.is_nan() && expected.is_nan()) || (found - expected).abs() <= 1e-9 * (1.0 + expected.abs())
}

/// The values of the mean images or of those of the deviations, image by image.
fn images(dataset: &Dataset, average: Average) -> Vec<Vec<f64>> {
    let images = dataset.average_images(average).unwrap();
    (0..).map_while(|index| images.image(index).map(<[f64]>::to_vec)).collect()
}

/// Compares all statistics with the values of the items.
fn check(dataset: &Dataset, items: &[Vec<f64>], labels: &[u8]) {
    let statistics = statistics(dataset);
    assert_eq!(statistics.items(), items.len() as u64);
    for (item, &mean) in items.iter().zip(statistics.means()) {
        let expected = spread(item.iter().copied()).0;
        assert!(
            (f64::from(mean) - expected).abs() <= 1e-6 * (1.0 + expected.abs()) || (mean.is_nan() && expected.is_nan())
        );
    }
    figures::check(statistics.table(), items, labels, |_| true);

    let [blank, ..] = dataset.check_results() else { panic!() };
    let found: Vec<u32> = blank.ranges.iter().cloned().flatten().collect();
    let expected = (0..).zip(items).filter(|(_, item)| item.iter().all(|value| *value == 0.0));
    assert_eq!(found, expected.map(|(number, _)| number).collect::<Vec<u32>>());
    assert_eq!((blank.name, blank.items), ("blank", found.len() as u64));

    let mut groups = vec![items.iter().collect::<Vec<_>>()];
    for class in statistics.classes() {
        let own = items.iter().zip(labels).filter(|(_, label)| Label(f64::from(**label)) == *class);
        groups.push(own.map(|(item, _)| item).collect());
    }
    let [means, deviations] = [Average::Mean, Average::Deviation].map(|average| images(dataset, average));
    assert_eq!((means.len(), deviations.len()), (groups.len(), groups.len()));
    for ((group, means), deviations) in groups.iter().zip(&means).zip(&deviations) {
        for (at, (&mean, &deviation)) in means.iter().zip(deviations).enumerate() {
            let expected = spread(group.iter().map(|item| item[at]));
            assert!(close(mean, expected.0) && close(deviation, expected.1), "{mean} {deviation} {expected:?}");
        }
    }
}

/// Writes values as elements, plain and as gzip, and compares the statistics of each with them.
fn check_all<T: Element>(shape: &[u32], elements: &[T], labels: &[u8]) {
    let file = encode(shape, elements).unwrap();
    let layout = Layout::detect(&file).unwrap().unwrap();
    let values: Vec<f64> = T::TYPE.values(&file[usize::try_from(layout.data_offset()).unwrap()..]).collect();
    let items: Vec<Vec<f64>> =
        values.chunks(usize::try_from(layout.item_elements()).unwrap()).map(<[f64]>::to_vec).collect();
    let names = encode(&[u32::try_from(labels.len()).unwrap()], labels).unwrap();
    for file in [gzip(&file), file] {
        // In memory, and read once more.
        for budget in [1 << 30, 0] {
            for piece in [usize::MAX, 7] {
                let mut dataset = scanned(&file, Some(&names), budget, piece);
                check(&dataset, &items, labels);
                distances::check(&mut dataset, &file, piece, &items, labels);
            }
        }
    }
}

#[test]
fn every_type_has_statistics() {
    let labels = [0, 1, 1, 0, 2, 1];
    check_all(
        &[6, 2, 2],
        &[0_u8, 0, 0, 0, 255, 1, 2, 3, 0, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 0, 255, 255, 255, 255],
        &labels,
    );
    check_all(&[6, 2], &[0_i8, 0, -128, 127, 5, -5, 0, 0, 1, 2, 0, 0], &labels);
    check_all(&[6, 2], &[0_i16, 0, -3000, 12, 5, -5, 0, 0, 1, 2, 30000, 1], &labels);
    check_all(&[6, 2], &[0_i32, 0, i32::MIN, i32::MAX, 5, -5, 0, 0, 1, 2, 0, 0], &labels);
    let odd = [0.0, -0.0, f32::NAN, 1.5, f32::INFINITY, 2.0, f32::NEG_INFINITY, f32::NAN, 1e-3, 7.0, 0.25, -4.0];
    check_all(&[6, 2], &odd, &labels);
    check_all(&[6, 2], &odd.map(f64::from), &labels);
    check_all(&[6, 2], &[3.5_f64; 12], &labels);
}

#[test]
fn a_value_far_away_costs_the_others_no_precision() {
    let mut values: Vec<f64> = (0..100).map(|item| 1e9 + f64::from(item % 3 - 1)).collect();
    values.extend([-1e9; 20]);
    let labels: Vec<u8> = (0..120).map(|item| u8::from(item >= 100)).collect();
    let file = encode(&[120, 1], &values).unwrap();
    let dataset = scanned(&file, Some(&encode(&[120], &labels).unwrap()), 0, usize::MAX);
    let (_, expected) = spread((0..100).map(|item| f64::from(item % 3 - 1)));
    let [(_, figures), ..] = table(&dataset).classes().collect::<Vec<_>>()[..] else { panic!() };
    assert!((figures.spread.unwrap().deviation - expected).abs() < 1e-9);
    assert!((images(&dataset, Average::Deviation)[1][0] - expected).abs() < 1e-9);
    assert!(images(&dataset, Average::Deviation)[2][0].abs() < 1e-9);
}

#[test]
fn the_widest_range_of_f64_is_no_obstacle() {
    let dataset = scanned(&encode(&[2, 1], &[f64::MAX, f64::MIN]).unwrap(), None, 0, usize::MAX);
    let bins = table(&dataset).bins();
    assert_eq!((bins[0], bins[255], table(&dataset).all().spread.unwrap().mean), (1, 1, 0.0));
    assert!(table(&dataset).all().spread.unwrap().deviation > 1e308);
    assert_eq!(table(&dataset).range(), (f64::MIN, f64::MAX));
    let bytes = scanned(&encode(&[2, 1], &[3_u8, 7]).unwrap(), None, 0, usize::MAX);
    assert_eq!(table(&bytes).range(), (0.0, 255.0));
}

#[test]
fn more_items_than_narrow_sums_hold() {
    let items = 70_000_u32;
    let dataset = scanned(&encode(&[items, 2], &vec![255_u8; 140_000]).unwrap(), None, 0, usize::MAX);
    assert_eq!(images(&dataset, Average::Mean), [[255.0, 255.0]]);
    assert_eq!(images(&dataset, Average::Deviation), [[0.0, 0.0]]);
    assert_eq!(table(&dataset).bins()[255], 140_000);
    assert_eq!(dataset.check_results(), [CheckResult { name: "blank", items: 0, ranges: vec![] }]);
}

#[test]
fn every_value_is_counted_where_it_is_in_the_range() {
    // Long enough for every path of the counting, with and without zeros side by side.
    let bytes: Vec<u8> =
        (0..4000_u32).map(|at| if at / 20 % 3 == 0 { 0 } else { (at * at / 32).to_le_bytes()[0] }).collect();
    let dataset = scanned(&encode(&[40, 100], &bytes).unwrap(), None, 0, usize::MAX);
    let mut expected = [0; 256];
    for &value in &bytes {
        expected[usize::from(value)] += 1;
    }
    assert_eq!(table(&dataset).bins(), expected);
    // Each 256th of the range has one number; the last one also has the end of the range.
    let numbers: Vec<i16> = (0..=256).map(|number| 3 * number - 100).collect();
    let dataset = scanned(&encode(&[1, 257], &numbers).unwrap(), None, 0, usize::MAX);
    let mut expected = [1; 256];
    expected[255] = 2;
    assert_eq!(table(&dataset).bins(), expected);
}

/// Statistics follow the layout, in memory and from the file.
#[test]
fn a_file_is_scanned_in_its_layout() {
    let file = encode(&[3, 1], &[0x0100_i16, 0x0200, 0x0300]).unwrap();
    for file in [gzip(&file), file] {
        let mut dataset = scanned(&file, None, 1 << 30, usize::MAX);
        assert_eq!(statistics(&dataset).means(), [256.0, 512.0, 768.0]);
        let little = Layout::new(ElementType::I16, vec![3, 1]).unwrap().with_byte_order(ByteOrder::Little);
        dataset.read_as(Slot::Images, Some(little));
        assert!(dataset.statistics().is_none());
        while let Some(wanted) = dataset.wanted(Slot::Images) {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            dataset.push(Slot::Images, wanted.start, &file[start..end]).unwrap();
        }
        scan(&mut dataset, &file, usize::MAX);
        assert_eq!(statistics(&dataset).means(), [1.0, 2.0, 3.0]);
    }
}

#[test]
fn a_missing_item_leaves_the_statistics_of_the_others() {
    let bytes = (Layout::new(ElementType::U8, vec![4, 2]).unwrap(), (0.0, 255.0), [&[1, 3][..], &[], &[5], &[3, 5]]);
    let values: [&[u8]; 4] = [&[0, 1, 0, 3], &[], &[0, 5], &[0, 3, 0, 5]];
    let values = (Layout::new(ElementType::I16, vec![4, 2]).unwrap(), (1.0, 5.0), values);
    for (layout, range, items) in [bytes, values] {
        let mut statistics = Statistics::new(&layout, range, vec![]);
        for item in items {
            statistics.add(item, None);
        }
        let image =
            |average| statistics.images(average, Raster::of(&layout), (0.0, 1.0)).unwrap().image(0).unwrap().to_vec();
        assert_eq!((image(Average::Mean), image(Average::Deviation)), (vec![2.0, 4.0], vec![1.0, 1.0]));
        assert_eq!((statistics.items(), statistics.table().bins().iter().sum()), (4, 4_u64));
        let [first, missing, short, last] = statistics.means() else { panic!() };
        assert_eq!((*first, missing.is_nan(), short.is_nan(), *last), (2.0, true, true, 4.0));
    }
}

#[test]
fn the_bins_divide_the_narrowest_and_the_widest_ranges() {
    let least = f64::from_bits(1);
    for range in [
        (0.0, 510.0 * least),
        (-f64::MAX, f64::MAX),
        (1e300, 1.5e300),
        (7.0, 7.0),
        (10_000.763_774_618_976, 10_002.018_843_644_715),
    ] {
        let layout = Layout::new(ElementType::F64, vec![1, 3]).unwrap();
        let mut statistics = Statistics::new(&layout, range, vec![]);
        let middle = range.0 / 2.0 + range.1 / 2.0;
        statistics.add(&encode(&[3], &[range.0, middle, range.1]).unwrap()[8..], None);
        let bins = statistics.table().bins();
        let filled: Vec<usize> = (0..256).filter(|&bin| bins[bin] > 0).collect();
        assert_eq!(filled, if range.0 < range.1 { vec![0, 128, 255] } else { vec![128] }, "{range:?}");
        assert_eq!(statistics.table().all().range, Some(range));
    }
}

#[test]
fn an_item_has_a_summary() {
    let of = |values: &[f32]| {
        Summary::of(ElementType::F32, &encode(&[u32::try_from(values.len()).unwrap()], values).unwrap()[8..])
    };
    let summary = of(&[0.0, f32::NAN, 255.0, 51.0, f32::INFINITY]);
    assert_eq!((summary.range, summary.spread.unwrap().mean), (Some((0.0, 255.0)), 102.0));
    assert_eq!(summary.not_finite, NotFinite { nan: 1, negative_infinity: 0, infinity: 1 });
    assert!(close(summary.spread.unwrap().deviation, spread([0.0, 255.0, 51.0]).1));
    let nothing = of(&[f32::NAN]);
    assert_eq!((nothing.range, nothing.spread, nothing.not_finite.nan), (None, None, 1));
    assert_eq!(of(&[7.0; 3]).spread, Some(Spread { mean: 7.0, deviation: 0.0 }));
    // The widest ranges.
    for (least, greatest, mean, deviation) in [
        (f64::MIN, f64::MAX, 0.0, f64::MAX),
        (f64::MIN, 1.0, f64::MIN / 2.0, f64::MAX / 2.0),
        (-1.0, f64::MAX, f64::MAX / 2.0, f64::MAX / 2.0),
    ] {
        let summary = Summary::of(ElementType::F64, &encode(&[2], &[greatest, least]).unwrap()[8..]);
        assert_eq!(summary.range, Some((least, greatest)));
        let found = summary.spread.unwrap();
        assert!(close(found.mean, mean) && close(found.deviation, deviation), "{summary:?}");
    }
}

/// The numbers of the items by their means, as one would sort them.
fn by_mean(items: &[Vec<f64>], descending: bool) -> Vec<u32> {
    let mut numbered: Vec<(u32, f64)> = (0..).zip(items.iter().map(|item| spread(item.iter().copied()).0)).collect();
    numbered.sort_by(|(_, one), (_, other)| match (one.is_nan(), other.is_nan()) {
        (false, false) if descending => other.total_cmp(one),
        (false, false) => one.total_cmp(other),
        (one, other) => one.cmp(&other),
    });
    numbered.into_iter().map(|(number, _)| number).collect()
}

proptest! {
    #[test]
    fn items_are_sorted_by_mean(values in prop::collection::vec((-3_i16..3, -300_i16..300), 1..40), descending: bool) {
        let elements: Vec<i16> = values.iter().flat_map(|&(one, other)| [one, other]).collect();
        let file = encode(&[u32::try_from(values.len()).unwrap(), 2], &elements).unwrap();
        let dataset = scanned(&file, None, 0, usize::MAX);
        let items: Vec<Vec<f64>> = values.iter().map(|&(one, other)| vec![one.into(), other.into()]).collect();
        let query = Query { order: Order::Mean, descending, ..Query::default() };
        // Sums of small integers are exact, but in units of half the range they are rounded.
        let means = |numbers: &[u32]| numbers.iter().map(|&number| statistics(&dataset).means()[number as usize]).collect::<Vec<_>>();
        let found = dataset.select(&query).unwrap();
        let sorted = means(&found).is_sorted_by(|one, other| if descending { one >= other } else { one <= other });
        prop_assert!(sorted);
        let mut same = found.clone();
        same.sort_unstable();
        prop_assert_eq!(same, (0..u32::try_from(items.len()).unwrap()).collect::<Vec<_>>());
    }

    /// Bytes have exact means, so the order of items with equal means is known.
    #[test]
    fn items_with_the_same_mean_stay_in_order(values in prop::collection::vec(0_u8..4, 1..40), descending: bool) {
        let file = encode(&[u32::try_from(values.len()).unwrap(), 1], &values).unwrap();
        let items: Vec<Vec<f64>> = values.iter().map(|&value| vec![value.into()]).collect();
        let mut dataset = scanned(&file, None, 0, usize::MAX);
        let query = Query { order: Order::Mean, descending, ..Query::default() };
        prop_assert_eq!(dataset.select(&query).unwrap(), by_mean(&items, descending));
        let query = Query { items: Some(vec![3..=9]), ..query };
        let few: Vec<u32> = by_mean(&items, descending).into_iter().filter(|number| (3..=9).contains(number)).collect();
        prop_assert_eq!(dataset.select(&query).unwrap(), few);
        // Items that are not scanned come last, in their order.
        dataset.start_scan();
        prop_assert_eq!(dataset.select(&query).unwrap(), (3..10.min(u32::try_from(values.len()).unwrap())).collect::<Vec<_>>());
    }
}

#[test]
fn items_without_a_mean_come_last() {
    let file = encode(&[4, 1], &[f32::NAN, 2.0, f32::NAN, -1.0]).unwrap();
    let dataset = scanned(&file, None, 0, usize::MAX);
    let by = |descending| dataset.select(&Query { order: Order::Mean, descending, ..Query::default() }).unwrap();
    assert_eq!((by(false), by(true)), (vec![3, 1, 0, 2], vec![1, 3, 0, 2]));
    let nothing = scanned(&encode(&[2, 1], &[f32::NAN, f32::INFINITY]).unwrap(), None, 0, usize::MAX);
    assert_eq!(table(&nothing).all().spread, None);
    // Minus zero is zero.
    let by = |descending| {
        select(&Query { order: Order::Mean, descending, ..Query::default() }, 4, None, &[0.0, -0.0, -1.0, -0.0])
            .unwrap()
    };
    assert_eq!((by(false), by(true)), (vec![2, 0, 1, 3], vec![0, 1, 3, 2]));
}

#[test]
fn a_scan_has_a_progress_and_can_be_cancelled() {
    let file = encode(&[4, 1 << 19], &vec![1_u8; 4 << 19]).unwrap();
    let mut dataset = Dataset::new();
    read(&mut dataset, Slot::Images, &gzip(&file), 1 << 30);
    assert!(dataset.start_scan());
    for scanned in [0.0, 0.25, 0.5, 0.75, 1.0] {
        assert!(
            (dataset.job_progress(JobKind::Statistics) - scanned).abs() < 1e-9,
            "{}",
            dataset.job_progress(JobKind::Statistics)
        );
        dataset.feed_job(JobKind::Statistics, 0, &[]).unwrap();
    }
    dataset.cancel_job(JobKind::Statistics);
    assert!(dataset.statistics().is_none() && dataset.job_wanted(JobKind::Statistics).is_none());
}
