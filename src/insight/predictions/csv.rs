//! Text of separated values: a number, numbers or the name of a class in each line.
//!
//! csv-core splits lines into fields, because class names can be quoted and contain commas.

mod fields;
mod lines;

use std::{collections::HashMap, mem};

use self::{
    fields::{Separator, split},
    lines::Lines,
};
use super::{ClassNames, Content, Fault, Predictions};

/// The predictions of so many items: lines in the order of the items, or with a first column that numbers them.
pub(super) fn read(text: &str, items: usize, names: &ClassNames) -> Result<Content, Fault> {
    let separator = Separator::of(text, names);
    let mut lines = Lines::read(text, separator, true)?;
    if lines.starts_with_item(items, names) {
        lines = Lines::read(text, separator, false)?;
    }
    if lines.has_numbered_header(items) {
        lines.remove_first();
    }
    if lines.columns() == 0 {
        return Err(Fault::Other);
    }
    let are_numbered = lines.number_items();
    let rest: Vec<usize> = (usize::from(are_numbered)..lines.columns()).collect();
    let chosen = lines.class_column(&rest).map_or(rest, |column| vec![column]);
    let content = match chosen[..] {
        [column] if lines.has_text(column) => words(text, separator, &lines, column, names)?,
        _ => lines.numbers(&chosen)?,
    };
    // Items with names instead of numbers are in order.
    let has_room = items.saturating_mul(content.table.columns()) <= Predictions::MAX_LEN / size_of::<f64>();
    let places = if are_numbered && has_room && !lines.has_text(0) { lines.places(items)? } else { None };
    Ok(match places {
        Some(places) => Content { table: content.table.placed(&places, items), ..content },
        None => content,
    })
}

/// A column of words of which some are names of classes, or that is called predictions of such.
fn words(text: &str, separator: Separator, lines: &Lines, column: usize, names: &ClassNames) -> Result<Content, Fault> {
    let mut content = Content::default();
    let mut places = HashMap::new();
    let mut is_header = lines.have_header();
    split(text, separator, |fields| {
        if mem::take(&mut is_header) {
            return Ok(());
        }
        let word = fields[column].trim();
        if word.is_empty() {
            return content.table.push([f64::NAN]);
        }
        let next = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let place = *places.entry(word.to_owned()).or_insert(next);
        if place == next {
            content.words.push(word.to_owned());
        }
        content.table.push([f64::from(place)])
    })?;
    let are_known = content.words.iter().any(|word| names.class(word).is_some());
    if are_known || lines.are_called_predicted(column) && !names.is_empty() {
        Ok(content)
    } else {
        Err(lines.text_fault(column))
    }
}
