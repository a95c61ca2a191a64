//! The fields of a line, and the numbers in them.

use std::{borrow::Cow, cmp::Reverse, mem};

use crate::{
    error::CsvFault,
    format::{columns::MAX_WHOLE, encoding::decoded},
};

/// Characters of a field that an error shows.
const SHOWN: usize = 30;

/// In place of a separator: only the first space of a line is one.
pub(super) const FIRST_SPACE: u8 = 0;

/// In place of a separator: a line is one field.
pub(super) const WHOLE_LINE: u8 = b'\n';

/// Words for a value that is missing, in lower case.
const UNKNOWN: [&[u8]; 5] = [b"na", b"n/a", b"null", b"none", b"?"];

/// Whether there is no value in a field.
pub(crate) fn is_missing(field: &[u8]) -> bool {
    field.is_empty() || UNKNOWN.iter().any(|word| field.eq_ignore_ascii_case(word))
}

/// Digits of a whole number that `f64` certainly holds.
const EXACT_DIGITS: usize = 15;

/// Why a field is no number that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bad {
    Word,
    Missing,
    TooLarge,
}

impl Bad {
    /// The fault of a field that is at this place.
    pub(super) fn at(self, line: u64, column: u64, field: &[u8]) -> CsvFault {
        match self {
            Self::Word => {
                let found = decoded(unquoted(field)).chars().take(SHOWN).collect();
                CsvFault::Word { line, column, found }
            }
            Self::Missing => CsvFault::Missing { line, column },
            Self::TooLarge => CsvFault::TooLarge { line, column },
        }
    }
}

/// The separator of the fields in a line, which most often stands there; `None` where only spaces can be. A comma in the
/// numbers between others is their decimal mark.
pub(super) fn separator(line: &[u8]) -> Option<u8> {
    let count = |separator: u8| fields(line, separator).count();
    let all = [b',', b';', b'\t'].into_iter().filter(|&separator| separator != b',' || !commas_are_decimal(line));
    all.min_by_key(|&separator| Reverse(count(separator))).filter(|&separator| count(separator) > 1)
}

/// Whether semicolons or tabs separate the fields of a line, and commas are only in numbers between them.
pub(crate) fn commas_are_decimal(line: &[u8]) -> bool {
    let is_number = |field: &[u8]| !field.contains(&b',') || with_comma(field).is_some();
    let are_between =
        |separator: u8| fields(line, separator).nth(1).is_some() && fields(line, separator).all(is_number);
    [b';', b'\t'].into_iter().any(are_between)
}

/// A line without its end and the mark before the first; `None` for one without values: a comment as NumPy or Weka writes it,
/// or Excel's `sep=;` in front. The sign of a comment alone in a field is a class of symbols.
pub(super) fn row(line: &[u8], at: u64) -> Option<&[u8]> {
    let line = if at == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let is_note = line.trim_ascii().is_empty() || is_comment(line) || at == 1 && names_separator(line);
    (!is_note).then_some(line)
}

/// Whether a line tells Excel the separator of the fields.
pub(super) fn names_separator(line: &[u8]) -> bool {
    matches!(line.trim_ascii_end().split_last(), Some((_, start)) if start.eq_ignore_ascii_case(b"sep="))
}

/// Whether a line is a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(line, [b'#' | b'%', rest @ ..] if !matches!(rest, [b',' | b';' | b'\t', ..]))
}

/// The fields of a line. A separator between quotes separates nothing, and several spaces are one.
pub(super) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let (mut is_quoted, mut has_first) = (false, false);
    let fields = line.split(move |&byte| {
        is_quoted ^= byte == b'"';
        if separator == FIRST_SPACE {
            return byte == b' ' && !mem::replace(&mut has_first, true);
        }
        byte == separator && !is_quoted
    });
    fields.filter(move |field| separator != b' ' || !field.is_empty())
}

/// Whether this can be the number of an item.
pub(super) fn is_item(number: f64) -> bool {
    number >= 0.0 && number.fract() == 0.0
}

/// The numbers in a field that lists them: with spaces between, or as a list of Python's.
pub(super) fn listed(field: &[u8]) -> impl Iterator<Item = &[u8]> {
    let field = unquoted(field);
    let list = field.strip_prefix(b"[").and_then(|field| field.strip_suffix(b"]")).unwrap_or(field);
    list.split(|byte| matches!(byte, b' ' | b',')).filter(|number| !number.is_empty())
}

/// The fields of a sparse row, a label and entries, without the comment behind them.
pub(super) fn sparse_fields(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    let fields = row.split(|byte| matches!(byte, b' ' | b'\t')).filter(|field| !field.is_empty());
    fields.take_while(|field| !field.starts_with(b"#"))
}

/// The index and the value in an entry such as `153:3`.
pub(super) fn entry(field: &[u8]) -> Option<(usize, f64)> {
    let colon = field.iter().position(|&byte| byte == b':')?;
    let index = str::from_utf8(&field[..colon]).ok()?.parse().ok()?;
    Some((index, number(&field[colon + 1..]).ok()?))
}

/// A field without its quotes and the spaces around it.
pub(super) fn unquoted(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inside @ .., b'"'] | [b'\'', inside @ .., b'\''] => inside.trim_ascii(),
        field => field,
    }
}

/// A word that stands for a label, in UTF-8. Between quotes, two of them are one.
pub(super) fn word(field: &[u8]) -> Cow<'_, [u8]> {
    let word = decoded(unquoted(field));
    if field.trim_ascii().starts_with(b"\"") && word.contains('"') {
        return word.replace("\"\"", "\"").into_bytes().into();
    }
    match word {
        Cow::Borrowed(word) => word.as_bytes().into(),
        Cow::Owned(word) => word.into_bytes().into(),
    }
}

/// The number in a field: digits with or without a sign, a decimal point and an exponent, or the name of a float that is
/// not finite. Whole numbers are exact.
pub(super) fn number(field: &[u8]) -> Result<f64, Bad> {
    let field = unquoted(field);
    let (is_negative, digits) = match field {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let is_whole = digits.iter().all(u8::is_ascii_digit);
    if is_whole && (1..=EXACT_DIGITS).contains(&digits.len()) {
        let value = digits.iter().fold(0.0, |value, digit| 10.0 * value + f64::from(digit - b'0'));
        return Ok(if is_negative { -value } else { value });
    }
    if is_missing(field) {
        return Err(Bad::Missing);
    }
    let value: f64 = str::from_utf8(field).ok().and_then(|text| text.parse().ok()).ok_or(Bad::Word)?;
    let is_beyond = value.is_infinite() && field.iter().any(u8::is_ascii_digit) || is_whole && value.abs() > MAX_WHOLE;
    if is_beyond { Err(Bad::TooLarge) } else { Ok(value) }
}

/// The number in a field of a table with this decimal mark: a point, or a comma besides.
pub(super) fn decimal(field: &[u8], mark: u8) -> Result<f64, Bad> {
    number(field).or_else(|bad| Some(field).filter(|_| mark == b',').and_then(with_comma).ok_or(bad))
}

/// The number in a field with a decimal comma. Between quotes, the comma can separate thousands.
pub(crate) fn with_comma(field: &[u8]) -> Option<f64> {
    let (whole, fraction) = str::from_utf8(field.trim_ascii()).ok()?.split_once(',')?;
    let has_digits =
        whole.ends_with(|it: char| it.is_ascii_digit()) && fraction.starts_with(|it: char| it.is_ascii_digit());
    if has_digits { format!("{whole}.{fraction}").parse().ok() } else { None }
}

/// A text in quotes, in one line.
#[cfg(any(feature = "json", feature = "columnar"))]
pub(crate) fn quoted(text: &str) -> String {
    let lines: Vec<_> = text.split(['\r', '\n']).collect();
    let last = lines.len() - 1;
    // Several line breaks are one.
    let kept = lines.iter().enumerate().filter(|&(at, line)| at == 0 || at == last || !line.is_empty());
    let line = kept.map(|(_, &line)| line).collect::<Vec<_>>().join(" ");
    format!("\"{}\"", line.replace('"', "\"\""))
}
