//! Splits: the shares of each class, equal items, and seeds.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;

use idxlens::dataset::split::Split;
use proptest::{collection::vec, prelude::*};

/// The part of each item; items of one byte come some at a time.
fn split(shares: &[u32], seed: u32, items: &[u8], labels: &[f64], batch: usize) -> Vec<u8> {
    let mut split = Split::new(shares.to_vec(), seed).unwrap();
    for (items, labels) in items.chunks(batch).zip(labels.chunks(batch)) {
        split.push(items, labels).unwrap();
    }
    split.finish()
}

/// Without elements, no items are equal.
fn split_by_labels(shares: &[u32], seed: u32, labels: &[f64]) -> Vec<u8> {
    let mut split = Split::new(shares.to_vec(), seed).unwrap();
    split.push(&[], labels).unwrap();
    split.finish()
}

fn count(parts: &[u8], shares: &[u32]) -> Vec<usize> {
    (0..shares.len()).map(|part| parts.iter().filter(|&&of| usize::from(of) == part).count()).collect()
}

proptest! {
    #[test]
    fn each_class_has_the_shares_and_so_have_all(
        labels in vec(prop_oneof![Just(f64::NAN), (0..5_u8).prop_map(f64::from)], 0..300),
        shares in vec(0..10_u32, 1..4).prop_filter("a share", |shares| shares.iter().any(|&share| share > 0)),
        seed in any::<u32>(),
    ) {
        let parts = split_by_labels(&shares, seed, &labels);
        prop_assert_eq!(&parts, &split_by_labels(&shares, seed, &labels));
        let sum = shares.iter().sum::<u32>() as usize;
        let mut classes: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (label, &part) in labels.iter().zip(&parts) {
            classes.entry(label.to_bits()).or_default().push(part);
        }
        for class in classes.values() {
            for (found, &share) in count(class, &shares).into_iter().zip(&shares) {
                let exact = class.len() * share as usize;
                prop_assert!((exact / sum..=exact.div_ceil(sum)).contains(&found), "{found}, {exact} / {sum}");
            }
        }
        for (found, &share) in count(&parts, &shares).into_iter().zip(&shares) {
            let exact = labels.len() * share as usize;
            prop_assert!((found * sum).abs_diff(exact) < 2 * sum, "{found}, {exact} / {sum}");
        }
    }

    #[test]
    fn equal_items_are_in_one_part(
        (items, labels) in vec((any::<u8>(), 0..3_u8), 1..200).prop_map(|all| {
            all.into_iter().map(|(item, label)| (item, f64::from(label))).unzip::<u8, f64, Vec<_>, Vec<_>>()
        }),
        seed in any::<u32>(),
        batch in 1..50_usize,
    ) {
        let shares = [8, 1, 1];
        let parts = split(&shares, seed, &items, &labels, batch);
        prop_assert_eq!(&parts, &split(&shares, seed, &items, &labels, 200));
        let mut of: BTreeMap<u8, u8> = BTreeMap::new();
        for (item, &part) in items.iter().zip(&parts) {
            prop_assert_eq!(*of.entry(*item).or_insert(part), part);
        }
    }
}

#[test]
fn equal_items_leave_the_shares_exact_where_there_is_room() {
    // Twenty pairs and sixty other items.
    let items: Vec<u8> = (0..20).flat_map(|item| [item; 2]).chain(20..80).collect();
    for seed in 0..20 {
        let parts = split(&[80, 10, 10], seed, &items, &[1.0; 100], 100);
        assert_eq!(count(&parts, &[80, 10, 10]), [80, 10, 10]);
        // They are not all in the largest part.
        let pairs = |part| parts[..40].iter().copied().filter(|of| *of == part).count();
        assert!(pairs(1) > 0 && pairs(2) > 0, "{parts:?}");
    }
    // More equal items than a part has room for are in the one with the most.
    let parts = split(&[80, 20], 1, &[&[0; 90][..], &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]].concat(), &[1.0; 100], 100);
    assert_eq!(count(&parts, &[80, 20]), [90, 10]);
    assert!(parts[..90].iter().all(|&part| part == 0));
}

#[test]
fn small_classes_fill_small_parts_together() {
    let labels: Vec<f64> = (0..500_u16).map(|item| f64::from(item / 5)).collect();
    let parts = split_by_labels(&[80, 10, 10], 0, &labels);
    assert_eq!(count(&parts, &[80, 10, 10]), [400, 50, 50]);
}

#[test]
fn another_seed_is_another_split() {
    let labels = [0.0; 100];
    let [first, second] = [0, 1].map(|seed| split_by_labels(&[50, 50], seed, &labels));
    assert_ne!(first, second);
    // The same on every machine, and in every version: published splits depend on it.
    assert_eq!(&split_by_labels(&[80, 10, 10], 42, &labels)[..10], [0, 0, 0, 0, 0, 0, 1, 1, 0, 0]);
    let items: Vec<u8> = (0..100).collect();
    assert_eq!(split(&[80, 10, 10], 42, &items, &labels, 7), split_by_labels(&[80, 10, 10], 42, &labels));
}

#[test]
fn what_is_no_split_is_refused() {
    assert!(Split::new(Vec::new(), 0).is_none());
    assert!(Split::new(vec![0, 0], 0).is_none());
    let mut split = Split::new(vec![1], 0).unwrap();
    assert!(split.push(&[1, 2, 3], &[0.0, 1.0]).is_err());
    assert!(split.push(&[1], &[]).is_err());
    split.push(&[], &[]).unwrap();
    assert!(split.finish().is_empty());
}
