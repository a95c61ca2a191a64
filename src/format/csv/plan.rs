//! What the columns of a table are, by its header line or else by their number and their first values.

use std::cmp::Reverse;

use super::field::{Bad, fields, number, unquoted};
use crate::format::columns::{is_label, is_last_label, is_pixel, is_row_number, is_square, may_have_label, shape};

/// Words for a value that is missing, in lower case. They name no column.
const UNKNOWN: [&[u8]; 4] = [b"na", b"n/a", b"null", b"?"];

/// What the columns are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) separator: u8,
    /// The number of the line that names the columns; 0 if none does.
    pub(super) header: u64,
    /// Fields of a line.
    pub(super) columns: usize,
    /// Whether the first field numbers the rows.
    pub(super) is_numbered: bool,
    /// The field with the label, from 0.
    pub(super) label: Option<usize>,
    /// Whether the header line says which field it is, if any.
    pub(super) is_named: bool,
    /// Of an item without its label.
    pub(super) shape: Vec<u32>,
    /// Whether the values are the pixels of images, and nothing else.
    pub(super) are_images: bool,
}

/// What the first rows hold.
struct Sample {
    /// The values of the first column and of the last.
    ends: [Vec<f64>; 2],
    /// Whether all values are those of bytes.
    are_bytes: bool,
    /// Whether some value is more than 1.
    exceeds_one: bool,
}

impl Plan {
    /// The plan for a text that starts like this. `None` when it is no table of numbers: when the first row has fewer than
    /// two numbers, or more words than numbers.
    pub(super) fn of(text: &[u8], is_whole: bool) -> Option<Self> {
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = if is_whole { text } else { &text[..complete] };
        let mut lines =
            (1_u64..).zip(text.split(|&byte| byte == b'\n')).filter_map(|(at, line)| Some((at, row(line, at)?)));
        let (at, first) = lines.next()?;
        let count = |separator: &u8| fields(first, *separator).count();
        let separator = *[b',', b';', b'\t'].iter().min_by_key(|separator| Reverse(count(separator)))?;
        let names = header(first, separator);
        let rows: Vec<&[u8]> =
            names.is_none().then_some(first).into_iter().chain(lines.map(|(_, line)| line)).collect();
        let columns = count(&separator);
        let found = fields(rows.first()?, separator).filter(|field| number(field).is_ok()).count();
        if found < 2 || 2 * found < columns {
            return None;
        }
        let names = names.unwrap_or_default();
        let is_numbered = columns > 2 && names.first().is_some_and(|name| is_row_number(name));
        let sample = Sample::of(&rows, separator, is_numbered);
        let by_name = (usize::from(is_numbered)..names.len()).find(|&column| is_label(&names[column]));
        let values = columns - usize::from(is_numbered);
        let guessed = || may_have_label(values).then(|| sample.label(columns, is_numbered));
        let label = by_name.or_else(guessed);
        let values = values - usize::from(label.is_some());
        let last = names.iter().enumerate().rev().find(|&(column, _)| Some(column) != label);
        let last = last.map_or("", |(_, name)| name);
        let are_pixels = is_pixel(last);
        let shape = shape(values, last, are_pixels || sample.are_bytes);
        let are_images = are_pixels || is_square(values) && sample.are_bytes && sample.exceeds_one;
        let header = if names.is_empty() { 0 } else { at };
        let is_named = by_name.is_some() || label.is_none() && are_pixels;
        (values > 1).then_some(Self { separator, header, columns, is_numbered, label, is_named, shape, are_images })
    }
}

impl Sample {
    fn of(rows: &[&[u8]], separator: u8, is_numbered: bool) -> Self {
        let mut sample = Self { ends: [Vec::new(), Vec::new()], are_bytes: true, exceeds_one: false };
        for row in rows {
            let mut values = fields(row, separator)
                .skip(is_numbered.into())
                .map(|field| number(field).unwrap_or(f64::NAN))
                .peekable();
            sample.ends[0].extend(values.peek());
            let mut last = None;
            for value in values {
                sample.are_bytes &= (0.0..=255.0).contains(&value) && value.fract() == 0.0;
                sample.exceeds_one |= value > 1.0;
                last = Some(value);
            }
            sample.ends[1].extend(last);
        }
        sample
    }

    /// The column with the label, which is the first or the last one: the first, unless only the last has the values of
    /// labels.
    fn label(&self, columns: usize, is_numbered: bool) -> usize {
        if is_last_label(&self.ends) { columns - 1 } else { usize::from(is_numbered) }
    }
}

/// A line without its end and the mark before the first; `None` for one without values, and for a comment as NumPy writes
/// it.
pub(super) fn row(line: &[u8], at: u64) -> Option<&[u8]> {
    let line = if at == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (!line.trim_ascii().is_empty() && !line.starts_with(b"#")).then_some(line)
}

/// The names in the first line, in lower case, if it has some: words, or the numbers of the columns, as Pandas writes
/// where columns have no names.
fn header(line: &[u8], separator: u8) -> Option<Vec<String>> {
    let mut numbers = (0..).map(f64::from).zip(fields(line, separator).map(number));
    let is_name = |field| {
        let word = unquoted(field).to_ascii_lowercase();
        number(field) == Err(Bad::Word) && !UNKNOWN.contains(&&word[..])
    };
    let are_names = fields(line, separator).any(is_name)
        || fields(line, separator).count() > 2 && numbers.all(|(column, number)| number == Ok(column));
    let name = |field| String::from_utf8_lossy(unquoted(field)).to_lowercase();
    are_names.then(|| fields(line, separator).map(name).collect())
}
