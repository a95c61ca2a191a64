//! Pairing images with labels, for names of real datasets and for unusual ones.
#![cfg(not(target_arch = "wasm32"))]

mod names;

use idxlens::{
    dataset::{
        Slot,
        pairing::{Candidate, Pair, names_classes_of, pair, slot},
    },
    format::{element::ElementType, layout::Layout},
};
use proptest::prelude::*;

const IMAGES: Slot = Slot::Images;
const LABELS: Slot = Slot::Labels;

/// A title, files, and the lines of their pairs.
type Case = (&'static str, &'static [(Slot, &'static str, u64)], &'static [&'static str]);

fn images(name: &str, items: u64) -> Candidate {
    Candidate { name: name.to_owned(), slot: Slot::Images, items }
}

fn labels(name: &str, items: u64) -> Candidate {
    Candidate { name: name.to_owned(), slot: Slot::Labels, items }
}

/// Pairs as lines: name, images, labels, the files by their numbers.
fn lines(candidates: &[Candidate]) -> Vec<String> {
    let number = |file: Option<usize>| file.map_or("-".to_owned(), |file| file.to_string());
    let line = |pair: Pair| format!("{}: {} {}", pair.name, number(pair.images), number(pair.labels));
    pair(candidates).into_iter().map(line).collect()
}

fn check(cases: &[Case]) {
    for (name, files, expected) in cases {
        let candidate = |&(slot, name, items): &(Slot, &str, u64)| Candidate { name: name.to_owned(), slot, items };
        let candidates: Vec<Candidate> = files.iter().map(candidate).collect();
        assert_eq!(lines(&candidates), *expected, "{name}");
    }
}

const COUNTS: &[Case] = &[
    ("nothing", &[], &[]),
    ("labels alone", &[(LABELS, "t10k-labels-idx1-ubyte.gz", 10_000)], &["t10k: - 0"]),
    ("images alone", &[(IMAGES, "t10k-images-idx3-ubyte.gz", 10_000)], &["t10k: 0 -"]),
    (
        "other counts under the same name",
        &[(IMAGES, "t10k-images", 60_000), (LABELS, "t10k-labels", 10_000)],
        &["t10k: 0 1"],
    ),
    (
        "the same name twice, told apart by the counts",
        &[
            (IMAGES, "train-images", 5),
            (IMAGES, "train-images", 6),
            (LABELS, "train-labels", 6),
            (LABELS, "train-labels", 5),
        ],
        &["train: 0 3", "train: 1 2"],
    ),
    (
        "two words in one, of which one is known",
        &[(IMAGES, "trainImages", 5), (LABELS, "trainLabels", 5)],
        &["train: 0 1"],
    ),
    ("words that only look like two", &[(IMAGES, "notMNIST_small-images", 6)], &["notMNIST-small: 0 -"]),
    ("unrelated names, equal counts", &[(IMAGES, "digits.idx", 70), (LABELS, "what-they-are", 70)], &["digits: 0 1"]),
    ("unrelated names, other counts", &[(IMAGES, "digits.idx", 70), (LABELS, "b.idx", 69)], &["digits: 0 -", "b: - 1"]),
    (
        "equal counts, but of other splits",
        &[(IMAGES, "train-images", 70), (LABELS, "test-labels", 70)],
        &["train: 0 -", "test: - 1"],
    ),
    (
        "a name goes before a count",
        &[(IMAGES, "a", 70), (IMAGES, "b-images", 71), (LABELS, "b-labels", 70)],
        &["a: 0 -", "b: 1 2"],
    ),
    (
        "nothing but what they hold",
        &[(IMAGES, "images", 7), (LABELS, "labels", 7), (IMAGES, "data/images", 8), (LABELS, "data/labels", 8)],
        &["images: 0 1", "images: 2 3"],
    ),
];

#[test]
fn counts_decide_where_names_do_not() {
    check(COUNTS);
}

#[test]
fn many_files_of_images_share_no_labels() {
    let mut candidates: Vec<Candidate> = (0..50).map(|part| images(&format!("part{part}-idx3-ubyte"), 100)).collect();
    candidates.push(labels("labels-idx1-ubyte", 100));
    let pairs = pair(&candidates);
    assert_eq!(pairs.len(), 50);
    assert_eq!(pairs.iter().filter_map(|pair| pair.labels).collect::<Vec<_>>(), [50]);
    assert!(pairs.iter().enumerate().all(|(index, pair)| pair.images == Some(index)));
}

#[test]
fn a_file_holds_what_its_shape_and_then_its_name_say() {
    let cases: &[(&str, &[u32], Slot)] = &[
        ("train-images-idx3-ubyte", &[9, 28, 28], Slot::Images),
        ("train-labels-idx1-ubyte", &[9], Slot::Labels),
        ("train-labels-idx3-ubyte", &[9, 28, 28], Slot::Images),
        ("train-images-idx1-ubyte", &[9], Slot::Labels),
        ("qmnist-test-labels-idx2-int", &[9, 8], Slot::Labels),
        ("one-hot-labels", &[9, 26], Slot::Labels),
        ("train-images-pca.idx2-double", &[9, 50], Slot::Images),
        ("train-images-pca.idx2-double", &[9, 8], Slot::Images),
        ("X_train", &[9, 8], Slot::Images),
        ("y_train", &[9, 100], Slot::Labels),
        ("numbers", &[9, 16], Slot::Labels),
        ("numbers", &[9, 17], Slot::Images),
        ("scalar", &[], Slot::Labels),
        ("labels", &[9, 0], Slot::Labels),
        ("cifar-labels", &[9, 3, 32, 32], Slot::Images),
    ];
    for &(name, shape, expected) in cases {
        let layout = Layout::new(ElementType::U8, shape.to_vec()).unwrap();
        assert_eq!(slot(name, &layout), expected, "{name} {shape:?}");
    }
}

#[test]
fn a_few_floats_are_features_unless_the_name_says_labels() {
    let layout = Layout::new(ElementType::F64, vec![9, 8]).unwrap();
    assert_eq!(slot("numbers", &layout), Slot::Images);
    assert_eq!(slot("board-labels.idx2-double", &layout), Slot::Labels);
}

/// Unusual names.
fn name() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "train", "t10k", "test", "images", "labels", "Images", "LABELS", "idx3", "ubyte", "gz", "x", "y", "é", "🔢",
        "\u{200F}", "İmages", "ǅlabels", "ﬁ", "(", ")", "(1)", "((", ") (", "/", "//", "..", ".", "-", " ", "\0",
        "\u{FEFF}",
    ]);
    prop_oneof![prop::collection::vec(word, 0..8).prop_map(|words| words.concat()), any::<String>(),]
}

fn candidate() -> impl Strategy<Value = Candidate> {
    (name(), any::<bool>(), 0..3_u64).prop_map(
        |(name, is_images, items)| {
            if is_images { images(&name, items) } else { labels(&name, items) }
        },
    )
}

fn check_pairs(candidates: &[Candidate]) {
    let pairs = pair(candidates);
    assert_eq!(pairs, pair(candidates), "the same files give the same pairs");
    let mut files: Vec<usize> = pairs.iter().flat_map(|pair| [pair.images, pair.labels]).flatten().collect();
    files.sort_unstable();
    assert!(files.iter().copied().eq(0..candidates.len()), "every file is in exactly one pair");
    let is = |file: Option<usize>, slot| file.is_none_or(|file| candidates[file].slot == slot);
    assert!(pairs.iter().all(|pair| is(pair.images, Slot::Images) && is(pair.labels, Slot::Labels)));
}

#[test]
fn hostile_names_do_no_harm() {
    let long = "a(".repeat(2048);
    let names =
        ["", " ", "/", "...", "((()))", ")(", "🔢🔢", "\u{202E}segami", &long, "images", "labels", "images/", "-(1)"];
    let candidates: Vec<Candidate> =
        names.iter().flat_map(|name| [images(name, 1), images(name, 1), labels(name, 1), labels(name, 2)]).collect();
    check_pairs(&candidates);
}

#[test]
fn a_mapping_belongs_to_the_files_that_its_name_tells() {
    for (mapping, file, belongs) in [
        ("emnist-letters-mapping.txt", "gzip/emnist-letters-test-labels-idx1-ubyte.gz", true),
        ("gzip/emnist-letters-mapping.txt", "gzip/emnist-balanced-test-labels-idx1-ubyte.gz", false),
        ("emnist-mnist-mapping.txt", "emnist-letters-train-labels-idx1-ubyte", false),
        ("a/classes.txt", "a/train-labels-idx1-ubyte", true),
        ("a/classes.txt", "b/train-labels-idx1-ubyte", false),
        // What a table says of its classes.
        ("farm.csv/metadata", "farm.csv/farm-labels", true),
        ("farm.csv/metadata", "zoo.csv/zoo-labels", false),
        // Without folders, nothing is known about which files lie side by side.
        ("classes.txt", "train-labels-idx1-ubyte", false),
        ("train-label-names.txt", "training.labels", true),
    ] {
        assert_eq!(names_classes_of(mapping, file), belongs, "{mapping} of {file}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_file_is_in_exactly_one_pair(candidates in prop::collection::vec(candidate(), 0..12)) {
        check_pairs(&candidates);
    }

    #[test]
    fn any_name_says_what_it_holds_in_any_folder(name in name(), shape in prop::collection::vec(0..20_u32, 0..4)) {
        let layout = Layout::new(ElementType::U8, shape).unwrap();
        prop_assert_eq!(slot(&format!("x/{name}"), &layout), slot(&name, &layout));
    }
}

#[test]
fn tens_of_thousands_of_files_are_paired() {
    // Comparing each image file with each label file would take 10^9 steps per rule.
    const FILES: u64 = 30_000;
    let file = |name: String, slot, items| Candidate { name, slot, items };
    let images = (0..FILES).map(|number| file(format!("a{number}-images"), Slot::Images, number));
    let unmatched = (0..FILES).map(|number| file(format!("b{number}-labels"), Slot::Labels, FILES + number));
    let pairs = pair(&images.clone().chain(unmatched).collect::<Vec<_>>());
    assert_eq!(pairs.len() as u64, 2 * FILES);
    assert!(pairs.iter().all(|pair| pair.images.is_none() != pair.labels.is_none()));
    // The same files in reverse order match by their counts alone.
    let labels = (0..FILES).rev().map(|number| file(format!("b{number}-labels"), Slot::Labels, number));
    let pairs = pair(&images.chain(labels).collect::<Vec<_>>());
    assert_eq!(pairs.len() as u64, FILES);
    assert!((0..).zip(&pairs).all(|(index, pair)| {
        pair.images == Some(index) && pair.labels == Some(2 * usize::try_from(FILES).unwrap() - 1 - index)
    }));
}
