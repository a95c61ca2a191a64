//! Which column is the label.

use std::collections::BTreeSet;

use super::{field::is_item, sample::Sample};
use crate::format::columns::{
    are_labels, has_no_classes, is_label, is_last_label, is_pixel, label_rank, may_have_label,
};

/// Limit of the columns of a table of labels alone.
const MAX_ALONE: usize = 100;

/// Limit of the columns of a table that describes pictures and has no pixels.
const MAX_FACTS: usize = 16;

/// Which column of a table is read as the label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LabelChoice {
    /// The one whose name or values say so, if any.
    #[default]
    Detected,
    /// The column with this number, from 1. A list of all numbers of an item is no label.
    Column(u64),
    /// None.
    None,
}

/// How the label of a table is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub(super) choice: LabelChoice,
    /// Whether columns can be those of classes: not if a row was found that is not one-hot.
    pub(super) may_be_one_hot: bool,
    /// Whether the label is all that is read.
    pub(super) is_alone: bool,
    pub(super) gaps: Gaps,
    /// Whether the first line certainly names the columns.
    pub(super) is_headed: bool,
}

/// What becomes of rows without a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gaps {
    /// They are refused, unless they have images.
    Refused,
    /// They are left out, because others are looked up by their names.
    LeftOut,
    /// They have the label -1.
    Filled,
}

/// The label of a table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Label {
    pub(super) column: Option<usize>,
    /// Whether that is certain: the user or the name of the column says so, or there is no other.
    pub(super) is_named: bool,
    /// Whether the table has nothing else than labels, and perhaps names for them.
    pub(super) is_alone: bool,
    /// Whether there is a column for each class: 1 in that of the label, and 0 in the others.
    pub(super) is_one_hot: bool,
}

impl Label {
    pub(super) fn of(sample: &Sample, Search { choice, may_be_one_hot, is_alone, .. }: Search) -> Self {
        let may_be_alone = sample.list.is_none() && sample.count() <= MAX_ALONE;
        let ranked = (0..sample.count()).filter_map(|at| Some((label_rank(&sample.name(at)?)?, at)));
        // Fractions are what a model is to compute, and no classes. Beside pictures that is shown, too.
        let has_pictures = is_alone || (0..sample.count()).any(|at| sample.names_pictures(at));
        let can_be_label = |&(_, at): &(usize, usize)| has_pictures || !sample.has_fractions(at);
        let is_value = |at| sample.has_numbers(at) && !is_key(sample, at);
        let (named, has_rest) = match choice {
            LabelChoice::Detected => {
                let named = ranked.filter(can_be_label).min().map(|(_, at)| at).filter(|&at| !sample.is_list(at));
                (named, named.is_none_or(|at| has_values(sample, at, is_alone)))
            }
            LabelChoice::Column(number) => {
                let chosen = (0..sample.count()).find(|&at| at as u64 + 1 == number && !sample.is_list(at));
                (chosen, !is_alone && (0..sample.count()).any(|at| Some(at) != chosen && is_value(at)))
            }
            LabelChoice::None => (None, true),
        };
        if named.is_some() || choice != LabelChoice::Detected {
            let is_alone = named.is_some() && may_be_alone && !has_rest;
            return Self { column: named, is_named: true, is_alone, is_one_hot: false };
        }
        if let Some(first) = Some(sample).filter(|_| may_be_alone && may_be_one_hot).and_then(one_hot) {
            // Features of numbered rows can look so by chance.
            let is_named = (0..sample.count()).any(|at| sample.names_files(at) || sample.has_different_words(at));
            return Self { column: Some(first), is_named, is_alone: true, is_one_hot: true };
        }
        let alone = Some(sample).filter(|_| may_be_alone).and_then(|sample| alone(sample, is_alone));
        let column = alone.or_else(|| among_numbers(sample)).or_else(|| among_words(sample));
        // A column of its own needs no name, and a target with fractions may have one.
        let is_called = column.and_then(|at| label_rank(&sample.name(at)?)).is_some();
        let is_named = is_called || alone.is_some() && sample.count() == 1;
        Self { column, is_named, is_alone: alone.is_some(), is_one_hot: false }
    }
}

/// Whether some column holds values, beside the label and what names or numbers the rows. Numbers beside the file names of
/// pictures describe the pictures. Beside other names, which all differ, they do if there are more columns of words. They do
/// beside any name or number of a row if other files hold the pictures.
fn has_values(sample: &Sample, label: usize, is_alone: bool) -> bool {
    let others = || (0..sample.count()).filter(|&at| at != label);
    let is_value = |at| sample.has_numbers(at) && !sample.numbers_rows(at) && !sample.is_called(at, is_label);
    let are_facts = || {
        let columns = usize::from(sample.numbers_rows(0))..sample.count();
        let (numbers, words): (Vec<_>, Vec<_>) = columns.partition(|&at| sample.has_numbers(at));
        let has_names = || words.len() > numbers.len() && others().any(|at| sample.has_different_words(at));
        let has_key = || is_alone && others().any(|at| is_key(sample, at));
        others().any(|at| sample.names_pictures(at)) || has_names() || has_key()
    };
    others().any(is_value) && !(may_be_facts(sample, is_alone) && are_facts())
}

/// Whether columns can be facts about pictures, and are no pixels. Few are, unless other files hold the pictures.
fn may_be_facts(sample: &Sample, is_alone: bool) -> bool {
    sample.count() <= if is_alone { MAX_ALONE } else { MAX_FACTS }
        && !(0..sample.count()).any(|at| sample.is_called(at, is_pixel))
}

/// The label in a column of its own, or beside one that names or numbers the rows.
fn alone(sample: &Sample, is_alone: bool) -> Option<usize> {
    let has_labels = |at| if sample.has_numbers(at) { are_labels(&sample.numbers(at)) } else { sample.classes(at) > 1 };
    // Beside the names of pictures, few rows may have few of many classes.
    let has_class_numbers = |at| sample.numbers(at).into_iter().all(is_item);
    match sample.count() {
        1 => Some(0).filter(|&at| has_labels(at)),
        2 => [1, 0].into_iter().find(|&at| {
            let can_be_label = sample.has_fractions(at) || has_class_numbers(at);
            let are_pictures = sample.names_pictures(1 - at) && can_be_label || is_alone && sample.has_fractions(at);
            is_key(sample, 1 - at) && (are_pictures || has_labels(at))
        }),
        _ => fact(sample, is_alone),
    }
}

/// Whether a column says what each row is about.
pub(super) fn is_key(sample: &Sample, at: usize) -> bool {
    let numbers_items = || at == 0 && numbers_items(sample);
    sample.names_files(at) || sample.numbers_rows(at) || sample.has_different_words(at) || numbers_items()
}

/// Whether the first column has the number of each item, without a name that says so: it counts them, or they are in another
/// order beside classes.
fn numbers_items(sample: &Sample) -> bool {
    let numbers = sample.numbers(0);
    let are_pairs = || sample.count() == 2 && sample.classes(1) > 1 && are_items(&numbers);
    sample.name(0).is_none() && (are_counted(&numbers) || are_pairs())
}

/// The first column of words beside the names of pictures that can be classes, or else the only one of numbers. If other files
/// hold the pictures, any names will do, fields may be empty, and the first one of whole numbers is it, or else of fractions.
fn fact(sample: &Sample, is_alone: bool) -> Option<usize> {
    let others = || (0..sample.count()).filter(|&at| !is_key(sample, at) && !sample.is_called(at, has_no_classes));
    let names_pictures = |at| sample.names_pictures(at) || is_alone && is_key(sample, at);
    if !may_be_facts(sample, is_alone) || !(0..sample.count()).any(names_pictures) {
        return None;
    }
    let is_full = |at| is_alone || sample.is_full(at);
    let word = others().find(|&at| !sample.has_numbers(at) && is_full(at) && sample.classes(at) > 1);
    let can_be_label = |&at: &usize| {
        let are_classes = || if is_alone { !sample.has_fractions(at) } else { are_labels(&sample.numbers(at)) };
        sample.has_numbers(at) && sample.classes(at) > 1 && are_classes()
    };
    let mut numbers = others().filter(can_be_label);
    let fractions = || {
        let mut all = others().filter(|&at| if is_alone { sample.has_fractions(at) } else { sample.has_numbers(at) });
        all.next().filter(|&at| sample.has_fractions(at) && (is_alone || all.next().is_none()))
    };
    word.or_else(|| numbers.next().filter(|_| is_alone || numbers.next().is_none())).or_else(fractions)
}

/// The first of the columns that are all of a table beside a key, where each row has 1 in one of them and 0 in the others.
fn one_hot(sample: &Sample) -> Option<usize> {
    let (keys, classes): (Vec<_>, Vec<_>) = (0..sample.count()).partition(|&at| is_key(sample, at));
    if keys.is_empty() || classes.len() < 2 || !classes.iter().all(|&at| sample.has_bits(at)) {
        return None;
    }
    let columns: Vec<Vec<f64>> = classes.iter().map(|&at| sample.numbers(at)).collect();
    let rows = columns.iter().map(Vec::len).min()?;
    let is_one_hot = |row: usize| columns.iter().filter(|column| column[row] > 0.0).count() == 1;
    // Without names of pictures, a column without any 1 is no class. Few rows say little.
    let names_pictures = keys.iter().any(|&at| sample.names_pictures(at) || sample.has_different_words(at));
    let found = columns.iter().filter(|column| column.contains(&1.0)).count();
    let occur = found == columns.len() || names_pictures && found > 1;
    let are_classes = rows >= classes.len() && occur && (0..rows).all(is_one_hot);
    are_classes.then_some(classes[0])
}

/// The label among columns of numbers: beside a list, the only one, unless it counts the rows. Else the last one or the first
/// one, if the others are a square image: the last if only that has the values of labels.
fn among_numbers(sample: &Sample) -> Option<usize> {
    let start = usize::from(sample.numbers_rows(0));
    let mut columns = (start..sample.count()).filter(|&at| !sample.is_list(at) && sample.has_numbers(at));
    let first = columns.next()?;
    let (others, last) = columns.fold((0, first), |(count, _), at| (count + 1, at));
    if sample.list.is_some() {
        return (others == 0 && !are_counted(&sample.numbers(first))).then_some(first);
    }
    let ends = || [first, last].map(|at| sample.numbers(at));
    may_have_label(1 + others).then(|| if is_last_label(&ends()) { last } else { first })
}

/// The only column of words that can be classes. In a table that is sorted by its classes, the first rows have one of them.
fn among_words(sample: &Sample) -> Option<usize> {
    let can_be_label = |&at: &usize| {
        let is_other = sample.is_list(at) || sample.has_numbers(at) || sample.is_called(at, has_no_classes);
        !is_other && sample.is_full(at)
    };
    let columns = (0..sample.count()).filter(can_be_label).map(|at| (at, sample.classes(at)));
    let columns: Vec<(usize, usize)> = columns.filter(|&(_, classes)| classes > 0).collect();
    let is_varied = columns.iter().any(|&(_, classes)| classes > 1);
    let mut meant = columns.iter().filter(|&&(_, classes)| classes > 1 || !is_varied && !sample.is_whole);
    meant.next().filter(|_| meant.next().is_none()).map(|&(at, _)| at)
}

/// Whether each of these is the number of another item.
fn are_items(numbers: &[f64]) -> bool {
    let different: BTreeSet<u64> = numbers.iter().filter(|&&it| is_item(it)).map(|it| it.to_bits()).collect();
    numbers.len() > 1 && different.len() == numbers.len()
}

/// Whether numbers count the rows.
fn are_counted(numbers: &[f64]) -> bool {
    numbers.len() > 1 && numbers.windows(2).all(|pair| pair[1] - pair[0] - 1.0 == 0.0)
}
