//! The page's state, which is pure: what the hash of the address says of it, and what a hostile hash cannot do.

use js_sys::{JSON, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen(module = "/www/state.js")]
extern "C" {
    fn initial(hash: &str) -> JsValue;
    fn reduce(state: &JsValue, event: &JsValue) -> JsValue;
    fn view(state: &JsValue) -> JsValue;
    #[wasm_bindgen(js_name = toHash)]
    fn to_hash(state: &JsValue) -> String;
    #[wasm_bindgen(js_name = fromHash)]
    fn from_hash(hash: &str) -> JsValue;
}

fn json(value: &JsValue) -> String {
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
fn link(hash: &str) -> String {
    r#"{"type": "restore", "wish": "#.to_owned() + &json(&from_hash(hash)) + "}"
}

const FIT: &str = r#"{"type": "fit", "columns": 20, "rows": 10}"#;

/// Two datasets: t10k with 10,000 images, and labels alone whose name needs to be escaped.
const LIBRARY: &str = r#"{"type": "library", "files": [], "select": null, "datasets": [
    {"id": 1, "name": "t10k", "images": 1, "labels": 2, "sample": "", "addresses": {"images": "", "labels": ""},
     "statuses": {"images": {"done": true, "items": 10000, "promised": 10000}, "labels": null}},
    {"id": 2, "name": "a&b=c #é (2)/100%", "images": null, "labels": 3, "sample": "", "addresses": {"images": "", "labels": ""},
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
            "#d=t10k&names=typed&called=a%2C+%C3%A9%0A%3Cb%3E",
        ),
        // Names are those of the column that they were chosen for.
        (
            &[r#"{"type": "label", "choice": {"names": "kmnist"}}"#, r#"{"type": "label", "choice": {"column": 1}}"#],
            "#d=t10k&c=1",
        ),
        (
            &[r#"{"type": "select", "dataset": 2}"#, r#"{"type": "show", "item": 59999}"#],
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
    const NOTHING: &str = r#"{"dataset":"","at":0,"item":null,"scale":0,"inverted":false,"fixed":0,"labelling":{"column":null,"names":"","called":""},"sample":"","images":"","labels":""}"#;
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
        "#n=7",
        "#n=1e9",
        "#sample=../etc",
        "#sample=constructor",
        "#__proto__=1&constructor=2",
        "#\0\u{FFFF}",
    ] {
        assert_eq!(json(&from_hash(hash)), NOTHING, "{hash:?}");
    }
    let long = format!("#d={}", "x".repeat(1 << 20));
    assert!(json(&from_hash(&long)).len() < 400, "a name is cut");
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
        assert_eq!(to_hash(&after(&initial(hash), &[FIT, LIBRARY])), expected, "{hash}");
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
    assert!(json(&from_hash(&long)).len() < 400, "no part of an address is one");
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
