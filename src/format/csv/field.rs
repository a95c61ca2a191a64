//! The fields of a line, and the numbers in them.

use std::borrow::Cow;

use crate::{error::CsvFault, format::columns::MAX_WHOLE};

/// Characters of a field that an error shows.
const SHOWN: usize = 30;

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
                let found = String::from_utf8_lossy(unquoted(field)).chars().take(SHOWN).collect();
                CsvFault::Word { line, column, found }
            }
            Self::Missing => CsvFault::Missing { line, column },
            Self::TooLarge => CsvFault::TooLarge { line, column },
        }
    }
}

/// The fields of a line. A separator between quotes separates nothing, and several spaces are one.
pub(super) fn fields(line: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut is_quoted = false;
    let fields = line.split(move |&byte| {
        is_quoted ^= byte == b'"';
        byte == separator && !is_quoted
    });
    fields.filter(move |field| separator != b' ' || !field.is_empty())
}

/// The numbers in a field that lists them: with spaces between, or as a list of Python's.
pub(super) fn listed(field: &[u8]) -> impl Iterator<Item = &[u8]> {
    let field = unquoted(field);
    let list = field.strip_prefix(b"[").and_then(|field| field.strip_suffix(b"]")).unwrap_or(field);
    list.split(|byte| matches!(byte, b' ' | b',')).filter(|number| !number.is_empty())
}

/// The label of a row of pairs, and the pairs, without a comment behind them.
pub(super) fn pairs(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    fields(row, b' ').take_while(|field| !field.starts_with(b"#"))
}

/// The two numbers of a pair: the place of a value, and the value.
pub(super) fn pair(field: &[u8]) -> Option<(usize, f64)> {
    let colon = field.iter().position(|&byte| byte == b':')?;
    let place = str::from_utf8(&field[..colon]).ok()?.parse().ok()?;
    Some((place, number(&field[colon + 1..]).ok()?))
}

/// A field without its quotes and the spaces around it.
pub(super) fn unquoted(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inside @ .., b'"'] | [b'\'', inside @ .., b'\''] => inside.trim_ascii(),
        field => field,
    }
}

/// A word that stands for a label. Between quotes, two of them are one.
pub(super) fn word(field: &[u8]) -> Cow<'_, [u8]> {
    let word = unquoted(field);
    if field.trim_ascii().starts_with(b"\"") && word.contains(&b'"') {
        String::from_utf8_lossy(word).replace("\"\"", "\"").into_bytes().into()
    } else {
        word.into()
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
    if field.is_empty() {
        return Err(Bad::Missing);
    }
    let value: f64 = str::from_utf8(field).ok().and_then(|text| text.parse().ok()).ok_or(Bad::Word)?;
    let is_beyond = value.is_infinite() && field.iter().any(u8::is_ascii_digit) || is_whole && value.abs() > MAX_WHOLE;
    if is_beyond { Err(Bad::TooLarge) } else { Ok(value) }
}

/// Reads whole numbers from 0 to 255 with nothing else between them than the separator. Gives the place behind them: the end
/// of the last one, or a field that starts with no digit. `None` for other numbers, and in the last bytes of the text.
pub(super) fn bytes(text: &[u8], separator: u8, row: &mut Vec<u8>) -> Option<usize> {
    // Most pixels of digits are 0. Four of them take one comparison.
    let zeros = [b'0', separator, b'0', separator, b'0', separator, b'0', separator];
    let mut at = 0;
    loop {
        while text[at..].starts_with(&zeros) {
            row.extend_from_slice(&[0; 4]);
            at += zeros.len();
        }
        // Up to three digits and the byte after them: the high bit of each byte that is no digit, the first of which ends
        // the field.
        let field: &[u8; 4] = text[at..].first_chunk()?;
        let digits = u32::from_le_bytes(*field) ^ 0x3030_3030;
        let others = (digits.wrapping_add(0x7676_7676) | digits) & 0x8080_8080;
        let len = match others.trailing_zeros() / 8 {
            0 => return Some(at),
            len @ 1..=3 => len,
            _ => return None,
        };
        let [_, hundreds, tens, ones] = (digits << (8 * (4 - len))).to_le_bytes().map(u32::from);
        row.push(u8::try_from(100 * hundreds + 10 * tens + ones).ok()?);
        let len = len as usize;
        at += len;
        if field[len] != separator {
            return Some(at);
        }
        at += 1;
    }
}
