//! Real files: MNIST, QMNIST and notMNIST as downloaded, where they are available.
#![cfg(not(target_arch = "wasm32"))]

mod skip;

use std::{fs, path::Path};

use flate2::Crc;
use idxlens::{
    dataset::{
        Slot,
        labels::{Label, Labels},
        pairing,
        store::Store,
    },
    format::{
        element::ElementType,
        encode::{encode, gzip},
        layout::Layout,
    },
};

/// The bytes of a published file; `None` where the file is missing, and the test is reported as skipped.
fn real(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let file = fs::read(&path).ok();
    if file.is_none() {
        skip::report(format_args!("there is no {}", path.display()));
    }
    file
}

/// Reads a file as the page does.
fn read(file: &[u8], mut push: impl FnMut(&[u8])) {
    for piece in file.chunks(64 << 10) {
        push(piece);
    }
}

fn store(file: &[u8]) -> Store {
    let mut store = Store::new(Some(file.len() as u64), u64::MAX);
    read(file, |piece| store.push(store.read(), piece).unwrap());
    check_whole(&store);
    store
}

fn labels(file: &[u8]) -> Labels {
    let mut labels = Labels::new(Some(file.len() as u64), u64::MAX);
    read(file, |piece| labels.push(labels.store().read(), piece).unwrap());
    check_whole(labels.store());
    labels
}

fn check_whole(store: &Store) {
    assert_eq!((store.is_done(), store.warnings(), store.layers()), (true, &[][..], 1));
    assert_eq!(Some(store.items()), store.layout().map(Layout::items));
}

/// The checksum of all elements, to compare with what other programs unpack.
fn crc(store: &Store) -> u32 {
    let mut crc = Crc::new();
    for item in 0..store.items() {
        crc.update(store.item(item).unwrap());
    }
    crc.sum()
}

fn first(labels: &Labels, count: u64) -> Vec<f64> {
    (0..count).filter_map(|item| labels.label(item)).map(|Label(value)| value).collect()
}

fn counts(labels: &Labels) -> Vec<u64> {
    assert!(labels.counts().map(|(label, _)| label).eq((0..10).map(|class| Label(class.into()))));
    labels.counts().map(|(_, count)| count).collect()
}

#[test]
fn mnist() {
    if let Some(file) = real("mnist/t10k-images-idx3-ubyte.gz") {
        let store = store(&file);
        let layout = store.layout().unwrap();
        assert_eq!((layout.element_type(), layout.shape()), (ElementType::U8, &[10_000, 28, 28][..]));
        assert_eq!(pairing::slot("t10k-images-idx3-ubyte.gz", layout), Slot::Images);
        assert_eq!(crc(&store), 0xE4CA_5F57);
        // The array is written to the same bytes, and read again.
        let elements: Vec<u8> = (0..store.items()).flat_map(|item| store.item(item).unwrap()).copied().collect();
        let again = self::store(&gzip(&encode(layout.shape(), &elements).unwrap()));
        assert_eq!((again.layout(), crc(&again)), (Some(layout), crc(&store)));
    }
    if let Some(file) = real("mnist/t10k-labels-idx1-ubyte.gz") {
        let labels = labels(&file);
        assert_eq!(first(&labels, 10), [7.0, 2.0, 1.0, 0.0, 4.0, 1.0, 4.0, 9.0, 5.0, 9.0]);
        assert_eq!(counts(&labels), [980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009]);
        assert_eq!((labels.label(9999), labels.label(10_000)), (Some(Label(6.0)), None));
        assert_eq!(crc(labels.store()), 0xEE86_04D9);
    }
    if let Some(file) = real("mnist/train-labels-idx1-ubyte.gz") {
        let labels = labels(&file);
        assert_eq!(first(&labels, 10), [5.0, 0.0, 4.0, 1.0, 9.0, 2.0, 1.0, 3.0, 1.0, 4.0]);
        assert_eq!(counts(&labels), [5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949]);
        assert_eq!(crc(labels.store()), 0xBA07_E8EF);
    }
}

#[test]
fn qmnist() {
    let Some(file) = real("qmnist/qmnist-test-labels-idx2-int.gz") else { return };
    let labels = labels(&file);
    let store = labels.store();
    let layout = store.layout().unwrap();
    assert_eq!((layout.element_type(), layout.shape()), (ElementType::I32, &[60_000, 8][..]));
    assert_eq!(pairing::slot("qmnist-test-labels-idx2-int.gz", layout), Slot::Labels);
    assert_eq!(store.values(0, 0..1, 0..8), [7.0, 4.0, 2578.0, 69.0, 37.0, 279_260.0, 0.0, 0.0]);
    assert_eq!(first(&labels, 10), [7.0, 2.0, 1.0, 0.0, 4.0, 1.0, 4.0, 9.0, 5.0, 9.0]);
    assert_eq!(counts(&labels).iter().sum::<u64>(), 60_000);
    assert_eq!(crc(store), 0x4922_ECD3);
}

#[test]
fn not_mnist() {
    if let Some(file) = real("notmnist/t10k-images-idx3-ubyte.gz") {
        let store = store(&file);
        assert_eq!(store.layout().unwrap().shape(), [10_000, 28, 28]);
        assert_eq!(crc(&store), 0x3157_2956);
    }
    if let Some(file) = real("notmnist/t10k-labels-idx1-ubyte.gz") {
        assert_eq!(counts(&labels(&file)), [1000; 10]);
    }
}
