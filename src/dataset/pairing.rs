//! Pairs: which labels belong to which images, by their names and then by their counts.
//!
//! Names in the wild (each seen): `train-images-idx3-ubyte.gz` and `train-labels-idx1-ubyte.gz`; `.` instead of `-`
//! before `idx`, as 7-Zip restores it; ` (1)` from a second download; `-corrected` from a review; `.bin`; upper case;
//! `X_kannada_MNIST_train-idx3-ubyte` with `y_...`; `emnist-letters-test-images-...`; `t10k-labels-idx2-int`;
//! `smallnorb-...-training-dat.mat` with `...-cat.mat`; and folders that tell equal names apart.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::{dataset::slot::Slot, format::layout::Layout};

/// The properties of a file that pairing uses.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name with its folders.
    pub name: String,
    /// Whether it holds images or labels.
    pub slot: Slot,
    /// The number of items.
    pub items: u64,
}

/// Images and labels that belong together, as indices into the candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The name of the pair: the split where the name contains it ("train", "t10k"), otherwise the name of the file.
    /// Several pairs may have the same name.
    pub name: String,
    /// The images.
    pub images: Option<usize>,
    /// Their labels.
    pub labels: Option<usize>,
}

/// Words for the contents of a file.
const IMAGES: &[&str] = &["images", "image", "imgs", "img", "data", "features", "inputs", "x"];
const LABELS: &[&str] = &["labels", "label", "lbls", "lbl", "targets", "target", "classes", "y"];

/// Words that do not help to tell which files belong together.
const NOISE: &[&str] = &[
    "gz", "npy", "npz", "zip", "bin", "idx", "idx1", "idx2", "idx3", "idx4", "ubyte", "byte", "short", "int", "float",
    "double", "copy", "pkl", "pickle", "pt", "pth",
];

/// Words for a file of class names.
const MAPPING: &[&str] = &["mapping", "mappings", "map", "class", "names", "metadata", "txt"];

/// The words for each split. The first is compared.
const SPLITS: &[&[&str]] = &[&["train", "training"], &["test", "testing", "t10k"], &["valid", "validation", "val"]];

/// Whether a file holds images or labels, by its rank and, where that is not enough, its name. One number per item
/// means labels, and so do a few integers (QMNIST has eight) unless the name says otherwise. A few floats are features.
#[must_use]
pub fn slot(name: &str, layout: &Layout) -> Slot {
    const FEW: u32 = 16;
    let words = words(name);
    let says = |wanted: &[&str]| words.iter().any(|word| is_among(word, wanted));
    let integers = !layout.element_type().is_float();
    match *layout.item_shape() {
        [] => Slot::Labels,
        [_] if says(LABELS) => Slot::Labels,
        [length] if length <= FEW && integers && !says(IMAGES) => Slot::Labels,
        _ => Slot::Images,
    }
}

/// Whether a file of class names is for another file, by their names: `emnist-letters-mapping.txt` belongs to
/// `emnist-letters-test-labels-idx1-ubyte`, and `classes.txt` to all files in its folder.
#[must_use]
pub fn names_classes_of(mapping: &str, file: &str) -> bool {
    let (mut wanted, found) = (key(mapping), key(file));
    wanted.retain(|word| !is_among(word, MAPPING));
    let beside = !folder(mapping).is_empty() && folder(mapping) == folder(file);
    if wanted.is_empty() { beside } else { wanted.iter().all(|word| found.contains(word)) }
}

/// The evidence in a candidate's name and count.
struct Traits<'a> {
    folder: &'a str,
    key: Vec<String>,
    /// The key of the file that a review copied, if these are corrected labels; else its own.
    original: Vec<String>,
    items: u64,
}

/// The properties that must be equal in a pair. A step leaves out those that it does not compare.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Evidence<'a> {
    key: &'a [String],
    folder: &'a str,
    items: u64,
    split: Option<&'static str>,
}

/// Groups of label files with the same evidence, each in the order given.
type Groups<'a> = BTreeMap<Evidence<'a>, VecDeque<usize>>;

/// Pairs images with their labels. Every candidate is in exactly one pair: first the images in the order given, then
/// the labels without images.
#[must_use]
pub fn pair(candidates: &[Candidate]) -> Vec<Pair> {
    let traits: Vec<Traits<'_>> = candidates
        .iter()
        .map(|candidate @ Candidate { name, items, .. }| Traits {
            folder: folder(name),
            key: key(name),
            original: original(candidate),
            items: *items,
        })
        .collect();
    let is_images = |&index: &usize| candidates[index].slot == Slot::Images;
    let (images, labels): (Vec<usize>, Vec<usize>) = (0..candidates.len()).partition(is_images);
    let mut matching = Matching { traits: &traits, images: &images, labels, partners: BTreeMap::new() };
    // The surest evidence first, over all images, so that a guess never takes labels from images that match better.
    matching.by(|&Traits { ref key, folder, items, .. }| Evidence { key, folder, items, ..Evidence::default() });
    matching.by(|&Traits { ref key, folder, .. }| Evidence { key, folder, ..Evidence::default() });
    matching.by(|&Traits { ref key, items, .. }| Evidence { key, items, ..Evidence::default() });
    matching.by(|Traits { key, .. }| Evidence { key, ..Evidence::default() });
    matching.by(|&Traits { ref original, folder, items, .. }| Evidence { key: original, folder, items, split: None });
    matching.by(|Traits { original, .. }| Evidence { key: original, ..Evidence::default() });
    matching.by_count_and_split();

    let Matching { labels, partners, .. } = matching;
    let name = |index: usize| name(&candidates[index].name);
    let paired = images.iter().map(|&images| Pair {
        name: name(images),
        images: Some(images),
        labels: partners.get(&images).copied(),
    });
    let unpaired = labels.into_iter().map(|labels| Pair { name: name(labels), images: None, labels: Some(labels) });
    paired.chain(unpaired).collect()
}

/// Images and labels that are being matched. Each step takes time proportional to the number of files, up to a
/// logarithm.
struct Matching<'a> {
    traits: &'a [Traits<'a>],
    images: &'a [usize],
    /// The labels without images, in order.
    labels: Vec<usize>,
    /// The labels of each image file that has some.
    partners: BTreeMap<usize, usize>,
}

impl<'a> Matching<'a> {
    /// Matches images and labels with equal evidence. Of several labels the first one goes to the first images.
    fn by(&mut self, evidence: fn(&'a Traits<'a>) -> Evidence<'a>) {
        let mut groups = self.groups(evidence);
        self.assign(&mut |file| groups.get_mut(&evidence(file))?.pop_front());
    }

    /// Matches images and labels of the same count, unless their names tell different splits.
    fn by_count_and_split(&mut self) {
        let mut groups =
            self.groups(|file| Evidence { items: file.items, split: split(&file.key), ..Evidence::default() });
        let known = SPLITS.iter().map(|split| Some(split[0])).chain([None]);
        let splits: Vec<Option<&str>> = known.collect();
        self.assign(&mut |file| {
            let own = split(&file.key);
            let fitting = splits.iter().filter(|split| own.is_none() || split.is_none() || **split == own);
            let keys = fitting.map(|&split| Evidence { items: file.items, split, ..Evidence::default() });
            let first = keys.filter_map(|key| Some((*groups.get(&key)?.front()?, key))).min()?;
            groups.get_mut(&first.1)?.pop_front()
        });
    }

    fn groups(&self, evidence: fn(&'a Traits<'a>) -> Evidence<'a>) -> Groups<'a> {
        let mut groups = Groups::new();
        for &labels in &self.labels {
            groups.entry(evidence(&self.traits[labels])).or_default().push_back(labels);
        }
        groups
    }

    /// Gives labels to the images that have none.
    fn assign(&mut self, take: &mut dyn FnMut(&'a Traits<'a>) -> Option<usize>) {
        let mut taken = BTreeSet::new();
        for &images in self.images {
            if !self.partners.contains_key(&images)
                && let Some(labels) = take(&self.traits[images])
            {
                self.partners.insert(images, labels);
                taken.insert(labels);
            }
        }
        self.labels.retain(|labels| !taken.contains(labels));
    }
}

/// The name of the pair that a file is in. Where its own name only says "images", that of the file around it, or of the
/// folder, if that says more.
fn name(file: &str) -> String {
    let words = stem(file).join("-");
    let around = || {
        let around = file_name(folder(file));
        let name = around.rsplit_once('.').map_or(around, |(name, _)| name);
        (around != name || !stem(around).is_empty()).then_some(name).filter(|name| !name.is_empty())
    };
    if words.is_empty() { around().unwrap_or(file_name(file)).to_owned() } else { words }
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

/// The words of a file name: runs of letters and digits, without the number of a repeated download, "(1)".
fn words(path: &str) -> Vec<&str> {
    let parts = file_name(path).split('(').map(|part| match part.split_once(')') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => part,
    });
    let words = parts.flat_map(|part| part.split(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric()));
    words.flat_map(separated).filter(|word| !word.is_empty()).collect()
}

/// Two words written as one, separated where one of them is known: `trainImages`, `trainimages`, but not `notMNIST`.
fn separated(word: &str) -> [&str; 2] {
    let is_known = |part: &str| [IMAGES, LABELS].iter().chain(SPLITS).any(|known| is_among(part, known));
    let mut pairs = word.as_bytes().windows(2);
    let capital = pairs.position(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let capital = capital.map(|at| at + 1).filter(|&at| is_known(&word[..at]) || is_known(&word[at..]));
    let kind = word.len().checked_sub("images".len());
    let kind = kind.filter(|&at| word.get(at..).is_some_and(|end| is_among(end, &["images", "labels"])));
    let at = capital.or(kind).unwrap_or(word.len());
    [word.get(..at).unwrap_or(word), word.get(at..).unwrap_or_default()]
}

/// The words that tell which files belong together.
fn stem(path: &str) -> Vec<&str> {
    let mut words = words(path);
    words.retain(|word| ![IMAGES, LABELS, NOISE].iter().any(|known| is_among(word, known)));
    // NORB's images and categories. Alone, "cat" is an animal.
    if let [.., "dat" | "cat", "mat"] = words[..] {
        words.truncate(words.len() - 2);
    }
    words
}

/// The stem in a form to compare: in lower case, with one word for each split.
fn key(path: &str) -> Vec<String> {
    let canonical = |word: &str| {
        let split = SPLITS.iter().find(|split| is_among(word, split));
        split.map_or(word, |split| split[0]).to_ascii_lowercase()
    };
    stem(path).into_iter().map(canonical).collect()
}

/// The key of a file, for corrected labels that of the file that a review copied: see the page's "-corrected".
fn original(Candidate { name, slot, .. }: &Candidate) -> Vec<String> {
    let mut words = key(name);
    if *slot == Slot::Labels {
        words.retain(|word| word != "corrected");
    }
    words
}

// Inlined, it is unrolled over the lists: several kilobytes for names that are compared once.
#[inline(never)]
fn is_among(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The split that a key names, if it names one.
fn split(key: &[String]) -> Option<&'static str> {
    let known = |word: &String| SPLITS.iter().map(|split| split[0]).find(|split| split == word);
    key.iter().find_map(known)
}
