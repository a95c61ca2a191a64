//! Corrected copies of labels files.
#![cfg(not(target_arch = "wasm32"))]

mod skip;

use std::{fs, path::Path};

use idxlens::{
    dataset::{
        correction::{Change, Correction, CorrectionError},
        labels::{Label, LabelSource, Labels},
    },
    error::{Error, GzipFault},
    format::{
        encode::{encode, gzip},
        layout::Layout,
    },
};
use proptest::{
    collection::{btree_map, vec},
    prelude::*,
};

fn labels(file: &[u8]) -> Labels {
    let mut labels = Labels::new(Some(file.len() as u64), 1 << 30);
    labels.push(0, file).unwrap();
    labels
}

fn changes(changes: &[(u32, f64)]) -> Vec<Change> {
    changes.iter().map(|&(item, label)| Change { item, label: Some(label) }).collect()
}

/// The corrected file, unpacked, the old labels, and the number of changed bytes; fed `piece` bytes at a time.
fn corrected(
    file: &[u8],
    labels: &Labels,
    changes: Vec<Change>,
    piece: usize,
) -> Result<(Vec<u8>, Vec<f64>, u64), CorrectionError> {
    let mut correction = Correction::new(labels, changes)?;
    let mut output = Vec::new();
    for bytes in file.chunks(piece) {
        correction.push(bytes)?;
        output.extend(correction.take_output());
    }
    correction.finish()?;
    Ok((output, correction.old().to_vec(), correction.changed_bytes()))
}

/// Checks that a plain file and its .gz become `expected`, however they are cut.
#[track_caller]
fn check(file: &[u8], edits: &[(u32, f64)], expected: &[u8], old: &[f64], bytes: u64) {
    for packed in [file.to_vec(), gzip(file), gzip(&gzip(file))] {
        for piece in [1, 7, packed.len()] {
            let found = corrected(&packed, &labels(&packed), changes(edits), piece);
            assert_eq!(found, Ok((expected.to_vec(), old.to_vec(), bytes)), "in pieces of {piece}");
        }
    }
    // So are the elements of items, without the file around them.
    let [mut elements, of_expected] = [file, expected].map(|file| elements(&labels(file)));
    let edits = edits.iter().map(|&(item, label)| (item as usize, label));
    assert_eq!((labels(file).relabel(&mut elements, edits), elements), (Ok(()), of_expected));
}

/// The elements of all items, big-endian.
fn elements(labels: &Labels) -> Vec<u8> {
    labels.store().bytes_of(0..labels.store().items(), false).unwrap()
}

#[test]
fn labels_of_every_type_are_replaced() {
    check(
        &encode(&[4], &[7_u8, 2, 1, 0]).unwrap(),
        &[(0, 255.0), (3, 9.0)],
        &encode(&[4], &[255_u8, 2, 1, 9]).unwrap(),
        &[7.0, 0.0],
        2,
    );
    check(&encode(&[2], &[7_i8, 2]).unwrap(), &[(1, -128.0)], &encode(&[2], &[7_i8, -128]).unwrap(), &[2.0], 1);
    check(&encode(&[2], &[7_i16, 2]).unwrap(), &[(1, 258.0)], &encode(&[2], &[7_i16, 258]).unwrap(), &[2.0], 1);
    check(&encode(&[2], &[7, 2]).unwrap(), &[(0, -1.0)], &encode(&[2], &[-1, 2]).unwrap(), &[7.0], 4);
    check(&encode(&[2], &[7.0_f32, 2.0]).unwrap(), &[(0, 0.5)], &encode(&[2], &[0.5_f32, 2.0]).unwrap(), &[7.0], 2);
    check(&encode(&[2], &[7.0_f64, 2.0]).unwrap(), &[(0, 0.1)], &encode(&[2], &[0.1_f64, 2.0]).unwrap(), &[7.0], 8);
}

#[test]
fn other_columns_and_bytes_after_the_items_stay() {
    let columns: Vec<i32> = (0..24).collect();
    let mut expected = columns.clone();
    expected[16] = 3;
    let [mut file, mut expected] = [columns, expected].map(|columns| encode(&[3, 8], &columns).unwrap());
    file.extend([1, 2, 3]);
    expected.extend([1, 2, 3]);
    check(&file, &[(2, 3.0)], &expected, &[16.0], 1);
}

#[test]
fn a_chosen_column_is_the_one_that_changes() {
    let file = encode(&[2, 3], &[1_u8, 2, 3, 4, 5, 6]).unwrap();
    let mut labels = labels(&file);
    labels.set_source(Some(LabelSource::Column(2)));
    let expected = encode(&[2, 3], &[1_u8, 2, 3, 4, 5, 9]).unwrap();
    assert_eq!(corrected(&file, &labels, changes(&[(1, 9.0)]), 5), Ok((expected, vec![6.0], 1)));
    let mut elements = elements(&labels);
    assert_eq!((labels.relabel(&mut elements, [(1, 9.0)]), elements), (Ok(()), vec![1, 2, 3, 4, 5, 9]));
}

#[test]
fn one_hot_rows_stay_one_hot() {
    let rows = |classes: &[usize]| {
        let rows = classes.iter().flat_map(|&class| (0..4).map(move |at| if at == class { 1.0_f32 } else { 0.0 }));
        encode(&[3, 4], &rows.collect::<Vec<_>>()).unwrap()
    };
    check(&rows(&[1, 3, 0]), &[(1, 0.0), (2, 2.0)], &rows(&[1, 0, 2]), &[3.0, 0.0], 8);
}

#[test]
fn elements_keep_their_byte_order_and_place() {
    let mut file = encode(&[3], &[1_i16, 2, 3]).unwrap();
    file.truncate(8);
    file.extend([0xEE, 1, 0, 2, 0, 3, 0]);
    let mut labels = labels(&file);
    labels.read_as(Some("i16le,3,9".parse::<Layout>().unwrap()));
    labels.push(0, &file).unwrap();
    let mut expected = file.clone();
    expected[13..].copy_from_slice(&[4, 1]);
    assert_eq!(corrected(&file, &labels, changes(&[(2, 260.0)]), 4), Ok((expected, vec![3.0], 2)));
    // Elements for an export are big-endian, at any place; others stay.
    let mut elements = vec![0, 3, 0, 1];
    assert_eq!(labels.relabel(&mut elements, [(0, 260.0), (2, 5.0), (1, 1e9)]), Err(1));
    assert_eq!(elements, [1, 4, 0, 1]);
}

#[test]
fn a_label_can_be_read_without_a_change() {
    let file = encode(&[3], &[5_u8, 6, 7]).unwrap();
    let wanted = vec![Change { item: 1, label: None }, Change { item: 2, label: Some(7.0) }];
    assert_eq!(corrected(&file, &labels(&file), wanted, 3), Ok((file.clone(), vec![6.0, 7.0], 0)));
    assert_eq!(corrected(&file, &labels(&file), Vec::new(), 3), Ok((file.clone(), Vec::new(), 0)));
}

#[test]
fn labels_that_do_not_fit_are_refused() {
    #[track_caller]
    fn check(file: &[u8], label: f64) {
        let labels = labels(file);
        assert!(!labels.can_hold(label) && labels.can_hold(1.0));
        let refused = Correction::new(&labels, changes(&[(0, 1.0), (1, label)])).unwrap_err();
        assert_eq!(refused, CorrectionError::Unfit { item: 1 });
        assert_eq!(refused.to_string(), "the file cannot hold the new label of item 1");
    }
    check(&encode(&[2], &[0_u8, 0]).unwrap(), 256.0);
    check(&encode(&[2], &[0_u8, 0]).unwrap(), -1.0);
    check(&encode(&[2], &[0_i16, 0]).unwrap(), 0.5);
    check(&encode(&[2], &[0.0_f32, 0.0]).unwrap(), 1e300);
    // A one-hot row has as many classes as columns.
    let one_hot = encode(&[2, 3], &[0_u8, 1, 0, 1, 0, 0]).unwrap();
    check(&one_hot, 3.0);
    check(&one_hot, -1.0);
    check(&one_hot, 0.5);
}

#[test]
fn items_that_do_not_exist_are_refused() {
    let file = encode(&[2], &[5_u8, 6]).unwrap();
    let refused = |labels: &Labels, item| Correction::new(labels, changes(&[(item, 1.0)])).unwrap_err();
    assert_eq!(refused(&labels(&file), 2), CorrectionError::NoItem { item: 2 });
    assert_eq!(refused(&labels(&file[..9]), 1), CorrectionError::NoItem { item: 1 });
    assert_eq!(refused(&labels(&encode::<u8>(&[2, 0], &[]).unwrap()), 0), CorrectionError::NoItem { item: 0 });
    // The file has become shorter since it was read.
    let shorter = corrected(&file[..9], &labels(&file), changes(&[(1, 1.0)]), 4);
    assert_eq!(shorter, Err(CorrectionError::NoItem { item: 1 }));
}

#[test]
fn a_damaged_file_is_not_copied() {
    let file = gzip(&encode(&[4000], &[7_u8; 4000]).unwrap());
    let edits = || changes(&[(0, 1.0)]);
    let truncated = &file[..file.len() - 1];
    let fault = GzipFault::Truncated { offset: truncated.len() as u64 };
    assert_eq!(
        corrected(truncated, &labels(&file), edits(), 100),
        Err(CorrectionError::File(Error::Gzip { layer: 1, fault }))
    );
    let mut changed = file.clone();
    let checksum = file.len() - 8;
    changed[checksum] ^= 1;
    let refused = corrected(&changed, &labels(&file), edits(), 100);
    assert!(matches!(refused, Err(CorrectionError::File(Error::Gzip { fault: GzipFault::Checksum { .. }, .. }))));
    // Bytes after the gzip data are no part of it.
    let trailing = [&file[..], b"x"].concat();
    assert!(corrected(&trailing, &labels(&trailing), edits(), 100).is_ok());
}

#[test]
fn qmnist_keeps_its_other_columns() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/qmnist/qmnist-test-labels-idx2-int.gz");
    let Ok(file) = fs::read(&path) else { return skip::report(format_args!("there is no {}", path.display())) };
    let before = labels(&file);
    let edits = [(0_u32, 3.0), (59_999, 4.0)];
    let (output, old, bytes) = corrected(&file, &before, changes(&edits), 64 << 10).unwrap();
    let packed = gzip(&output);
    let after = labels(&packed);
    assert_eq!((after.store().layout(), after.columns()), (before.store().layout(), 8));
    assert_eq!(old, [0, 59_999].map(|item| before.label(item).unwrap().0));
    assert_eq!(bytes, old.iter().zip(edits).filter(|&(&old, (_, new))| Label(old) != Label(new)).count() as u64);
    for item in 0..60_000 {
        let [was, is] = [&before, &after].map(|labels| labels.store().item(item).unwrap());
        let edit = edits.iter().find(|edit| u64::from(edit.0) == item);
        assert_eq!(is[4..], was[4..], "columns 1 to 7 of item {item}");
        assert_eq!(after.label(item), edit.map_or(before.label(item), |edit| Some(Label(edit.1))));
    }
}

proptest! {
    #[test]
    fn the_reader_finds_the_new_labels_and_the_old_ones(
        elements in vec(any::<i16>(), 1..60),
        edits in btree_map(0..60_u32, any::<i16>(), 0..20),
        piece in 1..40_usize,
        is_packed: bool,
    ) {
        let plain = encode(&[u32::try_from(elements.len()).unwrap()], &elements).unwrap();
        let file = if is_packed { gzip(&plain) } else { plain };
        let edits: Vec<_> = edits.into_iter().filter(|&(item, _)| (item as usize) < elements.len()).collect();
        let mut expected = elements.clone();
        for &(item, label) in &edits {
            expected[item as usize] = label;
        }
        let edits: Vec<_> = edits.into_iter().map(|(item, label)| (item, f64::from(label))).collect();
        let (output, old, _) = corrected(&file, &labels(&file), changes(&edits), piece).unwrap();
        prop_assert_eq!(&output, &encode(&[u32::try_from(elements.len()).unwrap()], &expected).unwrap());
        prop_assert_eq!(old, edits.iter().map(|edit| f64::from(elements[edit.0 as usize])).collect::<Vec<_>>());
    }
}
