//! What the fields of a row are.

use super::{
    field::{fields, word},
    sample::{columns, list_len, value},
};
use crate::format::{
    columns::{is_label, is_last_label, is_row_number, may_have_label},
    words::Words,
};

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Value,
    /// All values of an item.
    List,
    Label,
    LeftOut,
}

/// The roles of the fields of a row.
#[derive(Debug)]
pub(super) struct Roles {
    pub(super) all: Vec<Role>,
    /// Whether the first field numbers the rows.
    pub(super) is_numbered: bool,
    pub(super) label: Option<usize>,
    /// Whether the name of the label says that it is one, or no other field could be one.
    pub(super) is_certain: bool,
    /// The labels, if they are words.
    pub(super) words: Option<Words>,
    /// Values of an item.
    pub(super) values: usize,
}

impl Roles {
    /// Those in rows with these names of columns, in lower case. `None` when fewer than two columns have numbers, or fewer than
    /// have words.
    pub(super) fn of(rows: &[&[u8]], separator: u8, names: &[String]) -> Option<Self> {
        let first = rows.first()?;
        let count = if names.is_empty() { fields(first, separator).count() } else { names.len() };
        let columns = columns(rows, separator, count);
        let start = usize::from(count > 2 && names.first().is_some_and(|name| is_row_number(name)));
        let list = fields(first, separator).enumerate().find_map(|(at, field)| Some((at, list_len(field)?)));
        let is_list = |at| list.is_some_and(|(list, _)| at == list);
        let others = || (start..count).filter(|&at| !is_list(at));
        let numbers: Vec<usize> = others().filter(|&at| columns[at].has_numbers()).collect();
        if list.is_none() && (numbers.len() < 2 || 2 * numbers.len() < count) {
            return None;
        }
        let by_name = others().find(|&at| names.get(at).is_some_and(|name| is_label(name)));
        let guessed = || match list {
            Some(_) => numbers.first().copied().filter(|_| numbers.len() == 1),
            None => guessed_label(rows, separator, &numbers),
        };
        let mut with_classes = others().filter(|&at| !columns[at].has_numbers() && columns[at].has_classes());
        let only_classes = with_classes.next().filter(|_| with_classes.next().is_none());
        let label = by_name.or_else(guessed).or(only_classes);
        let role = |at| match list {
            _ if Some(at) == label => Role::Label,
            _ if is_list(at) => Role::List,
            None if at >= start && columns[at].has_numbers() => Role::Value,
            _ => Role::LeftOut,
        };
        let all: Vec<Role> = (0..count).map(role).collect();
        let values = list.map_or_else(|| all.iter().filter(|&&role| role == Role::Value).count(), |(_, len)| len);
        let words = label.filter(|&at| columns[at].has_word_labels()).map(|at| {
            let mut words = Words::default();
            rows.iter().filter_map(|row| fields(row, separator).nth(at)).for_each(|field| words.add(&word(field)));
            words
        });
        let is_certain = by_name.is_some() || label.is_some() && label == only_classes;
        (values > 1).then_some(Self { all, is_numbered: start > 0, label, is_certain, words, values })
    }
}

/// The label among columns of numbers, if it is one of them because the others are a square image: the last one if only that
/// has the values of labels, else the first.
fn guessed_label(rows: &[&[u8]], separator: u8, columns: &[usize]) -> Option<usize> {
    let (&first, &last) = (columns.first()?, columns.last()?);
    let values = |at| rows.iter().filter_map(|row| fields(row, separator).nth(at)).map(value).collect();
    may_have_label(columns.len()).then(|| if is_last_label(&[first, last].map(values)) { last } else { first })
}
