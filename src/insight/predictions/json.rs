//! JSON: an array with an entry per item, or lines with an entry each. An entry is a class, a list of numbers, or an
//! object with either under a usual name.

use std::fmt;

use serde::{
    Deserialize,
    de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{Fault, Table, names};

/// A value that can be a prediction, or all of them.
enum Value {
    Number(f64),
    List(Vec<f64>),
    Rows(Table),
    /// Rows of which one has another length.
    Ragged(Fault),
    /// What cannot be a prediction.
    Other,
}

/// In the order of the items.
pub(super) fn read(text: &str) -> Result<Table, Fault> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let first = values.next().ok_or(Fault::Other)?.map_err(|error| fault(&error))?;
    let Some(second) = values.next() else {
        return match first {
            Value::Rows(table) => Ok(table),
            Value::Number(class) => Ok(Table::new(1, vec![class])),
            Value::List(classes) if !classes.is_empty() => Ok(Table::new(1, classes)),
            Value::Ragged(fault) => Err(fault),
            Value::List(_) | Value::Other => Err(Fault::Other),
        };
    };
    let mut table = Table::default();
    for (value, row) in [Ok(first), second].into_iter().chain(values).zip(1..) {
        match value.map_err(|error| fault(&error))? {
            Value::Number(class) => table.push([class])?,
            Value::List(row) => table.push(row)?,
            Value::Rows(_) | Value::Ragged(_) | Value::Other => return Err(Fault::Json { row, column: 1 }),
        }
    }
    Ok(table)
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
        write!(f, "a class, a list of numbers, or an object with one of them")
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

    fn visit_str<E>(self, _: &str) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Other)
    }

    /// A list of numbers, or a row for each of its entries.
    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut numbers = Vec::new();
        let mut table = Table::default();
        while let Some(entry) = entries.next_element()? {
            match entry {
                Value::Number(number) if table.len() == 0 => numbers.push(number),
                Value::List(row) if numbers.is_empty() => {
                    if let Err(fault) = table.push(row) {
                        while entries.next_element::<IgnoredAny>()?.is_some() {}
                        return Ok(Value::Ragged(fault));
                    }
                }
                _ => return Err(A::Error::custom("neither numbers nor rows of numbers")),
            }
        }
        Ok(if table.len() > 0 { Value::Rows(table) } else { Value::List(numbers) })
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
