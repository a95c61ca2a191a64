//! The characters of a text: UTF-8, UTF-16 behind a byte order mark, or Windows-1252.

use std::borrow::Cow;

/// The characters of the bytes 0x80 to 0x9F in Windows-1252, which the WHATWG Encoding Standard also reads in place of
/// ISO 8859-1. Other bytes are the first 256 characters of Unicode.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// A text, or a part of one, in UTF-8 or else in Windows-1252, as older programs write it.
pub(crate) fn decoded(text: &[u8]) -> Cow<'_, str> {
    let character = |byte: u8| match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    };
    str::from_utf8(text).map_or_else(|_| text.iter().copied().map(character).collect(), Cow::Borrowed)
}

/// A text that may start with a byte order mark, without the mark.
pub(crate) fn unmarked(text: &[u8]) -> Cow<'_, str> {
    let unit = match text {
        [0xEF, 0xBB, 0xBF, text @ ..] => return decoded(text),
        [0xFF, 0xFE, ..] => u16::from_le_bytes,
        [0xFE, 0xFF, ..] => u16::from_be_bytes,
        _ => return decoded(text),
    };
    let units = text[2..].as_chunks().0.iter().copied().map(unit);
    // A character of two units may be cut at the end.
    char::decode_utf16(units).map_while(Result::ok).collect::<String>().into()
}
