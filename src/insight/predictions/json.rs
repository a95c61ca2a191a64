//! JSON: an array with an entry per item, or lines with an entry each. An entry is a class as a number or by its name, null
//! where none is predicted (in a list of numbers, too), a list of numbers, or an object with one of them under a usual name.
//! An object whose keys are numbers, as Pandas writes a column, has a prediction for each item of that number; so has an entry
//! that says it. Other tables of Pandas are read when an object is none of these.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

mod entries;
mod value;

use self::{entries::Entries, value::Value};
use super::{ClassNames, Content, Fault, Table, frame, items, names};

/// The predictions of so many items, in their order, or with their numbers.
pub(super) fn read(text: &str, items: usize, names: &ClassNames) -> Result<Content, Fault> {
    match values(text, names)? {
        Value::Keyed(numbers, all) => {
            let all = content(*all).map_err(|fault| match fault {
                // An object of words by number is more likely a list of class names.
                Fault::Word { .. } => Fault::Other,
                fault => fault,
            })?;
            let places = items::places(&numbers, items, true).map_err(|at| Fault::ItemNumber { row: at as u64 + 1 })?;
            let places = places.ok_or(Fault::Rows { expected: items as u64, found: numbers.len() as u64 })?;
            items::placed(all, &places, items)
        }
        Value::Numbered(numbers, all) => {
            let all = content(*all)?;
            // Numbers of other things say nothing about the items.
            match items::places(&numbers, items, true).ok().flatten() {
                Some(places) => items::placed(all, &places, items),
                None => Ok(all),
            }
        }
        all => match content(all) {
            Err(Fault::Other) => frame::read(text, items, names),
            all => all,
        },
    }
}

/// The predictions in a text, in their order.
pub(super) fn in_order(text: &str, names: &ClassNames) -> Result<Content, Fault> {
    content(values(text, names)?)
}

/// All values of a text: those in it, or one in each line.
fn values<'a>(text: &str, names: &'a ClassNames) -> Result<Value<'a>, Fault> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut next = || {
        let value = AnyValue { names }.deserialize(&mut json).map_err(|error| fault(&error))?;
        Ok((value, json.end().is_ok()))
    };
    let (mut all, mut is_last) = next()?;
    if !is_last || all.is_of_one() {
        let mut lines = Entries::new(names);
        for row in 1.. {
            if !lines.take(all)? {
                return Err(if row > 1 { Fault::Json { row, column: 1 } } else { Fault::Other });
            }
            if is_last {
                break;
            }
            (all, is_last) = next()?;
        }
        all = lines.value();
    }
    Ok(all)
}

fn content(all: Value<'_>) -> Result<Content, Fault> {
    let of = |table| Ok(Content { table, ..Content::default() });
    match all {
        Value::Rows(table) => of(table.without_parts()),
        Value::Numbers(classes) if !classes.is_empty() => of(Table::new(1, classes)),
        Value::Words(words) => words.of_classes(),
        // Its numbers say nothing here.
        Value::Numbered(_, all) | Value::Keyed(_, all) | Value::OfItem(_, all) => content(*all),
        Value::Refused(fault) => Err(fault),
        _ => Err(Fault::Other),
    }
}

/// The number of an item that a key is.
fn item_of(key: &str) -> Option<f64> {
    let is_number = key.len() < 10 && key.bytes().all(|byte| byte.is_ascii_digit());
    key.parse().ok().filter(|_| is_number)
}

fn fault(error: &serde_json::Error) -> Fault {
    if error.is_eof() {
        return Fault::Damaged;
    }
    Fault::Json { row: error.line() as u64, column: error.column() as u64 }
}

/// Reads a value, whatever it is.
#[derive(Clone, Copy)]
struct AnyValue<'a> {
    names: &'a ClassNames,
}

impl<'a> AnyValue<'a> {
    /// What an object holds under the numbers of items, of which the first has been read.
    fn numbered<'de, A: MapAccess<'de>>(self, first: f64, mut object: A) -> Result<Value<'a>, A::Error> {
        let (mut numbers, mut entries) = (vec![first], Entries::new(self.names));
        loop {
            let other = match entries.take(object.next_value_seed(self)?) {
                Ok(true) => match object.next_key::<String>()?.as_deref().map(item_of) {
                    Some(Some(number)) => {
                        numbers.push(number);
                        continue;
                    }
                    Some(None) => {
                        object.next_value::<IgnoredAny>()?;
                        Value::Other
                    }
                    None => return Ok(Value::Keyed(numbers, Box::new(entries.value()))),
                },
                Ok(false) => Value::Other,
                Err(fault) => Value::Refused(fault),
            };
            while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(other);
        }
    }
}

impl<'de, 'a> DeserializeSeed<'de> for AnyValue<'a> {
    type Value = Value<'a>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, 'a> Visitor<'de> for AnyValue<'a> {
    type Value = Value<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a class, null, a list of numbers, or an object with one of them")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value<'a>, E> {
        Ok(Value::Number(number))
    }

    #[expect(clippy::cast_precision_loss, reason = "class numbers lie far below 2^53")]
    fn visit_u64<E>(self, number: u64) -> Result<Value<'a>, E> {
        Ok(Value::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "class numbers lie far below 2^53")]
    fn visit_i64<E>(self, number: i64) -> Result<Value<'a>, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_str<E>(self, word: &str) -> Result<Value<'a>, E> {
        Ok(Value::Word(word.to_owned()))
    }

    /// True and false stand for classes 1 and 0.
    fn visit_bool<E>(self, is_second: bool) -> Result<Value<'a>, E> {
        Ok(Value::Number(is_second.into()))
    }

    fn visit_unit<E>(self) -> Result<Value<'a>, E> {
        Ok(Value::Missing)
    }

    /// A list of numbers or of words, or a row for each of its entries.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value<'a>, A::Error> {
        let mut entries = Entries::new(self.names);
        let mut is_first = true;
        while let Some(entry) = list.next_element_seed(self)? {
            let other = match entries.take(entry) {
                Ok(true) => {
                    is_first = false;
                    continue;
                }
                Ok(false) if is_first => Value::Other,
                Ok(false) => return Err(A::Error::custom("neither classes nor rows of numbers")),
                Err(fault) => Value::Refused(fault),
            };
            while list.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(other);
        }
        Ok(entries.value())
    }

    /// What the object holds under the most telling name, or under numbers. One number beside a class is the confidence in it.
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value<'a>, A::Error> {
        let mut found: Vec<(usize, Value)> = Vec::new();
        let mut next = object.next_key::<String>()?;
        if let Some(first) = next.as_deref().and_then(item_of) {
            return self.numbered(first, object);
        }
        let (mut has_image, mut item) = (false, None);
        while let Some(name) = next {
            has_image |= names::is_image(&name);
            if item.is_none() && names::is_item(&name) {
                item = Some(object.next_value::<&RawValue>()?);
                next = object.next_key()?;
                continue;
            }
            let place = names::telling().position(|other| name.eq_ignore_ascii_case(other));
            match place.filter(|place| !found.iter().any(|(known, _)| known == place)) {
                Some(place) => match object.next_value_seed(self)? {
                    Value::Other => {}
                    value => found.push((place, value)),
                },
                None => drop(object.next_value::<IgnoredAny>()?),
            }
            next = object.next_key()?;
        }
        found.sort_by_key(|&(place, _)| place);
        let predicted = names::ROWS.len()..names::ROWS.len() + names::PREDICTED.len();
        let form = found.iter().find(|(place, _)| predicted.contains(place)).and_then(|(_, value)| value.form());
        let is_confidence =
            |place: usize, value: &Value| place < predicted.start && form.is_some() && value.form() == form;
        let best = found.into_iter().find(|(place, value)| !is_confidence(*place, value));
        let best = best.filter(|(place, _)| !has_image || *place < predicted.end).map(|(_, value)| value);
        let Some(value) = best else { return Ok(Value::Other) };
        let item = item.map_or("", RawValue::get);
        Ok(match (item.parse(), serde_json::from_str(item)) {
            (Ok(item), _) => Value::OfItem(item, Box::new(value)),
            (_, Ok(items)) => value.of_items(items),
            _ => value,
        })
    }
}
