//! Kinds of text, by their first characters.

use crate::{
    error::Foreign,
    format::{
        csv,
        encoding::{decoded, unmarked},
    },
};

/// The kind of text behind a byte order mark.
pub(super) fn marked_text(prefix: &[u8]) -> Option<Foreign> {
    prefix.strip_prefix(b"\xEF\xBB\xBF").map_or_else(|| text_kind(&unmarked(prefix)), text)
}

/// The kind of text, by its start.
pub(super) fn text(prefix: &[u8]) -> Option<Foreign> {
    // A character of several bytes may be cut at the end of the prefix.
    let text = match str::from_utf8(prefix) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => str::from_utf8(&prefix[..error.valid_up_to()]).ok()?,
        // Tables of older programs are mostly ASCII.
        Err(_) if 4 * prefix.iter().filter(|byte| !byte.is_ascii()).count() < prefix.len() => {
            return text_kind(&decoded(prefix)).filter(|&kind| kind == Foreign::Csv);
        }
        Err(_) => return None,
    };
    text_kind(text)
}

/// The kind of text that starts with these characters.
fn text_kind(text: &str) -> Option<Foreign> {
    if text.chars().any(|c| matches!(c, '\0'..='\x08' | '\x0E'..='\x1F' | '\x7F'..='\u{84}' | '\u{86}'..='\u{9F}')) {
        return None;
    }
    let start = text.as_bytes().trim_ascii_start().to_ascii_lowercase();
    let first_line = start.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let contains = |word: &[u8]| start.windows(word.len()).any(|part| part == word);
    Some(if contains(b"edmd") || contains(b"prostep") {
        Foreign::Board
    } else if start.starts_with(b"<?xml") && !contains(b"<html") {
        Foreign::Xml
    } else if start.starts_with(b"<") {
        Foreign::Html
    } else if is_http_error(first_line) {
        Foreign::HttpError
    } else if is_json(&start, first_line) {
        Foreign::Json
    } else if b",;\t".iter().any(|separator| first_line.split(|byte| byte == separator).nth(2).is_some())
        || csv::can_start(text.as_bytes())
    {
        Foreign::Csv
    } else {
        Foreign::Text
    })
}

/// Whether a text starts like JSON, or like lines of it.
fn is_json(start: &[u8], first_line: &[u8]) -> bool {
    let inner = start.get(1..).unwrap_or_default().trim_ascii_start();
    match start.first() {
        Some(b'[') => matches!(inner.first(), Some(b'[' | b'{' | b'"')) || is_list(inner, first_line),
        Some(b'{') => inner.starts_with(b"\""),
        _ => false,
    }
}

/// Whether a bracket is before the first number of a list in JSON. R writes `[1] 0.5`, and tables can have a list in a field.
fn is_list(inner: &[u8], first_line: &[u8]) -> bool {
    let is_number = |byte: &u8| byte.is_ascii_digit() || b"+-.e".contains(byte);
    let len = inner.iter().take_while(|byte| is_number(byte)).count();
    let ends_behind =
        first_line.trim_ascii_end().strip_suffix(b",").unwrap_or(first_line.trim_ascii_end()).ends_with(b"]");
    match inner.get(len) {
        Some(b',') => len > 0 && (ends_behind || !first_line.contains(&b']')),
        Some(b']') => len > 0 && ends_behind,
        _ => false,
    }
}

/// "404: Not Found", "HTTP/1.1 403 Forbidden", "Not Found", "AccessDenied": a status code or its phrase.
fn is_http_error(line: &[u8]) -> bool {
    let mut parts = line.splitn(2, |&byte| byte == b' ');
    let is_http = parts.next().is_some_and(|version| version.starts_with(b"http/"));
    let status = parts.next().filter(|_| is_http).unwrap_or(line);
    let has_code = match *status {
        [b'3'..=b'5', b'0'..=b'9', b'0'..=b'9', after, ..] => !after.is_ascii_digit() && !status.contains(&b','),
        _ => false,
    };
    let phrases = ["not found", "forbidden", "access denied", "accessdenied", "unauthorized", "too many requests"];
    has_code || phrases.iter().any(|phrase| line.starts_with(phrase.as_bytes()))
}
