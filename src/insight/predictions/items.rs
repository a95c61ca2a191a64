//! Predictions that say which item each is for.

use std::mem;

use super::{Content, Fault, Predictions};
use crate::dataset::labels::Label;

/// The item of each prediction, if their numbers tell. Where each item has a prediction, the numbers count from the smallest.
/// Where some items `can_lack` one, they count from 0 if that is among them, or from 1 if the last item is.
///
/// # Errors
/// The position of a number that repeats, or that no item has.
pub(super) fn places(numbers: &[f64], items: usize, can_lack: bool) -> Result<Option<Vec<usize>>, usize> {
    let smallest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
    let has = |number: usize| numbers.iter().any(|&other| index(other) == Some(number));
    let first = if numbers.len() == items {
        smallest
    } else if numbers.len() > items || !can_lack || are_without_gaps(numbers, smallest) {
        // Another number of rows is the better reason to refuse them.
        return Ok(None);
    } else if has(0) {
        0.0
    } else if has(items) {
        1.0
    } else {
        return Ok(None);
    };
    let mut taken = vec![false; items];
    let mut place = |number: f64| {
        let place = index(number - first)?;
        let is_taken = mem::replace(taken.get_mut(place)?, true);
        (!is_taken).then_some(place)
    };
    let places = numbers.iter().enumerate().map(|(at, &number)| place(number).ok_or(at));
    places.collect::<Result<_, _>>().map(Some)
}

/// Whether the numbers have no gaps: those of another dataset have none, those of some items do.
fn are_without_gaps(numbers: &[f64], first: f64) -> bool {
    let last = numbers.iter().copied().fold(first, f64::max);
    index(last - first).is_some_and(|count| count < numbers.len())
}

/// The number as an index; `None` of one that is negative, large or no whole number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast clamps, and is checked")]
pub(super) fn index(number: f64) -> Option<usize> {
    let index = number as u32;
    (Label(index.into()) == Label(number)).then_some(index as usize)
}

/// The predictions at the places of their items. The other items have none.
///
/// # Errors
/// [`Fault::TooLarge`] when those would take more bytes than a file may have: nothing in the file takes them.
pub(super) fn placed(content: Content, places: &[usize], items: usize) -> Result<Content, Fault> {
    let Content { table, .. } = &content;
    if table.len() < items && items.saturating_mul(table.columns()) > Predictions::MAX_LEN / size_of::<f64>() {
        return Err(Fault::TooLarge { expected: Predictions::MAX_LEN as u64 });
    }
    Ok(Content { table: table.placed(places, items), ..content })
}
