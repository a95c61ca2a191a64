//! Labels, their counts, columns, corrections and checksums, and which files belong together.

use idxlens::{
    format::encode::{checksum, encode, gzip},
    wasm::{Candidate, Dataset, LabelSource, owners, pair},
};
use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{get, object, open, request, slot, small, text};

#[wasm_bindgen_test]
fn labels_are_numbers() {
    let mut dataset = Dataset::new();
    let labels = [-0.0, 1.5, f64::NAN, -3.0, 1e21, f64::INFINITY];
    open(&mut dataset, "", "labels", &encode(&[6], &labels).unwrap()).unwrap();
    let page = JsValue::from(dataset.page(&request(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 6, 0, 1)).unwrap());
    let numbers = Array::from(&get(&page, "labels"));
    assert_eq!(numbers.join(" "), "0 1.5 NaN -3 1e+21 Infinity");
    assert!(numbers.iter().all(|number| number.as_f64().is_some()));
    assert_eq!(numbers.get(0).as_f64().map(f64::to_bits), Some(0), "minus zero is zero");
}

#[wasm_bindgen_test]
fn counts_come_in_the_order_of_the_labels() {
    let counts = JsValue::from(small().counts());
    let classes: Vec<(JsValue, JsValue)> = Array::from(&get(&counts, "classes"))
        .iter()
        .map(|class| (get(&class, "label"), get(&class, "count")))
        .collect();
    assert_eq!(classes, [(2.into(), 1.into()), (7.into(), 2.into())]);
    assert_eq!(get(&counts, "more"), 0);

    let mut dataset = Dataset::new();
    let labels: Vec<i32> = (0..300).collect();
    open(&mut dataset, "", "labels", &encode(&[300], &labels).unwrap()).unwrap();
    let counts = JsValue::from(dataset.counts());
    assert_eq!((Array::from(&get(&counts, "classes")).length(), get(&counts, "more")), (256, 44.into()));
}

fn source(value: JsValue) -> LabelSource {
    value.unchecked_into()
}

#[wasm_bindgen_test]
fn the_label_is_the_requested_column() {
    let seen = |dataset: &Dataset| -> (String, JsValue) {
        let page = JsValue::from(dataset.page(&request(&[0.0, 1.0, 9.0], 3, 0, 1)).unwrap());
        let labelling = get(&JsValue::from(dataset.status(slot("labels")).unwrap()), "labelling");
        (Array::from(&get(&page, "labels")).join(" ").into(), get(&labelling, "column"))
    };
    let file = encode(&[2, 3], &[7_u8, 1, 2, 2, 0, 5]).unwrap();
    let mut dataset = Dataset::new();
    open(&mut dataset, "labels", "labels", &file).unwrap();
    assert_eq!(seen(&dataset), ("7 2 ".to_owned(), 0.into()));
    dataset.label(Some(source(1.into()))).unwrap();
    assert_eq!(seen(&dataset), ("1 0 ".to_owned(), 1.into()));
    dataset.label(Some(source("one-hot".into()))).unwrap();
    assert_eq!(seen(&dataset), ("0 2 ".to_owned(), JsValue::from("one-hot")));
    // There are no more than three.
    for column in [None, Some(source(3.into())), Some(source(f64::INFINITY.into()))] {
        dataset.label(column).unwrap();
        assert_eq!(seen(&dataset), ("7 2 ".to_owned(), 0.into()));
    }
    assert_eq!(Array::from(&dataset.row(0.0, 2)).join(" "), "7 1");
    assert_eq!(dataset.row(2.0, 64).length(), 0);
}

#[wasm_bindgen_test]
fn a_correction_gives_the_bytes_of_another_file_and_the_old_labels() {
    let dataset = small();
    let mut correction = dataset.correct(&[0, 2], &[255.0, f64::NAN]).unwrap();
    let output = correction.push(&encode(&[3], &[7_u8, 2, 7]).unwrap()).unwrap();
    correction.finish().unwrap();
    assert_eq!(output.to_vec(), encode(&[3], &[255_u8, 2, 7]).unwrap());
    assert_eq!((correction.old().to_vec(), correction.changed_bytes()), (vec![7.0, 7.0], 1.into()));
    let refused = |items: &[u32], labels: &[f64]| {
        let error = dataset.correct(items, labels).unwrap_err();
        (text(&error, "name"), get(&error, "found"))
    };
    assert_eq!(refused(&[1], &[256.0]), ("Unfit".into(), 1.into()));
    assert_eq!(refused(&[3], &[0.0]), ("NoLabel".into(), 3.into()));
    assert_eq!(dataset.unfit(&[0.0, 255.0, 256.0, 0.5]), Some(2));
    assert_eq!(dataset.unfit(&[0.0]), None);
}

#[wasm_bindgen_test]
fn a_checksum_is_eight_digits() {
    let labels = encode(&[3], &[7_u8, 2, 7]).unwrap();
    let expected = format!("{:08x}", checksum(&labels));
    for (file, part) in [(gzip(&labels), 8), (labels.clone(), labels.len())] {
        let mut dataset = Dataset::new();
        open(&mut dataset, "labels", "labels", &file).unwrap();
        let range = JsValue::from(dataset.checksum_range(slot("labels")).unwrap());
        let start = file.len() - part;
        assert_eq!((get(&range, "offset"), get(&range, "length")), (start.into(), part.into()));
        let checksum = JsValue::from(dataset.checksum(slot("labels"), &file[start..]).unwrap());
        assert_eq!((text(&checksum, "text"), text(&checksum, "set")), (expected.clone(), String::new()));
    }
    let dataset = Dataset::new();
    assert!(JsValue::from(dataset.checksum_range(slot("labels")).unwrap()).is_undefined());
    assert!(JsValue::from(dataset.checksum(slot("labels"), &[]).unwrap()).is_undefined());
}

#[wasm_bindgen_test]
fn class_names_have_owners() {
    let files = || ["a/train-labels", "a/emnist-letters-test-labels", "b/labels"].map(String::from).to_vec();
    assert_eq!(owners("emnist-letters-mapping.txt", files()), [1]);
    assert_eq!(owners("a/classes.txt", files()), [0, 1]);
    assert!(owners("classes.txt", files()).is_empty());
}

#[wasm_bindgen_test]
fn pairs_are_indices() {
    let file = |name: &str, role: &str, items: f64| -> Candidate {
        object(&[("name", name.into()), ("role", role.into()), ("items", items.into())]).unchecked_into()
    };
    let pairs = JsValue::from(
        pair(vec![
            file("t10k-labels-idx1-ubyte", "labels", 10_000.0),
            file("train-labels-idx1-ubyte", "labels", 60_000.0),
            file("t10k-images-idx3-ubyte", "images", 10_000.0),
        ])
        .unwrap(),
    );
    let pairs = Array::from(&pairs);
    assert_eq!(pairs.length(), 2);
    assert_eq!(text(&pairs.get(0), "name"), "t10k");
    assert_eq!((get(&pairs.get(0), "images"), get(&pairs.get(0), "labels")), (2.into(), 0.into()));
    assert_eq!((get(&pairs.get(1), "images"), get(&pairs.get(1), "labels")), (JsValue::NULL, 1.into()));
}
