//! What classes are called: in the well-known sets, in the mappings that come with EMNIST, and in what people write.
#![cfg(not(target_arch = "wasm32"))]

use std::{fs, path::Path};

use idxlens::{
    dataset::{
        classes::{ClassNames, columns, is_shared, recognize},
        labels::Label,
        pairing::names_classes_of,
    },
    format::header::{ElementType, Header},
};
use proptest::prelude::*;

fn named<const N: usize>(names: &ClassNames, labels: [i32; N]) -> [Option<&str>; N] {
    labels.map(|label| names.name(Label(label.into())))
}

#[test]
fn sets_have_the_names_that_their_authors_gave() {
    #[track_caller]
    fn check<const N: usize>(id: &str, expected: [(i32, &str); N]) {
        let names = ClassNames::preset(id).unwrap();
        let expected_names = expected.map(|(_, name)| (!name.is_empty()).then_some(name));
        assert_eq!(named(&names, expected.map(|(label, _)| label)), expected_names, "{id}");
    }
    check("fashion-mnist", [(-1, ""), (0, "T-shirt/top"), (7, "Sneaker"), (9, "Ankle boot"), (10, "")]);
    check("kmnist", [(0, "お o"), (3, "つ tsu"), (8, "れ re"), (9, "を wo"), (10, "")]);
    check("kannada", [(0, "\u{CE6}"), (9, "\u{CEF}"), (10, "")]);
    check("notmnist", [(0, "A"), (9, "J"), (10, "")]);
    check("emnist-letters", [(0, ""), (1, "A/a"), (26, "Z/z"), (27, "")]);
    check("emnist-byclass", [(9, ""), (10, "A"), (35, "Z"), (36, "a"), (61, "z"), (62, "")]);
    check("emnist-balanced", [(9, ""), (35, "Z"), (36, "a"), (38, "d"), (43, "n"), (46, "t"), (47, "")]);
    // A digit's name says no more than its number.
    for digits in ["mnist", "qmnist", "emnist-digits", "emnist-mnist"] {
        assert!(ClassNames::preset(digits).unwrap().is_empty(), "{digits}");
    }
    assert_eq!([ClassNames::preset(""), ClassNames::preset("imagenet")], [None, None]);
}

#[test]
fn the_mappings_of_emnist_say_what_we_know() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/emnist-mappings");
    for split in ["balanced", "byclass", "bymerge", "letters", "digits", "mnist"] {
        let Ok(text) = fs::read_to_string(folder.join(format!("emnist-{split}-mapping.txt"))) else {
            println!("skipped: the mappings of EMNIST are not here");
            return;
        };
        assert!(ClassNames::is_mapping(&text));
        assert_eq!(Some(ClassNames::parse(&text)), ClassNames::preset(&format!("emnist-{split}")), "{split}");
    }
}

#[test]
fn names_are_read_as_people_write_them() {
    #[track_caller]
    fn check(text: &str, expected: [Option<&str>; 3]) {
        assert_eq!(named(&ClassNames::parse(text), [0, 1, 2]), expected, "{text:?}");
    }
    check("cat\ndog\nbird", [Some("cat"), Some("dog"), Some("bird")]);
    check("cat, dog,bird", [Some("cat"), Some("dog"), Some("bird")]);
    check("red, ripe\ngreen", [Some("red, ripe"), Some("green"), None]);
    check("2 bird\n0 cat", [Some("cat"), None, Some("bird")]);
    check("0: cat\r\n1 = dog\r\n2\tbird of prey\r\n", [Some("cat"), Some("dog"), Some("bird of prey")]);
    check("\u{FEFF}0,cat\n\n1;dog", [Some("cat"), Some("dog"), None]);
    check("# my classes\n1 dog\n1 hound", [None, Some("hound"), None]);
    check("1 65 97\n2 66 98", [None, Some("A/a"), Some("B/b")]);
    // Codes are codes only if all of them are.
    check("1 65\n2 two", [None, Some("65"), Some("two")]);
    check("0 1990\n1 1991", [Some("1990"), Some("1991"), None]);
    check("0 0\n1 one", [None, Some("one"), None]);
    check("-1 none\n99999999999 much\n0.5 half", [None; 3]);
    check("", [None; 3]);
    assert_eq!(ClassNames::parse("-1 none").name(Label(-1.0)), Some("none"));
    assert_eq!(ClassNames::parse("1 one").name(Label(f64::NAN)), None);
}

#[test]
fn a_text_is_a_mapping_if_every_line_is() {
    for text in ["0 48\r\n1 49\r\n", "3: cat", "\n\n7\tseven\n"] {
        assert!(ClassNames::is_mapping(text), "{text:?}");
    }
    for text in ["", "\n \n", "EMNIST\n0 48", "cat\ndog", "0\n1", "0 48\nthe rest", "<html>"] {
        assert!(!ClassNames::is_mapping(text), "{text:?}");
    }
}

#[test]
fn what_somebody_else_has_written_does_no_harm() {
    let long = "x".repeat(1 << 20);
    let many: Vec<String> = (0..100_000).map(|label| format!("{label} name {label}")).collect();
    let names = ClassNames::parse(&many.join("\n"));
    assert_eq!(named(&names, [0, 99_999]), [Some("name 0"), Some("name 99999")]);
    for text in [long.clone(), format!("0 {long}"), format!("0 {}", "é ".repeat(1 << 19))] {
        let names = ClassNames::parse(&text);
        let name = names.name(Label(0.0)).unwrap();
        assert_eq!((name.chars().count(), name.chars().last()), (ClassNames::MAX_NAME, Some('…')));
    }
    let names = ClassNames::parse("0 <img src=x>\n1 a\u{202E}b\u{0}c\u{7}\td\n2 \u{202E}\u{2066}\n3 a\u{85}b");
    assert_eq!(named(&names, [0, 1, 2, 3]), [Some("<img src=x>"), Some("ab c d"), None, Some("a b")]);
}

#[test]
fn a_set_is_known_by_the_name_of_the_file_or_of_its_folders() {
    for (path, expected) in [
        ("FashionMNIST/raw/train-labels-idx1-ubyte", Some("fashion-mnist")),
        ("fashion-mnist/t10k-labels-idx1-ubyte.gz", Some("fashion-mnist")),
        ("KMNIST/raw/t10k-labels-idx1-ubyte.gz", Some("kmnist")),
        ("kuzushiji-mnist/t10k-labels-idx1-ubyte.gz", Some("kmnist")),
        ("y_kannada_MNIST_train-idx1-ubyte.gz", Some("kannada")),
        ("notMNIST_small/t10k-labels-idx1-ubyte.gz", Some("notmnist")),
        ("qmnist-test-labels-idx2-int.gz", Some("qmnist")),
        ("EMNIST/raw/emnist-letters-train-labels-idx1-ubyte", Some("emnist-letters")),
        ("emnist-mnist-train-labels-idx1-ubyte.gz", Some("emnist-mnist")),
        ("emnist-byclass-test-labels-idx1-ubyte", Some("emnist-byclass")),
        ("mnist/t10k-labels-idx1-ubyte.gz", Some("mnist")),
        // The nearest name counts, and one that names a set that we do not know is no other.
        ("fashion/emnist-balanced-test-labels", Some("emnist-balanced")),
        ("mnist/emnist-new-labels", None),
        ("kuzushiji-49/k49-labels", None),
        ("femnist/labels", None),
        ("sign-language-mnist/train-labels-idx1-ubyte", None),
        ("t10k-labels-idx1-ubyte.gz", None),
        ("", None),
    ] {
        assert_eq!(recognize(path), expected, "{path}");
    }
}

#[test]
fn names_that_several_sets_share_are_known_as_such() {
    for path in ["t10k-labels-idx1-ubyte.gz", "a/train-images.idx3-ubyte", "Train-Labels-idx1-ubyte (1)"] {
        assert!(is_shared(path), "{path}");
    }
    for path in ["emnist-letters-train-labels-idx1-ubyte", "train.idx", "my-train-labels", "training-labels", ""] {
        assert!(!is_shared(path), "{path}");
    }
}

#[test]
fn the_columns_of_qmnist_have_their_meanings() {
    let header = |columns| Header::new(ElementType::I32, vec![60_000, columns]).unwrap();
    assert_eq!(columns("qmnist-test-labels-idx2-int.gz", &header(8))[2], "NIST writer");
    assert!(columns("qmnist-test-labels-idx2-int.gz", &header(7)).is_empty());
    assert!(columns("my-labels-idx2-int.gz", &header(8)).is_empty());
}

#[test]
fn a_mapping_belongs_to_the_files_that_its_name_tells() {
    for (mapping, file, belongs) in [
        ("emnist-letters-mapping.txt", "gzip/emnist-letters-test-labels-idx1-ubyte.gz", true),
        ("gzip/emnist-letters-mapping.txt", "gzip/emnist-balanced-test-labels-idx1-ubyte.gz", false),
        ("emnist-mnist-mapping.txt", "emnist-letters-train-labels-idx1-ubyte", false),
        ("a/classes.txt", "a/train-labels-idx1-ubyte", true),
        ("a/classes.txt", "b/train-labels-idx1-ubyte", false),
        // Where there are no folders, nothing is known of who lies beside whom.
        ("classes.txt", "train-labels-idx1-ubyte", false),
        ("train-label-names.txt", "training.labels", true),
    ] {
        assert_eq!(names_classes_of(mapping, file), belongs, "{mapping} of {file}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>(), label in any::<i32>()) {
        let names = ClassNames::parse(&text);
        if let Some(name) = names.name(Label(label.into())) {
            prop_assert!(!name.is_empty() && name.chars().count() <= ClassNames::MAX_NAME);
            prop_assert!(!name.chars().any(char::is_control));
        }
        let _ = (ClassNames::is_mapping(&text), recognize(&text));
    }

    #[test]
    fn what_is_listed_is_named(names in prop::collection::vec("[a-z][a-z ]{0,20}[a-z]", 2..50)) {
        let read = ClassNames::parse(&names.join("\n"));
        for (label, name) in (0_u32..).zip(&names) {
            let spaced = name.split_whitespace().collect::<Vec<_>>().join(" ");
            prop_assert_eq!(read.name(Label(label.into())), Some(&*spaced));
        }
    }
}
