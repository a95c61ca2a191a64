//! What the fields of a row are.

use super::{
    label::{Label, LabelChoice, Search, is_key},
    sample::Sample,
};
use crate::format::words::Words;

/// Limit of the columns of words, and of all beside a list. Tables have few.
const MAX_OTHERS: usize = 100;

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Value,
    /// All values of an item.
    List,
    Label,
    /// 1 if the label is the class of this column, else 0.
    OneHot,
    /// What a row is about, where it has only a label: the name or the number of a file.
    Name,
    LeftOut,
}

/// The roles of the fields of a row.
#[derive(Debug)]
pub(super) struct Roles {
    pub(super) all: Vec<Role>,
    pub(super) label: Label,
    /// The labels, if they are words.
    pub(super) words: Option<Words>,
    /// Values of an item.
    pub(super) values: usize,
    /// The columns that are left out, other than numbers of the rows: their names, or their numbers from 1.
    pub(super) left_out: Vec<String>,
}

impl Roles {
    /// Those in the first rows of a table. `None` when its columns are those of no table: it has two columns of numbers or
    /// more, and no more columns of words; or a list of numbers; or only a label.
    pub(super) fn of(sample: &Sample, search: Search) -> Option<Self> {
        let count = sample.count();
        // Before any of them is looked into: a line can have millions.
        let is_other = |&at: &usize| !sample.is_list(at) && (sample.list.is_some() || !sample.has_numbers(at));
        if (0..count).filter(is_other).nth(MAX_OTHERS).is_some() {
            return None;
        }
        let label = Label::of(sample, search);
        let start = usize::from(sample.numbers_rows(0) && (count > 2 || sample.list.is_some() || label.is_alone));
        let others = || (start..count).filter(|&at| !sample.is_list(at));
        let numbers = others().filter(|&at| sample.has_numbers(at)).count();
        let words = others().count() - numbers;
        // What the user calls a label may leave one value.
        let min = if search.choice == LabelChoice::Detected { 2 } else { 1 };
        if !(sample.list.is_some() || label.is_alone || numbers >= min && words <= numbers) {
            return None;
        }
        let name = label.column.filter(|_| label.is_alone).and_then(|label| row_name(sample, label));
        let role = |at| match sample.list {
            _ if Some(at) == name => Role::Name,
            _ if label.is_one_hot && !is_key(sample, at) => Role::OneHot,
            _ if Some(at) == label.column => Role::Label,
            _ if sample.is_list(at) => Role::List,
            None if at >= start && !label.is_alone && sample.has_numbers(at) => Role::Value,
            _ => Role::LeftOut,
        };
        let all: Vec<Role> = (0..count).map(role).collect();
        let in_fields = || all.iter().filter(|&&role| role == Role::Value).count();
        let values = sample.list.map_or_else(in_fields, |(_, len)| len);
        let left_out = others().filter(|&at| all[at] == Role::LeftOut && !sample.numbers_rows(at));
        let left_out = left_out.map(|at| sample.title(at)).collect();
        let words = label.column.and_then(|at| sample.words(at));
        (values >= min || label.is_alone).then_some(Self { all, label, words, values, left_out })
    }
}

/// The column that says what a row with a label alone is about: the name of a file, else a word, else a number.
fn row_name(sample: &Sample, label: usize) -> Option<usize> {
    let beside = || (0..sample.count()).filter(|&at| at != label);
    let named_word = || beside().find(|&at| sample.numbers_rows(at) && sample.has_different_words(at));
    let word = || beside().find(|&at| sample.has_different_words(at));
    let number = || beside().find(|&at| is_key(sample, at));
    beside().find(|&at| sample.names_files(at)).or_else(named_word).or_else(word).or_else(number)
}
