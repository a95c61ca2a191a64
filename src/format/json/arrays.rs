//! Arrays of numbers in an object that are no columns of one table: splits of a dataset, images that are not square, and several
//! numbers as the label of each image.

use std::collections::HashSet;

use serde_json::value::RawValue;

use super::{
    rows::MIN_LABELS,
    value::{Kind, MAX_DEPTH, MIN_NUMBERS, Object, kind, list, number, object, without_mark},
};
use crate::format::{
    columns::row_shape,
    element::ElementType,
    layout::{ByteOrder, Layout},
    npy,
};

/// Objects in one another at most: that of a split in that of all.
const MAX_OBJECTS: usize = 2;

/// Limit of the dimensions: those of an item, and the items.
const MAX_RANK: usize = MAX_DEPTH + 1;

/// An array of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonArray {
    /// Its key, behind that of the object that it is in and a dot.
    pub name: String,
    /// The bytes of a NumPy file.
    pub npy: Vec<u8>,
}

impl JsonArray {
    /// The arrays in the text of an object. `None` if they are columns of a table, if there are no images among them, and if
    /// images have something else beside them, such as words.
    ///
    /// ```
    /// use idxlens::format::json::JsonArray;
    ///
    /// let image = [[0; 8]; 4];
    /// let text = format!("{{\"train\": {{\"x\": {:?}, \"y\": [7, 2]}}, \"test\": {{\"x\": {:?}, \"y\": [1]}}}}", [image; 2], [image]);
    /// let names: Vec<_> = JsonArray::all_in(&text).unwrap().into_iter().map(|array| array.name).collect();
    /// assert_eq!(names, ["train.x", "train.y", "test.x", "test.y"]);
    /// ```
    #[must_use]
    pub fn all_in(text: &str) -> Option<Vec<Self>> {
        let whole = serde_json::from_str(without_mark(text)).ok()?;
        let mut found = Found::default();
        found.take(whole, "", 1)?;
        found.leave_out_settings();
        if found.are_arrays() { found.arrays.iter().map(Array::to_file).collect() } else { None }
    }
}

/// The lists of numbers in an object, and in the objects in it.
#[derive(Default)]
struct Found<'a> {
    arrays: Vec<Array<'a>>,
    has_objects: bool,
}

impl<'a> Found<'a> {
    /// Takes what an object holds. `None` if it has another list with a value for each image.
    fn take(&mut self, Object(entries): Object<'a>, prefix: &str, depth: usize) -> Option<()> {
        let mut others = HashSet::new();
        for (key, value) in entries {
            let name = format!("{prefix}{key}");
            match kind(value) {
                Kind::List => match Array::parse(&name, value) {
                    Some(array) => self.arrays.push(array),
                    None => others.extend(list(value).map(|list| list.len())),
                },
                Kind::Object if depth < MAX_OBJECTS => {
                    let mut inner = Self::default();
                    inner.take(object(value)?, &format!("{name}."), depth + 1)?;
                    // Settings, and the weights of a model, have no labels.
                    if !inner.counts(true).is_disjoint(&inner.counts(false)) {
                        self.arrays.append(&mut inner.arrays);
                        self.has_objects = true;
                    }
                }
                _ => {}
            }
        }
        self.counts(true).is_disjoint(&others).then_some(())
    }

    /// How many items the arrays have that are images, or that are none.
    fn counts(&self, are_images: bool) -> HashSet<usize> {
        self.arrays.iter().filter(|array| array.are_images() == are_images).map(Array::items).collect()
    }

    /// Leaves out numbers that are not for each image, such as the mean of all pixels. Where images lack labels, many can be these.
    fn leave_out_settings(&mut self) {
        let [images, others] = [true, false].map(|are_images| self.counts(are_images));
        let lack_labels = !images.is_subset(&others);
        self.arrays.retain(|array| {
            array.are_images() || images.contains(&array.items()) || lack_labels && array.items() >= MIN_LABELS
        });
    }

    /// Whether there are images, and not all arrays are columns of the same table.
    fn are_arrays(&self) -> bool {
        let Some(images) = self.arrays.iter().find(|array| array.are_images()) else { return false };
        self.has_objects || self.arrays.iter().any(|array| array.items() != images.items() || !array.is_column())
    }
}

/// A list of numbers, or of lists of the same length in it.
struct Array<'a> {
    name: String,
    list: &'a RawValue,
    shape: Vec<u32>,
    element_type: ElementType,
}

impl<'a> Array<'a> {
    /// `None` if it has other values, or none.
    fn parse(name: &str, list: &'a RawValue) -> Option<Self> {
        let mut element_type = ElementType::U8;
        let shape = scan(list, |text| {
            element_type = match text.parse::<i64>() {
                Ok(number) if u8::try_from(number).is_ok() => element_type,
                Ok(_) if element_type == ElementType::U8 => ElementType::I64,
                Ok(_) => element_type,
                Err(_) => ElementType::F64,
            };
        })?;
        Some(Self { name: name.to_owned(), list, shape, element_type })
    }

    fn items(&self) -> usize {
        self.shape[0] as usize
    }

    fn are_images(&self) -> bool {
        let numbers: u64 = self.shape[1..].iter().map(|&len| u64::from(len)).product();
        self.shape.len() > 1 && numbers >= MIN_NUMBERS as u64
    }

    /// Whether a table has it in one column: a number for each row, or an image whose shape its numbers tell.
    fn is_column(&self) -> bool {
        match self.shape[1..] {
            [] => true,
            [_] => self.are_images(),
            [rows, columns] => self.are_images() && rows == columns,
            _ => false,
        }
    }

    /// Its elements in a NumPy file. A row of numbers is a square image if it can be one.
    fn to_file(&self) -> Option<JsonArray> {
        let image = if let [_, values] = self.shape[..] { row_shape(values) } else { None };
        let shape = image.map_or_else(|| self.shape.clone(), |image| [&self.shape[..1], &image].concat());
        let layout = Layout::new(self.element_type, shape).ok()?;
        let mut npy = npy::header(self.element_type, ByteOrder::Little, layout.shape(), false);
        npy.try_reserve_exact(usize::try_from(layout.byte_len()).ok()?).ok()?;
        scan(self.list, |text| match (self.element_type, text.parse::<i64>()) {
            (ElementType::U8, Ok(number)) => npy.extend(u8::try_from(number)),
            (ElementType::I64, Ok(number)) => npy.extend(number.to_le_bytes()),
            _ => npy.extend(text.parse().unwrap_or(f64::NAN).to_le_bytes()),
        });
        Some(JsonArray { name: self.name.clone(), npy })
    }
}

/// Hands on the numbers in a list, and in lists of the same length in it. Gives their shape; `None` if there are other values, or
/// none. A missing number is handed on as `null`, and true as 1.
fn scan<'a>(list: &'a RawValue, mut take: impl FnMut(&'a str)) -> Option<Vec<u32>> {
    let (mut shape, mut rank) = ([None; MAX_RANK], None);
    // Of each list that has begun: how many values were in it.
    let mut counts: Vec<u32> = Vec::new();
    let mut rest = list.get();
    while let Some(first) = rest.bytes().next() {
        let mut len = 1;
        match first {
            b'[' if counts.len() == MAX_RANK => return None,
            b'[' => counts.push(0),
            b']' => {
                let count = counts.pop()?;
                if *shape[counts.len()].get_or_insert(count) != count {
                    return None;
                }
                counts.last_mut().into_iter().for_each(|count| *count += 1);
            }
            b'"' | b'{' => return None,
            b',' => {}
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                if *rank.get_or_insert(counts.len()) != counts.len() {
                    return None;
                }
                *counts.last_mut()? += 1;
                let is_end = |c: char| matches!(c, ',' | ']') || c.is_ascii_whitespace();
                let text = rest.split(is_end).next()?;
                len = text.len();
                take(match text {
                    "true" => "1",
                    "false" => "0",
                    text => number(text),
                });
            }
        }
        rest = &rest[len..];
    }
    let (inner, deeper) = shape.split_at(rank?);
    if deeper.iter().any(Option::is_some) { None } else { inner.iter().copied().collect() }
}
