//! The state of a file: its header, its size, its warnings, and the error that refuses it.

use idxlens::{
    format::encode::{encode, gzip},
    wasm::Dataset,
};
use js_sys::{Array, Error, Float64Array, Object, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{BUDGET, get, object, open, slot, small, text};

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
