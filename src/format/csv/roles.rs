//! What the fields of a row are.

use super::{
    field::{fields, number, word},
    header::Heading,
    sample::{Column, classes, columns, list_len, value},
};
use crate::format::{
    columns::{has_no_classes, is_label, is_last_label, is_pixel, is_row_number, may_have_label},
    words::Words,
};

/// Limit of the columns of words: tables of numbers have few.
const MAX_WORD_COLUMNS: usize = 100;

/// Labels that are numbers and different words are all words, if one in so many is. Fewer words are damage.
const WORD_SHARE: u64 = 20;

/// What a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Value,
    /// All values of an item.
    List,
    Label,
    /// What a row is about, where it has only a label: the name or the number of a file.
    Name,
    LeftOut,
}

/// The roles of the fields of a row.
#[derive(Debug)]
pub(super) struct Roles {
    pub(super) all: Vec<Role>,
    pub(super) label: Option<usize>,
    /// Whether the name of the label says that it is one.
    pub(super) is_certain: bool,
    /// The labels, if they are words.
    pub(super) words: Option<Words>,
    /// Values of an item.
    pub(super) values: usize,
    /// The columns of words that are left out: their names, or their numbers from 1.
    pub(super) left_out: Vec<String>,
}

impl Roles {
    /// Those in these rows, the first of the table or all of them. `None` when fewer than two columns have numbers, or fewer
    /// than have words, unless there is a label and no values.
    pub(super) fn of(rows: &[&[u8]], heading: &Heading, is_whole: bool) -> Option<Self> {
        let separator = heading.separator;
        let first = rows.first()?;
        let count = if heading.len() == 0 { fields(first, separator).count() } else { heading.len() };
        let columns = columns(rows, separator, count);
        let list = fields(first, separator).enumerate().find_map(|(at, field)| Some((at, list_len(field)?)));
        let is_list = |at| list.is_some_and(|(list, _)| at == list);
        let by_name = (0..count).find(|&at| !is_list(at) && heading.has(at, is_label));
        let has_start = heading.has(0, is_row_number) && !is_list(0);
        let start = usize::from(has_start && (count > 2 || list.is_some() || by_name.is_some()));
        let others = || (start..count).filter(|&at| !is_list(at));
        let has_numbers = |at: usize| {
            let Column { numbers, words } = columns[at];
            numbers > 0 && (numbers >= words || heading.has(at, is_pixel))
        };
        let numbers = || others().filter(|&at| has_numbers(at));
        let has_values = list.is_some() || numbers().any(|at| Some(at) != by_name);
        let word_columns = others().filter(|&at| !has_numbers(at)).count();
        let is_numeric = list.is_some() || numbers().nth(1).is_some() && word_columns <= numbers().count();
        if !is_numeric && (has_values || by_name.is_none()) || word_columns > MAX_WORD_COLUMNS {
            return None;
        }
        let fields_of = |at: usize| rows.iter().filter_map(move |row| fields(row, separator).nth(at));
        let guessed = || match list {
            Some(_) => numbers().next().filter(|&at| numbers().nth(1).is_none() && !are_counted(fields_of(at))),
            None => guessed_label(rows, separator, numbers()),
        };
        let by_words = || {
            let candidates = others().filter(|&at| !has_numbers(at) && !heading.has(at, has_no_classes));
            let classes: Vec<(usize, usize)> = candidates.map(|at| (at, classes(fields_of(at)))).collect();
            let only = |is_meant: fn(usize) -> bool| {
                let mut meant = classes.iter().filter(|&&(_, classes)| is_meant(classes)).map(|&(at, _)| at);
                meant.next().filter(|_| meant.next().is_none())
            };
            // In a table that is sorted by its classes, the others come later.
            let is_varied = classes.iter().any(|&(_, classes)| classes > 1);
            if is_varied { only(|classes| classes > 1) } else { only(|classes| classes == 1).filter(|_| !is_whole) }
        };
        let label = by_name.or_else(guessed).or_else(by_words);
        let name = (0..count).find(|&at| Some(at) != label).filter(|_| !has_values);
        let role = |at| match list {
            _ if Some(at) == label => Role::Label,
            _ if Some(at) == name => Role::Name,
            _ if is_list(at) => Role::List,
            None if at >= start && has_numbers(at) => Role::Value,
            _ => Role::LeftOut,
        };
        let all: Vec<Role> = (0..count).map(role).collect();
        let values = list.map_or_else(|| all.iter().filter(|&&role| role == Role::Value).count(), |(_, len)| len);
        let words = label.and_then(|at| {
            let mut words = Words::default();
            fields_of(at).map(word).filter(|word| !word.is_empty()).for_each(|word| words.add(&word));
            let Column { numbers, words: count } = columns[at];
            are_all_words(numbers.into(), count.into(), &words).then_some(words)
        });
        let is_left_out = |&at: &usize| all[at] == Role::Name || at >= start && all[at] == Role::LeftOut;
        let left_out = (0..count).filter(is_left_out);
        let left_out = left_out.map(|at| heading.name(at).unwrap_or_else(|| (at + 1).to_string())).collect();
        (values > 1 || !has_values).then_some(Self {
            all,
            label,
            is_certain: by_name.is_some(),
            words,
            values,
            left_out,
        })
    }
}

/// Whether labels are all words, though some of them are written as numbers. `words` are the different ones, those numbers
/// among them.
pub(super) fn are_all_words(number_count: u64, word_count: u64, words: &Words) -> bool {
    let are_different = words.all().filter(|word| number(word).is_err()).nth(1).is_some();
    let are_common = are_different && WORD_SHARE * word_count >= number_count;
    word_count > 0 && (number_count == 0 || are_common)
}

/// The label among columns of numbers, if it is one of them because the others are a square image: the last one if only that
/// has the values of labels, else the first.
fn guessed_label(rows: &[&[u8]], separator: u8, mut columns: impl Iterator<Item = usize>) -> Option<usize> {
    let first = columns.next()?;
    let (others, last) = columns.fold((0, first), |(count, _), at| (count + 1, at));
    let values = |at| rows.iter().filter_map(|row| fields(row, separator).nth(at)).map(value).collect();
    may_have_label(1 + others).then(|| if is_last_label(&[first, last].map(values)) { last } else { first })
}

/// Whether numbers count the rows.
fn are_counted<'a>(fields: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut values = fields.map(value);
    let Some(first) = values.next() else { return false };
    let mut rest = values.zip(1..).peekable();
    rest.peek().is_some() && rest.all(|(value, at)| value - first - f64::from(at) == 0.0)
}
