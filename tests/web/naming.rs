//! What the labels of a dataset are called: by what was chosen, what the files tell, or nothing.

use js_sys::{Array, JSON, Map, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

// A module is put beside those that import it only if something of it is named here.
#[wasm_bindgen(module = "/www/state/index.js")]
extern "C" {
    #[wasm_bindgen(js_name = shownAs)]
    fn shown_as(dataset: &JsValue) -> String;
}

#[wasm_bindgen(module = "/www/text/naming.js")]
extern "C" {
    fn naming(dataset: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = isUnknown)]
    fn is_unknown(dataset: &JsValue) -> bool;
    fn titled(naming: &JsValue, label: f64) -> String;
    fn spoken(naming: &JsValue, label: f64) -> String;
    fn meaning(naming: &JsValue, column: u32) -> String;
    fn show(value: f64, element_type: &str) -> String;
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap()
}

/// The test set of one of the many MNISTs, ten classes of each of which there is an item, with some of it changed.
fn dataset(changes: &[(&str, &str)]) -> JsValue {
    const DATASET: &str = r#"{
        "labelling": {"column": null, "names": "", "called": ""},
        "mapping": null,
        "paths": {"images": "t10k-images-idx3-ubyte", "labels": "t10k-labels-idx1-ubyte"},
        "crc": "",
        "statuses": {
            "images": {"rows": 28, "columns": 28},
            "labels": {"done": true, "elementType": "u8", "labelling": {"column": 0, "columns": 1}}
        }
    }"#;
    let dataset = JSON::parse(DATASET).unwrap();
    let class = |label: u32| format!(r#"{{"label": {label}, "count": 1}}"#);
    let classes = (0..10).map(class).collect::<Vec<_>>().join(",");
    let counts = JSON::parse(&format!(r#"{{"more": 0, "classes": [{classes}]}}"#)).unwrap();
    Reflect::set(&dataset, &"counts".into(), &counts).unwrap();
    for (key, value) in changes {
        let value = JSON::parse(value).unwrap();
        let before = get(&dataset, key);
        let value: JsValue = if before.is_object() && value.is_object() && !Array::is_array(&value) {
            Object::assign(before.unchecked_ref::<Object>(), value.unchecked_ref::<Object>()).into()
        } else {
            value
        };
        Reflect::set(&dataset, &(*key).into(), &value).unwrap();
    }
    dataset
}

/// Where the names come from, and what class 9 is called.
fn named(dataset: &JsValue) -> (String, String) {
    let naming = naming(dataset);
    (get(&naming, "source").as_string().unwrap(), titled(&naming, 9.0))
}

fn is(dataset: &JsValue, source: &str, nine: &str) {
    assert_eq!(named(dataset), (source.to_owned(), nine.to_owned()));
}

const LETTERS: (&str, &str) = ("crc", r#""50248488""#);
const FOLDER: (&str, &str) = ("paths", r#"{"images": "fashion/t10k-images-idx3-ubyte"}"#);

#[wasm_bindgen_test]
fn a_choice_counts_more_than_a_file_and_that_more_than_a_guess() {
    is(&dataset(&[]), "", "9");
    is(&dataset(&[FOLDER]), "fashion-mnist", "9 Ankle boot");
    is(&dataset(&[FOLDER, LETTERS]), "notmnist", "9 J");
    let mapped = dataset(&[FOLDER, LETTERS]);
    let names = Map::new();
    names.set(&9.into(), &"nine".into());
    let mapping = JSON::parse(r#"{"id": 7, "name": "x-mapping.txt"}"#).unwrap();
    Reflect::set(&mapping, &"names".into(), &names).unwrap();
    Reflect::set(&mapped, &"mapping".into(), &mapping).unwrap();
    is(&mapped, "mapping", "9 nine");
    is(&dataset(&[LETTERS, ("labelling", r#"{"names": "kmnist"}"#)]), "kmnist", "9 を wo");
    is(&dataset(&[LETTERS, ("labelling", r#"{"names": "none"}"#)]), "none", "9");
    is(&dataset(&[LETTERS, ("labelling", r#"{"names": "typed", "called": "9 last"}"#)]), "typed", "9 last");
    // What a link asks for may not be there.
    is(&dataset(&[("labelling", r#"{"names": "mapping"}"#)]), "mapping", "9");
    assert_eq!(get(&naming(&dataset(&[LETTERS])), "checked"), true);
    assert_eq!(get(&naming(&dataset(&[FOLDER])), "checked"), false);
}

#[wasm_bindgen_test]
fn names_are_those_of_the_class_and_not_of_other_columns() {
    let column = |column: i32| {
        format!(
            r#"{{"labels": {{"done": true, "elementType": "i32", "labelling": {{"column": {column}, "columns": 8}}}}}}"#
        )
    };
    let of = |at: i32| dataset(&[LETTERS, ("statuses", &column(at))]);
    is(&of(0), "notmnist", "9 J");
    is(&of(-1), "notmnist", "9 J");
    is(&of(2), "", "9");
    let qmnist = dataset(&[("crc", r#""80e20dfb""#), ("statuses", &column(2))]);
    assert_eq!(meaning(&naming(&qmnist), 2), "2: NIST writer");
    assert_eq!(meaning(&naming(&of(2)), 2), "column 2");
}

#[wasm_bindgen_test]
fn nothing_is_worked_out_twice() {
    let [one, other] = [dataset(&[FOLDER]), dataset(&[LETTERS])];
    let first = naming(&one);
    assert!(Object::is(&first, &naming(&dataset(&[FOLDER]))));
    assert!(!Object::is(&first, &naming(&other)));
    assert_ne!(get(&first, "key"), get(&naming(&other), "key"));
}

#[wasm_bindgen_test]
fn a_set_is_asked_for_only_where_nobody_can_know() {
    let asks = |changes: &[(&str, &str)]| is_unknown(&dataset(changes));
    assert!(asks(&[]));
    assert!(asks(&[("paths", r#"{"images": "x/t10k-images-idx3-ubyte", "labels": "x/t10k-labels-idx1-ubyte"}"#)]));
    assert!(!asks(&[FOLDER]), "the folder tells");
    assert!(!asks(&[LETTERS]), "the labels tell");
    assert!(!asks(&[("crc", r#""e0cb4ad2""#)]), "these are digits");
    for answer in ["mnist", "none", "typed"] {
        assert!(!asks(&[("labelling", &format!(r#"{{"names": "{answer}"}}"#))]), "{answer} is an answer");
    }
    assert!(!asks(&[("paths", r#"{"images": "mine-images", "labels": "mine-labels"}"#)]), "no set is called so");
    assert!(!asks(&[("counts", r#"{"classes": [{"label": 0, "count": 5}]}"#)]), "no set is like this");
    assert!(!asks(&[("counts", "null")]), "nothing is counted yet");
    assert!(!asks(&[("statuses", r#"{"images": {"rows": 32, "columns": 32}}"#)]), "their images are 28 x 28");
    assert!(!asks(&[("statuses", r#"{"images": null}"#)]), "there is nothing to see");
    assert!(!asks(&[("statuses", r#"{"labels": null}"#)]), "there is nothing to name");
}

#[wasm_bindgen_test]
fn labels_are_written_and_read_out() {
    let fashion = naming(&dataset(&[FOLDER]));
    assert_eq!((titled(&fashion, 9.0), spoken(&fashion, 9.0)), ("9 Ankle boot".into(), "9, Ankle boot".into()));
    assert_eq!((titled(&fashion, 10.0), spoken(&fashion, 10.0)), ("10".into(), "10".into()));
    // The shortest digits that mean this very number in its type.
    for (value, element_type, text) in [
        (f64::from(0.1_f32), "f32", "0.1"),
        (f64::from(0.1_f32), "f64", "0.10000000149011612"),
        (f64::from(16_777_216_f32), "f32", "16777216"),
        (f64::from(f32::MIN_POSITIVE), "f32", "1.1754944e-38"),
        (-7.0, "i8", "-7"),
        (f64::NAN, "f32", "NaN"),
        (f64::NEG_INFINITY, "f32", "-Infinity"),
    ] {
        assert_eq!(show(value, element_type), text);
    }
}
