//! The values of JSON, and those that can be fields of a table.

use std::{
    borrow::Cow,
    collections::{HashMap, hash_map::Entry},
    fmt,
};

use serde::{
    Deserialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::format::csv::field::quoted;

/// Numbers of a list that can be an image. Fewer are a box, or the like.
pub(super) const MIN_NUMBERS: usize = 16;

/// Lists in lists at most: rows of pixels of channels, in a list of one image.
pub(super) const MAX_DEPTH: usize = 4;

/// What can stand before a text.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    Bool,
    Number,
    Text,
    List,
    Object,
}

/// A text without the mark that can stand before it.
pub(super) fn without_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}

/// The kind of a value, by its first character.
pub(super) fn kind(value: &RawValue) -> Kind {
    match value.get().as_bytes() {
        [b'n', ..] => Kind::Null,
        [b't' | b'f', ..] => Kind::Bool,
        [b'"', ..] => Kind::Text,
        [b'[', ..] => Kind::List,
        [b'{', ..] => Kind::Object,
        _ => Kind::Number,
    }
}

/// The entries of an object, in order. Of several with the same key the last one counts.
#[derive(Debug)]
pub(super) struct Object<'a>(pub(super) Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'a> Deserialize<'a> for Object<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'a> Visitor<'a> for Entries {
            type Value = Object<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object")
            }

            fn visit_map<A: MapAccess<'a>>(self, mut object: A) -> Result<Object<'a>, A::Error> {
                let (mut entries, mut places) = (Vec::new(), HashMap::new());
                while let Some((Text(key), value)) = object.next_entry::<Text, &RawValue>()? {
                    match places.entry(key) {
                        Entry::Occupied(place) => entries[*place.get()] = value,
                        Entry::Vacant(place) => {
                            place.insert(entries.len());
                            entries.push(value);
                        }
                    }
                }
                let mut keys: Vec<_> = places.into_iter().collect();
                keys.sort_unstable_by_key(|&(_, place)| place);
                Ok(Object(keys.into_iter().map(|(key, _)| key).zip(entries).collect()))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// A text. What is no character in it, such as half of one in UTF-16, becomes U+FFFD.
struct Text<'a>(Cow<'a, str>);

impl<'a> Deserialize<'a> for Text<'a> {
    fn deserialize<D: Deserializer<'a>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl<'a> Visitor<'a> for Bytes {
            type Value = Text<'a>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a text")
            }

            fn visit_borrowed_bytes<E>(self, bytes: &'a [u8]) -> Result<Text<'a>, E> {
                Ok(Text(String::from_utf8_lossy(bytes)))
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Text<'a>, E> {
                Ok(Text(String::from_utf8_lossy(bytes).into_owned().into()))
            }
        }

        // As bytes, because only these can hold what is no character.
        deserializer.deserialize_bytes(Bytes)
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
pub(super) fn text(value: &RawValue) -> Option<Cow<'_, str>> {
    serde_json::from_str(value.get()).ok().filter(|_| kind(value) == Kind::Text).map(|Text(text)| text)
}

/// Whether a value is a whole number.
pub(super) fn is_integer(value: &RawValue) -> bool {
    kind(value) == Kind::Number && value.get().parse().is_ok_and(|number: f64| number.fract() == 0.0)
}

/// Whether a value can be a field of a table. An empty text is nothing, as in the table.
pub(super) fn is_field(value: &RawValue, has_images: bool) -> bool {
    match kind(value) {
        Kind::Text => value.get() != "\"\"",
        Kind::Number | Kind::Bool => true,
        Kind::List => has_images && is_image(value),
        Kind::Null | Kind::Object => false,
    }
}

/// A value that can be a field. A text is in quotes, because a sign in front can mean something.
pub(super) fn field(value: &RawValue) -> Cow<'_, str> {
    match kind(value) {
        Kind::Text => quoted(&text(value).unwrap_or_default()).into(),
        Kind::Number => number(value.get()).into(),
        Kind::List => {
            let mut numbers = String::with_capacity(value.get().len());
            each_number(value, |next| {
                if !numbers.is_empty() {
                    numbers.push(' ');
                }
                numbers.push_str(next);
            });
            numbers.into()
        }
        Kind::Null | Kind::Bool | Kind::Object => value.get().into(),
    }
}

/// A number, without the fraction of zero that some programs give to whole numbers.
pub(super) fn number(text: &str) -> &str {
    let is_zero = |fraction: &str| fraction.bytes().all(|digit| digit == b'0');
    text.split_once('.').filter(|(_, fraction)| is_zero(fraction)).map_or(text, |(whole, _)| whole)
}

/// Whether a list has so many numbers that it can be an image.
pub(super) fn is_image(value: &RawValue) -> bool {
    each_number(value, |_| {}).is_some_and(|count| count >= MIN_NUMBERS)
}

/// Hands on the numbers in a list, which may have rows and channels, and counts them. `None` if there are other values in it.
fn each_number<'a>(value: &'a RawValue, mut take: impl FnMut(&'a str)) -> Option<usize> {
    if kind(value) != Kind::List {
        return None;
    }
    let (mut count, mut depth) = (0, 0);
    let around = |c: char| matches!(c, '[' | ']') || c.is_ascii_whitespace();
    for part in value.get().split(',') {
        let text = part.trim_matches(around);
        if !text.is_empty() {
            // Any other value may have brackets in it.
            if !text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                return None;
            }
            take(number(text));
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
    Some(count)
}
