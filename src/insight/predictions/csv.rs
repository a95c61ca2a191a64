//! Text of separated values: a number, numbers or the name of a class in each line.
//!
//! csv-core splits lines into fields, because class names can be quoted and contain commas.

mod fields;
mod lines;
mod roles;

use self::{
    fields::{Separator, split},
    lines::Lines,
    roles::Roles,
};
use super::{ClassNames, Content, Fault, items, names::PREDICTED, words::Words};

/// The predictions of so many items: lines in the order of the items, or with a first column that numbers them.
pub(super) fn read(text: &str, items: usize, names: &ClassNames) -> Result<Content, Fault> {
    let separator = Separator::of(text, names);
    let mut lines = Lines::read(text, separator, names, true)?;
    if lines.start_with_item(items, names) {
        lines = Lines::read(text, separator, names, false)?;
    }
    lines.skip_numbers(items);
    if lines.columns() == 0 {
        return Err(Fault::Other);
    }
    let Roles { items: column, chosen } = Roles::of(&lines)?;
    let content = match chosen[..] {
        [column] if lines.has_text(column) => words(text, separator, &lines, column, names)?,
        _ => lines.numbers(&chosen)?,
    };
    // Items with names instead of numbers are in order.
    let numbered = column.filter(|&column| !lines.has_text(column));
    let places = match numbered.map(|column| lines.places(column, items)) {
        // Behind the first column there can be numbers of other things.
        Some(Err(_)) if column != Some(0) => None,
        places => places.transpose()?.flatten(),
    };
    match places {
        Some(places) => items::placed(content, &places, items),
        None => Ok(content),
    }
}

/// A column of words of which some are names of classes, or that is called predictions of such.
fn words(text: &str, separator: Separator, lines: &Lines, column: usize, names: &ClassNames) -> Result<Content, Fault> {
    let mut words = Words::new(names);
    let mut before = lines.skipped();
    let taken = split(text, separator, |fields| {
        if before > 0 {
            before -= 1;
            return Ok(());
        }
        words.push(fields[column], lines.line(words.len()))
    });
    let can_be_unknown = lines.has_classes(column) || lines.is_called(column, &PREDICTED) && !names.is_empty();
    match taken {
        Ok(()) if can_be_unknown => Ok(words.predictions()),
        // Other words than those of classes are a text.
        Ok(()) | Err(Fault::Word { .. }) => Err(lines.text_fault(column)),
        Err(fault) => Err(fault),
    }
}
