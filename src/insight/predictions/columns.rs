//! Which class each column of numbers stands for.

use super::{ClassNames, Fault, Table};
use crate::dataset::labels::Label;

/// Limit of the common beginnings of names that are tried.
const MOST_PREFIXES: usize = 16;

/// Classes of columns, and those of them that the labels do not have, with their names.
pub(super) type Classes = (Vec<Label>, Vec<(Label, String)>);

/// The classes of columns with these names, in the order of the columns; `None` if the names do not tell. They are the names of
/// classes, or the numbers of them, and can all begin with the same: `prob_cat`, `prob_dog`. A model can know more classes than
/// the labels, which numbers that are probabilities prove.
pub(super) fn named(
    columns: &[String],
    are_probabilities: bool,
    labels: &[f64],
    names: &ClassNames,
) -> Result<Option<Classes>, Fault> {
    let without = |start: usize| columns.iter().map(|name| name[start..].to_owned()).collect::<Vec<_>>();
    let known = |words: &Vec<String>| words.iter().filter(|word| names.class(word).is_some()).count();
    let best = prefixes(columns).into_iter().map(without).max_by_key(known).unwrap_or_default();
    if known(&best) == 0 {
        return Ok(numbered(columns, labels).map(|classes| (classes, Vec::new())));
    }
    let first_unknown = best.iter().position(|name| names.class(name).is_none());
    let (classes, others) = names.of_words(best, labels);
    let repeated = (0..classes.len()).find(|&at| classes[..at].contains(&classes[at]));
    let are_all_there = labels.iter().all(|&label| label.is_nan() || classes.contains(&Label(label)));
    let wrong = first_unknown.filter(|_| !are_probabilities || !are_all_there);
    match repeated.or(wrong) {
        Some(column) => Err(Fault::ColumnName { column: column as u64 + 1 }),
        None => Ok(Some((classes, others))),
    }
}

/// The classes of columns whose names are numbers behind the same letters, if all labels are among these.
fn numbered(columns: &[String], labels: &[f64]) -> Option<Vec<Label>> {
    let prefix = columns.first()?.trim_end_matches(|char: char| char.is_ascii_digit());
    let number = |name: &String| name.strip_prefix(prefix)?.parse().ok();
    let classes: Vec<Label> =
        columns.iter().map(|name| number(name).map(|class: u32| Label(class.into()))).collect::<Option<_>>()?;
    let mut sorted = classes.clone();
    sorted.sort_unstable();
    let are_different = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    let is_there = |&label: &f64| label.is_nan() || sorted.binary_search(&Label(label)).is_ok();
    (are_different && labels.iter().all(is_there)).then_some(classes)
}

/// The lengths of what the names of all columns begin with, up to a separator, and 0.
fn prefixes(columns: &[String]) -> Vec<usize> {
    let [first, others @ ..] = columns else { return vec![0] };
    let is_common = |&end: &usize| others.iter().all(|other| other.as_bytes().starts_with(&first.as_bytes()[..end]));
    let separators = first.char_indices().filter(|&(_, char)| !char.is_alphanumeric());
    let ends = separators.map(|(at, char)| at + char.len_utf8()).take(MOST_PREFIXES).take_while(is_common);
    [0].into_iter().chain(ends).collect()
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
