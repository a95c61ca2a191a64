//! The state of two datasets side by side: what is the same for both, and what the hash says of the second.

use js_sys::{JSON, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::state::{FIT, from_hash, initial, json, link, to_hash};

#[wasm_bindgen(module = "/www/state/beside.js")]
extern "C" {
    fn across(state: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = reduceTwo)]
    fn reduce(state: &JsValue, event: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = fromWords)]
    fn from_words(aside: &str) -> JsValue;
}

const COMPARE: &str = r#"{"type": "compare"}"#;

/// What the library says: datasets of 10,000 and 5,000 images, and labels alone; of these only the ones with such ids.
fn library(ids: &[u32], select: Option<u32>) -> String {
    let dataset = |id: &u32| {
        let (name, images, items) =
            [("train", "1", 10_000), ("test", "2", 5_000), ("only", "null", 60_000)][*id as usize - 1];
        let status = format!(r#"{{"done": true, "items": {items}, "promised": {items}}}"#);
        let (pictures, labels) = if images == "null" { ("null", &*status) } else { (&*status, "null") };
        format!(
            r#"{{"id": {id}, "name": "{name}", "of": "{name}", "part": "", "images": {images}, "labels": null, "sample": "",
                 "addresses": {{"images": "", "labels": ""}}, "statuses": {{"images": {pictures}, "labels": {labels}}}}}"#
        )
    };
    let datasets = ids.iter().map(dataset).collect::<Vec<_>>().join(",");
    let select = select.map_or("null".into(), |id| id.to_string());
    format!(r#"{{"type": "library", "files": [], "select": {select}, "datasets": [{datasets}]}}"#)
}

/// Something happens where the second dataset is seen.
fn beside(event: &str) -> String {
    format!(r#"{{"type": "beside", "event": {event}}}"#)
}

/// The state after these events, with all three datasets open.
fn seen(events: &[&str]) -> JsValue {
    after(&initial(""), &[&[FIT, &library(&[1, 2, 3], None)], events].concat())
}

/// The state after these events.
fn after(state: &JsValue, events: &[&str]) -> JsValue {
    events.iter().fold(state.clone(), |state, event| reduce(&state, &JSON::parse(event).unwrap()))
}

/// A property of a dataset.
fn of(state: &JsValue, dataset: u32, key: &str) -> JsValue {
    let datasets = Reflect::get(state, &"datasets".into()).unwrap();
    let dataset = Reflect::get_u32(&datasets, dataset - 1).unwrap();
    Reflect::get(&dataset, &key.into()).unwrap()
}

#[wasm_bindgen_test]
fn a_hash_leads_back_to_both() {
    let [page, open] = [r#"{"type": "page", "page": 3}"#, r#"{"type": "open", "item": 4321}"#].map(beside);
    let cases: &[(&[&str], &str)] = &[
        (&[COMPARE], "#d=train&right=test"),
        (&[COMPARE, COMPARE], "#d=train"),
        (&[COMPARE, &page], "#d=train&right=test&right-at=400"),
        // Images beside images, if there are some.
        (&[r#"{"type": "select", "dataset": 2}"#, COMPARE], "#d=test&right=train"),
        (&[r#"{"type": "select", "dataset": 3}"#, COMPARE], "#d=only&right=train"),
        // Both stay where they are.
        (&[COMPARE, &page, r#"{"type": "select", "dataset": 2}"#], "#d=test&at=400&left=train"),
        (&[COMPARE, r#"{"type": "page", "page": 2}"#, &open], "#d=test&i=4321&left=train&left-at=200"),
        (&[COMPARE, &open, COMPARE], "#d=test&i=4321"),
        // Any other takes the place of the current one.
        (&[COMPARE, r#"{"type": "select", "dataset": 3}"#], "#d=only&right=test"),
        (&[COMPARE, &open, r#"{"type": "select", "dataset": 3}"#], "#d=only&left=train"),
        (
            &[COMPARE, &page, r#"{"type": "find", "change": {"descending": true}}"#],
            "#d=train&sort=-number&right=test&right-at=400",
        ),
    ];
    for (events, hash) in cases {
        assert_eq!(to_hash(&seen(events)), *hash);
        let all = library(&[1, 2, 3], None);
        for events in [&[FIT, &all, &link(hash)][..], &[FIT, &link(hash), &all]] {
            assert_eq!(to_hash(&after(&initial(""), events)), *hash);
        }
        assert_eq!(to_hash(&after(&initial(hash), &[FIT, &all])), *hash);
    }
}

#[wasm_bindgen_test]
fn files_of_both_are_named_by_their_addresses() {
    let hash = "#images=a&d=train&right=test&right-at=400&right-images=b&right-labels=c";
    let files = |labels: &str| {
        let address = |library: &str, name: &str, images: &str, labels: &str| {
            let (before, after) = library.split_once(name).unwrap();
            let addresses = format!(r#""images": "{images}", "labels": "{labels}""#);
            format!("{before}{name}{}", after.replacen(r#""images": "", "labels": """#, &addresses, 1))
        };
        address(&address(&library(&[1, 2, 3], None), "train", "a", ""), "test", "b", labels)
    };
    assert_eq!(to_hash(&after(&initial(hash), &[FIT, &files("c")])), hash);
    // Of another file, nothing is known.
    assert_eq!(to_hash(&after(&initial(hash), &[FIT, &files("d")])), hash);
    assert_eq!(json(&Reflect::get(&after(&initial(hash), &[FIT, &files("d")]), &"beside".into()).unwrap()), "null");
    // What could not be had is left out.
    let without = hash.strip_suffix("&right-labels=c").unwrap();
    assert_eq!(to_hash(&after(&initial(hash), &[FIT, &files("")])), without);
    let read = |hash: &str| {
        let aside = Reflect::get(&from_hash(hash), &"aside".into()).unwrap().as_string().unwrap();
        json(&from_words(&aside))
    };
    assert_eq!(
        read("#left=a&d=b&left-sample=../b&left-at=-1"),
        r#"{"dataset":"a","first":true,"at":0,"sample":"","images":"","labels":""}"#
    );
    assert_eq!(["", "#d=a", "#right=", "#left-at=7&right-images=a"].map(read), ["null"; 4]);
    let long = ["right", "right-images"].map(|word| format!("&{word}={}", "x".repeat(1 << 20))).concat();
    assert_eq!(read(&long), "null", "neither is a name nor an address");
}

#[wasm_bindgen_test]
fn the_same_is_asked_of_both() {
    let change = r#"{"type": "find", "change": {"labels": [[3, 5]], "order": "label", "descending": true}}"#;
    let state = seen(&[COMPARE, r#"{"type": "limits", "limits": "item"}"#, change]);
    let asked = of(&state, 1, "query");
    assert!(js_sys::Object::is(&asked, &of(&state, 2, "query")), "as both are told what was found by what was asked");
    assert_eq!([1, 2].map(|id| json(&of(&state, id, "limits"))), [r#""item""#; 2]);
    assert_eq!(json(&of(&state, 3, "limits")), r#""file""#);

    // Each has items and pages of its own.
    let found = |state: &JsValue, dataset: u32, items: &[u32]| {
        let event = JSON::parse(&format!(
            r#"{{"type": "selected", "dataset": {dataset}, "selection": {{}}, "complete": true}}"#
        ));
        let event = event.unwrap();
        let selection = Reflect::get(&event, &"selection".into()).unwrap();
        Reflect::set(&selection, &"query".into(), &of(state, dataset, "query")).unwrap();
        Reflect::set(&selection, &"items".into(), &Uint32Array::from(items)).unwrap();
        reduce(state, &event)
    };
    let state = found(&found(&state, 1, &(100..900).collect::<Vec<_>>()), 2, &(1_000..1_300).rev().collect::<Vec<_>>());
    let state = after(&state, &[&beside(r#"{"type": "turn", "by": 1}"#)]);
    assert_eq!(to_hash(&state), "#d=train&f=3..5&sort=-label&range=item&right=test&right-at=1099");
    let state = after(&state, &[&beside(r#"{"type": "open", "item": 1250}"#)]);
    assert_eq!(to_hash(&state), "#d=test&i=1250&f=3..5&sort=-label&range=item&left=train");
    // What the panel leads to is of its dataset.
    assert_eq!(to_hash(&after(&state, &[r#"{"type": "step", "by": 1}"#])), to_hash(&state).replace("1250", "1249"));

    let state =
        after(&state, &[r#"{"type": "find", "change": {"labels": null, "order": "number", "descending": false}}"#]);
    assert_eq!(to_hash(&state), "#d=test&i=1250&range=item&left=train");
    // Nothing is linked any more.
    let state = after(&state, &[COMPARE, change]);
    assert_eq!(json(&Reflect::get(&of(&state, 1, "query"), &"labels".into()).unwrap()), "null");
}

#[wasm_bindgen_test]
fn a_class_of_either_can_be_chosen() {
    let counts = r#"{"type": "counts", "dataset": 2, "counts": {"more": 0, "classes": [{"label": 7, "count": 5000}]}}"#;
    let seven = r#"{"type": "class", "label": 7, "several": false}"#;
    assert_eq!(to_hash(&seen(&[counts, seven])), "#d=train");
    assert_eq!(to_hash(&seen(&[counts, COMPARE, seven])), "#d=train&f=7&right=test");
}

#[wasm_bindgen_test]
fn closing_either_leaves_the_other() {
    let compared = seen(&[COMPARE]);
    let crossed = after(&compared, &[&beside(r#"{"type": "open", "item": 7}"#)]);
    assert_eq!(to_hash(&after(&compared, &[&library(&[2, 3], None)])), "#d=test");
    assert_eq!(to_hash(&after(&compared, &[&library(&[1, 3], None)])), "#d=train");
    assert_eq!(to_hash(&after(&crossed, &[&library(&[1, 3], None)])), "#d=train");
    assert_eq!(to_hash(&after(&crossed, &[&library(&[2, 3], None)])), "#d=test&i=7");
    assert_eq!(to_hash(&after(&crossed, &[&library(&[3], None)])), "#d=only");
    assert_eq!(to_hash(&after(&crossed, &[&library(&[], None)])), "");
    assert_eq!(
        json(&across(&after(&crossed, &[&library(&[1], None)]))),
        json(&after(&crossed, &[&library(&[1], None)]))
    );
}

#[wasm_bindgen_test]
fn what_a_link_wants_beside_takes_nobody_away() {
    let hash = "#d=train&right=test&right-at=400";
    let state = after(&initial(hash), &[FIT, &library(&[1], Some(1))]);
    assert_eq!(to_hash(&state), hash, "it is waited for");
    assert_eq!(to_hash(&after(&state, &[&library(&[1, 2], Some(2))])), hash);
    // Another is looked at as ever, until the one that is waited for is there.
    assert_eq!(to_hash(&after(&state, &[&library(&[1, 3], Some(3))])), hash, "labels alone");
    let first = after(&initial("#d=test&left=train"), &[FIT, &library(&[1], Some(1))]);
    assert_eq!(to_hash(&first), "#d=train");
    assert_eq!(to_hash(&after(&first, &[&library(&[1, 2], Some(2))])), "#d=test&left=train");
}
