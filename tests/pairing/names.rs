//! Names of files, as real datasets have them, and the pairs that they make.

use idxlens::dataset::pairing::Candidate;

use super::{Case, IMAGES, LABELS, check, images, labels, lines};

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
