//! The boundary, in a browser: what crosses it, in which shape, and that nothing is left behind.
#![cfg(target_arch = "wasm32")]

#[cfg(feature = "insight-wasm")]
mod check;
mod conversions;
mod declarations;
#[path = "../parquet/writer.rs"]
#[allow(dead_code, reason = "only whole files are needed")]
mod parquet_writer;
mod script;
mod types;

use idxlens::{
    format::encode::{checksum, encode, gzip},
    wasm::{Candidate, Dataset, LabelSource, PageRequest, Slot, owners, pair},
};
use js_sys::{Array, Error, Float64Array, Function, Object, Reflect, Uint8Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::ImageData;

wasm_bindgen_test_configure!(run_in_browser);

fn slot(name: &str) -> Slot {
    Slot::from_js_value(&name.into()).unwrap()
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

fn text(object: &JsValue, key: &str) -> String {
    get(object, key).as_string().unwrap()
}

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        Reflect::set(&object, &(*key).into(), value).unwrap();
    }
    object.into()
}

/// Bytes of items that may stay in memory: more than any file here has.
const BUDGET: f64 = 1e9;

/// Reads a file into a slot as the worker does.
fn open(dataset: &mut Dataset, name: &str, into: &str, file: &[u8]) -> Result<(), JsValue> {
    let file = Uint8Array::from(file);
    let subarray: Function = get(&file, "subarray").unchecked_into();
    dataset.open(slot(into), name.to_owned(), Some(file.length().into()), BUDGET).unwrap();
    loop {
        let wanted = JsValue::from(dataset.wanted(slot(into)).unwrap());
        if wanted.is_undefined() {
            return Ok(());
        }
        let (offset, length) = (get(&wanted, "offset"), get(&wanted, "length"));
        let bytes = subarray.call2(&file, &offset, &(&offset + &length))?;
        let bytes = bytes.unchecked_into::<Uint8Array>().to_vec();
        dataset.push(slot(into), offset.as_f64().unwrap(), &bytes)?;
    }
}

fn request(items: &[f64], columns: u32, gap: u32, shrink: u32) -> PageRequest {
    object(&[
        ("items", Float64Array::from(items).into()),
        ("columns", columns.into()),
        ("gapX", gap.into()),
        ("gapY", gap.into()),
        ("shrink", shrink.into()),
        ("background", 0xFF_FFFF.into()),
        ("foreground", 0x00_0000.into()),
    ])
    .unchecked_into()
}

/// Three images of 2 x 3 pixels, and their labels.
fn small() -> Dataset {
    let pixels: Vec<u8> = (0..18).collect();
    let mut dataset = Dataset::new();
    open(&mut dataset, "images", "images", &gzip(&encode(&[3, 2, 3], &pixels).unwrap())).unwrap();
    open(&mut dataset, "labels", "labels", &encode(&[3], &[7_u8, 2, 7]).unwrap()).unwrap();
    dataset
}

#[wasm_bindgen_test]
fn status_is_a_plain_object() {
    let dataset = small();
    let status = JsValue::from(dataset.status(slot("images")).unwrap());
    assert_eq!(text(&status, "role"), "images");
    assert_eq!(text(&status, "elementType"), "u8");
    assert_eq!(Array::from(&get(&status, "shape")).join(" "), "3 2 3");
    assert_eq!((get(&status, "rows"), get(&status, "columns")), (2.into(), 3.into()));
    assert_eq!((get(&status, "promised"), get(&status, "items")), (3.into(), 3.into()));
    assert_eq!(get(&status, "gzip"), 1);
    assert_eq!(get(&status, "read"), get(&status, "size"));
    assert_eq!((get(&status, "done"), get(&status, "stopped")), (true.into(), false.into()));
    // All values are small, so the largest is the end.
    assert_eq!(Array::from(&get(&status, "range")).join(" "), "0 17");
    assert_eq!(Array::from(&get(&status, "warnings")).length(), 0);
    assert_eq!(text(&JsValue::from(dataset.status(slot("labels")).unwrap()), "role"), "labels");
    // Plain, or it could not be posted to another thread.
    assert_eq!(Object::get_prototype_of(&status), Object::get_prototype_of(&Object::new()));
}

#[wasm_bindgen_test]
fn status_is_undefined_before_the_header() {
    let mut dataset = Dataset::new();
    assert!(JsValue::from(dataset.status(slot("images")).unwrap()).is_undefined());
    dataset.open(slot("images"), String::new(), Some(100.0), BUDGET).unwrap();
    dataset.push(slot("images"), 0.0, &[0, 0, 8]).unwrap();
    assert!(JsValue::from(dataset.status(slot("images")).unwrap()).is_undefined());
}

#[wasm_bindgen_test]
fn page_is_image_data_of_its_own() {
    let dataset = small();
    let page = JsValue::from(dataset.page(&request(&[2.0, 0.0], 2, 1, 1)).unwrap());
    let image: ImageData = get(&page, "image").dyn_into().unwrap();
    assert_eq!((image.width(), image.height()), (7, 2));
    // 17 is the largest value, and black.
    let grey = |value: u8| {
        let shade = 255 - 15 * value;
        [shade, shade, shade, 255]
    };
    let expected: Vec<[u8; 4]> = [
        [grey(12), grey(13), grey(14), [0; 4], grey(0), grey(1), grey(2)],
        [grey(15), grey(16), grey(17), [0; 4], grey(3), grey(4), grey(5)],
    ]
    .concat();
    assert_eq!(image.data().0, expected.as_flattened());
    assert_eq!(Array::from(&get(&page, "labels")).join(" "), "7 7");
    assert_eq!(get(&page, "missing"), 0);

    // It stays what it is when the dataset is gone and the memory has grown.
    drop(dataset);
    let grown = vec![1_u8; 32 << 20];
    assert_eq!(grown.iter().map(|&byte| usize::from(byte)).sum::<usize>(), 32 << 20);
    assert_eq!(image.data().0, expected.as_flattened());
}

#[wasm_bindgen_test]
fn items_that_have_not_arrived_are_missing() {
    let file = encode(&[4, 1, 1], &[100_u8, 200, 30, 40]).unwrap();
    let mut dataset = Dataset::new();
    let page = JsValue::from(dataset.page(&request(&[0.0, 1.0, 2.0], 3, 0, 1)).unwrap());
    assert_eq!(get(&page, "missing"), 3, "no file is open");
    dataset.open(slot("images"), String::new(), None, BUDGET).unwrap();
    dataset.push(slot("images"), 0.0, &file[..18]).unwrap();
    let page = JsValue::from(dataset.page(&request(&[0.0, 1.0, 2.0], 3, 0, 1)).unwrap());
    assert_eq!(get(&page, "missing"), 1);
    let image: ImageData = get(&page, "image").dyn_into().unwrap();
    assert_eq!(image.data().0, [[155, 155, 155, 255], [55, 55, 55, 255], [128, 128, 128, 40]].as_flattened());
    assert_eq!(Array::from(&get(&page, "labels")).get(0), JsValue::NULL);

    dataset.stop(slot("images")).unwrap();
    let status = JsValue::from(dataset.status(slot("images")).unwrap());
    assert_eq!((get(&status, "done"), get(&status, "stopped")), (true.into(), true.into()));
    assert_eq!(get(&status, "items"), 2);
}

#[wasm_bindgen_test]
fn labels_alone_have_no_image() {
    let mut dataset = small();
    dataset.close(slot("images")).unwrap();
    let page = JsValue::from(dataset.page(&request(&[0.0, 1.0, 9.0], 3, 0, 1)).unwrap());
    assert!(get(&page, "image").is_null());
    let labels = Array::from(&get(&page, "labels"));
    assert_eq!([labels.get(0), labels.get(1), labels.get(2)], [7.into(), 2.into(), JsValue::NULL]);
}

#[wasm_bindgen_test]
fn a_refused_file_throws_an_error_with_its_numbers() {
    let mut dataset = Dataset::new();
    let thrown = open(&mut dataset, "", "images", &[0, 0, 8, 3, 0, 0]).unwrap_err();
    let error: &Error = thrown.dyn_ref().expect("an Error, with a stack");
    assert_eq!(error.name(), "TruncatedHeader");
    assert_eq!(error.message(), "the header ends at byte 6: expected 16 bytes, found 6");
    assert_eq!((get(&thrown, "offset"), get(&thrown, "found")), (6.into(), 6.into()));
    assert_eq!(get(&thrown, "expected"), 16);

    let thrown = open(&mut dataset, "", "images", b"PK\x03\x04").unwrap_err();
    assert_eq!(thrown.dyn_ref::<Error>().unwrap().name(), "Zip");
    assert!(get(&thrown, "expected").is_undefined());

    // The dataset is none the worse for it.
    open(&mut dataset, "", "images", &encode(&[1, 1, 1], &[1_u8]).unwrap()).unwrap();
    assert_eq!(get(&JsValue::from(dataset.status(slot("images")).unwrap()), "items"), 1);
}

#[wasm_bindgen_test]
fn a_page_that_is_too_large_throws() {
    let dataset = small();
    let request = request(&[0.0], 1 << 30, 1, 1);
    let thrown = dataset.page(&request).map(JsValue::from).unwrap_err();
    assert_eq!(thrown.dyn_ref::<Error>().unwrap().name(), "PageTooLarge");
}

#[wasm_bindgen_test]
fn warnings_are_plain_objects_with_their_numbers() {
    let mut file = gzip(&encode(&[3, 1, 1], &[1_u8, 2, 3]).unwrap());
    let checksum = file.len() - 8;
    file[checksum] ^= 1;
    let mut dataset = Dataset::new();
    open(&mut dataset, "", "images", &file).unwrap();
    let status = JsValue::from(dataset.status(slot("images")).unwrap());
    let warning = Array::from(&get(&status, "warnings")).get(0);
    assert_eq!(text(&warning, "name"), "GzipChecksum");
    assert_eq!(get(&warning, "offset"), JsValue::from(checksum));
    assert_ne!(get(&warning, "expected"), get(&warning, "found"));
    assert!(text(&warning, "message").starts_with("gzip: wrong checksum at byte "));
    assert!(warning.dyn_ref::<Error>().is_none());
}

#[wasm_bindgen_test]
fn sizes_beyond_32_bits_are_exact() {
    let size = 6_350_400_016.0;
    let mut dataset = Dataset::new();
    dataset.open(slot("images"), String::new(), Some(size), BUDGET).unwrap();
    dataset.push(slot("images"), 0.0, &[0, 0, 8, 3, 0, 0x7B, 0x98, 0xA0, 0, 0, 0, 28, 0, 0, 0, 28]).unwrap();
    let status = JsValue::from(dataset.status(slot("images")).unwrap());
    assert_eq!(get(&status, "size"), size);
    assert_eq!((get(&status, "promised"), get(&status, "items")), (8_100_000.into(), 8_100_000.into()));
    assert_eq!((get(&status, "done"), get(&status, "kept")), (true.into(), false.into()));

    let last = 8_099_999.0;
    let want = object(&[("items", Float64Array::from(&[last][..]).into())]);
    assert!(dataset.want(vec![want.unchecked_into()]).unwrap());
    let wanted = JsValue::from(dataset.wanted(slot("images")).unwrap());
    let (offset, length) = (get(&wanted, "offset"), get(&wanted, "length"));
    assert_eq!(&offset + &length, JsValue::from(size));
    let bytes = Uint8Array::new(&length).fill(7, 0, u32::MAX).to_vec();
    assert!(bytes.len() < 100_000, "{}", bytes.len());
    dataset.push(slot("images"), offset.as_f64().unwrap(), &bytes).unwrap();
    assert!(!dataset.is_lacking(slot("images")).unwrap());
    assert_eq!(Array::from(&dataset.values(last, 27.0, 27.0, 1.0, 1.0)).join(" "), "7");
}

#[wasm_bindgen_test]
fn a_size_that_is_not_known_is_null_until_the_end() {
    let file = encode(&[2, 1, 1], &[1_u8, 2]).unwrap();
    let mut dataset = Dataset::new();
    dataset.open(slot("images"), String::new(), None, BUDGET).unwrap();
    dataset.push(slot("images"), 0.0, &file[..17]).unwrap();
    let status = |dataset: &Dataset| JsValue::from(dataset.status(slot("images")).unwrap());
    assert_eq!((get(&status(&dataset), "size"), get(&status(&dataset), "items")), (JsValue::NULL, 1.into()));
    dataset.push(slot("images"), 17.0, &[]).unwrap();
    assert_eq!((get(&status(&dataset), "size"), get(&status(&dataset), "done")), (17.into(), true.into()));
}

#[wasm_bindgen_test]
fn values_are_windows_of_an_item() {
    let dataset = small();
    assert_eq!(Array::from(&dataset.values(1.0, 0.0, 0.0, 2.0, 3.0)).join(" "), "6 7 8 9 10 11");
    assert_eq!(Array::from(&dataset.values(1.0, 1.0, 1.0, 9.0, 1.0)).join(" "), "10");
    assert_eq!(Array::from(&dataset.values(3.0, 0.0, 0.0, 2.0, 3.0)).length(), 0);
}

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

#[wasm_bindgen_test]
fn a_dataset_that_is_freed_leaves_its_memory_for_the_next() {
    fn memory() -> u32 {
        let memory: WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
        Uint8Array::new(&memory.buffer()).length()
    }
    let file = gzip(&encode(&[4096, 32, 32], &vec![9_u8; 4096 * 32 * 32]).unwrap());
    let cycle = || {
        let mut dataset = Dataset::new();
        open(&mut dataset, "", "images", &file).unwrap();
        dataset.page(&request(&[0.0, 4095.0], 2, 0, 1)).unwrap();
    };
    cycle();
    let once = memory();
    for _ in 0..50 {
        cycle();
    }
    assert_eq!(memory(), once);
}
