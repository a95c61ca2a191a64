//! The boundary, in a browser: what crosses it, in which shape, and that nothing is left behind.
#![cfg(target_arch = "wasm32")]

#[path = "../columnar/arrow_writer.rs"]
mod arrow_writer;
#[cfg(feature = "insight-wasm")]
mod check;
mod conversions;
mod declarations;
mod labels;
#[path = "../columnar/writer.rs"]
#[allow(dead_code, reason = "only whole files are needed")]
mod parquet_writer;
mod script;
mod status;
mod types;

use idxlens::{
    format::encode::{encode, gzip},
    wasm::{Dataset, PageRequest, Slot},
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
fn a_page_that_is_too_large_throws() {
    let dataset = small();
    let request = request(&[0.0], 1 << 30, 1, 1);
    let thrown = dataset.page(&request).map(JsValue::from).unwrap_err();
    assert_eq!(thrown.dyn_ref::<Error>().unwrap().name(), "PageTooLarge");
}

#[wasm_bindgen_test]
fn values_are_windows_of_an_item() {
    let dataset = small();
    assert_eq!(Array::from(&dataset.values(1.0, 0.0, 0.0, 2.0, 3.0)).join(" "), "6 7 8 9 10 11");
    assert_eq!(Array::from(&dataset.values(1.0, 1.0, 1.0, 9.0, 1.0)).join(" "), "10");
    assert_eq!(Array::from(&dataset.values(3.0, 0.0, 0.0, 2.0, 3.0)).length(), 0);
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
