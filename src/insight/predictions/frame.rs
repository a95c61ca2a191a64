//! Tables in JSON as Pandas writes them: lists beside the names of their columns (`orient="split"`), and objects below a schema
//! (`orient="table"`).

use std::{fmt, slice};

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use super::json::{AnyValue, Value, item_of};

/// What an object has of a table.
#[derive(Default)]
pub(super) struct Frame<'a> {
    columns: Option<Vec<String>>,
    index: Option<Value<'a>>,
    /// Whether rows say themselves what they hold.
    is_plain: bool,
    rows: Option<Value<'a>>,
}

impl<'a> Frame<'a> {
    /// Takes the value of the next key, if it is one of a table's. Returns whether it is.
    pub(super) fn take<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        object: &mut A,
        value: AnyValue<'a>,
    ) -> Result<bool, A::Error> {
        match (key, &self.columns) {
            ("columns", _) => match object.next_value_seed(AnyNames)? {
                // Columns without names are called by their numbers.
                Names::All(names) if names.iter().all(|name| item_of(name).is_none()) => self.columns = Some(names),
                _ => self.is_plain = true,
            },
            ("index", _) => self.index = Some(object.next_value_seed(value)?),
            ("schema", _) => {
                object.next_value::<IgnoredAny>()?;
                self.is_plain = true;
            }
            ("data", Some(columns)) => self.rows = Some(object.next_value_seed(Rows(Row { columns, value }))?),
            ("data", None) if self.is_plain || self.index.is_some() => self.rows = Some(object.next_value_seed(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Its predictions, with the numbers of their items if the index has some. `None` if the object is no table.
    pub(super) fn value(self) -> Option<Value<'a>> {
        let rows = self.rows?;
        Some(match self.index {
            Some(Value::Numbers(numbers)) => Value::Numbered(numbers, Box::new(rows)),
            _ => rows,
        })
    }
}

/// The names of columns, or what is in their place.
enum Names {
    One(String),
    All(Vec<String>),
    Other,
}

/// Reads them.
struct AnyNames;

impl<'de> DeserializeSeed<'de> for AnyNames {
    type Value = Names;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Names, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyNames {
    type Value = Names;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "names of columns")
    }

    fn visit_str<E>(self, name: &str) -> Result<Names, E> {
        Ok(Names::One(name.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Names, A::Error> {
        let mut names = Vec::new();
        while let Some(name) = list.next_element_seed(Self)? {
            let Names::One(name) = name else {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                return Ok(Names::Other);
            };
            names.push(name);
        }
        Ok(Names::All(names))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Names, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Names::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Names, E> {
        Ok(Names::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Names, E> {
        Ok(Names::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Names, E> {
        Ok(Names::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Names, E> {
        Ok(Names::Other)
    }

    fn visit_unit<E>(self) -> Result<Names, E> {
        Ok(Names::Other)
    }
}

/// Reads the rows of a table: each is a list of values, one for each column.
#[derive(Clone, Copy)]
struct Row<'n, 'a> {
    columns: &'n [String],
    value: AnyValue<'a>,
}

impl<'de, 'a> DeserializeSeed<'de> for Row<'_, 'a> {
    type Value = Value<'a>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, 'a> Visitor<'de> for Row<'_, 'a> {
    type Value = Value<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {} values", self.columns.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, row: A) -> Result<Value<'a>, A::Error> {
        self.value.visit_map(Named { names: self.columns.iter(), row })
    }
}

/// All rows.
struct Rows<'n, 'a>(Row<'n, 'a>);

impl<'de, 'a> DeserializeSeed<'de> for Rows<'_, 'a> {
    type Value = Value<'a>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'a>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, 'a> Visitor<'de> for Rows<'_, 'a> {
    type Value = Value<'a>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Value<'a>, A::Error> {
        self.0.value.list(rows, self.0)
    }
}

/// A row as an object in which the columns have their names.
struct Named<'n, A> {
    names: slice::Iter<'n, String>,
    row: A,
}

impl<'de, A: SeqAccess<'de>> MapAccess<'de> for Named<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        self.names.next().map(|name| seed.deserialize(name.as_str().into_deserializer())).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.row.next_element_seed(seed)?.ok_or_else(|| A::Error::custom("a row has too few values"))
    }
}
