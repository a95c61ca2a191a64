//! The well-known datasets, and how a file is recognised as part of one. Their sources are in docs/guide.md.
//!
//! Several datasets share their file names, so a name is a guess. The checksum of the labels is not.

use super::orientation::Orientation;

/// A well-known dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownSet {
    /// Handwritten digits.
    Mnist,
    /// MNIST again, with its writers, and 50,000 more test digits.
    Qmnist,
    /// Clothes.
    FashionMnist,
    /// Cursive Japanese characters.
    Kmnist,
    /// Kannada digits.
    Kannada,
    /// Letters A to J in many fonts.
    NotMnist,
    /// Faces of 7 expressions.
    Fer2013,
    /// Colour photographs of 10 classes.
    Cifar10,
    /// Colour photographs of 100 classes, in 20 groups.
    Cifar100,
    /// Handwritten letters and digits; `None` for a part that is not known.
    Emnist(Option<Emnist>),
}

/// A part of EMNIST: the same characters, sorted into other classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emnist {
    /// 47 classes of the same size.
    Balanced,
    /// 62 classes.
    ByClass,
    /// 47 classes: 15 letters whose cases look alike are merged.
    ByMerge,
    /// 26 letters, numbered from 1.
    Letters,
    /// 10 digits.
    Digits,
    /// 10 digits, as many as in MNIST.
    Mnist,
}

impl Emnist {
    const ALL: [(Self, &str); 6] = [
        (Self::Balanced, "emnist-balanced"),
        (Self::ByClass, "emnist-byclass"),
        (Self::ByMerge, "emnist-bymerge"),
        (Self::Letters, "emnist-letters"),
        (Self::Digits, "emnist-digits"),
        (Self::Mnist, "emnist-mnist"),
    ];
}

/// Words that name a dataset when a name has all of them.
const NAMES: [(&[&str], KnownSet); 14] = [
    (&["fashion"], KnownSet::FashionMnist),
    (&["fashionmnist"], KnownSet::FashionMnist),
    (&["kmnist"], KnownSet::Kmnist),
    (&["kuzushiji", "mnist"], KnownSet::Kmnist),
    (&["kannada"], KnownSet::Kannada),
    (&["notmnist"], KnownSet::NotMnist),
    (&["not", "mnist"], KnownSet::NotMnist),
    (&["qmnist"], KnownSet::Qmnist),
    (&["xnist"], KnownSet::Qmnist),
    (&["fer2013"], KnownSet::Fer2013),
    (&["cifar", "10"], KnownSet::Cifar10),
    (&["cifar10"], KnownSet::Cifar10),
    (&["cifar", "100"], KnownSet::Cifar100),
    (&["cifar100"], KnownSet::Cifar100),
];

impl KnownSet {
    /// The name, as in links and in the page's texts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mnist => "mnist",
            Self::Qmnist => "qmnist",
            Self::FashionMnist => "fashion-mnist",
            Self::Kmnist => "kmnist",
            Self::Kannada => "kannada",
            Self::NotMnist => "notmnist",
            Self::Fer2013 => "fer2013",
            Self::Cifar10 => "cifar-10",
            Self::Cifar100 => "cifar-100",
            Self::Emnist(None) => "emnist",
            Self::Emnist(Some(part)) => {
                Emnist::ALL.into_iter().find(|&(known, _)| known == part).map_or("emnist", |(_, name)| name)
            }
        }
    }

    /// The dataset with a file of labels that has this CRC-32, unpacked.
    #[must_use]
    pub fn with_labels(checksum: u32) -> Option<Self> {
        match checksum {
            0xE0CB_4AD2 | 0x4AB9_EFF9 => Some(Self::Mnist),
            0x80E2_0DFB => Some(Self::Qmnist),
            0x5024_8488 => Some(Self::NotMnist),
            _ => None,
        }
    }

    /// The dataset that a file belongs to by its name, or else by the name of its folder, and so on outwards.
    ///
    /// ```
    /// use idxlens::dataset::known::KnownSet;
    ///
    /// assert_eq!(KnownSet::of_path("FashionMNIST/raw/train-labels-idx1-ubyte"), Some(KnownSet::FashionMnist));
    /// assert_eq!(KnownSet::of_path("train-labels-idx1-ubyte"), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        let path = path.to_ascii_lowercase();
        path.rsplit('/').find_map(|part| {
            // The names of datasets are ASCII. Other characters are parts of other words.
            let separates = |character: char| character.is_ascii() && !character.is_ascii_alphanumeric();
            Self::of_words(&part.split(separates).collect::<Vec<_>>())
        })
    }

    fn of_words(words: &[&str]) -> Option<Self> {
        if words.iter().any(|word| word.starts_with("emnist")) {
            let is_named = |name: &str| name.split('-').skip(1).any(|part| words.contains(&part));
            let part = Emnist::ALL.into_iter().find(|(_, name)| is_named(name));
            return Some(Self::Emnist(part.map(|(part, _)| part)));
        }
        // Many datasets have "mnist" in their names.
        if words == ["mnist"] {
            return Some(Self::Mnist);
        }
        NAMES.iter().find(|(all, _)| all.iter().all(|word| words.contains(word))).map(|&(_, set)| set)
    }
}

/// The orientation in which the images of a file with this name are upright: EMNIST stores rows and columns swapped.
#[must_use]
pub fn orientation(path: &str) -> Orientation {
    let transposed = matches!(KnownSet::of_path(path), Some(KnownSet::Emnist(_)));
    Orientation { transposed, ..Orientation::default() }
}

/// Whether the files of several well-known datasets have this name, as `train-images-idx3-ubyte`.
#[must_use]
pub fn has_shared_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let rest = name.strip_prefix("train-").or_else(|| name.strip_prefix("t10k-"));
    rest.is_some_and(|rest| rest.starts_with("images") || rest.starts_with("labels"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_is_recognised_by_the_name_of_the_file_or_of_its_folders() {
        for (path, expected) in [
            ("FashionMNIST/raw/train-labels-idx1-ubyte", "fashion-mnist"),
            ("fashion-mnist/t10k-labels-idx1-ubyte.gz", "fashion-mnist"),
            ("KMNIST/raw/t10k-labels-idx1-ubyte.gz", "kmnist"),
            ("kuzushiji-mnist/t10k-labels-idx1-ubyte.gz", "kmnist"),
            ("y_kannada_MNIST_train-idx1-ubyte.gz", "kannada"),
            ("notMNIST_small/t10k-labels-idx1-ubyte.gz", "notmnist"),
            ("not-mnist/t10k-labels-idx1-ubyte.gz", "notmnist"),
            ("qmnist-test-labels-idx2-int.gz", "qmnist"),
            ("xnist-images-idx3-ubyte.xz", "qmnist"),
            ("EMNIST/raw/emnist-letters-train-labels-idx1-ubyte", "emnist-letters"),
            ("emnist-mnist-train-labels-idx1-ubyte.gz", "emnist-mnist"),
            ("emnist-digits-train-labels-idx1-ubyte.gz", "emnist-digits"),
            ("emnist-byclass-test-labels-idx1-ubyte", "emnist-byclass"),
            ("emnist-bymerge-test-labels-idx1-ubyte", "emnist-bymerge"),
            ("mnist/t10k-labels-idx1-ubyte.gz", "mnist"),
            ("cifar-10-batches-bin/data_batch_1.bin", "cifar-10"),
            ("cifar-100-train-labels", "cifar-100"),
            ("fer2013.csv/fer2013-labels", "fer2013"),
            // The nearest name counts. A dataset that we do not know is not another one.
            ("fashion/emnist-balanced-test-labels", "emnist-balanced"),
            ("mnist/emnist-new-labels", "emnist"),
        ] {
            assert_eq!(KnownSet::of_path(path).map(KnownSet::name), Some(expected), "{path}");
        }
        for path in [
            "kuzushiji-49/k49-labels",
            "femnist/labels",
            "not/labels",
            "sign-language-mnist/train-labels-idx1-ubyte",
            "t10k-labels-idx1-ubyte.gz",
            "",
        ] {
            assert_eq!(KnownSet::of_path(path), None, "{path}");
        }
    }

    #[test]
    fn labels_are_recognised_by_their_checksum() {
        let known = [0xE0CB_4AD2, 0x4AB9_EFF9, 0x80E2_0DFB, 0x5024_8488, 0].map(KnownSet::with_labels);
        let names = known.map(|known| known.map_or("", KnownSet::name));
        assert_eq!(names, ["mnist", "mnist", "qmnist", "notmnist", ""]);
    }

    #[test]
    fn names_that_several_datasets_share_are_known_as_such() {
        for path in ["t10k-labels-idx1-ubyte.gz", "a/train-images.idx3-ubyte", "Train-Labels-idx1-ubyte (1)"] {
            assert!(has_shared_name(path), "{path}");
        }
        for path in [
            "emnist-letters-train-labels-idx1-ubyte",
            "train.idx",
            "my-train-labels",
            "training-labels",
            "train-labels/a",
            "",
        ] {
            assert!(!has_shared_name(path), "{path}");
        }
    }

    #[test]
    fn only_emnist_is_stored_with_rows_and_columns_swapped() {
        for (path, expected) in [
            ("emnist-digits-test-images-idx3-ubyte", "t"),
            ("my-EMNIST.idx", "t"),
            ("EMNISTletters.idx", "t"),
            ("gzip/emnist", "t"),
            ("2emnist and emnist", "t"),
            // Stored upright.
            ("femnist-images-idx3-ubyte", ""),
            ("kmnist/train-images", ""),
            ("emnis", ""),
        ] {
            assert_eq!(orientation(path).letters(), expected, "{path}");
        }
    }
}
