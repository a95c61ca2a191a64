//! The binary files of CIFAR become images and labels, and files of other kinds do not.
#![cfg(not(target_arch = "wasm32"))]

use idxlens::{
    error::Error,
    format::{
        cifar::{Cifar, Variant},
        encode::encode,
    },
};

fn record(labels: &[u8], item: usize) -> Vec<u8> {
    let pixel = |at: usize| u8::try_from((at / 1024 * 80 + at % 32 + item) % 256).unwrap();
    [labels, &(0..3072).map(pixel).collect::<Vec<_>>()].concat()
}

fn convert(file: &[u8]) -> Result<([Vec<u8>; 2], Option<Variant>), Error> {
    let (mut cifar, mut output) = (Cifar::new(file.len() as u64), [vec![], vec![]]);
    while let Some(wanted) = cifar.wanted() {
        cifar.push(&file[usize::try_from(wanted.start).unwrap()..usize::try_from(wanted.end).unwrap()])?;
        for (all, elements) in output.iter_mut().zip(cifar.take_output()) {
            all.extend(elements);
        }
    }
    let headers = cifar.headers().map(|header| header.unwrap().to_bytes());
    let [images, labels] = output;
    let [image_header, label_header] = headers;
    Ok(([[image_header, images].concat(), [label_header, labels].concat()], cifar.variant()))
}

#[test]
fn records_come_apart_as_images_and_labels() {
    let count = 1000;
    let labels: Vec<u8> = (0..10).cycle().take(count).collect();
    let file: Vec<u8> = labels.iter().enumerate().flat_map(|(item, &label)| record(&[label], item)).collect();
    let pixels: Vec<u8> = (0..count).flat_map(|item| record(&[], item)).collect();
    let expected = [encode(&[1000, 3, 32, 32], &pixels).unwrap(), encode(&[1000], &labels).unwrap()];
    assert!(convert(&file) == Ok((expected, Some(Variant::Cifar10))));
}

#[test]
fn the_fine_label_of_cifar_100_comes_first() {
    let count = 500_usize;
    let classes: Vec<u8> = (0..100).cycle().take(count).collect();
    let file: Vec<u8> = classes.iter().enumerate().flat_map(|(item, &fine)| record(&[fine / 5, fine], item)).collect();
    let pixels: Vec<u8> = (0..count).flat_map(|item| record(&[], item)).collect();
    let labels: Vec<u8> = classes.iter().flat_map(|&fine| [fine, fine / 5]).collect();
    let expected = [encode(&[500, 3, 32, 32], &pixels).unwrap(), encode(&[500, 2], &labels).unwrap()];
    assert!(convert(&file) == Ok((expected, Some(Variant::Cifar100))));
}

#[test]
fn files_of_other_kinds_are_refused() {
    let records: Vec<u8> = (0..8).flat_map(|item| record(&[item], item.into())).collect();
    let is_refused = |file: &[u8]| matches!(convert(file), Err(Error::BadMagic { .. }));
    assert!(!is_refused(&records));
    assert!(is_refused(&records[1..]));
    assert!(is_refused(&[&records[..], &[0]].concat()));
    assert!(is_refused(&records[..3 * 3073]), "too few to tell");
    assert!(is_refused(&vec![0; 8 * 3073]), "all labels are the same");
    assert!(is_refused(&[&records[..], &record(&[10], 0)].concat()), "no label of CIFAR-10");
    let wrong: Vec<u8> = (0..2000_usize).flat_map(|item| record(&[if item < 1999 { 3 } else { 99 }], item)).collect();
    assert!(is_refused(&wrong), "wrong at the end");
    // An IDX file of that size, with small values where labels would be.
    let idx = encode(&[1, 8 * 3073 - 12], &vec![1_u8; 8 * 3073 - 12]).unwrap();
    assert_eq!(idx.len(), 8 * 3073);
    assert!(is_refused(&idx));
}
