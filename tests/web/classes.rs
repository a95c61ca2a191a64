//! What classes are called, which is pure: in the well-known sets, in the mappings that come with EMNIST, and in what
//! people write.

use js_sys::{Array, JSON, Map};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen(module = "/www/text/class-names.js")]
extern "C" {
    fn preset(id: &str) -> Option<Map>;
    fn parse(text: &str) -> Map;
    #[wasm_bindgen(js_name = isMapping)]
    fn is_mapping(text: &str) -> bool;
    fn recognize(path: &str) -> String;
    #[wasm_bindgen(js_name = isShared)]
    fn is_shared(path: &str) -> bool;
    fn identify(crc: &str) -> String;
    fn meanings(id: &str, columns: u32) -> Array;
}

/// What a class is called; nothing if that is just its number.
fn name(names: &Map, label: f64) -> String {
    names.get(&label.into()).as_string().unwrap_or_default()
}

fn json(names: &Map) -> String {
    JSON::stringify(&Array::from(names)).map(String::from).unwrap()
}

#[wasm_bindgen_test]
fn sets_have_the_names_that_their_authors_gave() {
    let check = |id: &str, expected: &[(i32, &str)]| {
        let names = preset(id).unwrap();
        for &(label, called) in expected {
            assert_eq!(name(&names, label.into()), called, "{id} {label}");
        }
    };
    check("fashion-mnist", &[(-1, ""), (0, "T-shirt/top"), (7, "Sneaker"), (9, "Ankle boot"), (10, "")]);
    check("kmnist", &[(0, "お o"), (3, "つ tsu"), (8, "れ re"), (9, "を wo"), (10, "")]);
    check("kannada", &[(0, "\u{CE6}"), (9, "\u{CEF}"), (10, "")]);
    check("notmnist", &[(0, "A"), (9, "J"), (10, "")]);
    check("emnist-letters", &[(0, ""), (1, "A/a"), (26, "Z/z"), (27, "")]);
    check("emnist-byclass", &[(9, ""), (10, "A"), (35, "Z"), (36, "a"), (61, "z"), (62, "")]);
    for merged in ["emnist-balanced", "emnist-bymerge"] {
        check(merged, &[(9, ""), (35, "Z"), (36, "a"), (38, "d"), (43, "n"), (46, "t"), (47, "")]);
    }
    // A digit's name says no more than its number.
    for digits in ["mnist", "qmnist", "emnist-digits", "emnist-mnist"] {
        assert_eq!(preset(digits).unwrap().size(), 0, "{digits}");
    }
    for unknown in ["", "imagenet", "none", "constructor", "__proto__"] {
        assert!(preset(unknown).is_none(), "{unknown}");
    }
}

#[wasm_bindgen_test]
fn a_mapping_of_emnist_says_what_we_know() {
    let codes = |classes: &str| -> String {
        let lines = (0..).zip(classes.bytes()).map(|(label, code)| format!("{label} {code}\r\n"));
        lines.collect::<Vec<_>>().concat()
    };
    let alphanumeric: String = ('0'..='9').chain('A'..='Z').collect();
    let lower: String = ('a'..='z').collect();
    let letters = (1..27).map(|label| format!("{label} {} {}\r\n", b'A' + label - 1, b'a' + label - 1));
    let letters = letters.collect::<Vec<_>>().concat();
    for (id, text) in [
        ("emnist-balanced", codes(&format!("{alphanumeric}abdefghnqrt"))),
        ("emnist-byclass", codes(&format!("{alphanumeric}{lower}"))),
        ("emnist-letters", letters),
        ("emnist-digits", codes("0123456789")),
    ] {
        assert!(is_mapping(&text));
        assert_eq!(json(&parse(&text)), json(&preset(id).unwrap()), "{id}");
    }
}

#[wasm_bindgen_test]
fn names_are_read_as_people_write_them() {
    let check = |text: &str, expected: [&str; 3]| {
        let names = parse(text);
        assert_eq!([0.0, 1.0, 2.0].map(|label| name(&names, label)), expected, "{text:?}");
    };
    check("cat\ndog\nbird", ["cat", "dog", "bird"]);
    check("cat, dog,bird", ["cat", "dog", "bird"]);
    check("red, ripe\ngreen", ["red, ripe", "green", ""]);
    check("2 bird\n0 cat", ["cat", "", "bird"]);
    check("0: cat\r\n1 = dog\r\n2\tbird of prey\r\n", ["cat", "dog", "bird of prey"]);
    check("\u{FEFF}0,cat\n\n1;dog", ["cat", "dog", ""]);
    check("# my classes\n1 dog\n1 hound", ["", "hound", ""]);
    check("1 65 97\n2 66 98", ["", "A/a", "B/b"]);
    // Codes are codes only if all of them are.
    check("1 65\n2 two", ["", "65", "two"]);
    check("0 1990\n1 1991", ["1990", "1991", ""]);
    check("0 0\n1 one", ["", "one", ""]);
    check("-1 none\n99999999999 much\n0.5 half", ["", "", ""]);
    check("", ["", "", ""]);
    assert_eq!(name(&parse("-1 none"), -1.0), "none");
    assert_eq!(name(&parse("1 one"), f64::NAN), "");
}

#[wasm_bindgen_test]
fn a_text_is_a_mapping_if_every_line_is() {
    for text in ["0 48\r\n1 49\r\n", "3: cat", "\n\n7\tseven\n"] {
        assert!(is_mapping(text), "{text:?}");
    }
    for text in ["", "\n \n", "EMNIST\n0 48", "cat\ndog", "0\n1", "0 48\nthe rest", "<html>"] {
        assert!(!is_mapping(text), "{text:?}");
    }
}

#[wasm_bindgen_test]
fn what_somebody_else_has_written_does_no_harm() {
    let many: Vec<String> = (0..100_000).map(|label| format!("{label} name {label}")).collect();
    let names = parse(&many.join("\n"));
    assert_eq!([0.0, 99_999.0].map(|label| name(&names, label)), ["name 0", "name 99999"]);
    let (long, digits) = ("x".repeat(1 << 20), "1".repeat(1 << 20));
    for text in [
        long.clone(),
        format!("0 {long}"),
        format!("0 {}", "é ".repeat(1 << 19)),
        format!("0 {}", "😀".repeat(1 << 18)),
    ] {
        let cut = name(&parse(&text), 0.0);
        assert_eq!((cut.chars().count(), cut.chars().last()), (60, Some('…')));
    }
    assert_eq!(name(&parse(&"😀".repeat(60)), 0.0), "😀".repeat(60));
    assert!(!is_mapping(&digits) && !is_mapping(&format!("{digits} one")));
    let names = parse("0 <img src=x>\n1 a\u{202E}b\u{0}c\u{7}\td\n2 \u{202E}\u{2066}\n3 a\u{85}b");
    assert_eq!([0.0, 1.0, 2.0, 3.0].map(|label| name(&names, label)), ["<img src=x>", "ab c d", "", "a b"]);
}

#[wasm_bindgen_test]
fn a_set_is_known_by_the_name_of_the_file_or_of_its_folders() {
    for (path, expected) in [
        ("FashionMNIST/raw/train-labels-idx1-ubyte", "fashion-mnist"),
        ("fashion-mnist/t10k-labels-idx1-ubyte.gz", "fashion-mnist"),
        ("KMNIST/raw/t10k-labels-idx1-ubyte.gz", "kmnist"),
        ("kuzushiji-mnist/t10k-labels-idx1-ubyte.gz", "kmnist"),
        ("y_kannada_MNIST_train-idx1-ubyte.gz", "kannada"),
        ("notMNIST_small/t10k-labels-idx1-ubyte.gz", "notmnist"),
        ("qmnist-test-labels-idx2-int.gz", "qmnist"),
        ("EMNIST/raw/emnist-letters-train-labels-idx1-ubyte", "emnist-letters"),
        ("emnist-mnist-train-labels-idx1-ubyte.gz", "emnist-mnist"),
        ("emnist-byclass-test-labels-idx1-ubyte", "emnist-byclass"),
        ("mnist/t10k-labels-idx1-ubyte.gz", "mnist"),
        // The nearest name counts, and one that names a set that we do not know is no other.
        ("fashion/emnist-balanced-test-labels", "emnist-balanced"),
        ("mnist/emnist-new-labels", ""),
        ("kuzushiji-49/k49-labels", ""),
        ("femnist/labels", ""),
        ("sign-language-mnist/train-labels-idx1-ubyte", ""),
        ("t10k-labels-idx1-ubyte.gz", ""),
        ("", ""),
    ] {
        assert_eq!(recognize(path), expected, "{path}");
    }
}

#[wasm_bindgen_test]
fn names_that_several_sets_share_are_known_as_such() {
    for path in ["t10k-labels-idx1-ubyte.gz", "a/train-images.idx3-ubyte", "Train-Labels-idx1-ubyte (1)"] {
        assert!(is_shared(path), "{path}");
    }
    for path in [
        "emnist-letters-train-labels-idx1-ubyte",
        "train.idx",
        "my-train-labels",
        "training-labels",
        "train-labels/a",
        "",
    ] {
        assert!(!is_shared(path), "{path}");
    }
}

#[wasm_bindgen_test]
fn labels_are_known_by_their_checksum() {
    assert_eq!(["e0cb4ad2", "4ab9eff9", "50248488"].map(identify), ["mnist", "mnist", "notmnist"]);
    assert_eq!(["", "00000000", "E0CB4AD2", "toString"].map(identify), [""; 4]);
}

#[wasm_bindgen_test]
fn the_columns_of_qmnist_have_their_meanings() {
    assert_eq!(meanings("qmnist", 8).get(2), "NIST writer");
    assert_eq!(meanings("qmnist", 7).length(), 0);
    assert_eq!(meanings("", 8).length(), 0);
}
