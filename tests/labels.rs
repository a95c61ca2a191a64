//! Labels of items, and their counts.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    dataset::{
        Dataset, Slot,
        labels::{Label, LabelSource, Labels},
    },
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        layout::Layout,
    },
};

fn labels(file: &[u8]) -> Labels {
    let mut labels = Labels::new(Some(file.len() as u64), 1 << 30);
    labels.push(0, file).unwrap();
    labels
}

/// Each label with its count, as text.
fn counts(labels: &Labels) -> Vec<String> {
    labels.counts().map(|(Label(label), count)| format!("{label}: {count}")).collect()
}

#[test]
fn many_different_floats_are_no_classes() {
    let classes = |file: &[u8]| labels(file).counts().count();
    let floats = |count: u16| {
        encode(&[2000], &(0..2000).map(|index| f64::from(index % count) / 4.0).collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(classes(&floats(10)), 10);
    assert_eq!(classes(&floats(64)), 64);
    assert_eq!(classes(&floats(65)), 0);
    assert_eq!(labels(&floats(65)).label(3), Some(Label(0.75)));
    // Indices in one-hot rows are whole numbers, whatever the type of their elements.
    let one_hot: Vec<f32> = (0..100 * 100).map(|at| if at % 101 == 0 { 1.0 } else { 0.0 }).collect();
    assert_eq!(classes(&encode(&[100, 100], &one_hot).unwrap()), 100);
    assert_eq!(classes(&encode(&[2000], &(0..2000).collect::<Vec<i32>>()).unwrap()), 2000);
}

#[test]
fn labels_of_every_type_are_counted_in_ascending_order() {
    #[track_caller]
    fn check(file: &[u8], expected: &[&str]) {
        assert_eq!(counts(&labels(file)), expected);
    }
    check(&encode(&[6], &[7_u8, 2, 1, 0, 255, 7]).unwrap(), &["0: 1", "1: 1", "2: 1", "7: 2", "255: 1"]);
    check(&encode(&[3], &[1_i8, -1, 1]).unwrap(), &["-1: 1", "1: 2"]);
    check(&encode(&[3], &[300_i16, -300, 300]).unwrap(), &["-300: 1", "300: 2"]);
    check(&encode(&[2], &[i32::MIN, i32::MAX]).unwrap(), &["-2147483648: 1", "2147483647: 1"]);
    check(&encode(&[3], &[0.5_f32, -2.0, 0.5]).unwrap(), &["-2: 1", "0.5: 2"]);
    check(&encode(&[3], &[10.0_f64, 9.0, 0.1]).unwrap(), &["0.1: 1", "9: 1", "10: 1"]);
    check(&encode::<u8>(&[0], &[]).unwrap(), &[]);
}

#[test]
fn nan_is_one_class_after_all_others_and_zero_has_no_sign() {
    let [negative_nan, other_nan] = [0xFFF8_0000_0000_0000, 0x7FF8_0000_0000_0007].map(f64::from_bits);
    let values = [negative_nan, 1.0, -0.0, other_nan, 0.0, f64::INFINITY, f64::NAN, f64::NEG_INFINITY];
    let labels = labels(&encode(&[8], &values).unwrap());
    assert_eq!(counts(&labels), ["-inf: 1", "0: 2", "1: 1", "inf: 1", "NaN: 3"]);
    assert_eq!(labels.label(0), labels.label(3));
    assert!(labels.label(2).is_some_and(|Label(zero)| zero == 0.0 && zero.is_sign_positive()));
}

#[test]
fn the_first_of_several_numbers_is_the_label() {
    let rows = [[7_i32, 4, 2578, 69, 37, 279_260, 0, 0], [2, 4, 2579, 69, 37, 279_261, 0, 0]];
    let labels = labels(&gzip(&encode(&[2, 8], rows.as_flattened()).unwrap()));
    assert_eq!(counts(&labels), ["2: 1", "7: 1"]);
    assert_eq!([0, 1, 2].map(|item| labels.label(item)), [Some(Label(7.0)), Some(Label(2.0)), None]);
}

#[test]
fn labels_are_read_from_another_column_and_stopped() {
    let file = encode(&[3, 2], &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let mut labels = labels(&file);
    assert_eq!((labels.columns(), counts(&labels)), (2, ["1: 1", "3: 1", "5: 1"].map(String::from).to_vec()));
    labels.read_as("u8,6,12".parse::<Layout>().ok());
    labels.push(0, &file).unwrap();
    assert_eq!((labels.columns(), labels.counts().count()), (1, 6));
    labels.read_as(None);
    labels.push(0, &file[..14]).unwrap();
    assert_eq!((labels.columns(), labels.store().is_done()), (2, false));
    labels.stop();
    assert!(labels.store().is_done() && labels.store().is_stopped());
    assert_eq!(counts(&labels), ["1: 1"]);
}

#[test]
fn the_first_of_equal_maxima_is_the_class() {
    let mut labels = labels(&encode(&[2, 3], &[5_u8, 5, 1, 0, 7, 7]).unwrap());
    labels.set_source(Some(LabelSource::OneHot));
    assert_eq!(counts(&labels), ["0: 1", "1: 1"]);
}

#[test]
fn any_column_can_be_the_label() {
    let rows = [[7_i32, 4, 2578, 69], [2, 4, 2579, 70], [7, 1, 2578, 71]];
    let file = encode(&[3, 4], rows.as_flattened()).unwrap();
    // In memory, and where the file has to be read again.
    for budget in [1 << 30, 0] {
        let read = |labels: &mut Labels| {
            while let Some(wanted) = labels.store().wanted() {
                let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
                labels.push(wanted.start, &file[start..end]).unwrap();
            }
        };
        let mut labels = Labels::new(Some(file.len() as u64), budget);
        read(&mut labels);
        assert_eq!((labels.columns(), labels.source(), labels.is_one_hot()), (4, LabelSource::Column(0), false));
        for (chosen, source, expected) in [
            (Some(LabelSource::Column(2)), LabelSource::Column(2), &["2578: 2", "2579: 1"][..]),
            (Some(LabelSource::Column(1)), LabelSource::Column(1), &["1: 1", "4: 2"]),
            (Some(LabelSource::OneHot), LabelSource::OneHot, &["2: 3"]),
            (Some(LabelSource::Column(4)), LabelSource::Column(0), &["2: 1", "7: 2"]),
            (None, LabelSource::Column(0), &["2: 1", "7: 2"]),
        ] {
            labels.set_source(chosen);
            read(&mut labels);
            labels.want(&[2]);
            read(&mut labels);
            assert_eq!(labels.source(), source, "{chosen:?} in {budget} bytes");
            assert_eq!(counts(&labels), expected, "{chosen:?} in {budget} bytes");
            assert!(labels.label(2).is_some());
        }
    }
}

#[test]
fn one_hot_rows_are_classes() {
    let rows = [[0.0_f32, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let mut labels = labels(&encode(&[3, 3], rows.as_flattened()).unwrap());
    assert_eq!((labels.source(), labels.is_one_hot()), (LabelSource::OneHot, true));
    assert_eq!(counts(&labels), ["0: 1", "2: 2"]);
    assert_eq!([0, 1].map(|item| labels.label(item)), [Some(Label(2.0)), Some(Label(0.0))]);
    labels.set_source(Some(LabelSource::Column(2)));
    assert_eq!(counts(&labels), ["0: 1", "1: 2"]);
    labels.set_source(None);
    assert_eq!(counts(&labels), ["0: 1", "2: 2"]);
}

#[test]
fn rows_that_are_not_all_one_hot_are_read_by_their_first_number() {
    let rows = [[0_u8, 1, 0], [1, 0, 0], [0, 0, 1], [5, 0, 0], [0, 1, 0]];
    let mut labels = labels(&encode(&[5, 3], rows.as_flattened()).unwrap());
    assert_eq!((labels.source(), labels.is_one_hot()), (LabelSource::Column(0), false));
    assert_eq!(labels.not_one_hot(), [3]);
    assert_eq!(counts(&labels), ["0: 3", "1: 1", "5: 1"]);
    labels.set_source(Some(LabelSource::OneHot));
    assert_eq!(counts(&labels), ["0: 2", "1: 2", "2: 1"]);
    // No row had another class before that was known.
    assert_eq!(counts(&self::labels(&encode(&[3, 2], &[1_u8, 0, 1, 0, 5, 0]).unwrap())), ["1: 2", "5: 1"]);
    // Single numbers have no other column.
    let mut single = self::labels(&encode(&[3], &[1_u8, 0, 1]).unwrap());
    assert_eq!((single.source(), single.is_one_hot()), (LabelSource::Column(0), false));
    single.set_source(Some(LabelSource::OneHot));
    assert_eq!(
        (single.source(), counts(&single)),
        (LabelSource::Column(0), vec!["0: 1".to_owned(), "1: 2".to_owned()])
    );
    // Where hardly any row is one-hot, none has to be.
    assert!(self::labels(&encode(&[3, 2], &[7_u8, 2, 1, 0, 9, 4]).unwrap()).not_one_hot().is_empty());
    // Labels that have not been read are not counted.
    assert!(!self::labels(&encode::<u8>(&[0, 3], &[]).unwrap()).is_one_hot());
}

#[test]
fn a_choice_is_kept_for_the_next_file() {
    let file = encode(&[2, 2], &[1_u8, 5, 2, 6]).unwrap();
    let mut dataset = Dataset::new();
    dataset.set_label_source(Some(LabelSource::Column(1)));
    dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 30);
    dataset.push(Slot::Labels, 0, &file).unwrap();
    assert_eq!(dataset.labels().map(counts).unwrap(), ["5: 1", "6: 1"]);
}

#[test]
fn labels_are_counted_as_they_arrive() {
    let file = encode(&[4], &[5_i16, 6, 5, 5]).unwrap();
    let mut labels = Labels::new(Some(file.len() as u64), 1 << 30);
    for (end, expected) in [(8, &[][..]), (9, &[]), (10, &["5: 1"]), (15, &["5: 2", "6: 1"]), (16, &["5: 3", "6: 1"])] {
        let read = usize::try_from(labels.store().read()).unwrap();
        labels.push(read as u64, &file[read..end]).unwrap();
        assert_eq!(counts(&labels), expected, "after {end} bytes");
    }
}

#[test]
fn labels_that_are_fetched_before_their_turn_are_counted_once() {
    let file = encode(&[500_000, 2], &[1_i8, 2].repeat(500_000)).unwrap();
    let mut labels = Labels::new(Some(file.len() as u64), 1 << 30);
    let push = |labels: &mut Labels| {
        let Some(wanted) = labels.store().wanted() else { return false };
        let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
        labels.push(wanted.start, &file[start..end]).is_ok()
    };
    push(&mut labels);
    let seen = labels.counts().map(|(_, count)| count).sum::<u64>();
    assert!(labels.want(&[400_000]));
    while labels.store().is_waiting() {
        push(&mut labels);
    }
    assert!(seen < 400_000 && labels.label(seen).is_some() && labels.label(400_000).is_some());
    labels.set_source(Some(LabelSource::Column(1)));
    assert_eq!(counts(&labels), [format!("2: {seen}")]);
    while push(&mut labels) {}
    assert_eq!(counts(&labels), ["2: 500000"]);
}

#[test]
fn a_truncated_file_has_the_labels_that_are_there() {
    let labels = labels(&encode(&[60_000], &vec![3_u8; 60_000]).unwrap()[..108]);
    assert_eq!(counts(&labels), ["3: 100"]);
    assert_eq!((labels.label(99), labels.label(100)), (Some(Label(3.0)), None));
}

#[test]
fn items_of_no_size_have_no_labels_and_cost_nothing() {
    let labels = labels(&Header::new(ElementType::I32, vec![u32::MAX, 0]).unwrap().to_bytes());
    assert_eq!(labels.store().items(), u64::from(u32::MAX));
    assert_eq!((labels.counts().len(), labels.label(0)), (0, None));
}

#[test]
fn more_values_than_classes_are_not_counted_apart() {
    let values: Vec<i32> = (0..70_000).chain(0..10).collect();
    let labels = labels(&encode(&[70_010], &values).unwrap());
    assert_eq!(labels.counts().len(), Labels::MAX_CLASSES);
    assert_eq!(labels.counts().map(|(_, count)| count).sum::<u64>() + labels.uncounted(), 70_010);
    assert_eq!(labels.uncounted(), 70_000 - Labels::MAX_CLASSES as u64);
    assert_eq!(labels.counts().next(), Some((Label(0.0), 2)));
}

#[test]
fn a_slot_wants_its_items_without_the_other() {
    let file = encode(&[1_000_000], &vec![7_u8; 1_000_000]).unwrap();
    let mut dataset = Dataset::new();
    assert!(!dataset.want(&[0]));
    for slot in [Slot::Images, Slot::Labels] {
        dataset.open(slot, Some(file.len() as u64), 0);
        while let Some(wanted) = dataset.wanted(slot) {
            let [start, end] = [wanted.start, wanted.end].map(|at| usize::try_from(at).unwrap());
            dataset.push(slot, wanted.start, &file[start..end]).unwrap();
        }
    }
    let wanted = |dataset: &Dataset| [Slot::Images, Slot::Labels].map(|slot| dataset.wanted(slot).is_some());
    // After the pass, the first labels are still in memory.
    assert!(dataset.want(&[999_999]) && dataset.want(&[500_000]));
    assert_eq!(wanted(&dataset), [true, false]);
    dataset.clear_wanted(Slot::Labels);
    assert_eq!(wanted(&dataset), [true, false]);
    dataset.clear_wanted(Slot::Images);
    assert_eq!(wanted(&dataset), [false, false]);
    assert!(!dataset.want(&[]));
}

#[test]
fn a_slot_is_opened_over_and_closed_without_the_other() {
    let [first, second] = [[7_u8, 7], [1, 2]].map(|labels| encode(&[2], &labels).unwrap());
    let mut dataset = Dataset::new();
    assert_eq!(dataset.wanted(Slot::Labels), None);
    assert_eq!(dataset.push(Slot::Labels, 0, &first), Ok(()), "a slot without a file takes no bytes");
    assert!(dataset.labels().is_none());
    dataset.open(Slot::Images, Some(10), 1 << 30);
    for file in [&first, &second] {
        dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 30);
        assert_eq!(dataset.wanted(Slot::Labels), Some(0..10));
        dataset.push(Slot::Labels, 0, file).unwrap();
    }
    assert_eq!(dataset.labels().map(counts).unwrap_or_default(), ["1: 1", "2: 1"]);
    dataset.close(Slot::Labels);
    assert!(dataset.labels().is_none() && dataset.store(Slot::Labels).is_none());
    assert_eq!(dataset.wanted(Slot::Images), Some(0..10));
    dataset.stop(Slot::Images);
    dataset.stop(Slot::Labels);
    assert_eq!(dataset.wanted(Slot::Images), None);
}
