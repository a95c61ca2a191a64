//! The schema of a Parquet file: which parts of its columns hold the values.

use crate::format::columnar::{
    chunk::MAX_RANK,
    schema::{Column, Kind, Physical, Schema},
};

/// An element of a schema: a column, or a part of one.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    /// How values are stored; `None` for elements that hold others.
    pub(super) physical: Option<u64>,
    /// Bytes of a value, if all have so many.
    pub(super) len: u64,
    pub(super) repetition: u64,
    pub(super) children: usize,
    /// The meaning of values, in the old form and in the new one.
    pub(super) converted: Option<u64>,
    pub(super) logical: Option<i64>,
    pub(super) is_unsigned: bool,
}

/// The limit of elements in one another.
const MAX_DEPTH: usize = 32;

/// The logical types of text, enumerations, integers and floats of half precision.
const LOGICAL_TEXT: [i64; 2] = [1, 4];
pub(super) const LOGICAL_INTEGER: i64 = 10;
const LOGICAL_HALF: i64 = 15;

/// The types of text, of unsigned integers and of all integers in the old form.
const CONVERTED_TEXT: [u64; 2] = [0, 4];
const CONVERTED_UNSIGNED: std::ops::RangeInclusive<u64> = 11..=14;
const CONVERTED_INTEGER: std::ops::RangeInclusive<u64> = 11..=18;

const OPTIONAL: u64 = 1;
const REPEATED: u64 = 2;

/// A part of a column that holds values, with the elements around it.
struct Leaf<'a> {
    path: Vec<&'a Element>,
    number: usize,
}

/// The columns of the schema with these elements, and how many parts of columns hold values. `None` when the elements do not fit
/// together.
pub(super) fn read(elements: &[Element]) -> Option<(Schema, usize)> {
    let (root, mut rest) = elements.split_first()?;
    let mut schema = Schema::default();
    let mut count = 0;
    for _ in 0..root.children {
        let name = &rest.first()?.name;
        let mut leaves = Vec::new();
        collect(&mut rest, &mut Vec::new(), &mut leaves, &mut count)?;
        match column(&leaves) {
            Some(column) => {
                let names = if column.kind == Kind::File { file_names(&leaves) } else { None };
                schema.columns.extend([Some(column), names].into_iter().flatten());
            }
            None => schema.others.push(name.clone()),
        }
    }
    rest.is_empty().then_some((schema, count))
}

/// Collects the leaves of the first of the elements, and passes over it.
fn collect<'a>(
    rest: &mut &'a [Element],
    path: &mut Vec<&'a Element>,
    leaves: &mut Vec<Leaf<'a>>,
    count: &mut usize,
) -> Option<()> {
    let (element, after) = rest.split_first().filter(|_| path.len() < MAX_DEPTH)?;
    *rest = after;
    path.push(element);
    if element.children == 0 && element.physical.is_some() {
        leaves.push(Leaf { path: path.clone(), number: *count });
        *count += 1;
    }
    for _ in 0..element.children {
        collect(rest, path, leaves, count)?;
    }
    path.pop();
    Some(())
}

/// The column with these leaves, if it can be shown.
fn column(leaves: &[Leaf<'_>]) -> Option<Column> {
    let leaf = match leaves {
        [leaf] => leaf,
        _ => part(leaves, "bytes")?,
    };
    let is_file = leaf.path.len() == 1 || part(leaves, "bytes").is_some();
    let (kind, physical) = match (stored(leaf.path.last()?)?, leaf.rank()?) {
        (Stored::Number(physical), 0) if leaf.path.len() == 1 => (Kind::Number, physical),
        (Stored::Number(physical), rank @ 1..=MAX_RANK) if leaves.len() == 1 => (Kind::List(rank), physical),
        (Stored::Text, 0) if leaf.path.len() == 1 => (Kind::Text, Physical::Bytes),
        (Stored::Bytes, 0) if is_file => (Kind::File, Physical::Bytes),
        (Stored::Fixed(len), 0) if leaf.path.len() == 1 => (Kind::List(0), Physical::Fixed(len)),
        _ => return None,
    };
    leaf.column(kind, physical)
}

/// The names of files, which stand beside them.
fn file_names(leaves: &[Leaf<'_>]) -> Option<Column> {
    let leaf = part(leaves, "path")?;
    let is_text = matches!(stored(leaf.path.last()?)?, Stored::Text);
    leaf.column(Kind::FileNames, Physical::Bytes).filter(|_| is_text)
}

/// A part of an image of `datasets`, which is a structure of `bytes` and `path`.
fn part<'a, 'b>(leaves: &'b [Leaf<'a>], name: &str) -> Option<&'b Leaf<'a>> {
    leaves.iter().find(|leaf| leaf.path.len() == 2 && leaf.path[1].name == name && leaf.rank() == Some(0))
}

impl Leaf<'_> {
    fn count(&self, repetition: u64) -> usize {
        self.path.iter().filter(|part| part.repetition == repetition).count()
    }

    fn rank(&self) -> Option<u8> {
        u8::try_from(self.count(REPEATED)).ok()
    }

    /// The column with these values.
    fn column(&self, kind: Kind, physical: Physical) -> Option<Column> {
        Some(Column {
            name: self.path.first()?.name.clone(),
            kind,
            physical,
            shape: Vec::new(),
            leaf: self.number,
            max_definition: u8::try_from(self.count(OPTIONAL) + self.count(REPEATED)).ok()?,
            max_repetition: self.rank()?,
        })
    }
}

enum Stored {
    Number(Physical),
    Text,
    Bytes,
    Fixed(usize),
}

/// How the values of an element are stored, if they are of a type that can be shown: no dates, decimals and the like.
fn stored(element: &Element) -> Option<Stored> {
    let &Element { converted, logical, .. } = element;
    let is_plain = converted.is_none() && logical.is_none();
    let is_integer = converted.is_none_or(|converted| CONVERTED_INTEGER.contains(&converted))
        && logical.is_none_or(|logical| logical == LOGICAL_INTEGER);
    let is_unsigned = element.is_unsigned || converted.is_some_and(|converted| CONVERTED_UNSIGNED.contains(&converted));
    let is_text = converted.is_some_and(|converted| CONVERTED_TEXT.contains(&converted))
        || logical.is_some_and(|logical| LOGICAL_TEXT.contains(&logical));
    Some(match element.physical? {
        0 if is_plain => Stored::Number(Physical::Boolean),
        1 if is_integer => Stored::Number(if is_unsigned { Physical::UnsignedInt32 } else { Physical::Int32 }),
        2 if is_integer => Stored::Number(if is_unsigned { Physical::UnsignedInt64 } else { Physical::Int64 }),
        4 if is_plain => Stored::Number(Physical::Float),
        5 if is_plain => Stored::Number(Physical::Double),
        6 if is_text => Stored::Text,
        6 if is_plain => Stored::Bytes,
        7 if logical == Some(LOGICAL_HALF) && element.len == 2 => Stored::Number(Physical::Half),
        7 if is_plain && element.len > 1 => Stored::Fixed(usize::try_from(element.len).ok()?),
        _ => return None,
    })
}
