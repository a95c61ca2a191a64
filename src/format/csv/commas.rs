//! Whether commas are decimal marks in the numbers of a table. In labels they can stand between several classes.

use super::field::{fields, unquoted, with_comma};
use crate::format::columns::{is_label, is_picture};

/// What the commas in a column are.
#[derive(Clone, Default)]
struct Commas {
    /// One is a decimal mark, if it is not between two classes.
    are_decimal: bool,
    /// One is not between two classes.
    are_proven: bool,
    /// Some are between three classes or more.
    separate: bool,
}

/// Whether numbers have decimal commas: some certainly do, and not only in a column of labels where the commas can be between
/// classes. Beside the names of pictures no other column may have such classes, because they would become numbers.
pub(super) fn have_decimals(first: &[&[u8]], lines: &[(u64, &[u8])], separator: u8) -> bool {
    if !matches!(separator, b';' | b'\t') {
        return false;
    }
    let mut columns = vec![Commas::default(); first.len()];
    let mut has_pictures = false;
    for &(_, line) in lines {
        for (column, field) in columns.iter_mut().zip(fields(line, separator)) {
            column.note(field);
            has_pictures |= is_picture(unquoted(field));
        }
    }
    // A first row has no names.
    let is_row = first.iter().any(|field| is_picture(field));
    let is_label = |name: &[u8]| is_row || is_label(&String::from_utf8_lossy(name).to_lowercase());
    let (mut has_decimals, mut has_classes) = (false, false);
    for (column, name) in columns.iter().zip(first) {
        let can_be_classes = !column.are_proven && is_label(name);
        has_decimals |= column.are_decimal && !can_be_classes;
        has_classes |= column.separate || column.are_decimal && can_be_classes;
    }
    has_decimals && !(has_pictures && has_classes)
}

impl Commas {
    /// Looks at one more field.
    fn note(&mut self, field: &[u8]) {
        let field = field.trim_ascii();
        let Some(comma) = field.iter().position(|&byte| byte == b',') else { return };
        let are_digits = |part: &[u8]| part.iter().all(u8::is_ascii_digit);
        let (whole, fraction) = (&field[..comma], &field[comma + 1..]);
        if with_comma(field).is_none() {
            self.separate |= field.split(|byte| b", ".contains(byte)).all(are_digits);
            return;
        }
        let digits = fraction.iter().filter(|byte| byte.is_ascii_digit()).count();
        // Before three digits, it can separate thousands.
        self.are_decimal |= digits != 3 || whole == b"0";
        self.are_proven |= !are_ascending(whole, fraction);
    }
}

/// Whether these are two classes as lists have them: the numbers ascend, without zeros before them.
fn are_ascending(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|part| str::from_utf8(part).unwrap_or_default());
    let number = |part: &str| part.parse::<u32>().ok().filter(|number| number.to_string() == part);
    matches!((number(one), number(other)), (Some(one), Some(other)) if one < other)
}
