//! The values of JSON, and those that can be fields of a table.

use std::borrow::Cow;

use serde::{
    Deserialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// Numbers of a list that can be an image. Fewer are a box, or the like.
const MIN_NUMBERS: usize = 16;

/// Lists in lists at most: rows of pixels of channels, in a list of one image.
const MAX_DEPTH: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Truth,
    Number,
    Text,
    List,
    Object,
}

/// The kind of a value, by its first character.
pub(super) fn kind(value: &RawValue) -> Kind {
    match value.get().as_bytes() {
        [b'n', ..] => Kind::Null,
        [b't' | b'f', ..] => Kind::Truth,
        [b'"', ..] => Kind::Text,
        [b'[', ..] => Kind::List,
        [b'{', ..] => Kind::Object,
        _ => Kind::Number,
    }
}

/// The entries of an object, in order.
#[derive(Debug)]
pub(super) struct Object<'a>(pub(super) Vec<(Cow<'a, str>, &'a RawValue)>);

#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Deserialize<'a> for Object<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'a> Visitor<'a> for Entries {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut object: A) -> Result<Object<'a>, A::Error> {
                let mut entries = Vec::new();
                while let Some((Key(key), value)) = object.next_entry()? {
                    entries.push((key, value));
                }
                Ok(Object(entries))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// The entries of a value, if it is an object.
pub(super) fn object(value: &RawValue) -> Option<Object<'_>> {
    serde_json::from_str(value.get()).ok()
}

/// The items of a value, if it is a list.
pub(super) fn list(value: &RawValue) -> Option<Vec<&RawValue>> {
    serde_json::from_str(value.get()).ok()
}

/// The characters of a text.
pub(super) fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// Whether a value is a whole number.
pub(super) fn is_integer(value: &RawValue) -> bool {
    kind(value) == Kind::Number && value.get().parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

/// A value as a field of a table; `None` if it can be none. A text is in quotes, because a sign in front can mean something.
pub(super) fn field(value: &RawValue, has_images: bool) -> Option<Cow<'_, str>> {
    match kind(value) {
        Kind::Text => text(value).map(|text| quoted(&text).into()),
        Kind::Number => Some(number(value.get())),
        Kind::Truth => Some(value.get().into()),
        Kind::List if has_images => numbers(value).map(Cow::from),
        Kind::Null | Kind::List | Kind::Object => None,
    }
}

/// A text in quotes, in one line. One without anything needs none.
pub(super) fn quoted(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let lines: Vec<_> = text.split(['\r', '\n']).collect();
    let last = lines.len() - 1;
    // Several line breaks are one.
    let kept = lines.iter().enumerate().filter(|&(at, line)| at == 0 || at == last || !line.is_empty());
    let line = kept.map(|(_, &line)| line).collect::<Vec<_>>().join(" ");
    format!("\"{}\"", line.replace('"', "\"\""))
}

/// A number without a fraction of zero, which some programs give to whole numbers.
fn number(text: &str) -> Cow<'_, str> {
    let is_whole = text.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    match text.parse::<f64>() {
        Ok(number) if !is_whole && number.is_finite() => number.to_string().into(),
        _ => text.into(),
    }
}

/// The numbers in a list, which may have rows and channels, with spaces between them; `None` if it is no image.
pub(super) fn numbers(value: &RawValue) -> Option<String> {
    if kind(value) != Kind::List {
        return None;
    }
    let list = value.get();
    let (mut numbers, mut count, mut depth) = (String::with_capacity(list.len()), 0, 0);
    let around = |c: char| matches!(c, '[' | ']') || c.is_ascii_whitespace();
    for part in list.split(',') {
        let text = part.trim_matches(around);
        if !text.is_empty() {
            // Any other value may have brackets in it.
            if !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                return None;
            }
            if count > 0 {
                numbers.push(' ');
            }
            numbers.push_str(&number(text));
            count += 1;
        }
        for byte in part.bytes() {
            match byte {
                b'[' => depth += 1,
                b']' => depth -= 1,
                _ => {}
            }
            if depth > MAX_DEPTH {
                return None;
            }
        }
    }
    (count >= MIN_NUMBERS).then_some(numbers)
}
