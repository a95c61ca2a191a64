//! The page's state, which is pure: what the hash of the address says of it, and what a hostile hash cannot do.

use js_sys::{JSON, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen(module = "/www/state/reduce.js")]
extern "C" {
    pub(crate) fn initial(hash: &str) -> JsValue;
    fn reduce(state: &JsValue, event: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/www/state/page.js")]
extern "C" {
    fn view(state: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/www/state/hash.js")]
extern "C" {
    #[wasm_bindgen(js_name = toHash)]
    pub(crate) fn to_hash(state: &JsValue) -> String;
    #[wasm_bindgen(js_name = fromHash)]
    pub(crate) fn from_hash(hash: &str) -> JsValue;
}

#[wasm_bindgen(module = "/www/state/query.js")]
extern "C" {
    fn ranges(text: &str) -> JsValue;
}

// A module is put beside those that import it only if something of it is named here.
#[wasm_bindgen(module = "/www/state/dataset.js")]
extern "C" {
    fn total(dataset: &JsValue) -> f64;
}

#[wasm_bindgen(module = "/www/state/find.js")]
extern "C" {
    fn find(state: &JsValue, change: &JsValue) -> JsValue;
}

#[wasm_bindgen(module = "/www/state/look.js")]
extern "C" {
    fn shape(text: &str) -> String;
}

#[wasm_bindgen(module = "/www/state/marks.js")]
extern "C" {
    fn mark(state: &JsValue, event: &JsValue) -> JsValue;
    fn runs(items: &JsValue) -> JsValue;
}

pub(crate) fn json(value: &JsValue) -> String {
    JSON::stringify(value).map(String::from).unwrap()
}

/// The page shown, all but how it came to be.
fn page(state: &JsValue) -> [String; 5] {
    ["total", "size", "page", "first", "count"].map(|key| json(&Reflect::get(&view(state), &key.into()).unwrap()))
}

/// The state after these events.
fn after(state: &JsValue, events: &[&str]) -> JsValue {
    events.iter().fold(state.clone(), |state, event| reduce(&state, &JSON::parse(event).unwrap()))
}

/// A person goes to this hash while the page is open.
pub(crate) fn link(hash: &str) -> String {
    r#"{"type": "restore", "wish": "#.to_owned() + &json(&from_hash(hash)) + "}"
}

pub(crate) const FIT: &str = r#"{"type": "fit", "columns": 20, "rows": 10}"#;

/// Two datasets: t10k with 10,000 images, and labels alone whose name needs to be escaped.
const LIBRARY: &str = r#"{"type": "library", "files": [], "select": null, "datasets": [
    {"id": 1, "name": "t10k", "of": "t10k", "part": "", "images": 1, "labels": 2, "sample": "", "addresses": {"images": "", "labels": ""},
     "statuses": {"images": {"done": true, "items": 10000, "promised": 10000}, "labels": null}},
    {"id": 2, "name": "a&b=c #é (2)/100%", "of": "a&b=c #é (2)/100%", "part": "", "images": null, "labels": 3, "sample": "", "addresses": {"images": "", "labels": ""},
     "statuses": {"images": null, "labels": {"done": false, "items": 5, "promised": 60000}}}
]}"#;

#[wasm_bindgen_test]
fn a_hash_leads_back_to_what_was_seen() {
    let cases: &[(&[&str], &str)] = &[
        (&[], "#d=t10k"),
        (&[r#"{"type": "page", "page": 3}"#], "#d=t10k&at=400"),
        (&[r#"{"type": "page", "page": 1000000}"#], "#d=t10k&at=9800"),
        (&[r#"{"type": "turn", "by": -1}"#], "#d=t10k"),
        (&[r#"{"type": "open", "item": 9999}"#], "#d=t10k&i=9999"),
        (&[r#"{"type": "open", "item": 0}"#, r#"{"type": "step", "by": -1}"#], "#d=t10k&i=0"),
        (&[r#"{"type": "open", "item": 10000}"#], "#d=t10k"),
        (&[r#"{"type": "open", "item": 5}"#, r#"{"type": "shut"}"#], "#d=t10k"),
        (&[r#"{"type": "scale", "scale": 1.5}"#, r#"{"type": "invert", "inverted": true}"#], "#d=t10k&z=1.5&inv=1"),
        (&[r#"{"type": "scale", "scale": 0.0000123456}"#], "#d=t10k&z=0.000012346"),
        (&[r#"{"type": "fix", "size": 1000}"#, r#"{"type": "page", "page": 2}"#], "#d=t10k&at=1000&n=1000"),
        (&[r#"{"type": "fix", "size": 3}"#], "#d=t10k"),
        (&[r#"{"type": "label", "choice": {"column": 2}}"#], "#d=t10k&c=2"),
        (&[r#"{"type": "label", "choice": {"column": -1}}"#], "#d=t10k&c=hot"),
        (&[r#"{"type": "label", "choice": {"names": "kmnist"}}"#], "#d=t10k&names=kmnist"),
        (
            &[
                r#"{"type": "label", "choice": {"names": "typed"}}"#,
                r#"{"type": "label", "choice": {"called": "a, é\n<b>"}}"#,
            ],
            "#d=t10k&names=typed&called=a,+%C3%A9%0A%3Cb%3E",
        ),
        // Names are those of the column that they were chosen for.
        (
            &[r#"{"type": "label", "choice": {"names": "kmnist"}}"#, r#"{"type": "label", "choice": {"column": 1}}"#],
            "#d=t10k&c=1",
        ),
        (
            &[r#"{"type": "palette", "palette": "viridis"}"#, r#"{"type": "limits", "limits": [-1.5, 2e-7]}"#],
            "#d=t10k&pal=viridis&range=-1.5..2e-7",
        ),
        (
            &[r#"{"type": "limits", "limits": "item"}"#, r#"{"type": "shape", "shape": " 32X32 × 3 "}"#],
            "#d=t10k&range=item&shape=32x32x3",
        ),
        (&[r#"{"type": "orient", "by": "t"}"#, r#"{"type": "orient", "by": "v"}"#], "#d=t10k&o=tv"),
        (&[r#"{"type": "axes", "axes": "3,r,c"}"#], "#d=t10k&axes=3,r,c"),
        (&[r#"{"type": "axes", "axes": "3,r,r"}"#], "#d=t10k"),
        (&[r#"{"type": "axes", "axes": "r,0,c,k"}"#, r#"{"type": "reset"}"#], "#d=t10k"),
        (&[r#"{"type": "span", "span": [100, 199]}"#], "#d=t10k&span=100..199"),
        (&[r#"{"type": "span", "span": [100, 199]}"#, r#"{"type": "reset"}"#], "#d=t10k"),
        (&[r#"{"type": "view", "view": "signals"}"#], "#d=t10k&show=signals"),
        (&[r#"{"type": "view", "view": "signals"}"#, r#"{"type": "view", "view": "images"}"#], "#d=t10k"),
        (&[r#"{"type": "read", "slot": "images", "as": "i16le,100x28x28,16"}"#], "#d=t10k&as=i16le,100x28x28,16"),
        // Another shape is that of another way to read the file.
        (
            &[
                r#"{"type": "shape", "shape": "14x56"}"#,
                r#"{"type": "read", "slot": "images", "as": "f32,5,8"}"#,
                r#"{"type": "read", "slot": "labels", "as": "i32le,60000x8,12"}"#,
            ],
            "#d=t10k&as=f32,5,8&labels-as=i32le,60000x8,12",
        ),
        (&[r#"{"type": "read", "slot": "images", "as": "f32,5,8"}"#, r#"{"type": "reset"}"#], "#d=t10k"),
        (
            &[r#"{"type": "orient", "by": "t"}"#, r#"{"type": "palette", "palette": "magma"}"#, r#"{"type": "reset"}"#],
            "#d=t10k",
        ),
        (
            &[r#"{"type": "select", "dataset": 2}"#, r#"{"type": "show", "at": 59999}"#],
            "#d=a%26b%3Dc+%23%C3%A9+%282%29/100%25&at=59800",
        ),
    ];
    for (events, hash) in cases {
        let seen = after(&initial(""), &[&[FIT, LIBRARY], *events].concat());
        assert_eq!(to_hash(&seen), *hash);
        let restored = after(&initial(hash), &[FIT, LIBRARY]);
        assert_eq!((to_hash(&restored), page(&restored)), (to_hash(&seen), page(&seen)));
        for events in [[FIT, LIBRARY, &link(hash)], [FIT, &link(hash), LIBRARY]] {
            let restored = after(&initial(""), &events);
            assert_eq!((to_hash(&restored), page(&restored)), (to_hash(&seen), page(&seen)));
        }
    }
}

#[wasm_bindgen_test]
fn what_makes_no_sense_in_a_hash_is_left_out() {
    const NOTHING: &str = concat!(
        r#"{"dataset":"","at":0,"item":null,"#,
        r#""query":{"labels":null,"except":false,"columns":[],"items":null,"order":"number","column":0,"descending":false,"seed":0},"#,
        r#""scale":0,"inverted":false,"fixed":0,"palette":"ink","portraits":"means","orientation":null,"shape":"","axes":"","limits":"file","imagesAs":"","labelsAs":"","show":"","span":null,"labelling":{"column":null,"names":"","called":""},"file":"","print":"","part":"","sample":"","images":"","labels":"","aside":""}"#
    );
    for hash in [
        "",
        "#",
        "##",
        "#&&==&",
        "#%",
        "#%E0%A4%A",
        "#i=-1",
        "#i=1e9",
        "#i=0x10",
        "#i=NaN",
        "#i=1.5",
        "#i=9999999999999999",
        "#i=",
        "#at=-0",
        "#z=-1",
        "#z=Infinity",
        "#z=1e300",
        "#z=",
        "#inv=true",
        "#c=-1",
        "#c=cold",
        "#names=<b>",
        "#names=constructor()",
        "#pal=gold",
        "#range=3",
        "#range=2..1",
        "#range=0..Infinity",
        "#range=..1",
        "#range=1..2..3",
        "#range=file",
        "#o=",
        "#o=xyz",
        "#o=tttt",
        "#as=u8",
        "#as=u8le,3,8",
        "#as=f8,3,8",
        "#as=i16,3x,8",
        "#labels-as=i16,3,-8",
        "#part=u8,3,8",
        "#part=images,u8,3",
        "#part=masks,u8,3,8",
        "#shape=0x1",
        "#shape=1x2x3x4",
        "#shape=a",
        "#shape=1e3x2",
        "#axes=r",
        "#axes=r,c,",
        "#axes=r,c,r",
        "#axes=r,c,-1",
        "#axes=0,1,2",
        "#span=5",
        "#span=5..5",
        "#span=6..5",
        "#span=0.5..7",
        "#span=..7",
        "#n=7",
        "#n=1e9",
        "#sample=../etc",
        "#f=",
        "#f=seven",
        "#f=1,,x",
        "#f=1..2..3",
        "#but=--1",
        "#items=-1",
        "#items=0.5",
        "#items=1e-1..5",
        "#sort=paper",
        "#sort=+label",
        "#sort=c",
        "#sort=c-1",
        "#f1=x",
        "#f-1=3",
        "#f1e1=3",
        "#seed=5",
        "#sample=constructor",
        "#right=",
        "#__proto__=1&constructor=2",
        "#\0\u{FFFF}",
    ] {
        assert_eq!(json(&from_hash(hash)), NOTHING, "{hash:?}");
    }
    let long = format!("#d={}", "x".repeat(1 << 20));
    assert!(json(&from_hash(&long)).len() < 1000, "a name is cut");
    let long = format!("#items={}", "1,".repeat(1 << 16));
    assert_eq!(json(&from_hash(&long)), NOTHING, "a list has an end");
}

#[wasm_bindgen_test]
fn four_quarter_turns_and_two_flips_lead_back() {
    let turned = |by: &str| {
        let events = by.chars().map(|by| format!(r#"{{"type": "orient", "by": "{by}"}}"#)).collect::<Vec<_>>();
        let events: Vec<&str> = [FIT, LIBRARY].into_iter().chain(events.iter().map(String::as_str)).collect();
        let hash = to_hash(&after(&initial(""), &events));
        hash.strip_prefix("#d=t10k").unwrap().trim_start_matches("&o=").to_owned()
    };
    for (by, letters) in [
        ("", ""),
        ("r", "th"),
        ("rr", "hv"),
        ("rrr", "tv"),
        ("rrrr", ""),
        ("tr", "h"),
        ("hr", "thv"),
        ("vr", "t"),
        ("hv", "hv"),
        ("hh", ""),
        ("tt", ""),
        ("thvr", "v"),
    ] {
        assert_eq!(turned(by), letters, "{by}");
    }
}

#[wasm_bindgen_test]
fn a_slice_is_followed_by_the_next_up_to_the_last() {
    let library = LIBRARY
        .replace(r#""promised": 10000}"#, r#""promised": 10000, "axes": [1, 4, -1, -2], "shape": [9, 2, 6, 8, 8]}"#);
    let axes = |axes: &str, steps: &[i32]| {
        let mut state = after(&initial(axes), &[FIT, &library]);
        for by in steps {
            state = after(&state, &[&format!(r#"{{"type": "slice", "by": {by}}}"#)]);
        }
        to_hash(&state).replace("#d=t10k", "")
    };
    assert_eq!(axes("", &[1]), "&axes=1,5,r,c");
    assert_eq!(axes("", &[1, 1, 1]), "&axes=1,5,r,c");
    assert_eq!(axes("", &[-9]), "&axes=1,0,r,c");
    assert_eq!(axes("#axes=1,r,5,c", &[-1, -1]), "&axes=1,r,3,c");
    assert_eq!(axes("#axes=r,c", &[1]), "&axes=1,5,r,c", "that is of another shape");
    let state = after(&initial(""), &[FIT, LIBRARY, r#"{"type": "slice", "by": 1}"#]);
    assert_eq!(to_hash(&state), "#d=t10k", "images have no slices");
}

#[wasm_bindgen_test]
fn what_a_name_suggests_can_be_switched_off() {
    let emnist = LIBRARY.replace(r#""promised": 10000}"#, r#""promised": 10000, "suggested": "t"}"#);
    let seen = |events: &[&str]| to_hash(&after(&initial(""), &[&[FIT, &emnist], events].concat()));
    assert_eq!(seen(&[]), "#d=t10k");
    assert_eq!(seen(&[r#"{"type": "orient", "by": "t"}"#]), "#d=t10k&o=0");
    assert_eq!(seen(&[r#"{"type": "orient", "by": ""}"#]), "#d=t10k&o=0");
    assert_eq!(seen(&[r#"{"type": "orient", "by": ""}"#, r#"{"type": "orient", "by": "t"}"#]), "#d=t10k");
    assert_eq!(seen(&[r#"{"type": "orient", "by": "h"}"#]), "#d=t10k&o=th");
    assert_eq!(to_hash(&after(&initial("#d=t10k&o=0"), &[FIT, &emnist])), "#d=t10k&o=0");
}

#[wasm_bindgen_test]
fn a_hash_beyond_the_data_shows_the_end_of_it() {
    for (hash, expected) in [
        ("#d=t10k&i=10000", "#d=t10k&at=9800"),
        ("#d=t10k&i=999999999999999", "#d=t10k&at=9800"),
        ("#d=t10k&at=999999999999999&i=3", "#d=t10k&i=3"),
        ("#at=250", "#d=t10k&at=200"),
        // What is said of another dataset does not scroll this one.
        ("#d=unknown&at=9999", "#d=t10k"),
    ] {
        let seen = after(&initial(hash), &[FIT, LIBRARY]);
        assert_eq!(to_hash(&seen), expected, "{hash}");
        let said = json(&Reflect::get(&seen, &"alerts".into()).unwrap());
        assert_eq!(
            said.contains("there is no item"),
            hash.contains("&i=") && !expected.contains("&i="),
            "{hash}: {said}"
        );
    }
}

#[wasm_bindgen_test]
fn a_link_to_what_is_not_open_waits_for_it() {
    let seen = after(&initial(""), &[FIT, LIBRARY, r#"{"type": "open", "item": 300}"#, &link("#d=train&i=5&inv=1")]);
    assert_eq!(to_hash(&seen), "#d=t10k&i=300");
    assert_eq!(to_hash(&after(&seen, &[&LIBRARY.replace("t10k", "train")])), "#d=train&i=5&inv=1");
    // The last link counts.
    assert_eq!(to_hash(&after(&seen, &[&link("#d=t10k"), &LIBRARY.replace("t10k", "train")])), "#d=train");
}

#[wasm_bindgen_test]
fn a_link_names_files_by_their_addresses() {
    let library =
        LIBRARY.replacen(r#""images": "", "labels": """#, r#""images": "a/b&c d.gz", "labels": "http://e/f#1""#, 1);
    let hash = "#images=a/b%26c+d.gz&labels=http://e/f%231&d=t10k&i=300";
    let seen = after(&initial(hash), &[FIT, &library]);
    assert_eq!(to_hash(&seen), hash);
    // Other labels make another dataset, whatever its name.
    assert_eq!(to_hash(&after(&seen, &[&link("#images=a/b%26c+d.gz&d=t10k&i=5")])), hash);
    let other = library.replace(r#""labels": "http://e/f#1""#, r#""labels": """#).replace("t10k", "train");
    let led = after(&seen, &[&link("#images=a/b%26c+d.gz&d=t10k&i=5"), &other]);
    assert_eq!(to_hash(&led), "#images=a/b%26c+d.gz&d=train&i=5");
    let long = format!("#images={}&i=5", "x".repeat(1 << 20));
    assert!(json(&from_hash(&long)).len() < 1000, "no part of an address is one");
}

#[wasm_bindgen_test]
fn a_link_leads_to_an_array_behind_the_first() {
    let part = r#""id": 3, "name": "t10k, from byte 96", "of": "t10k", "part": "images,u8,3,96""#;
    let first = r#"{"id": 1, "name": "t10k", "of": "t10k", "part": """#;
    let both = LIBRARY.replace(first, &format!("{{{part}, \"images\": 5, \"labels\": null, \"sample\": \"\", \"addresses\": {{\"images\": \"\", \"labels\": \"\"}},
     \"statuses\": {{\"images\": {{\"done\": true, \"items\": 3, \"promised\": 3}}, \"labels\": null}}}},\n    {first}"));
    let hash = "#d=t10k&part=images,u8,3,96&i=2";
    let waiting = after(&initial(hash), &[FIT, LIBRARY]);
    assert_eq!(to_hash(&waiting), "#d=t10k", "it is not open yet");
    assert_eq!(to_hash(&after(&waiting, &[&both])), hash);
    assert_eq!(to_hash(&after(&initial("#d=t10k&i=2"), &[FIT, &both])), "#d=t10k&i=2", "nor is it the first");
}

#[wasm_bindgen_test]
fn a_long_name_is_known_by_its_beginning() {
    let library = LIBRARY.replace("a&b=c #é (2)/100%", &"🔢x".repeat(100));
    let seen = after(&initial(""), &[FIT, &library, r#"{"type": "select", "dataset": 2}"#]);
    let restored = after(&initial(&to_hash(&seen)), &[FIT, &library]);
    assert_eq!(to_hash(&restored), to_hash(&seen));
}

#[wasm_bindgen_test]
fn the_item_seen_is_one_that_is_there() {
    let seen = after(
        &initial(""),
        &[FIT, LIBRARY, r#"{"type": "select", "dataset": 2}"#, r#"{"type": "open", "item": 59999}"#],
    );
    let ends_at = |items: u32| {
        let status = format!(
            r#"{{"type": "status", "dataset": 2, "statuses": {{
                "images": null, "labels": {{"done": true, "items": {items}, "promised": 60000}}
            }}}}"#
        );
        to_hash(&after(&seen, &[&status])).split_once("100%25").unwrap().1.to_owned()
    };
    assert_eq!([60_000, 250, 1, 0].map(ends_at), ["&i=59999", "&i=249", "&i=0", ""]);
}

/// What has been found: every tenth item from 5 on, of 10,000.
fn fives() -> JsValue {
    (0..1000).map(|place| JsValue::from(10 * place + 5)).collect::<js_sys::Array>().into()
}

/// The query of the first dataset.
fn query(state: &JsValue) -> JsValue {
    let dataset = Reflect::get(&view(state), &"dataset".into()).unwrap();
    Reflect::get(&dataset, &"query".into()).unwrap()
}

/// The state after these items were found for what was asked last.
fn found(state: &JsValue, items: &JsValue, complete: bool) -> JsValue {
    let event = JSON::parse(r#"{"type": "selected", "dataset": 1, "selection": {}}"#).unwrap();
    Reflect::set(&event, &"complete".into(), &complete.into()).unwrap();
    let selection = Reflect::get(&event, &"selection".into()).unwrap();
    Reflect::set(&selection, &"query".into(), &query(state)).unwrap();
    Reflect::set(&selection, &"items".into(), items).unwrap();
    reduce(state, &event)
}

const COUNTS: &str = r#"{"type": "counts", "dataset": 1, "counts": {"more": 0, "classes": [
    {"label": 5, "count": 1000}, {"label": 7, "count": 9000}
]}}"#;
const FIVE: &str = r#"{"type": "class", "label": 5, "several": false}"#;

#[wasm_bindgen_test]
fn pages_items_and_links_are_those_of_what_is_found() {
    let seen = after(&initial(""), &[FIT, LIBRARY, COUNTS, r#"{"type": "page", "page": 30}"#, FIVE]);
    assert_eq!(page(&seen), ["10000", "200", "29", "5800", "200"], "what is seen stays until something is found");
    let seen = found(&seen, &fives(), true);
    assert_eq!(
        (page(&seen), to_hash(&seen)),
        (["1000", "200", "0", "0", "200"].map(String::from), "#d=t10k&f=5".into())
    );
    for (event, hash) in [
        (r#"{"type": "page", "page": 2}"#, "#d=t10k&at=2005&f=5"),
        (r#"{"type": "page", "page": 99}"#, "#d=t10k&at=8005&f=5"),
        (r#"{"type": "open", "item": 4325}"#, "#d=t10k&i=4325&f=5"),
        (r#"{"type": "open", "item": 4321}"#, "#d=t10k&f=5"),
    ] {
        let there = after(&seen, &[event]);
        assert_eq!(to_hash(&there), hash);
        // The link leads there again, whether or not all labels had been read when it was first answered.
        let led = after(&initial(hash), &[FIT, LIBRARY]);
        assert_eq!(to_hash(&led), hash, "nothing of it is lost meanwhile");
        let led = found(&found(&led, &JSON::parse("[5, 15]").unwrap(), false), &fives(), true);
        assert_eq!((to_hash(&led), page(&led)), (hash.to_owned(), page(&there)));
    }
    let opened = after(&seen, &[r#"{"type": "open", "item": 4325}"#]);
    for (by, hash) in [(1, "#d=t10k&i=4335&f=5"), (-1, "#d=t10k&i=4315&f=5"), (568, "#d=t10k&i=4325&f=5")] {
        assert_eq!(to_hash(&after(&opened, &[&format!(r#"{{"type": "step", "by": {by}}}"#)])), hash);
    }
    assert_eq!(to_hash(&after(&opened, &[FIVE])), "#d=t10k&i=4325", "once more is all");
    assert_eq!(page(&after(&opened, &[FIVE])), ["10000", "200", "21", "4200", "200"]);
    let other = after(&opened, &[r#"{"type": "class", "label": 7, "several": false}"#]);
    assert_eq!(to_hash(&found(&other, &JSON::parse("[0, 1]").unwrap(), true)), "#d=t10k&f=7");
    assert_eq!(to_hash(&found(&other, &JSON::parse("[]").unwrap(), true)), "#d=t10k&f=7");
}

#[wasm_bindgen_test]
fn an_item_that_a_filter_leaves_out_is_not_waited_for() {
    let led = after(&initial("#d=t10k&i=4321&f=5"), &[FIT, LIBRARY]);
    let part = found(&led, &JSON::parse("[5, 15]").unwrap(), false);
    assert_eq!(to_hash(&part), "#d=t10k&i=4321&f=5", "it may still come");
    assert_eq!(to_hash(&after(&part, &[r#"{"type": "turn", "by": 1}"#])), "#d=t10k&f=5", "but not if a person goes on");
    assert_eq!(to_hash(&found(&part, &fives(), true)), "#d=t10k&f=5");
}

#[wasm_bindgen_test]
fn an_item_that_is_still_to_be_found_is_waited_for() {
    let status = r#"{"type": "status", "dataset": 1, "statuses": {"images": {"done": false, "items": 20, "promised": 10000}, "labels": null}}"#;
    let seen = after(&initial("#d=t10k&f=5"), &[FIT, LIBRARY, status]);
    let part = found(&seen, &JSON::parse("[5, 15]").unwrap(), false);
    let led = after(&part, &[&link("#d=t10k&i=4325&f=5")]);
    assert_eq!(json(&Reflect::get(&led, &"alerts".into()).unwrap()), "[]", "it may still come");
    assert_eq!(to_hash(&found(&led, &fives(), true)), "#d=t10k&i=4325&f=5");
    // Labels that come meanwhile have all read once more.
    let led = after(&found(&led, &JSON::parse("[5, 15]").unwrap(), false), &[r#"{"type": "again", "dataset": 1}"#]);
    assert_eq!(to_hash(&found(&led, &fives(), true)), "#d=t10k&i=4325&f=5");
    // What is found already is there at once.
    let back = after(&part, &[&link("#d=t10k&i=15&f=5")]);
    assert_eq!(Reflect::get(&back, &"item".into()).unwrap(), JsValue::from(15));
}

#[wasm_bindgen_test]
fn classes_are_chosen_one_by_one_and_together() {
    let some = |label: &str, several: bool| format!(r#"{{"type": "class", "label": {label}, "several": {several}}}"#);
    let find = |change: &str| format!(r#"{{"type": "find", "change": {change}}}"#);
    for (events, hash) in [
        (vec![some("5", false)], "&f=5"),
        (vec![some("5", true)], "&f=5"),
        (vec![some("3", false)], ""),
        (vec![some("7", false), some("5", true)], "&f=5,7"),
        (vec![some("7", false), some("5", false)], "&f=5"),
        (vec![some("5", true), some("7", true), some("5", true)], "&f=7"),
        (vec![some("5", true), some("5", true)], ""),
        (vec![some("5", false), find(r#"{"except": true}"#)], "&but=5"),
        (vec![some("5", false), find(r#"{"except": true}"#), some("7", true)], "&but=5,7"),
        (vec![some("5", false), find(r#"{"except": true}"#), some("5", false)], "&f=5"),
        (vec![some("5", false), find(r#"{"except": true}"#), find(r#"{"labels": null}"#)], ""),
        (vec![find(r#"{"order": "label", "descending": true}"#), some("5", false)], "&f=5&sort=-label"),
        (vec![find(r#"{"order": "random", "seed": 9}"#)], "&sort=random&seed=9"),
        (vec![find(r#"{"order": "random", "seed": 9}"#), find(r#"{"order": "number"}"#)], ""),
        (vec![find(r#"{"items": [[3, 3], [10, 20]]}"#)], "&items=3,10..20"),
        (vec![find(r#"{"labels": [[-1.5, 1e300]]}"#)], "&f=-1.5..1e%2B300"),
        (vec![find(r#"{"order": "column", "column": 2, "descending": true}"#)], "&sort=-c2"),
        // The column says nothing any more.
        (vec![find(r#"{"order": "column", "column": 2}"#), find(r#"{"order": "label"}"#)], "&sort=label"),
        (vec![find(r#"{"order": "column", "column": 2}"#), find(r#"{"order": "number"}"#)], ""),
        (
            vec![find(
                r#"{"columns": [{"column": 12, "ranges": [[3, 3], [5, 9]]}, {"column": 2, "ranges": [[-1, 0.5]]}]}"#,
            )],
            "&f2=-1..0.5&f12=3,5..9",
        ),
        (
            vec![
                find(r#"{"columns": [{"column": 2, "ranges": [[1, 1]]}], "order": "label"}"#),
                r#"{"type": "read", "slot": "labels", "as": "i32le,60000x8,12"}"#.to_owned(),
            ],
            "&sort=label&labels-as=i32le,60000x8,12",
        ),
    ] {
        let events: Vec<&str> = [FIT, LIBRARY, COUNTS].into_iter().chain(events.iter().map(String::as_str)).collect();
        let seen = after(&initial(""), &events);
        assert_eq!(to_hash(&seen), format!("#d=t10k{hash}"));
        let restored = after(&initial(&to_hash(&seen)), &[FIT, LIBRARY]);
        assert_eq!(json(&query(&restored)), json(&query(&seen)), "{hash}");
    }
}

#[wasm_bindgen_test]
fn other_labels_end_a_filter_by_label() {
    let seen = after(&initial(""), &[FIT, LIBRARY, COUNTS, FIVE]);
    let paired = |labels: &str| to_hash(&after(&seen, &[&LIBRARY.replacen(r#""labels": 2"#, labels, 1)]));
    assert_eq!(paired(r#""labels": 2"#), "#d=t10k&f=5");
    assert_eq!(paired(r#""labels": 3"#), "#d=t10k");
    assert_eq!(paired(r#""labels": null"#), "#d=t10k");
}

#[wasm_bindgen_test]
fn bookmarks_are_set_and_taken_away_together() {
    let bookmarked = |events: &[&str]| {
        let seen = after(&initial(""), &[&[FIT, LIBRARY], events].concat());
        let dataset = Reflect::get(&view(&seen), &"dataset".into()).unwrap();
        json(&runs(&Reflect::get(&dataset, &"bookmarks".into()).unwrap()))
    };
    let some = r#"{"type": "bookmark", "items": [3, 9, 4]}"#;
    assert_eq!(bookmarked(&[]), "[]");
    assert_eq!(bookmarked(&[some]), "[[3,4],[9,9]]");
    assert_eq!(bookmarked(&[some, r#"{"type": "bookmark", "items": [4]}"#]), "[[3,3],[9,9]]");
    assert_eq!(bookmarked(&[some, r#"{"type": "bookmark", "items": [4, 5]}"#]), "[[3,5],[9,9]]");
    assert_eq!(bookmarked(&[some, some]), "[]");
    assert_eq!(bookmarked(&[some, r#"{"type": "bookmark", "items": []}"#]), "[[3,4],[9,9]]");
    // Those of other labels are the same; those of other images are not.
    assert_eq!(bookmarked(&[some, &LIBRARY.replacen(r#""labels": 2"#, r#""labels": 9"#, 1)]), "[[3,4],[9,9]]");
    assert_eq!(bookmarked(&[some, &LIBRARY.replacen(r#""images": 1"#, r#""images": 9"#, 1)]), "[]");
}

#[wasm_bindgen_test]
fn lists_are_read_as_people_write_them() {
    for (text, expected) in [
        ("5", "[[5,5]]"),
        (" 3,5 ;7\n9 ", "[[3,3],[5,5],[7,7],[9,9]]"),
        ("10-20", "[[10,20]]"),
        ("10 - 20, 5..7", "[[10,20],[5,7]]"),
        ("10\u{2013}20", "[[10,20]]"),
        ("-1", "[[-1,-1]]"),
        ("-3--1 -0.5..1e3 .5", "[[-3,-1],[-0.5,1000],[0.5,0.5]]"),
        ("NaN", "[[null,null]]"),
        ("", "null"),
        (",", "null"),
        ("5 x", "null"),
        ("5-", "null"),
        ("1-2-3", "null"),
    ] {
        assert_eq!(json(&ranges(text)), expected, "{text:?}");
    }
}

/// Whatever a hash says, it is read without a complaint, and what is written then says the same once more.
#[wasm_bindgen_test]
fn any_hash_is_read_and_says_the_same_once_more() {
    const ROUNDS: u32 = 5_000;
    const WORDS: [&str; 26] = [
        "d",
        "at",
        "i",
        "n",
        "f",
        "but",
        "items",
        "sort",
        "seed",
        "z",
        "inv",
        "classes",
        "c",
        "names",
        "called",
        "pal",
        "range",
        "o",
        "shape",
        "axes",
        "show",
        "as",
        "labels-as",
        "file",
        "print",
        "x",
    ];
    const VALUES: [&str; 30] = [
        "",
        "0",
        "1",
        "-1",
        "9999",
        "4294967296",
        "1e308",
        "0x10",
        "NaN",
        "..",
        "1..0",
        "-0.5..1e-7",
        "3,5",
        "0..99,7",
        "t10k",
        "a%26b",
        "%F0%9F%98%80",
        "%",
        "+",
        "number",
        "-label",
        "random",
        "hot",
        "typed",
        "viridis",
        "item",
        "thv",
        "28x28x3",
        "r,c,0",
        "u8,60000x28x28,16",
    ];
    // Numbers that only seem to be drawn by chance: a failure can be repeated.
    let mut state = 1_u64;
    let mut draw = |most: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % most
    };
    for _ in 0..ROUNDS {
        let mut hash = String::from("#");
        for _ in 0..draw(6) {
            let (word, joint) = (WORDS[draw(WORDS.len())], if draw(9) == 0 { "" } else { "=" });
            let value = (0..=draw(2)).map(|_| VALUES[draw(VALUES.len())]).collect::<String>();
            hash.extend([word, joint, &value, "&"]);
        }
        let written = to_hash(&after(&initial(&hash), &[LIBRARY, FIT]));
        let again = to_hash(&after(&initial(&written), &[LIBRARY, FIT]));
        assert_eq!(again, written, "of {hash}");
    }
}
