//! Which class each column of numbers stands for.

use std::collections::BTreeSet;

use super::{ClassNames, Fault, Table};
use crate::dataset::labels::Label;

/// Limit of the common beginnings of names that are tried, and of the common ends.
const MAX_AFFIXES: usize = 4;

/// Classes of columns, and the unknown ones among them with their names.
pub(super) type Classes = (Vec<Label>, Vec<(Label, String)>);

/// The classes of columns with these names, in the order of the columns; `None` if the names do not tell. They are the names of
/// classes, or the numbers of them, and can begin or end with the same: `prob_cat`, `prob_dog`. A model can know more classes
/// than the labels, which numbers that are probabilities prove.
pub(super) fn named(
    columns: &[String],
    are_probabilities: bool,
    labels: &[f64],
    names: &ClassNames,
) -> Result<Option<Classes>, Fault> {
    let best = known_parts(columns, names);
    if !best.iter().any(|name| names.class(name).is_some()) {
        return Ok(numbered(columns, labels).map(|classes| (classes, Vec::new())));
    }
    let first_unknown = best.iter().position(|name| names.class(name).is_none());
    let (classes, unknown) = names.of_words(best, labels);
    let mut sorted = BTreeSet::new();
    let repeated = classes.iter().position(|&class| !sorted.insert(class));
    let have_columns = labels.iter().all(|&label| label.is_nan() || sorted.contains(&Label(label)));
    let wrong = first_unknown.filter(|_| !are_probabilities || !have_columns);
    match repeated.or(wrong) {
        Some(column) => Err(Fault::ColumnName { column: column as u64 + 1 }),
        None => Ok(Some((classes, unknown))),
    }
}

/// The class that a single column of probabilities is about, if its name tells: `cat`, `prob_cat`, `cat_prob`, `p0`.
pub(super) fn single(column: &str, names: &ClassNames) -> Option<Label> {
    let is_separator = |char: char| !char.is_alphanumeric();
    let spaced = |part: &str| part.trim_matches(is_separator).replace(is_separator, " ");
    let after = column.split_once(is_separator).map(|(_, part)| part);
    let before = column.rsplit_once(is_separator).map(|(part, _)| part);
    let parts = [Some(column), after, before].into_iter().flatten();
    let found = parts.flat_map(|part| [names.class(part), names.class(&spaced(part))]).flatten().next();
    let digits = column.trim_start_matches(|char: char| !char.is_ascii_digit());
    found.or_else(|| digits.parse().ok().map(|class: u32| Label(class.into())))
}

/// The parts of names that differ, cut so that the most of them are names of classes.
fn known_parts(columns: &[String], names: &ClassNames) -> Vec<String> {
    let (prefixes, suffixes) = affixes(columns);
    let cuts = prefixes.iter().flat_map(|&prefix| suffixes.iter().map(move |&suffix| (prefix, suffix)));
    let mut best = (0, columns.to_vec());
    for (prefix, suffix) in cuts {
        let part = |name: &String| name.get(prefix..name.len() - suffix.min(name.len())).unwrap_or_default().to_owned();
        let parts: Vec<String> = columns.iter().map(part).collect();
        let known = parts.iter().filter(|part| names.class(part).is_some()).count();
        if known > best.0 {
            best = (known, parts);
        }
    }
    best.1
}

/// The lengths of what all names begin with up to a separator, and of what they end in from one on; and 0.
fn affixes(columns: &[String]) -> (Vec<usize>, Vec<usize>) {
    let [first, others @ ..] = columns else { return (vec![0], vec![0]) };
    let separators = || first.char_indices().filter(|&(_, char)| !char.is_alphanumeric());
    let begin = |&end: &usize| others.iter().all(|other| other.starts_with(&first[..end]));
    let end = |&length: &usize| others.iter().all(|other| other.ends_with(&first[first.len() - length..]));
    let prefixes = separators().map(|(at, char)| at + char.len_utf8()).take_while(begin).take(MAX_AFFIXES);
    let suffixes = separators().rev().map(|(at, _)| first.len() - at).take_while(end).take(MAX_AFFIXES);
    ([0].into_iter().chain(prefixes).collect(), [0].into_iter().chain(suffixes).collect())
}

/// The classes of columns whose names are numbers behind the same letters, if all labels are among these.
fn numbered(columns: &[String], labels: &[f64]) -> Option<Vec<Label>> {
    let prefix = columns.first()?.trim_end_matches(|char: char| char.is_ascii_digit());
    let number =
        |name: &String| name.strip_prefix(prefix)?.trim().parse().ok().filter(|number: &f64| number.fract() == 0.0);
    let classes: Vec<Label> = columns.iter().map(|name| number(name).map(Label)).collect::<Option<_>>()?;
    let mut sorted = classes.clone();
    sorted.sort_unstable();
    let are_different = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    let is_there = |&label: &f64| label.is_nan() || sorted.binary_search(&Label(label)).is_ok();
    (are_different && labels.iter().all(is_there)).then_some(classes)
}

/// The table whose columns are in ascending order of their classes.
pub(super) fn sorted(table: &Table, classes: &[Label]) -> (Table, Vec<Label>) {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_unstable_by_key(|&column| classes[column]);
    (table.select(&order), order.iter().map(|&column| classes[column]).collect())
}

/// The classes of so many columns in ascending order: see [`super::Predictions::read`].
pub(super) fn in_order(columns: usize, labels: &[f64]) -> Result<Vec<Label>, Fault> {
    let mut occurring: Vec<_> = labels.iter().filter(|label| !label.is_nan()).copied().map(Label).collect();
    occurring.sort_unstable();
    occurring.dedup();
    let from = |first: u32| (first..).map(|class| Label(class.into())).take(columns).collect::<Vec<_>>();
    let are_among = |classes: &[Label]| occurring.iter().all(|label| classes.binary_search(label).is_ok());
    if are_among(&from(0)) {
        Ok(from(0))
    } else if occurring.len() == columns {
        Ok(occurring)
    } else if are_among(&from(1)) {
        Ok(from(1))
    } else {
        Err(Fault::Columns { expected: occurring.len() as u64, found: columns as u64 })
    }
}
