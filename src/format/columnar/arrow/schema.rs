//! The schema of an Arrow file: which nodes and buffers of a record batch hold the values of each column.
//!
//! Source: `Schema.fbs` in the [format's description](https://arrow.apache.org/docs/format/Columnar.html).

use serde_json::Value;

use super::flatbuffer::{Damaged, Table};
use crate::format::columnar::schema::{Column, Kind, Physical, Schema};

/// Limit of the fields, and of those in one another.
const MAX_FIELDS: usize = 100_000;
const MAX_DEPTH: usize = 32;

/// Limit of the dimensions of a list.
const MAX_RANK: u8 = 3;

/// The key of the notes of the library `datasets`, and those of a type that is not Arrow's own.
const NOTES: &str = "huggingface";
const EXTENSION: [&str; 2] = ["ARROW:extension:name", "ARROW:extension:metadata"];

/// The extension for arrays of one shape.
const TENSORS: &str = "arrow.fixed_shape_tensor";

/// The types, by their numbers. Those that are not here have two buffers, and are not shown.
const NULL: u8 = 1;
const INT: u8 = 2;
const FLOAT: u8 = 3;
const BINARY: u8 = 4;
const TEXT: u8 = 5;
const BOOL: u8 = 6;
const LIST: u8 = 12;
const STRUCT: u8 = 13;
const UNION: u8 = 14;
const FIXED: u8 = 15;
const FIXED_LIST: u8 = 16;
const LARGE_BINARY: u8 = 19;
const LARGE_TEXT: u8 = 20;
const LARGE_LIST: u8 = 21;
const RUN_END: u8 = 22;
const BINARY_VIEW: u8 = 23;
const TEXT_VIEW: u8 = 24;
const LIST_VIEW: u8 = 25;
const LARGE_LIST_VIEW: u8 = 26;

/// How the values of a field are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In the fields below, row by row.
    Struct,
    /// In lists, whose ends have 64 bits or 32.
    List { is_large: bool },
    /// In lists of so many values.
    FixedList(u64),
    /// Side by side.
    Plain(Physical),
    /// Bytes, whose ends have 64 bits or 32.
    Bytes { is_large: bool },
    /// Bytes, short ones in their places, others where these say.
    Views,
}

/// Where a field is in a record batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) form: Form,
    pub(super) node: usize,
    /// Its first buffer, without those that only a record batch counts: of `views` fields before it.
    pub(super) buffer: usize,
    pub(super) views: usize,
}

/// Where the values of a column are.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// The fields in one another, the last of which has the values.
    pub(super) parts: Vec<Part>,
    /// The dictionary that the values are numbers of.
    pub(super) dictionary: Option<Dictionary>,
}

/// A dictionary: its number, and how its values are laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dictionary {
    pub(super) id: i64,
    pub(super) form: Form,
}

/// What a schema says.
#[derive(Debug, Default)]
pub(super) struct Described {
    pub(super) schema: Schema,
    /// Where columns are, by the numbers of their leaves.
    pub(super) leaves: Vec<Leaf>,
    /// The notes of the library `datasets`, as JSON.
    pub(super) notes: String,
}

/// The next node and buffers of a record batch, and how many fields were read.
#[derive(Debug, Default)]
struct Places {
    node: usize,
    buffer: usize,
    views: usize,
    fields: usize,
}

/// A field with those in it.
struct Field {
    name: String,
    /// `None` if it is not shown.
    part: Option<Part>,
    is_text: bool,
    dictionary: Option<Dictionary>,
    children: Vec<Field>,
    shape: Vec<u32>,
}

/// Reads a schema.
pub(super) fn read(schema: Table<'_>) -> Result<Described, Damaged> {
    let mut described = Described { notes: note(schema, 2, NOTES)?, ..Described::default() };
    let mut places = Places::default();
    for table in schema.tables(1)? {
        let field = places.field(table?, 0)?;
        match column(&field, described.leaves.len()) {
            Some((column, leaf)) => {
                described.schema.columns.push(column);
                described.leaves.push(leaf);
            }
            None => described.schema.others.push(field.name),
        }
    }
    Ok(described)
}

/// The note with this key among those in a field of a table; nothing where there is none.
fn note(table: Table<'_>, field: usize, key: &str) -> Result<String, Damaged> {
    for note in table.tables(field)? {
        let note = note?;
        if note.text(0)? == key {
            return note.text(1);
        }
    }
    Ok(String::new())
}

impl Places {
    /// Reads a field, and passes over its nodes and buffers.
    fn field(&mut self, table: Table<'_>, depth: usize) -> Result<Field, Damaged> {
        self.fields += 1;
        if depth > MAX_DEPTH || self.fields > MAX_FIELDS {
            return Err(Damaged);
        }
        let (kind, details) = (table.byte(2)?, table.table(3)?);
        let mut form = form(kind, details)?;
        let mut dictionary = None;
        let Self { node, buffer, views, .. } = *self;
        self.node += 1;
        let encoding = table.table(4)?;
        if let Some(encoding) = encoding {
            self.buffer += 2;
            let index = encoding.table(1)?.map_or(Ok(Physical::Int32), integer)?;
            let id = encoding.long(0)?;
            dictionary = form.map(|form| Dictionary { id, form });
            form = dictionary.map(|_| Form::Plain(index));
        } else {
            self.buffer += buffers(kind, details)?;
            self.views += usize::from(matches!(kind, BINARY_VIEW | TEXT_VIEW));
        }
        // Those of an encoded field are in the dictionary.
        let children = table.tables(5)?.filter(|_| encoding.is_none());
        let children = children.map(|child| self.field(child?, depth + 1)).collect::<Result<_, _>>()?;
        let [extension, details] = EXTENSION;
        let is_tensor = note(table, 6, extension)? == TENSORS;
        Ok(Field {
            name: table.text(0)?,
            part: form.map(|form| Part { form, node, buffer, views }),
            is_text: matches!(kind, TEXT | LARGE_TEXT | TEXT_VIEW),
            dictionary,
            children,
            shape: if is_tensor { shape(&note(table, 6, details)?) } else { Vec::new() },
        })
    }
}

/// The shape that the notes of an extension tell.
fn shape(notes: &str) -> Vec<u32> {
    let notes = serde_json::from_str::<Value>(notes).unwrap_or_default();
    let sizes = notes.get("shape").and_then(Value::as_array).into_iter().flatten();
    sizes.map(|size| size.as_u64()?.try_into().ok()).collect::<Option<_>>().unwrap_or_default()
}

/// The column of a field, if it can be shown, and where it is.
fn column(top: &Field, number: usize) -> Option<(Column, Leaf)> {
    let (mut field, mut parts, mut rank) = (top, vec![top.part?], 0);
    loop {
        field = match parts.last()?.form {
            // An image of `datasets` is a structure of `bytes` and `path`.
            Form::Struct if rank == 0 => field.children.iter().find(|child| child.name == "bytes")?,
            Form::List { .. } | Form::FixedList(_) if rank < MAX_RANK => {
                rank += 1;
                field.children.first()?
            }
            _ => break,
        };
        parts.push(field.part?);
    }
    let is_struct = parts[0].form == Form::Struct;
    let form = match (parts.last()?.form, field.dictionary) {
        (Form::Plain(_), Some(dictionary)) if rank == 0 => dictionary.form,
        (_, Some(_)) => return None,
        (form, None) => form,
    };
    let (kind, physical) = match form {
        Form::Plain(physical @ Physical::Fixed(_)) if parts.len() == 1 => (Kind::List(0), physical),
        Form::Plain(Physical::Fixed(_)) => return None,
        Form::Plain(physical) if rank > 0 && !is_struct => (Kind::List(rank), physical),
        Form::Plain(physical) if parts.len() == 1 => (Kind::Number, physical),
        Form::Bytes { .. } | Form::Views if field.is_text && parts.len() == 1 => (Kind::Text, Physical::Bytes),
        Form::Bytes { .. } | Form::Views if rank == 0 && parts.len() <= 2 && !field.is_text => {
            (Kind::File, Physical::Bytes)
        }
        _ => return None,
    };
    let column = Column {
        name: top.name.clone(),
        kind,
        physical,
        shape: top.shape.clone(),
        leaf: number,
        max_definition: 1,
        max_repetition: rank,
    };
    Some((column, Leaf { parts, dictionary: field.dictionary }))
}

/// How the values of a type are laid out; nothing of types that are not shown.
fn form(kind: u8, details: Option<Table<'_>>) -> Result<Option<Form>, Damaged> {
    let told = || details.ok_or(Damaged);
    Ok(Some(match kind {
        INT => Form::Plain(integer(told()?)?),
        FLOAT => Form::Plain(match told()?.short(0)? {
            0 => Physical::Half,
            1 => Physical::Float,
            2 => Physical::Double,
            _ => return Err(Damaged),
        }),
        BOOL => Form::Plain(Physical::Boolean),
        FIXED => match usize::try_from(told()?.int(0)?) {
            Ok(len) if len > 1 => Form::Plain(Physical::Fixed(len)),
            _ => return Ok(None),
        },
        BINARY | TEXT => Form::Bytes { is_large: false },
        LARGE_BINARY | LARGE_TEXT => Form::Bytes { is_large: true },
        BINARY_VIEW | TEXT_VIEW => Form::Views,
        LIST => Form::List { is_large: false },
        LARGE_LIST => Form::List { is_large: true },
        FIXED_LIST => Form::FixedList(told()?.int(0)?.try_into()?),
        STRUCT => Form::Struct,
        1..=LARGE_LIST_VIEW => return Ok(None),
        _ => return Err(Damaged),
    }))
}

fn integer(details: Table<'_>) -> Result<Physical, Damaged> {
    Ok(match (details.int(0)?, details.byte(1)? != 0) {
        (8, true) => Physical::Int8,
        (8, false) => Physical::UnsignedInt8,
        (16, true) => Physical::Int16,
        (16, false) => Physical::UnsignedInt16,
        (32, true) => Physical::Int32,
        (32, false) => Physical::UnsignedInt32,
        (64, true) => Physical::Int64,
        (64, false) => Physical::UnsignedInt64,
        _ => return Err(Damaged),
    })
}

/// How many buffers a type has, without those of its children and those that only a record batch counts.
fn buffers(kind: u8, details: Option<Table<'_>>) -> Result<usize, Damaged> {
    Ok(match kind {
        NULL | RUN_END => 0,
        STRUCT | FIXED_LIST => 1,
        // A dense one says where values are.
        UNION => 1 + usize::from(details.ok_or(Damaged)?.short(0)? == 1),
        BINARY | TEXT | LARGE_BINARY | LARGE_TEXT | LIST_VIEW | LARGE_LIST_VIEW => 3,
        // Lists, maps and views, too.
        _ => 2,
    })
}
