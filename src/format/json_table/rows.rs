//! The rows of a table in JSON: which values are below each other.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use serde_json::value::RawValue;

use super::{
    MAX_FIELDS,
    value::{Kind, Object, is_integer, kind, list, numbers, object, text},
};

/// Labels in a list without anything else. Fewer values are settings.
const MIN_LABELS: usize = 10;

/// Names of a list of labels that has no images beside it.
const LABELS: [&str; 9] = ["y", "label", "labels", "class", "classes", "target", "targets", "category", "categories"];

/// Values below each other: each with the number of its row, in their order. Rows can lack one.
pub(super) struct Column<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) cells: Vec<(usize, &'a RawValue)>,
}

pub(super) struct Table<'a> {
    pub(super) columns: Vec<Column<'a>>,
    pub(super) rows: usize,
}

impl<'a> Table<'a> {
    /// The table in a text, if it has one.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let Ok(whole) = serde_json::from_str::<&RawValue>(text) else {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            return Self::of_objects(lines.map(|line| serde_json::from_str(line).ok()));
        };
        match kind(whole) {
            Kind::List => Self::of_list(list(whole)?),
            Kind::Object => Self::of_object(object(whole)?),
            _ => None,
        }
    }

    /// A row for each object. `None` if one is none.
    fn of_objects(objects: impl Iterator<Item = Option<Object<'a>>>) -> Option<Self> {
        let (mut table, mut places) = (Self { columns: Vec::new(), rows: 0 }, HashMap::new());
        for object in objects {
            for (name, value) in object?.0 {
                let place = *places.entry(name).or_insert_with_key(|name| {
                    table.columns.push(Column { name: name.clone(), cells: Vec::new() });
                    table.columns.len() - 1
                });
                let cells = &mut table.columns[place].cells;
                // Of two values with the same key the last one counts.
                cells.pop_if(|&mut (row, _)| row == table.rows);
                cells.push((table.rows, value));
            }
            table.rows += 1;
            if table.columns.len().saturating_mul(table.rows) > MAX_FIELDS {
                return None;
            }
        }
        Some(table)
    }

    /// A column for each of some lists of the same length.
    fn of_lists(lists: Vec<(Cow<'a, str>, Vec<&'a RawValue>)>) -> Option<Self> {
        let rows = lists.first()?.1.len();
        let columns =
            lists.into_iter().map(|(name, list)| Column { name, cells: list.into_iter().enumerate().collect() });
        Some(Self { columns: columns.collect(), rows })
    }

    /// The rows that a list has, or a row for each label in it.
    fn of_list(list: Vec<&'a RawValue>) -> Option<Self> {
        if list.iter().all(|value| kind(value) == Kind::Object) {
            return Self::of_objects(list.into_iter().map(object));
        }
        are_labels(&list).then(|| Self::of_lists(vec![("label".into(), list)]))?
    }

    /// The rows that Pandas writes: below their numbers (`orient="index"`), as lists beside the names of the columns
    /// (`orient="split"`), or column by column below the numbers of the rows (the default). A series has a value below each
    /// number. Any other object can have a list for each column.
    fn of_object(whole: Object<'a>) -> Option<Self> {
        let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if !whole.0.is_empty() && whole.0.iter().all(|(name, _)| is_number(name)) {
            return Self::of_list(numbered(whole)?);
        }
        let value = |name: &str| whole.0.iter().rfind(|(other, _)| other == name).and_then(|(_, value)| list(value));
        if let [Some(columns), Some(index), Some(data)] = ["columns", "index", "data"].map(value) {
            return Self::of_split(&columns, &index, &data);
        }
        let column = |(name, value): &(Cow<'a, str>, &'a RawValue)| Some((name.clone(), numbered(object(value)?)?));
        let columns: Option<Vec<_>> = whole.0.iter().map(column).collect();
        match columns {
            Some(columns) if columns.iter().all(|(_, column)| column.len() == columns[0].1.len()) => {
                Self::of_lists(columns)
            }
            _ => Self::of_columns(whole),
        }
    }

    /// Rows in the order of their index, if that has the numbers of all items.
    fn of_split(columns: &[&'a RawValue], index: &[&'a RawValue], data: &[&'a RawValue]) -> Option<Self> {
        let rows: Option<Vec<_>> = data.iter().map(|row| list(row).filter(|row| row.len() == columns.len())).collect();
        let mut rows = rows.filter(|rows| rows.len() == index.len())?;
        let name = |value: &&'a RawValue| text(value).map_or_else(|| value.get().into(), Cow::from);
        let numbers: Vec<_> = index.iter().map(name).collect();
        if let Some(order) = order(&numbers) {
            rows = order.into_iter().map(|at| std::mem::take(&mut rows[at])).collect();
        }
        let names: Vec<_> = columns.iter().map(name).collect();
        Self::of_objects(rows.into_iter().map(|row| Some(Object(names.iter().cloned().zip(row).collect()))))
    }

    /// The lists of an object that have as many values as that of the images, or else that of the labels. An object without
    /// lists is a row.
    fn of_columns(whole: Object<'a>) -> Option<Self> {
        let lists: Vec<_> = whole.0.iter().filter_map(|(name, value)| Some((name.clone(), list(value)?))).collect();
        if lists.is_empty() {
            return Self::of_objects([Some(whole)].into_iter());
        }
        let are_images = |list: &[&RawValue]| !list.is_empty() && list.iter().all(|value| numbers(value).is_some());
        let is_label = |name: &str| LABELS.iter().any(|label| label.eq_ignore_ascii_case(name));
        let main = lists
            .iter()
            .find(|(_, list)| are_images(list))
            .or_else(|| lists.iter().find(|(name, list)| is_label(name) && are_labels(list)));
        let count = main?.1.len();
        Self::of_lists(lists.into_iter().filter(|(_, list)| list.len() == count).collect())
    }
}

/// The values below the numbers of all items, from 0 or 1 on.
fn numbered(Object(entries): Object<'_>) -> Option<Vec<&RawValue>> {
    let (numbers, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    Some(order(&numbers)?.into_iter().map(|at| values[at]).collect())
}

/// The places of all numbers from 0 or 1 on.
fn order(numbers: &[Cow<'_, str>]) -> Option<Vec<usize>> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|number| number.to_string() == text);
    let numbers: Vec<_> = numbers.iter().map(|text| number(text)).collect::<Option<_>>()?;
    let first = numbers.iter().copied().min().filter(|&first| first <= 1)?;
    let mut places = vec![None; numbers.len()];
    for (at, number) in numbers.iter().enumerate() {
        *places.get_mut(number - first)? = Some(at);
    }
    places.into_iter().collect()
}

/// Whether a list has labels: whole numbers, of which some may be missing, or words. Words that mostly differ are names.
fn are_labels(list: &[&RawValue]) -> bool {
    let labels: Vec<_> = list.iter().filter(|value| kind(value) != Kind::Null).collect();
    if labels.len() < MIN_LABELS {
        return false;
    }
    if labels.iter().all(|label| is_integer(label) || kind(label) == Kind::Truth) {
        return true;
    }
    list.iter().all(|label| kind(label) == Kind::Text)
        && list.iter().map(|label| label.get()).collect::<HashSet<_>>().len() <= list.len() / 2
}
