//! The schema of an Arrow file: which nodes and buffers of a record batch hold the values of each column.
//!
//! Source: `Schema.fbs` in the [format's description](https://arrow.apache.org/docs/format/Columnar.html).

use std::{iter, num::TryFromIntError};

use serde_json::Value;

use super::flatbuffer::{Damaged, Table};
use crate::format::columnar::{
    chunk::MAX_RANK,
    schema::{Column, Kind, Physical, Schema},
};

/// Limit of the fields and of the notes on them, of fields in one another, and of the bytes of names and notes. A flatbuffer can
/// refer to the same field again and again.
const MAX_FIELDS: usize = 100_000;
const MAX_DEPTH: usize = 32;
const MAX_TEXT: usize = 16 << 20;

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
pub(super) enum Storage {
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
pub(super) struct Node {
    pub(super) storage: Storage,
    pub(super) number: usize,
    /// Its first buffer, without those that only a record batch counts: of `views` fields before it.
    pub(super) buffer: usize,
    pub(super) views: usize,
}

/// Where the values of a column are.
#[derive(Clone, Debug)]
pub(super) struct ColumnPath {
    /// The fields in one another, the last of which has the values.
    pub(super) nodes: Vec<Node>,
    /// The dictionary that the values are numbers of.
    pub(super) dictionary: Option<Dictionary>,
}

/// A dictionary: its number, how its values are laid out, and whether their order means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dictionary {
    pub(super) id: i64,
    pub(super) storage: Storage,
    pub(super) is_ordered: bool,
}

/// What a schema says.
#[derive(Debug, Default)]
pub(super) struct Described {
    pub(super) schema: Schema,
    /// Where columns are, by the numbers of their leaves.
    pub(super) paths: Vec<ColumnPath>,
    /// The notes of the library `datasets`, as JSON.
    pub(super) notes: String,
}

/// Why a schema cannot be read.
#[derive(Debug)]
pub(super) enum SchemaFault {
    Damaged,
    /// The type of a field in this column is unknown, and so is the number of its buffers.
    Type {
        found: u8,
        name: String,
    },
}

impl From<Damaged> for SchemaFault {
    fn from(_: Damaged) -> Self {
        Self::Damaged
    }
}

impl From<TryFromIntError> for SchemaFault {
    fn from(_: TryFromIntError) -> Self {
        Self::Damaged
    }
}

/// The next node and buffers of a record batch.
#[derive(Debug)]
struct Places {
    node: usize,
    buffer: usize,
    views: usize,
    /// Whether unions and runs say which values are there, as they did up to version 4.
    is_old: bool,
    /// How many fields and notes may still be read, and how many bytes of their texts.
    fields: usize,
    text: usize,
}

/// A field with those in it.
struct Field {
    name: String,
    /// `None` if it is not shown.
    node: Option<Node>,
    is_text: bool,
    dictionary: Option<Dictionary>,
    children: Vec<Field>,
    shape: Vec<u32>,
}

/// Reads a schema, of version 4 or before, or of a later one.
pub(super) fn read(schema: Table<'_>, is_old: bool) -> Result<Described, SchemaFault> {
    let mut places = Places { node: 0, buffer: 0, views: 0, is_old, fields: MAX_FIELDS, text: MAX_TEXT };
    let mut described = Described { notes: places.note(schema, 2, NOTES)?, ..Described::default() };
    for table in schema.tables(1)? {
        let table = table?;
        let field = places.field(table, 0).map_err(|fault| match fault {
            SchemaFault::Damaged => fault,
            SchemaFault::Type { found, .. } => {
                let name = table.bytes(0).unwrap_or_default();
                SchemaFault::Type { found, name: String::from_utf8_lossy(name).into_owned() }
            }
        })?;
        match column(&field, described.paths.len()) {
            Some((column, path)) => {
                let names = file_names(&field, described.paths.len() + 1).filter(|_| column.kind == Kind::File);
                for (column, path) in iter::once((column, path)).chain(names) {
                    described.schema.columns.push(column);
                    described.paths.push(path);
                }
            }
            None => described.schema.others.push(field.name),
        }
    }
    Ok(described)
}

impl Places {
    /// Reads a field, and passes over its nodes and buffers.
    fn field(&mut self, table: Table<'_>, depth: usize) -> Result<Field, SchemaFault> {
        self.fields = self.fields.checked_sub(1).filter(|_| depth <= MAX_DEPTH).ok_or(Damaged)?;
        let name = self.text(table, 0)?;
        let (kind, details) = (table.byte(2)?, table.table(3)?);
        if kind > LARGE_LIST_VIEW {
            return Err(SchemaFault::Type { found: kind, name });
        }
        let mut storage = storage(kind, details)?;
        let mut dictionary = None;
        let Self { node: number, buffer, views, .. } = *self;
        self.node += 1;
        let encoding = table.table(4)?;
        if let Some(encoding) = encoding {
            self.buffer += 2;
            let index = encoding.table(1)?.map_or(Ok(Physical::Int32), integer)?;
            let (id, is_ordered) = (encoding.long(0)?, encoding.byte(2)? != 0);
            dictionary = storage.map(|storage| Dictionary { id, storage, is_ordered });
            storage = dictionary.map(|_| Storage::Plain(index));
        } else {
            self.buffer += buffers(kind, details)? + usize::from(self.is_old && matches!(kind, UNION | RUN_END));
            self.views += usize::from(matches!(kind, BINARY_VIEW | TEXT_VIEW));
        }
        // Those of an encoded field are in the dictionary.
        let children = table.tables(5)?.filter(|_| encoding.is_none());
        let children = children.map(|child| self.field(child?, depth + 1)).collect::<Result<_, _>>()?;
        let [key, details] = EXTENSION;
        let extension = self.note(table, 6, key)?;
        // Identifiers, for example.
        let is_other = !extension.is_empty() && matches!(storage, Some(Storage::Plain(Physical::Fixed(_))));
        let shape = if extension == TENSORS { shape(&self.note(table, 6, details)?) } else { Vec::new() };
        Ok(Field {
            name,
            node: storage.filter(|_| !is_other).map(|storage| Node { storage, number, buffer, views }),
            is_text: matches!(kind, TEXT | LARGE_TEXT | TEXT_VIEW),
            dictionary,
            children,
            shape,
        })
    }

    /// The note with this key among those in a field of a table; nothing where there is none.
    fn note(&mut self, table: Table<'_>, field: usize, key: &str) -> Result<String, Damaged> {
        for note in table.tables(field)? {
            let note = note?;
            self.fields = self.fields.checked_sub(1).ok_or(Damaged)?;
            if note.bytes(0)? == key.as_bytes() {
                return self.text(note, 1);
            }
        }
        Ok(String::new())
    }

    /// A text in a field of a table.
    fn text(&mut self, table: Table<'_>, field: usize) -> Result<String, Damaged> {
        let bytes = table.bytes(field)?;
        self.text = self.text.checked_sub(bytes.len()).ok_or(Damaged)?;
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// The shape that the notes of an extension tell.
fn shape(notes: &str) -> Vec<u32> {
    let notes = serde_json::from_str::<Value>(notes).unwrap_or_default();
    let sizes = notes.get("shape").and_then(Value::as_array).into_iter().flatten();
    sizes.map(|size| size.as_u64()?.try_into().ok()).collect::<Option<_>>().unwrap_or_default()
}

/// The column of a field, if it can be shown, and where it is.
fn column(top: &Field, number: usize) -> Option<(Column, ColumnPath)> {
    let (mut field, mut nodes, mut rank) = (top, vec![top.node?], 0);
    loop {
        field = match nodes.last()?.storage {
            // An image of `datasets` is a structure of `bytes` and `path`.
            Storage::Struct if rank == 0 => field.children.iter().find(|child| child.name == "bytes")?,
            Storage::List { .. } | Storage::FixedList(_) if rank < MAX_RANK => {
                rank += 1;
                field.children.first()?
            }
            _ => break,
        };
        nodes.push(field.node?);
    }
    let is_struct = nodes[0].storage == Storage::Struct;
    let storage = match (nodes.last()?.storage, field.dictionary) {
        (Storage::Plain(_), Some(dictionary)) if rank == 0 => dictionary.storage,
        (_, Some(_)) => return None,
        (storage, None) => storage,
    };
    let is_alone = nodes.len() == 1;
    let (kind, physical) = match storage {
        Storage::Plain(physical @ Physical::Fixed(_)) if is_alone => (Kind::List(0), physical),
        Storage::Plain(Physical::Fixed(_)) => return None,
        Storage::Plain(physical) if rank > 0 && !is_struct => (Kind::List(rank), physical),
        Storage::Plain(physical) if is_alone => (Kind::Number, physical),
        Storage::Bytes { .. } | Storage::Views if field.is_text && is_alone => (Kind::Text, Physical::Bytes),
        Storage::Bytes { .. } | Storage::Views if rank == 0 && nodes.len() <= 2 && !field.is_text => {
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
    Some((column, ColumnPath { nodes, dictionary: field.dictionary }))
}

/// The names of files, which stand beside them in a structure, and where they are.
fn file_names(top: &Field, number: usize) -> Option<(Column, ColumnPath)> {
    let field = top.children.iter().find(|child| child.name == "path" && child.is_text)?;
    let nodes = vec![top.node?, field.node?];
    let is_plain = nodes[0].storage == Storage::Struct && field.dictionary.is_none();
    let column = Column {
        name: top.name.clone(),
        kind: Kind::FileNames,
        physical: Physical::Bytes,
        shape: Vec::new(),
        leaf: number,
        max_definition: 1,
        max_repetition: 0,
    };
    is_plain.then_some((column, ColumnPath { nodes, dictionary: None }))
}

/// How the values of a type are laid out; nothing of types that are not shown.
fn storage(kind: u8, details: Option<Table<'_>>) -> Result<Option<Storage>, Damaged> {
    let told = || details.ok_or(Damaged);
    Ok(Some(match kind {
        INT => Storage::Plain(integer(told()?)?),
        FLOAT => Storage::Plain(match told()?.short(0)? {
            0 => Physical::Half,
            1 => Physical::Float,
            2 => Physical::Double,
            _ => return Err(Damaged),
        }),
        BOOL => Storage::Plain(Physical::Boolean),
        FIXED => match usize::try_from(told()?.int(0)?) {
            Ok(len) if len > 1 => Storage::Plain(Physical::Fixed(len)),
            _ => return Ok(None),
        },
        BINARY | TEXT => Storage::Bytes { is_large: false },
        LARGE_BINARY | LARGE_TEXT => Storage::Bytes { is_large: true },
        BINARY_VIEW | TEXT_VIEW => Storage::Views,
        LIST => Storage::List { is_large: false },
        LARGE_LIST => Storage::List { is_large: true },
        FIXED_LIST => Storage::FixedList(told()?.int(0)?.try_into()?),
        STRUCT => Storage::Struct,
        _ => return Ok(None),
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
