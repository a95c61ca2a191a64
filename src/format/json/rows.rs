//! The rows of a table in JSON: which values are below each other.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use serde_json::value::RawValue;

use super::value::{Kind, Object, is_image, is_integer, kind, list, number, object, text, without_mark};

/// Fields of a table at most, empty ones among them: each object can have keys of its own.
const MAX_FIELDS: usize = 20_000_000;

/// Labels in a list without anything else. Fewer values are settings.
pub(super) const MIN_LABELS: usize = 10;

/// Names of a list of labels that has no images beside it. Labels without a name are called `label`.
const LABELS: [&str; 9] = ["label", "labels", "y", "class", "classes", "target", "targets", "category", "categories"];

/// Values below each other: each with the number of its row, in their order. Rows can lack one.
pub(super) struct Column<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) cells: Vec<(usize, &'a RawValue)>,
}

pub(super) struct Table<'a> {
    pub(super) columns: Vec<Column<'a>>,
    pub(super) rows: usize,
}

type List<'a> = Vec<&'a RawValue>;

impl<'a> Table<'a> {
    /// The table in a text, if it has one.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let text = without_mark(text);
        let Ok(whole) = serde_json::from_str::<&RawValue>(text) else {
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            return Self::from_rows(lines.map(|line| serde_json::from_str(line).ok()));
        };
        match kind(whole) {
            Kind::List => Self::from_list(list(whole)?),
            Kind::Object => Self::from_object(object(whole)?),
            _ => None,
        }
    }

    /// A row for each object. `None` if one is none.
    fn from_rows(objects: impl Iterator<Item = Option<Object<'a>>>) -> Option<Self> {
        let (mut table, mut places) = (Self { columns: Vec::new(), rows: 0 }, HashMap::new());
        for object in objects {
            for (name, value) in object?.0 {
                let place = *places.entry(name).or_insert_with_key(|name| {
                    table.columns.push(Column { name: name.clone(), cells: Vec::new() });
                    table.columns.len() - 1
                });
                table.columns[place].cells.push((table.rows, value));
            }
            table.rows += 1;
            if table.columns.len().saturating_mul(table.rows) > MAX_FIELDS {
                return None;
            }
        }
        Some(table)
    }

    /// A column for each of some lists of the same length.
    fn from_columns(lists: Vec<(Cow<'a, str>, List<'a>)>) -> Option<Self> {
        let rows = lists.first()?.1.len();
        if lists.len().saturating_mul(rows) > MAX_FIELDS {
            return None;
        }
        let columns =
            lists.into_iter().map(|(name, list)| Column { name, cells: list.into_iter().enumerate().collect() });
        Some(Self { columns: columns.collect(), rows })
    }

    /// The rows that a list has, or a row for each label in it.
    fn from_list(list: List<'a>) -> Option<Self> {
        if list.iter().all(|value| kind(value) == Kind::Object) {
            return Self::from_rows(list.into_iter().map(object));
        }
        Self::from_labels(LABELS[0].into(), list)
    }

    fn from_labels(name: Cow<'a, str>, list: List<'a>) -> Option<Self> {
        if are_labels(&list) { Self::from_columns(vec![(name, list)]) } else { None }
    }

    /// The rows that Pandas writes: below their numbers (`orient="index"`), as lists beside the names of the columns
    /// (`orient="split"`), below a schema (`orient="table"`), or column by column below the numbers of the rows (the default).
    /// A series has a value for each number. Any other object can have a list for each column.
    fn from_object(whole: Object<'a>) -> Option<Self> {
        let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if !whole.0.is_empty() && whole.0.iter().all(|(name, _)| is_number(name)) {
            return Self::from_list(numbered(whole)?);
        }
        let value = |name: &str| whole.0.iter().find(|(other, _)| other == name).map(|&(_, value)| value);
        match ["columns", "index", "data"].map(|name| value(name).and_then(list)) {
            [Some(columns), index, Some(data)] => return Self::from_split(&columns, index, &data),
            [None, Some(index), Some(data)] if index.len() == data.len() && value("name").is_some() => {
                let name = value("name").and_then(text).unwrap_or(LABELS[0].into());
                return Self::from_labels(name, ordered(&index, data));
            }
            [None, None, Some(data)] if value("schema").is_some() => return Self::from_list(data),
            _ => {}
        }
        let column = |(name, value): &(Cow<'a, str>, &'a RawValue)| Some((name.clone(), numbered(object(value)?)?));
        let columns: Option<Vec<_>> = whole.0.iter().map(column).collect();
        match columns {
            Some(columns) if columns.iter().all(|(_, column)| column.len() == columns[0].1.len()) => {
                Self::from_columns(columns)
            }
            _ => Self::from_lists(whole),
        }
    }

    /// Rows as lists, in the order of their index, if they have one with the numbers of all items.
    fn from_split(columns: &[&'a RawValue], index: Option<List<'a>>, data: &[&'a RawValue]) -> Option<Self> {
        if index.as_ref().is_some_and(|index| index.len() != data.len())
            || columns.len().saturating_mul(data.len()) > MAX_FIELDS
        {
            return None;
        }
        let rows: Vec<_> =
            data.iter().map(|row| list(row).filter(|row| row.len() == columns.len())).collect::<Option<_>>()?;
        let rows = match index {
            Some(index) => ordered(&index, rows),
            None => rows,
        };
        // Of several columns of a name the last one counts.
        let places: HashMap<_, _> = columns.iter().map(|column| name(column)).zip(0..).collect();
        let mut places: Vec<(_, usize)> = places.into_iter().collect();
        places.sort_unstable_by_key(|&(_, place)| place);
        Self::from_columns(
            places.into_iter().map(|(name, place)| (name, rows.iter().map(|row| row[place]).collect())).collect(),
        )
    }

    /// The lists of an object that have as many values as that of the images, or else that of the labels. An object without
    /// lists is a row.
    fn from_lists(whole: Object<'a>) -> Option<Self> {
        let lists: Vec<_> = whole.0.iter().filter_map(|(name, value)| Some((name.clone(), list(value)?))).collect();
        if lists.is_empty() {
            return Self::from_rows([Some(whole)].into_iter());
        }
        let are_images = |list: &[&RawValue]| !list.is_empty() && list.iter().all(|value| is_image(value));
        let is_label = |name: &str| LABELS.iter().any(|label| label.eq_ignore_ascii_case(name));
        let main = lists
            .iter()
            .find(|(_, list)| are_images(list))
            .or_else(|| lists.iter().find(|(name, list)| is_label(name) && are_labels(list)));
        let count = main?.1.len();
        Self::from_columns(lists.into_iter().filter(|(_, list)| list.len() == count).collect())
    }
}

/// A text, or a number, as a name.
fn name<'a>(value: &&'a RawValue) -> Cow<'a, str> {
    text(value).unwrap_or(number(value.get()).into())
}

/// The values below the numbers of all items, from 0 or 1 on.
fn numbered(Object(entries): Object<'_>) -> Option<List<'_>> {
    let (numbers, values): (Vec<_>, Vec<_>) = entries.into_iter().unzip();
    Some(order(&numbers)?.into_iter().map(|at| values[at]).collect())
}

/// Values in the order of their index, if that has the numbers of all items; else as they are.
fn ordered<T: Clone>(index: &[&RawValue], values: Vec<T>) -> Vec<T> {
    match order(&index.iter().map(name).collect::<Vec<_>>()) {
        Some(order) => order.into_iter().map(|at| values[at].clone()).collect(),
        None => values,
    }
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
    let mut labels = list.iter().filter(|value| kind(value) != Kind::Null);
    if labels.clone().count() < MIN_LABELS {
        return false;
    }
    if labels.all(|label| is_integer(label) || kind(label) == Kind::Bool) {
        return true;
    }
    list.iter().all(|label| kind(label) == Kind::Text)
        && list.iter().map(|label| label.get()).collect::<HashSet<_>>().len() <= list.len() / 2
}
