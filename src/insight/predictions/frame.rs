//! Tables in JSON as Pandas writes them: lists beside the names of their columns (`orient="split"`), objects below a schema
//! (`orient="table"`), and a series.

use std::{borrow::Cow, collections::HashMap};

use serde::Deserialize;
use serde_json::value::RawValue;

use super::{ClassNames, Content, Fault, items, json, names};

/// The parts of such a table, as they are in the text.
#[derive(Deserialize)]
struct Frame<'a> {
    #[serde(borrow)]
    columns: Option<&'a RawValue>,
    #[serde(borrow)]
    index: Option<&'a RawValue>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
}

/// Its rows are objects, and this is the column with their names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Schema<'a> {
    #[serde(borrow)]
    primary_key: Option<Vec<Cow<'a, str>>>,
}

type List<'a> = Vec<&'a RawValue>;

/// The predictions of so many items, in the order of the index if that numbers them.
///
/// # Errors
/// [`Fault::Other`] when the text is no such table, or none of its columns has predictions.
pub(super) fn read(text: &str, items: usize, names: &ClassNames) -> Result<Content, Fault> {
    if !text.trim_ascii_start().starts_with('{') {
        return Err(Fault::Other);
    }
    let frame: Frame = parsed(text)?;
    let data = frame.data.ok_or(Fault::Other)?;
    let rows: List = parsed(data.get())?;
    let index = frame.index.map(|index| parsed::<List>(index.get())).transpose()?;
    let (index, values) = match frame {
        Frame { columns: Some(columns), .. } => (index, columns_of(columns, data)?),
        Frame { schema: Some(schema), .. } => (key_of(schema, &rows)?, data.get().into()),
        _ if index.is_some() => (index, data.get().into()),
        _ => return Err(Fault::Other),
    };
    if index.as_ref().is_some_and(|index| index.len() != rows.len()) {
        return Err(Fault::Damaged);
    }
    let all = json::in_order(&values, names).map_err(|fault| match fault {
        // The place is none in the text.
        Fault::Json { .. } => Fault::Other,
        fault => fault,
    })?;
    let numbers: Option<Vec<f64>> =
        index.and_then(|index| index.iter().map(|number| number.get().parse().ok()).collect());
    // Names, and numbers of other things, say nothing about the items.
    let places = numbers.and_then(|numbers| items::places(&numbers, items, true).ok().flatten());
    match places {
        Some(places) => items::placed(all, &places, items),
        None if rows.len() == items => Ok(all),
        None => Err(Fault::Rows { expected: items as u64, found: rows.len() as u64 }),
    }
}

/// The columns that can have predictions as an object of lists; where all columns are numbers, rows of probabilities.
fn columns_of<'a>(columns: &RawValue, data: &'a RawValue) -> Result<Cow<'a, str>, Fault> {
    let columns: List = parsed(columns.get())?;
    let column_names: Vec<String> =
        columns.iter().map(|name| serde_json::from_str(name.get()).unwrap_or_else(|_| name.get().to_owned())).collect();
    if let Ok(numbers) = column_names.iter().map(|name| name.parse()).collect::<Result<Vec<u32>, _>>() {
        return if numbers.is_sorted() { Ok(data.get().into()) } else { Err(Fault::Other) };
    }
    let is_predicted =
        |name: &String| names::ROWS.iter().chain(&names::PREDICTED).any(|other| name.eq_ignore_ascii_case(other));
    if column_names.iter().any(|name| names::is_image(name)) && !column_names.iter().any(is_predicted) {
        return Err(Fault::Other);
    }
    let telling = |name: &str| names::telling().any(|other| name.eq_ignore_ascii_case(other));
    let wanted: Vec<_> = column_names.iter().enumerate().filter(|(_, name)| telling(name)).collect();
    let mut lists = vec![String::new(); wanted.len()];
    for row in parsed::<List>(data.get())? {
        let row: List = parsed(row.get())?;
        if row.len() != columns.len() {
            return Err(Fault::Damaged);
        }
        for (list, (at, _)) in lists.iter_mut().zip(&wanted) {
            list.push(if list.is_empty() { '[' } else { ',' });
            list.push_str(row[*at].get());
        }
    }
    let entries = lists.iter().zip(&wanted).map(|(list, (_, name))| format!("\"{name}\":{list}]"));
    Ok(format!("{{{}}}", entries.collect::<Vec<_>>().join(",")).into())
}

/// The numbers or names of rows that are objects, if they have some.
fn key_of<'a>(schema: &RawValue, rows: &[&'a RawValue]) -> Result<Option<List<'a>>, Fault> {
    let Schema { primary_key } = parsed(schema.get())?;
    let Some(primary_key) = primary_key else { return Ok(None) };
    let [key] = &primary_key[..] else { return Err(Fault::Other) };
    let value =
        |row: &&'a RawValue| parsed::<HashMap<Cow<str>, &RawValue>>(row.get())?.get(key).copied().ok_or(Fault::Other);
    rows.iter().map(value).collect::<Result<_, _>>().map(Some)
}

fn parsed<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Fault> {
    serde_json::from_str(text).map_err(|_| Fault::Other)
}
