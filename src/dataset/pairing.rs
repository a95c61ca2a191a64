//! Which labels belong to which images: by their names, then by their counts.
//!
//! Names in the wild (each seen): `train-images-idx3-ubyte.gz` and `train-labels-idx1-ubyte.gz`; `.` instead of `-`
//! before `idx`, as 7-Zip restores it; ` (1)` from a second download; `.bin`; upper case; `X_kannada_MNIST_train-idx3-ubyte`
//! with `y_...`; `emnist-letters-test-images-...`; `t10k-labels-idx2-int`; and folders that tell equal names apart.

use crate::{
    dataset::Slot,
    format::{element::ElementType, layout::Layout},
};

/// A file, as far as pairing needs to know it.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name, with the folders it came in.
    pub name: String,
    /// What it holds.
    pub slot: Slot,
    /// How many.
    pub items: u64,
}

/// Images and labels that belong together, as indices into the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// What they are called together: the split where the name tells it ("train", "t10k"), else the name itself. Other
    /// pairs may be called the same.
    pub name: String,
    /// The images.
    pub images: Option<usize>,
    /// Their labels.
    pub labels: Option<usize>,
}

/// Words that say what a file holds.
const IMAGES: &[&str] = &["images", "image", "imgs", "img", "data", "features", "inputs", "x"];
const LABELS: &[&str] = &["labels", "label", "lbls", "lbl", "targets", "target", "classes", "y"];

/// Words that say nothing about which files belong together.
const NOISE: &[&str] =
    &["gz", "bin", "idx", "idx1", "idx2", "idx3", "idx4", "ubyte", "byte", "short", "int", "float", "double", "copy"];

/// Words that say that a file holds class names.
const MAPPING: &[&str] = &["mapping", "mappings", "map", "class", "names", "txt"];

/// Different words for the same split.
const SPLITS: &[&[&str]] = &[&["train", "training"], &["test", "testing", "t10k"], &["valid", "validation", "val"]];

/// What a file holds, by its rank and, where that leaves it open, its name: one number per item makes labels, and
/// so do a few integers (QMNIST's eight columns) unless the name says otherwise. A few floats are features.
#[must_use]
pub fn slot(name: &str, layout: &Layout) -> Slot {
    const FEW: u32 = 16;
    let words = words(name);
    let says = |wanted: &[&str]| words.iter().any(|word| is_among(word, wanted));
    let integers = !matches!(layout.element_type(), ElementType::F32 | ElementType::F64);
    match *layout.item_shape() {
        [] => Slot::Labels,
        [_] if says(LABELS) => Slot::Labels,
        [length] if length <= FEW && integers && !says(IMAGES) => Slot::Labels,
        _ => Slot::Images,
    }
}

/// Whether class names are those of a file, by their names: `emnist-letters-mapping.txt` belongs to
/// `emnist-letters-test-labels-idx1-ubyte`, and `classes.txt` to all files in its folder.
#[must_use]
pub fn names_classes_of(mapping: &str, file: &str) -> bool {
    let (mut wanted, found) = (key(mapping), key(file));
    wanted.retain(|word| !is_among(word, MAPPING));
    let beside = !folder(mapping).is_empty() && folder(mapping) == folder(file);
    if wanted.is_empty() { beside } else { wanted.iter().all(|word| found.contains(word)) }
}

/// What is compared of a candidate; taken from its name once, not once for every other candidate.
struct Traits<'a> {
    folder: &'a str,
    key: Vec<String>,
    items: u64,
}

/// Whether these images and these labels belong together.
type Rule<'a> = &'a dyn Fn(&Traits<'_>, &Traits<'_>) -> bool;

/// Puts together what belongs together: every candidate is in exactly one pair, images in the order given, then
/// the labels that found none.
#[must_use]
pub fn pair(candidates: &[Candidate]) -> Vec<Pair> {
    let (images, mut free): (Vec<usize>, Vec<usize>) =
        (0..candidates.len()).partition(|&index| candidates[index].slot == Slot::Images);
    let mut partners = vec![None; images.len()];

    let traits: Vec<Traits<'_>> = candidates
        .iter()
        .map(|Candidate { name, items, .. }| Traits { folder: folder(name), key: key(name), items: *items })
        .collect();
    let same_folder = |a: &Traits<'_>, b: &Traits<'_>| a.folder == b.folder;
    let same_stem = |a: &Traits<'_>, b: &Traits<'_>| a.key == b.key;
    let same_count = |a: &Traits<'_>, b: &Traits<'_>| a.items == b.items;
    let same_split = |a: &Traits<'_>, b: &Traits<'_>| match (split(&a.key), split(&b.key)) {
        (Some(a), Some(b)) => a == b,
        _ => true,
    };
    // The surest evidence first, over all images, so that a guess never takes what another has a right to.
    let rules: [Rule<'_>; 5] = [
        &|a, b| same_stem(a, b) && same_folder(a, b) && same_count(a, b),
        &|a, b| same_stem(a, b) && same_folder(a, b),
        &|a, b| same_stem(a, b) && same_count(a, b),
        &same_stem,
        &|a, b| same_count(a, b) && same_split(a, b),
    ];
    for rule in rules {
        for (&images, partner) in images.iter().zip(&mut partners).filter(|(_, partner)| partner.is_none()) {
            let found = free.iter().position(|&labels| rule(&traits[images], &traits[labels]));
            *partner = found.map(|position| free.remove(position));
        }
    }

    let name = |index: usize| name(&candidates[index].name);
    let paired = images.into_iter().zip(partners);
    let paired = paired.map(|(images, labels)| Pair { name: name(images), images: Some(images), labels });
    let unpaired = free.into_iter().map(|labels| Pair { name: name(labels), images: None, labels: Some(labels) });
    paired.chain(unpaired).collect()
}

/// What a file belongs to.
fn name(file: &str) -> String {
    let stem = stem(file).join("-");
    if stem.is_empty() { file_name(file).to_owned() } else { stem }
}

fn folder(path: &str) -> &str {
    parts(path).0
}

fn file_name(path: &str) -> &str {
    parts(path).1
}

fn parts(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

/// The words of a file name: runs of letters and digits, but for the number of a repeated download, "(1)".
fn words(path: &str) -> Vec<&str> {
    let parts = file_name(path).split('(').map(|part| match part.split_once(')') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => part,
    });
    let words = parts.flat_map(|part| part.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()));
    words.flat_map(cut).filter(|word| !word.is_empty()).collect()
}

/// Words that are written together, cut in two: `trainImages`, `trainimages`.
fn cut(word: &str) -> [&str; 2] {
    let mut pairs = word.as_bytes().windows(2);
    let capital = pairs.position(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let kind = word.len().checked_sub("images".len());
    let kind = kind.filter(|&at| word.get(at..).is_some_and(|end| is_among(end, &["images", "labels"])));
    let at = capital.map(|at| at + 1).or(kind).unwrap_or(word.len());
    [word.get(..at).unwrap_or(word), word.get(at..).unwrap_or_default()]
}

/// The words that say what a file belongs to.
fn stem(path: &str) -> Vec<&str> {
    let mut words = words(path);
    words.retain(|word| ![IMAGES, LABELS, NOISE].iter().any(|known| is_among(word, known)));
    words
}

/// The stem in a form to compare: lower case, one word for each split.
fn key(path: &str) -> Vec<String> {
    let canonical = |word: &str| {
        let split = SPLITS.iter().find(|split| is_among(word, split));
        split.map_or(word, |split| split[0]).to_ascii_lowercase()
    };
    stem(path).into_iter().map(canonical).collect()
}

// Not inlined: compilers unroll it over the lists.
#[inline(never)]
fn is_among(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The split that a key tells, if it tells one.
fn split(key: &[String]) -> Option<&String> {
    key.iter().find(|word| SPLITS.iter().any(|split| split[0] == *word))
}
