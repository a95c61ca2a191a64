//! What the columns of a table of predictions are.

use super::{
    super::{Fault, names},
    lines::Lines,
};

/// The columns of a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Roles {
    /// The column that numbers or names the items.
    pub(super) items: Option<usize>,
    /// The column with a class, or those with a number for each class.
    pub(super) chosen: Vec<usize>,
}

impl Roles {
    /// What the columns of these lines are by their names and what is in them.
    pub(super) fn of(lines: &Lines) -> Result<Self, Fault> {
        let all = 0..lines.columns();
        let predicted = only(all.clone().filter(|&column| lines.is_called(column, &names::PREDICTED)));
        let items = if predicted != Some(0) && has_items(lines) { Some(0) } else { numbered(lines) };
        if let Some(column) = predicted {
            return Ok(Self { items, chosen: vec![column] });
        }
        let rest: Vec<usize> = all.filter(|&column| Some(column) != items).collect();
        Ok(Self { items, chosen: chosen_among(lines, rest)? })
    }
}

/// The column with classes, as its name or its words say, beside one with their confidence at most. Without such a column, all
/// that have numbers: a label beside several numbers is the true one. Another column that could have classes may be the truth.
fn chosen_among(lines: &Lines, rest: Vec<usize>) -> Result<Vec<usize>, Fault> {
    let unclear =
        |column: usize, other: usize| Fault::ClassColumns { column: column as u64 + 1, other: other as u64 + 1 };
    let named = only(rest.iter().copied().filter(|&column| lines.is_called(column, &names::CLASSES)));
    let worded = only(rest.iter().copied().filter(|&column| lines.has_classes(column)));
    let Some(class) = named.or(worded) else {
        return match rest[..] {
            [one, other] if lines.are_pairs_of_classes(one, other) => Err(unclear(one, other)),
            _ => Ok(rest),
        };
    };
    let others: Vec<usize> = rest.into_iter().filter(|&column| column != class).collect();
    if let Some(&other) = others.iter().find(|&&other| others.len() < 3 && lines.can_be_classes(other)) {
        return Err(unclear(class, other));
    }
    match others[..] {
        [] => Ok(vec![class]),
        [other] if lines.can_be_confidence(other, class) => Ok(vec![class]),
        [_, _, ..] if named.is_some() => Ok(others),
        [other, ..] => Err(unclear(class, other)),
    }
}

/// Whether the first of several columns tells which item each row is for.
fn has_items(lines: &Lines) -> bool {
    let has_names = lines.has_text(0) && !lines.has_numbers(0) && !lines.has_classes(0);
    let has_any = lines.has_text(0) || lines.has_numbers(0);
    let is_named = has_any && lines.is_called(0, &names::ITEMS);
    let counts = !lines.is_called(0, &names::CLASSES) && (lines.count_from(0) || lines.count_from(1));
    lines.columns() > 1 && (is_named || has_names || counts)
}

/// A later column whose name and whole numbers say that it numbers the items.
fn numbered(lines: &Lines) -> Option<usize> {
    let is_number = |&column: &usize| lines.is_of_items(column) && lines.has_whole_numbers(column);
    only((1..lines.columns()).filter(is_number))
}

/// The only element, if there is one.
fn only<T>(mut elements: impl Iterator<Item = T>) -> Option<T> {
    elements.next().filter(|_| elements.next().is_none())
}
