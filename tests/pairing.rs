//! Pairing images with labels, for names of real datasets and for unusual ones.
#![cfg(not(target_arch = "wasm32"))]

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

const NAMES: &[Case] = &[
    ("a pickle of an array", &[(IMAGES, "digits.pkl.gz", 3)], &["digits: 0 -"]),
    ("pickles of two", &[(LABELS, "y_train.pickle", 3), (IMAGES, "X_train.pickle", 3)], &["train: 1 0"]),
    (
        "SVHN's arrays, which only say what they hold",
        &[
            (IMAGES, "train_32x32.mat/X.npy", 70),
            (LABELS, "train_32x32.mat/y.npy", 70),
            (IMAGES, "data/images.npy", 50),
        ],
        &["train_32x32: 0 1", "images.npy: 2 -"],
    ),
    (
        "CIFAR's arrays in files without an extension",
        &[
            (IMAGES, "cifar.tar.gz/cifar-10-batches-py/data_batch_1/data.npy", 70),
            (LABELS, "cifar.tar.gz/cifar-10-batches-py/data_batch_1/labels.npy", 70),
            (IMAGES, "train/data.npy", 70),
            (LABELS, "train/fine_labels.npy", 70),
            (LABELS, "train/coarse_labels.npy", 70),
        ],
        &["data_batch_1: 0 1", "train: 2 3", "coarse: - 4"],
    ),
    (
        "MNIST's four files",
        &[
            (IMAGES, "t10k-images-idx3-ubyte.gz", 10_000),
            (LABELS, "t10k-labels-idx1-ubyte.gz", 10_000),
            (IMAGES, "train-images-idx3-ubyte.gz", 60_000),
            (LABELS, "train-labels-idx1-ubyte.gz", 60_000),
        ],
        &["t10k: 0 1", "train: 2 3"],
    ),
    (
        "in another order",
        &[
            (LABELS, "train-labels-idx1-ubyte", 60_000),
            (LABELS, "t10k-labels-idx1-ubyte", 10_000),
            (IMAGES, "train-images-idx3-ubyte", 60_000),
            (IMAGES, "t10k-images-idx3-ubyte", 10_000),
        ],
        &["train: 2 0", "t10k: 3 1"],
    ),
    (
        "two parts of the same size",
        &[
            (IMAGES, "train-images-idx3-ubyte", 500),
            (IMAGES, "t10k-images-idx3-ubyte", 500),
            (LABELS, "t10k-labels-idx1-ubyte", 500),
            (LABELS, "train-labels-idx1-ubyte", 500),
        ],
        &["train: 0 3", "t10k: 1 2"],
    ),
    (
        "a dot, as 7-Zip restores it, and a dash",
        &[(IMAGES, "t10k-images.idx3-ubyte", 10_000), (LABELS, "t10k-labels-idx1-ubyte.gz", 10_000)],
        &["t10k: 0 1"],
    ),
    (
        "second downloads",
        &[
            (IMAGES, "train-images-idx3-ubyte (1).gz", 60_000),
            (IMAGES, "t10k-images-idx3-ubyte(2).gz", 60_000),
            (LABELS, "t10k-labels-idx1-ubyte.gz", 60_000),
            (LABELS, "train-labels-idx1-ubyte - Copy.gz", 60_000),
        ],
        &["train: 0 3", "t10k: 1 2"],
    ),
    (
        "corrected labels",
        &[(IMAGES, "t10k-images-idx3-ubyte.gz", 10_000), (LABELS, "t10k-labels-idx1-ubyte-Corrected.gz", 10_000)],
        &["t10k: 0 1"],
    ),
    (
        "corrected labels of files without a name of their own",
        &[(IMAGES, "images", 9), (LABELS, "labels-corrected", 9)],
        &["images: 0 1"],
    ),
    (
        "the labels in the file before the corrected ones",
        &[
            (IMAGES, "t10k-images", 9),
            (LABELS, "t10k-labels-corrected.gz", 9),
            (LABELS, "t10k-labels.gz", 9),
            (IMAGES, "corrected-images", 9),
        ],
        &["t10k: 0 2", "corrected: 3 1"],
    ),
    (
        "endings and upper case",
        &[(IMAGES, "TRAIN-IMAGES-IDX3-UBYTE.GZ", 60_000), (LABELS, "train_labels.bin", 60_000)],
        &["TRAIN: 0 1"],
    ),
    (
        "different words for the same split",
        &[
            (IMAGES, "test-images", 10),
            (IMAGES, "val-images", 10),
            (LABELS, "validation.labels", 10),
            (LABELS, "t10k_y", 10),
        ],
        &["test: 0 3", "val: 1 2"],
    ),
    (
        "written together",
        &[
            (IMAGES, "trainimages.idx", 9),
            (IMAGES, "TestImages.idx", 9),
            (LABELS, "testLabels", 9),
            (LABELS, "TRAINLABELS", 9),
        ],
        &["train: 0 3", "Test: 1 2"],
    ),
    (
        "Kannada",
        &[
            (IMAGES, "X_kannada_MNIST_train-idx3-ubyte.gz", 60_000),
            (IMAGES, "X_dig_MNIST-idx3-ubyte.gz", 10_240),
            (LABELS, "y_dig_MNIST-idx1-ubyte.gz", 10_240),
            (LABELS, "y_kannada_MNIST_train-idx1-ubyte.gz", 60_000),
        ],
        &["kannada-MNIST-train: 0 3", "dig-MNIST: 1 2"],
    ),
    (
        "QMNIST, whose test part has two files of labels",
        &[
            (IMAGES, "qmnist-test-images-idx3-ubyte.gz", 60_000),
            (LABELS, "qmnist-test-labels-idx2-int.gz", 60_000),
            (LABELS, "qmnist-test-labels-idx1-ubyte.gz", 60_000),
            (IMAGES, "qmnist-train-images-idx3-ubyte.gz", 60_000),
            (LABELS, "qmnist-train-labels-idx2-int.gz", 60_000),
        ],
        &["qmnist-test: 0 1", "qmnist-train: 3 4", "qmnist-test: - 2"],
    ),
    (
        "the same names in two folders",
        &[
            (IMAGES, "MNIST/raw/train-images-idx3-ubyte", 60_000),
            (IMAGES, "FashionMNIST/raw/train-images-idx3-ubyte", 60_000),
            (LABELS, "FashionMNIST/raw/train-labels-idx1-ubyte", 60_000),
            (LABELS, "MNIST/raw/train-labels-idx1-ubyte", 60_000),
        ],
        &["train: 0 3", "train: 1 2"],
    ),
    (
        "images and labels in folders of their own",
        &[(IMAGES, "images/train.idx", 9), (IMAGES, "images/test.idx", 9), (LABELS, "labels/test.idx", 9)],
        &["train: 0 -", "test: 1 2"],
    ),
];

#[test]
fn words_in_brackets_count_unless_they_are_a_number() {
    let files = ["digits(train)-images", "digits(test)-images"].map(|name| images(name, 10));
    let names = ["digits(test)-labels (2)", "digits(train)-labels (1)"].map(|name| labels(name, 10));
    assert_eq!(lines(&[files, names].concat()), ["digits-train: 0 3", "digits-test: 1 2"]);
}

#[test]
fn names_in_the_wild_find_each_other() {
    check(NAMES);
}

#[test]
fn the_categories_of_norb_are_the_labels_of_its_images() {
    check(&[
        (
            "beside other facts about the images",
            &[
                (LABELS, "smallnorb-5x46789x9x18x6x2x96x96-training-info.mat", 24_300),
                (LABELS, "smallnorb-5x46789x9x18x6x2x96x96-training-cat.mat.gz", 24_300),
                (IMAGES, "smallnorb-5x46789x9x18x6x2x96x96-training-dat.mat", 24_300),
            ],
            &[
                "smallnorb-5x46789x9x18x6x2x96x96-training: 2 1",
                "smallnorb-5x46789x9x18x6x2x96x96-training-info-mat: - 0",
            ],
        ),
        ("cats are animals elsewhere", &[(IMAGES, "cat.npy", 7), (IMAGES, "dog.npy", 7)], &["cat: 0 -", "dog: 1 -"]),
    ]);
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
fn all_of_emnist_at_once_finds_each_other_though_the_counts_are_the_same() {
    let sets = ["byclass", "bymerge", "balanced", "letters", "digits", "mnist"];
    let parts: Vec<String> =
        sets.iter().flat_map(|set| ["train", "test"].map(|part| format!("emnist-{set}-{part}"))).collect();
    let mut candidates: Vec<Candidate> =
        parts.iter().map(|part| images(&format!("gzip/{part}-images-idx3-ubyte.gz"), 1000)).collect();
    candidates.extend(parts.iter().rev().map(|part| labels(&format!("gzip/{part}-labels-idx1-ubyte.gz"), 1000)));
    let expected: Vec<String> = (0..).zip(&parts).map(|(at, part)| format!("{part}: {at} {}", 23 - at)).collect();
    assert_eq!(lines(&candidates), expected);
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
    fn any_name_says_what_it_holds(name in name(), shape in prop::collection::vec(0..20_u32, 0..4)) {
        let layout = Layout::new(ElementType::U8, shape).unwrap();
        prop_assert_eq!(slot(&name, &layout), slot(&name, &layout));
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
