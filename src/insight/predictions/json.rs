//! JSON: an array with an entry per item, or lines with an entry each. An entry is a class as a number or by its name, null
//! where none is predicted (in a list of numbers, too), a list of numbers, or an object with one of them under a usual name.

use std::{fmt, mem};

use serde::{
    Deserialize,
    de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{ClassNames, Content, Fault, Table, names, words::Words};

/// A value that can be a prediction, or all of them.
enum Value {
    Number(f64),
    Word(String),
    /// Null.
    Missing,
    /// NaN stands for null.
    Numbers(Vec<f64>),
    Words(Words),
    Rows(Table),
    /// Rows of which one has another length.
    Ragged(Fault),
    /// What cannot be a prediction.
    Other,
}

/// In the order of the items.
pub(super) fn read(text: &str, names: &ClassNames) -> Result<Content, Fault> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut first = values.next().ok_or(Fault::Other)?.map_err(|error| fault(&error))?;
    let second = values.next();
    if second.is_some() || matches!(first, Value::Number(_) | Value::Word(_)) {
        let mut lines = Entries::default();
        for (value, row) in [Ok(first)].into_iter().chain(second).chain(values).zip(1..) {
            if !lines.take(value.map_err(|error| fault(&error))?)? {
                return Err(Fault::Json { row, column: 1 });
            }
        }
        first = lines.value();
    }
    let of = |table| Ok(Content { table, ..Content::default() });
    match first {
        Value::Rows(table) => of(table.without_parts()),
        Value::Numbers(classes) if !classes.is_empty() => of(Table::new(1, classes)),
        Value::Words(words) if words.name_classes(names) => words.predictions(names).ok_or(Fault::Other),
        Value::Words(_) => Err(Fault::Text { row: 1, column: 1 }),
        Value::Ragged(fault) => Err(fault),
        _ => Err(Fault::Other),
    }
}

/// The entries of a list, or of lines: all of them classes, or rows of numbers.
#[derive(Default)]
struct Entries {
    numbers: Vec<f64>,
    /// The numbers, too, once there is a word.
    words: Option<Words>,
    rows: Table,
}

impl Entries {
    /// Takes the next one. Whether it can stand beside those before.
    fn take(&mut self, entry: Value) -> Result<bool, Fault> {
        let Self { numbers, words, rows } = self;
        let has_rows = rows.len() > 0;
        match entry {
            Value::Number(number) if !has_rows => match words {
                Some(words) => words.push(&number.to_string())?,
                None => numbers.push(number),
            },
            Value::Missing => match words {
                Some(words) => words.push_missing()?,
                None if has_rows => rows.add_empty(1, false)?,
                None => numbers.push(f64::NAN),
            },
            Value::Word(word) if !has_rows => {
                let mut all = words.take().map_or_else(|| in_words(numbers), Ok)?;
                all.push(word.trim())?;
                *words = Some(all);
            }
            Value::Numbers(row) if words.is_none() && numbers.iter().all(|number| number.is_nan()) => {
                rows.push(row)?;
                rows.add_empty(mem::take(numbers).len(), true)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn value(self) -> Value {
        match self.words {
            Some(words) => Value::Words(words),
            None if self.rows.len() > 0 => Value::Rows(self.rows),
            None => Value::Numbers(self.numbers),
        }
    }
}

/// Classes that are numbers, as words.
fn in_words(numbers: &[f64]) -> Result<Words, Fault> {
    let mut words = Words::default();
    for number in numbers {
        if number.is_nan() { words.push_missing()? } else { words.push(&number.to_string())? }
    }
    Ok(words)
}

fn fault(error: &serde_json::Error) -> Fault {
    Fault::Json { row: error.line() as u64, column: error.column() as u64 }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a class, null, a list of numbers, or an object with one of them")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    #[expect(clippy::cast_precision_loss, reason = "class numbers lie far below 2^53")]
    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    #[expect(clippy::cast_precision_loss, reason = "class numbers lie far below 2^53")]
    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_str<E>(self, word: &str) -> Result<Value, E> {
        Ok(Value::Word(word.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Missing)
    }

    /// A list of numbers or of words, or a row for each of its entries.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut entries = Entries::default();
        while let Some(entry) = list.next_element()? {
            match entries.take(entry) {
                Ok(true) => {}
                Ok(false) => return Err(A::Error::custom("neither classes nor rows of numbers")),
                Err(fault) => {
                    while list.next_element::<IgnoredAny>()?.is_some() {}
                    return Ok(Value::Ragged(fault));
                }
            }
        }
        Ok(entries.value())
    }

    /// What the object holds under the most telling name.
    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let telling = || names::ROWS.iter().chain(&names::PREDICTED).chain(&names::CLASSES);
        let mut best: Option<(usize, Value)> = None;
        while let Some(name) = object.next_key::<String>()? {
            let place = telling().position(|other| name.eq_ignore_ascii_case(other));
            match place.filter(|&place| best.as_ref().is_none_or(|(best, _)| place < *best)) {
                Some(place) => match object.next_value()? {
                    Value::Other => {}
                    value => best = Some((place, value)),
                },
                None => drop(object.next_value::<IgnoredAny>()?),
            }
        }
        best.map(|(_, value)| value).ok_or_else(|| A::Error::custom("no prediction"))
    }
}
