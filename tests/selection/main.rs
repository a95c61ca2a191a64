//! Selecting items, and their order.

#![cfg(not(target_arch = "wasm32"))]

mod searches;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use idxlens::{
    dataset::{
        Dataset, JobKind, Slot,
        labels::{Label, LabelSource},
        selection::{self, MAX_ITEMS, Order, Query},
    },
    error::Error,
    format::{
        element::ElementType,
        encode::{encode, gzip},
        header::Header,
        layout::Layout,
    },
};
use proptest::prelude::*;

/// Labels alone.
fn labelled(file: &[u8]) -> Dataset {
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 30);
    dataset.push(Slot::Labels, 0, file).unwrap();
    dataset
}

/// The items that a search finds when no label stays in memory, reading `step` bytes at a time.
fn searched(file: &[u8], query: &Query, step: u64) -> Vec<u32> {
    let mut dataset = Dataset::new();
    dataset.open(Slot::Labels, Some(file.len() as u64), 0);
    let part = |wanted: Range<u64>| {
        let end = wanted.end.min(wanted.start + step);
        &file[usize::try_from(wanted.start).unwrap()..usize::try_from(end).unwrap()]
    };
    while let Some(wanted) = dataset.wanted(Slot::Labels) {
        dataset.push(Slot::Labels, wanted.start, part(wanted.clone())).unwrap();
    }
    if !dataset.start_search(query) {
        return select(&dataset, query);
    }
    let mut progress = 0.0;
    while let Some(wanted) = dataset.job_wanted(JobKind::Search) {
        dataset.feed_job(JobKind::Search, wanted.start, part(wanted.clone())).unwrap();
        assert!(
            (progress..=1.0).contains(&dataset.job_progress(JobKind::Search))
                || dataset.job_wanted(JobKind::Search).is_none()
        );
        progress = dataset.job_progress(JobKind::Search);
    }
    dataset.search_results().unwrap().expect("the end of the search")
}

fn one(label: f64) -> RangeInclusive<Label> {
    Label(label)..=Label(label)
}

fn select(dataset: &Dataset, query: &Query) -> Vec<u32> {
    dataset.select(query).unwrap()
}

/// Items 0 to 7 of five classes.
const LABELS: [i8; 8] = [5, -1, 5, 0, 9, 0, 5, 3];

#[test]
fn labels_and_numbers_choose_items_and_keep_their_numbers() {
    let dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let check = |query: &Query, expected: &[u32]| assert_eq!(select(&dataset, query), expected, "{query:?}");
    let labels = |ranges: &[RangeInclusive<Label>]| Query { labels: Some(ranges.to_vec()), ..Query::default() };
    check(&Query::default(), &[0, 1, 2, 3, 4, 5, 6, 7]);
    check(&labels(&[one(5.0)]), &[0, 2, 6]);
    check(&labels(&[one(9.0), one(5.0), one(9.0)]), &[0, 2, 4, 6]);
    check(&labels(&[Label(-1.0)..=Label(0.5), Label(0.0)..=Label(3.0)]), &[1, 3, 5, 7]);
    check(&labels(&[one(7.0)]), &[]);
    check(&labels(&[Label(9.0)..=Label(0.0)]), &[]);
    check(&labels(&[]), &[]);
    check(&Query { except: true, ..labels(&[one(5.0), one(0.0)]) }, &[1, 4, 7]);
    check(&Query { except: true, ..labels(&[]) }, &[0, 1, 2, 3, 4, 5, 6, 7]);
    let items = Some(vec![6..=u64::MAX, 2..=3, 3..=4, 0..=0]);
    check(&Query { items: items.clone(), ..Query::default() }, &[0, 2, 3, 4, 6, 7]);
    check(&Query { items, ..labels(&[one(5.0)]) }, &[0, 2, 6]);
    check(&Query { items: Some(vec![]), ..Query::default() }, &[]);
}

#[test]
fn items_are_sorted_both_ways() {
    let dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let by = |order, descending| Query { order, descending, ..Query::default() };
    assert_eq!(select(&dataset, &by(Order::Number, true)), [7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(select(&dataset, &by(Order::Label, false)), [1, 3, 5, 7, 0, 2, 6, 4]);
    // Among themselves, items with the same label stay in order.
    assert_eq!(select(&dataset, &by(Order::Label, true)), [4, 0, 2, 6, 7, 3, 5, 1]);
    let fives = Query { labels: Some(vec![one(5.0), one(0.0)]), ..by(Order::Label, true) };
    assert_eq!(select(&dataset, &fives), [0, 2, 6, 3, 5]);
    assert_eq!(select(&dataset, &Query { descending: true, order: Order::Number, ..fives }), [6, 5, 3, 2, 0]);
}

/// Four items of three numbers each, the first of which is the label.
const ROWS: [i16; 12] = [7, 30, -1, 2, 10, 5, 1, 20, -1, 0, 10, 300];

#[test]
fn other_columns_sort_and_choose_items_too() {
    let file = encode(&[4, 3], &ROWS).unwrap();
    let check = |query: &Query, expected: &[u32]| {
        assert_eq!(select(&labelled(&file), query), expected, "{query:?}");
        assert_eq!(searched(&file, query, 9), expected, "{query:?}, searched");
    };
    let by = |column, descending| Query { order: Order::Column(column), descending, ..Query::default() };
    check(&by(0, false), &[3, 2, 1, 0]);
    check(&by(1, false), &[1, 3, 2, 0]);
    check(&by(1, true), &[0, 2, 1, 3]);
    check(&by(2, true), &[3, 1, 0, 2]);
    // A column that does not exist leaves the order as it is, and no item has a number in it.
    check(&by(3, true), &[3, 2, 1, 0]);
    let of = |columns: &[(u64, RangeInclusive<Label>)]| Query {
        columns: columns.iter().map(|(column, range)| (*column, vec![range.clone()])).collect(),
        ..by(1, false)
    };
    check(&of(&[(2, one(-1.0))]), &[2, 0]);
    check(&of(&[(2, Label(5.0)..=Label(300.0))]), &[1, 3]);
    check(&of(&[(2, Label(5.0)..=Label(300.0)), (0, one(0.0))]), &[3]);
    check(&of(&[(3, one(0.0))]), &[]);
    let query = Query { labels: Some(vec![one(7.0)]), except: true, items: Some(vec![0..=2]), ..of(&[(2, one(-1.0))]) };
    check(&query, &[2]);
}

#[test]
fn few_items_among_very_many_are_listed() {
    let layout = Layout::new(ElementType::U8, vec![u32::MAX, 0]).unwrap();
    let dataset = labelled(&layout.header().to_bytes());
    let query = Query { items: Some(vec![4_294_967_290..=u64::MAX, 3..=4]), ..Query::default() };
    assert_eq!(
        select(&dataset, &query),
        [3, 4, 4_294_967_290, 4_294_967_291, 4_294_967_292, 4_294_967_293, 4_294_967_294]
    );
}

#[test]
fn chance_is_the_same_for_the_same_seed() {
    let dataset = labelled(&Header::new(ElementType::U8, vec![1000, 0]).unwrap().to_bytes());
    let shuffled = |seed| select(&dataset, &Query { order: Order::Random { seed }, ..Query::default() });
    // A link contains the seed, so its order must never change.
    assert_eq!(shuffled(7)[..5], [919, 277, 39, 224, 123]);
    assert_ne!(shuffled(7), shuffled(8));
    assert_eq!(shuffled(0).into_iter().collect::<BTreeSet<_>>(), (0..1000).collect());
    // Each item comes first about as often as any other.
    let mut small = BTreeMap::new();
    let dataset = labelled(&encode(&[4], &[0_u8; 4]).unwrap());
    for seed in 0..4000 {
        *small.entry(select(&dataset, &Query { order: Order::Random { seed }, ..Query::default() })[0]).or_insert(0) +=
            1;
    }
    assert!(small.values().all(|count| (900..1100).contains(count)), "{small:?}");
}

#[test]
fn nan_is_a_label_like_any_other() {
    let dataset = labelled(&encode(&[4], &[f32::NAN, 1.0, f32::INFINITY, f32::NAN]).unwrap());
    let query = Query { labels: Some(vec![one(f64::NAN)]), ..Query::default() };
    assert_eq!(select(&dataset, &query), [0, 3]);
    assert_eq!(select(&dataset, &Query { except: true, ..query }), [1, 2]);
    // In both orders it comes last.
    for (descending, expected) in [(false, [1, 2, 0, 3]), (true, [2, 1, 0, 3])] {
        let query = Query { order: Order::Label, descending, ..Query::default() };
        assert_eq!(select(&dataset, &query), expected);
    }
    // So does a label that stands for none.
    let dataset = labelled(&encode(&[4], &[-1_i8, 7, 2, -1]).unwrap());
    for (descending, expected) in [(false, [2, 1, 0, 3]), (true, [1, 2, 0, 3])] {
        let query = Query { order: Order::Label, descending, unlabelled: Some(Label(-1.0)), ..Query::default() };
        assert_eq!(select(&dataset, &query), expected);
        assert_eq!(select(&dataset, &Query { order: Order::Column(0), descending: true, ..query }), [1, 2, 0, 3]);
    }
}

#[test]
fn a_selection_grows_with_the_labels() {
    let labels: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    for file in [encode(&[300_000], &labels).unwrap(), gzip(&encode(&[300_000], &labels).unwrap())] {
        let mut dataset = Dataset::new();
        dataset.open(Slot::Labels, Some(file.len() as u64), 1 << 30);
        let query = Query { labels: Some(vec![one(255.0)]), ..Query::default() };
        let mut found = 0;
        while let Some(wanted) = dataset.wanted(Slot::Labels) {
            let [start, end] =
                [wanted.start, wanted.end.min(wanted.start + 9_999)].map(|at| usize::try_from(at).unwrap());
            dataset.push(Slot::Labels, wanted.start, &file[start..end]).unwrap();
            let items = select(&dataset, &query);
            let counted = dataset.labels().unwrap().counts().find(|(label, _)| *label == Label(255.0));
            assert_eq!(items.len() as u64, counted.map_or(0, |(_, count)| count));
            assert!(items.len() >= found && items.iter().all(|item| item % 256 == 255));
            found = items.len();
        }
        assert_eq!(found, 300_000 / 256);
    }
}

#[test]
fn items_are_found_wherever_their_labels_are_in_memory() {
    let expected = [5, 1_048_575, 1_048_576, 2_500_000, 2_999_999];
    let mut labels = vec![0_u8; 3_000_000];
    for item in expected {
        labels[item as usize] = 1;
    }
    let mut dataset = labelled(&encode(&[3_000_000], &labels).unwrap());
    let query = Query { labels: Some(vec![one(1.0)]), ..Query::default() };
    assert_eq!(select(&dataset, &query), expected);
    assert!(!dataset.want(&[0, 2_999_999]), "they are all here");
}

#[test]
fn labels_beyond_the_images_select_nothing() {
    let mut dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let images = encode(&[3, 1, 1], &[0_u8; 3]).unwrap();
    dataset.open(Slot::Images, Some(images.len() as u64), 1 << 30);
    dataset.push(Slot::Images, 0, &images).unwrap();
    let query = Query { labels: Some(vec![one(5.0)]), ..Query::default() };
    assert_eq!(select(&dataset, &query), [0, 2]);
    assert_eq!(select(&dataset, &Query { except: true, ..query.clone() }), [1]);
    dataset.close(Slot::Labels);
    assert!(select(&dataset, &query).is_empty());
    // Without labels there is nothing to sort by.
    assert_eq!(select(&dataset, &Query { order: Order::Label, descending: true, ..Query::default() }), [2, 1, 0]);
}

#[test]
fn too_many_items_are_not_listed() {
    let layout = Layout::new(ElementType::U8, vec![u32::try_from(MAX_ITEMS).unwrap() + 1, 0]).unwrap();
    assert!(matches!(labelled(&layout.header().to_bytes()).select(&Query::default()), Err(Error::OutOfMemory { .. })));
}

#[test]
fn the_next_item_with_the_label_is_found_in_the_given_order() {
    let dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let labels = dataset.labels().unwrap();
    assert_eq!(labels.next_with_label(0, [4, 6, 2].into_iter()), Some(1));
    assert_eq!(labels.next_with_label(4, [0, 1, 2, 3].into_iter()), None);
    assert_eq!(labels.next_with_label(99, [99].into_iter()), None);
}

fn queries() -> impl Strategy<Value = Query> {
    let labels = prop::collection::vec((-2..6_i8, 0..3_i8), 0..4).prop_map(|ranges| {
        ranges.into_iter().map(|(start, length)| Label(start.into())..=Label((start + length - 1).into())).collect()
    });
    let items = prop::collection::vec((0..70_u64, 0..20_u64), 0..4)
        .prop_map(|ranges| ranges.into_iter().map(|(start, length)| start..=start + length).collect());
    let columns = prop::collection::vec((0..4_u64, -2..6_i8, 0..5_i8), 0..2).prop_map(|columns| {
        let range = |start: i8, length: i8| Label(start.into())..=Label((start + length).into());
        columns.into_iter().map(|(column, start, length)| (column, vec![range(start, length)])).collect()
    });
    let order = prop_oneof![
        Just(Order::Number),
        Just(Order::Label),
        (0..4_u64).prop_map(Order::Column),
        Just(Order::Mean),
        any::<u32>().prop_map(|seed| Order::Random { seed })
    ];
    let filter = (prop::option::of(labels), any::<bool>(), columns, prop::option::of(items));
    (filter, order, any::<bool>()).prop_map(|((labels, except, columns, items), order, descending)| Query {
        labels,
        except,
        columns,
        items,
        order,
        descending,
        unlabelled: None,
    })
}

proptest! {
    /// A search finds the items that a one-by-one search finds, and agrees with the counts.
    #[test]
    fn items_counts_and_labels_agree(
        rows in prop::collection::vec([-2..6_i8, -2..6_i8, 0..2_i8], 0..60),
        query in queries(),
        step in 1..40_u64,
    ) {
        let file = encode(&[u32::try_from(rows.len()).unwrap(), 3], &rows.concat()).unwrap();
        let mut dataset = labelled(&file);
        // Some rows are one-hot by chance.
        dataset.set_label_source(Some(LabelSource::Column(0)));
        let found = select(&dataset, &query);
        let number = |item: usize, column: u64| Some(Label((*rows[item].get(usize::try_from(column).unwrap())?).into()));
        let admits = |label| query.labels.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.contains(&label)) != query.except);
        let admitted = |item: &usize| {
            let label = Label(rows[*item][0].into());
            admits(label)
                && query.columns.iter().all(|(column, ranges)| number(*item, *column).is_some_and(|number| ranges[0].contains(&number)))
                && query.items.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.contains(&(*item as u64))))
        };
        let expected: Vec<u32> = (0..rows.len()).filter(admitted).map(|item| u32::try_from(item).unwrap()).collect();
        let mut sorted = found.clone();
        sorted.sort_unstable();
        prop_assert_eq!(&sorted, &expected, "each once");

        let key = |item: u32, column| number(item as usize, column).unwrap();
        let numbers: Vec<u32> = found.iter().copied().rev().collect();
        let column = match query.order {
            Order::Label => Some(0),
            Order::Column(column) => Some(column),
            _ => None,
        };
        match (query.order, column.filter(|&column| column < 3), query.descending) {
            (_, Some(column), false) => prop_assert!(found.is_sorted_by_key(|&item| (key(item, column), item))),
            (_, Some(column), true) => prop_assert!(found.is_sorted_by(|&one, &other| (key(other, column), one) <= (key(one, column), other))),
            // See tests/statistics.rs.
            (Order::Random { .. } | Order::Mean, ..) => {}
            (_, None, false) => prop_assert_eq!(&found, &expected),
            (_, None, true) => prop_assert_eq!(&numbers, &expected),
        }
        if query.items.is_none() && query.columns.is_empty() && query.labels.is_some() {
            let counts = dataset.labels().unwrap().counts();
            let counted: u64 = counts.filter(|&(label, _)| admits(label)).map(|(_, count)| count).sum();
            prop_assert_eq!(found.len() as u64, counted);
        }
        // A search finds what `select` finds, whatever the steps in which the labels are read.
        dataset.set_label_source(None);
        prop_assert_eq!(searched(&file, &query, step), select(&dataset, &query));
    }
}

#[test]
fn a_million_descending_ranges_are_merged() {
    // Inserting each range before all others would move some 10^13 bytes.
    let ranges = (0..1_000_000_u64).rev().map(|number| 3 * number..=3 * number + 1).collect();
    let query = Query { items: Some(ranges), ..Query::default() };
    let expected: Vec<u32> = (0..3_000_000).filter(|number| number % 3 != 2).collect();
    assert!(selection::select(&query, 3_000_000, None, &[]).unwrap() == expected);
}

#[test]
fn ranges_that_overlap_are_merged_and_those_side_by_side_are_kept() {
    let select = |ranges: &[RangeInclusive<u64>]| {
        selection::select(&Query { items: Some(ranges.to_vec()), ..Query::default() }, 10, None, &[]).unwrap()
    };
    assert_eq!(select(&[5..=6, 1..=2, 2..=3, RangeInclusive::new(8, 7)]), [1, 2, 3, 5, 6]);
    assert_eq!(select(&[0..=9, 2..=3]), (0..10).collect::<Vec<_>>());
    assert_eq!(select(&[2..=3, 0..=1, 3..=3]), [0, 1, 2, 3]);
}
