//! What the columns of a table of predictions are.

use super::{
    super::{Fault, names},
    lines::Lines,
};

/// Limit of the columns beside that of the classes, such as a confidence, where no name says which has them.
const MAX_BESIDE: usize = 2;

/// The columns of a table.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Roles {
    /// Whether the first column numbers or names the items.
    pub(super) has_items: bool,
    /// The column with a class, or those with a number for each class.
    pub(super) chosen: Vec<usize>,
}

impl Roles {
    /// What the columns of these lines are by their names and what is in them.
    pub(super) fn of(lines: &Lines) -> Result<Self, Fault> {
        let all = 0..lines.columns();
        let predicted = only(all.clone().filter(|&column| lines.is_called(column, &names::PREDICTED)));
        let has_items = predicted != Some(0) && has_items(lines);
        if let Some(column) = predicted {
            return Ok(Self { has_items, chosen: vec![column] });
        }
        let rest: Vec<usize> = all.skip(usize::from(has_items)).collect();
        let class = if rest.len() > 1 && rest.len() <= MAX_BESIDE + 1 { class_among(lines, &rest)? } else { None };
        Ok(Self { has_items, chosen: class.map_or(rest, |column| vec![column]) })
    }
}

/// The one of a few columns that has classes, as its name or its words say. Another one that could have them may be the truth.
fn class_among(lines: &Lines, among: &[usize]) -> Result<Option<usize>, Fault> {
    let named = only(among.iter().copied().filter(|&column| lines.is_called(column, &names::CLASSES)));
    let worded = || only(among.iter().copied().filter(|&column| lines.has_classes(column)));
    let Some(class) = named.or_else(worded) else { return Ok(None) };
    match among.iter().find(|&&other| other != class && lines.can_be_classes(other)) {
        Some(&other) => Err(Fault::ClassColumns { column: class as u64 + 1, other: other as u64 + 1 }),
        None => Ok(Some(class)),
    }
}

/// Whether the first of several columns tells which item each row is for.
fn has_items(lines: &Lines) -> bool {
    let has_names = lines.has_text(0) && !lines.has_numbers(0) && !lines.has_classes(0);
    let has_any = lines.has_text(0) || lines.has_numbers(0);
    let is_named = has_any && lines.is_called(0, &names::ITEMS);
    lines.columns() > 1 && (is_named || has_names || lines.count_from(0) || lines.count_from(1))
}

/// The only element, if there is one.
fn only<T>(mut elements: impl Iterator<Item = T>) -> Option<T> {
    elements.next().filter(|_| elements.next().is_none())
}
