//! Which items are found, and in which order.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use idxlens::{
    dataset::{
        Dataset, Slot,
        labels::Label,
        selection::{MAX_ITEMS, Order, Query},
    },
    error::Error,
    format::{
        encode::{encode, gzip},
        header::{ElementType, Header},
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

#[test]
fn chance_is_the_same_for_the_same_seed() {
    let dataset = labelled(&Header::new(ElementType::U8, vec![1000, 0]).unwrap().to_bytes());
    let shuffled = |seed| select(&dataset, &Query { order: Order::Random { seed }, ..Query::default() });
    // A link says the seed, so what it leads to must never change.
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
    let query = Query { order: Order::Label, descending: true, ..Query::default() };
    assert_eq!(select(&dataset, &query), [0, 3, 2, 1]);
}

#[test]
fn what_is_selected_grows_with_the_labels() {
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
fn labels_beyond_the_images_select_nothing() {
    let mut dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let images = encode(&[3, 1, 1], &[0_u8; 3]).unwrap();
    dataset.open(Slot::Images, Some(images.len() as u64), 1 << 30);
    dataset.push(Slot::Images, 0, &images).unwrap();
    let query = Query { labels: Some(vec![one(5.0)]), ..Query::default() };
    assert_eq!(select(&dataset, &query), [0, 2]);
    assert_eq!(select(&dataset, &Query { except: true, ..query.clone() }), [1]);
    dataset.close(Slot::Labels);
    assert_eq!(select(&dataset, &query), []);
    // Without labels there is nothing to sort by.
    assert_eq!(select(&dataset, &Query { order: Order::Label, descending: true, ..Query::default() }), [2, 1, 0]);
}

#[test]
fn too_many_items_are_not_listed() {
    let header = Header::new(ElementType::U8, vec![u32::try_from(MAX_ITEMS).unwrap() + 1, 0]).unwrap();
    assert!(matches!(labelled(&header.to_bytes()).select(&Query::default()), Err(Error::OutOfMemory { .. })));
}

#[test]
fn the_nearest_item_alike_is_found_in_the_order_given() {
    let dataset = labelled(&encode(&[8], &LABELS).unwrap());
    let labels = dataset.labels().unwrap();
    assert_eq!(labels.alike(0, [4, 6, 2].into_iter()), Some(1));
    assert_eq!(labels.alike(4, [0, 1, 2, 3].into_iter()), None);
    assert_eq!(labels.alike(99, [99].into_iter()), None);
}

fn queries() -> impl Strategy<Value = Query> {
    let labels = prop::collection::vec((-2..6_i8, 0..3_i8), 0..4).prop_map(|ranges| {
        ranges.into_iter().map(|(start, length)| Label(start.into())..=Label((start + length - 1).into())).collect()
    });
    let items = prop::collection::vec((0..70_u64, 0..20_u64), 0..4)
        .prop_map(|ranges| ranges.into_iter().map(|(start, length)| start..=start + length).collect());
    let order = prop_oneof![
        Just(Order::Number),
        Just(Order::Label),
        Just(Order::Ink),
        any::<u32>().prop_map(|seed| Order::Random { seed })
    ];
    let filter = (prop::option::of(labels), any::<bool>(), prop::option::of(items));
    (filter, order, any::<bool>()).prop_map(|((labels, except, items), order, descending)| Query {
        labels,
        except,
        items,
        order,
        descending,
    })
}

proptest! {
    /// What is found is what a person would pick by hand, and agrees with the counts.
    #[test]
    fn items_counts_and_labels_agree(labels in prop::collection::vec(-2..6_i8, 0..60), query in queries()) {
        let dataset = labelled(&encode(&[u32::try_from(labels.len()).unwrap()], &labels).unwrap());
        let found = select(&dataset, &query);
        let admitted = |item: usize| {
            let label = Label(labels[item].into());
            let called = query.labels.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.contains(&label)) != query.except);
            called && query.items.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.contains(&(item as u64))))
        };
        let expected: Vec<u32> = (0..labels.len()).filter(|&item| admitted(item)).map(|item| u32::try_from(item).unwrap()).collect();
        let mut sorted = found.clone();
        sorted.sort_unstable();
        prop_assert_eq!(&sorted, &expected, "each once");

        let label = |item: u32| dataset.labels().unwrap().label(item.into()).unwrap();
        let numbers: Vec<u32> = found.iter().copied().rev().collect();
        match (query.order, query.descending) {
            (Order::Number, false) => prop_assert_eq!(&found, &expected),
            (Order::Number, true) => prop_assert_eq!(&numbers, &expected),
            (Order::Label, false) => prop_assert!(found.is_sorted_by_key(|&item| (label(item), item))),
            (Order::Label, true) => prop_assert!(found.is_sorted_by(|&one, &other| (label(other), one) <= (label(one), other))),
            // See tests/statistics.rs.
            (Order::Random { .. } | Order::Ink, _) => {}
        }
        if query.items.is_none() && query.labels.is_some() {
            let counts = dataset.labels().unwrap().counts();
            let admits = |label| query.labels.as_ref().is_none_or(|ranges| ranges.iter().any(|range| range.contains(&label)) != query.except);
            let counted: u64 = counts.filter(|&(label, _)| admits(label)).map(|(_, count)| count).sum();
            prop_assert_eq!(found.len() as u64, counted);
        }
    }
}
