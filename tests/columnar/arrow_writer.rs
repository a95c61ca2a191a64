//! Arrow files, written byte by byte.

#![allow(dead_code, reason = "each crate uses a part")]

/// A value in a flatbuffer.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Byte(u8),
    Short(i16),
    Int(i32),
    Long(i64),
    Text(String),
    Table(Fields),
    Tables(Vec<Fields>),
    /// The same table so many times, which is written once.
    Repeated(u32, Fields),
    /// So many structures, as they are.
    Structs(u32, Vec<u8>),
}

/// The fields of a table, by their numbers.
pub(crate) type Fields = Vec<(usize, Value)>;

/// A column of a record batch: its field in the schema, and its nodes and buffers.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    pub(crate) field: Fields,
    pub(crate) nodes: Vec<[i64; 2]>,
    pub(crate) buffers: Vec<Vec<u8>>,
}

/// The types, by their numbers in a schema.
const INT: u8 = 2;
const BINARY: u8 = 4;
const TEXT: u8 = 5;
const STRUCT: u8 = 13;
const FIXED_LIST: u8 = 16;

/// The kinds of messages.
const SCHEMA: u8 = 1;
const DICTIONARY: u8 = 2;
const ROWS: u8 = 3;

const MAGIC: &[u8] = b"ARROW1\0\0";

/// A flatbuffer with this table.
pub(crate) fn flatbuffer(fields: &Fields) -> Vec<u8> {
    let mut bytes = vec![0; 4];
    let at = table(&mut bytes, fields);
    set(&mut bytes, 0, at);
    pad(&mut bytes);
    bytes
}

/// Appends a table, whose fields take eight bytes each, and gives where it is.
fn table(bytes: &mut Vec<u8>, fields: &Fields) -> usize {
    pad(bytes);
    let count = fields.iter().map(|(number, _)| number + 1).max().unwrap_or(0);
    let mut vtable = vec![0_u16; 2 + count];
    vtable[0] = u16::try_from(2 * vtable.len()).unwrap();
    vtable[1] = u16::try_from(8 + 8 * fields.len()).unwrap();
    for (place, (number, _)) in fields.iter().enumerate() {
        vtable[2 + number] = u16::try_from(8 + 8 * place).unwrap();
    }
    let start = bytes.len();
    bytes.extend(vtable.iter().flat_map(|number| number.to_le_bytes()));
    pad(bytes);
    let at = bytes.len();
    bytes.extend_from_slice(&u32::try_from(at - start).unwrap().to_le_bytes());
    bytes.resize(at + 8 + 8 * fields.len(), 0);
    for (place, (_, value)) in fields.iter().enumerate() {
        let at = at + 8 + 8 * place;
        let mut put = |value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        match value {
            Value::Byte(value) => put(&[*value]),
            Value::Short(value) => put(&value.to_le_bytes()),
            Value::Int(value) => put(&value.to_le_bytes()),
            Value::Long(value) => put(&value.to_le_bytes()),
            Value::Text(text) => vector(bytes, at, text.len(), text.as_bytes()),
            Value::Structs(count, structs) => vector(bytes, at, *count as usize, structs),
            Value::Table(fields) => {
                let target = table(bytes, fields);
                set(bytes, at, target);
            }
            Value::Repeated(count, fields) => {
                vector(bytes, at, *count as usize, &vec![0; 4 * *count as usize]);
                let offsets = bytes.len() - 4 * *count as usize;
                let target = table(bytes, fields);
                for number in 0..*count as usize {
                    set(bytes, offsets + 4 * number, target);
                }
            }
            Value::Tables(tables) => {
                vector(bytes, at, tables.len(), &vec![0; 4 * tables.len()]);
                let offsets = bytes.len() - 4 * tables.len();
                for (number, fields) in tables.iter().enumerate() {
                    let target = table(bytes, fields);
                    set(bytes, offsets + 4 * number, target);
                }
            }
        }
    }
    at
}

/// Appends a vector, to which the offset at that place leads.
fn vector(bytes: &mut Vec<u8>, at: usize, count: usize, elements: &[u8]) {
    pad(bytes);
    let target = bytes.len();
    set(bytes, at, target);
    bytes.extend_from_slice(&u32::try_from(count).unwrap().to_le_bytes());
    bytes.extend_from_slice(elements);
}

fn set(bytes: &mut [u8], at: usize, target: usize) {
    bytes[at..at + 4].copy_from_slice(&u32::try_from(target - at).unwrap().to_le_bytes());
}

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(8), 0);
}

fn field(name: &str, kind: u8, details: Fields, children: Vec<Fields>) -> Fields {
    vec![
        (0, Value::Text(name.to_owned())),
        (2, Value::Byte(kind)),
        (3, Value::Table(details)),
        (5, Value::Tables(children)),
    ]
}

/// The bits of values that are there, and how many are not.
fn presence(present: &[bool]) -> (Vec<u8>, i64) {
    let mut bits = vec![0; present.len().div_ceil(8)];
    for (at, _) in present.iter().enumerate().filter(|&(_, is_there)| *is_there) {
        bits[at / 8] |= 1 << (at % 8);
    }
    (bits, i64::try_from(present.iter().filter(|&&is_there| !is_there).count()).unwrap())
}

fn len(count: usize) -> i64 {
    i64::try_from(count).unwrap()
}

/// Whole numbers of 32 bits, some of which may be missing.
pub(crate) fn numbers(name: &str, values: &[Option<i32>]) -> Column {
    let (bits, missing) = presence(&values.iter().map(Option::is_some).collect::<Vec<_>>());
    Column {
        field: field(name, INT, vec![(0, Value::Int(32)), (1, Value::Byte(1))], Vec::new()),
        nodes: vec![[len(values.len()), missing]],
        buffers: vec![bits, values.iter().flat_map(|value| value.unwrap_or(0).to_le_bytes()).collect()],
    }
}

/// Texts.
pub(crate) fn words(name: &str, values: &[&str]) -> Column {
    bytes(name, TEXT, &values.iter().map(|value| Some(value.as_bytes())).collect::<Vec<_>>())
}

fn bytes(name: &str, kind: u8, values: &[Option<&[u8]>]) -> Column {
    let (bits, missing) = presence(&values.iter().map(Option::is_some).collect::<Vec<_>>());
    let mut ends = vec![0; 4];
    let mut all = Vec::new();
    for value in values {
        all.extend_from_slice(value.unwrap_or_default());
        ends.extend_from_slice(&u32::try_from(all.len()).unwrap().to_le_bytes());
    }
    Column {
        field: field(name, kind, Vec::new(), Vec::new()),
        nodes: vec![[len(values.len()), missing]],
        buffers: vec![bits, ends, all],
    }
}

/// Pictures as the library `datasets` keeps them: structures of `bytes` and `path`.
pub(crate) fn pictures(name: &str, files: &[Option<&[u8]>]) -> Column {
    named_pictures(name, files, &vec![None; files.len()])
}

/// The same with their paths.
pub(crate) fn named_pictures(name: &str, files: &[Option<&[u8]>], paths: &[Option<&[u8]>]) -> Column {
    let inner = bytes("bytes", BINARY, files);
    let path = bytes("path", TEXT, paths);
    Column {
        field: field(name, STRUCT, Vec::new(), vec![inner.field, path.field]),
        nodes: [vec![[len(files.len()), 0]], inner.nodes, path.nodes].concat(),
        buffers: [vec![Vec::new()], inner.buffers, path.buffers].concat(),
    }
}

/// Lists of bytes of one length.
pub(crate) fn lists(name: &str, width: i32, values: &[u8]) -> Column {
    let rows = len(values.len()) / i64::from(width);
    let item = field("item", INT, vec![(0, Value::Int(8))], Vec::new());
    Column {
        field: field(name, FIXED_LIST, vec![(0, Value::Int(width))], vec![item]),
        nodes: vec![[rows, 0], [len(values.len()), 0]],
        buffers: vec![Vec::new(), Vec::new(), values.to_vec()],
    }
}

/// Numbers of the words in a dictionary, which comes in messages of its own.
pub(crate) fn encoded(name: &str, dictionary: i64, numbers_of: &[Option<i32>]) -> Column {
    let mut column = numbers(name, numbers_of);
    column.field = words(name, &[]).field;
    column.field.push((4, Value::Table(vec![(0, Value::Long(dictionary))])));
    column
}

/// The column with its buffers in LZ4, whose blocks are stored as they are; empty ones stay empty.
pub(crate) fn packed(column: &Column) -> Column {
    let pack = |buffer: &Vec<u8>| {
        if buffer.is_empty() {
            return Vec::new();
        }
        let mut packed = [&len(buffer.len()).to_le_bytes()[..], b"\x04\x22\x4D\x18\x60\x40\x82"].concat();
        for block in buffer.chunks(1 << 16) {
            packed.extend_from_slice(&(u32::try_from(block.len()).unwrap() | 1 << 31).to_le_bytes());
            packed.extend_from_slice(block);
        }
        packed.extend_from_slice(&[0; 4]);
        packed
    };
    Column { buffers: column.buffers.iter().map(pack).collect(), ..column.clone() }
}

/// A schema, with the notes of the library `datasets`.
pub(crate) fn schema(columns: &[Column], notes: &str) -> Fields {
    let notes = vec![(0, Value::Text("huggingface".to_owned())), (1, Value::Text(notes.to_owned()))];
    vec![
        (1, Value::Tables(columns.iter().map(|column| column.field.clone()).collect())),
        (2, Value::Tables(vec![notes])),
    ]
}

/// A record batch, and its body. Its buffers may be packed with a codec.
pub(crate) fn record(columns: &[Column], codec: Option<u8>) -> (Fields, Vec<u8>) {
    let (mut nodes, mut places, mut body) = (Vec::new(), Vec::new(), Vec::new());
    for column in columns {
        nodes.extend(column.nodes.iter().flatten().flat_map(|number| number.to_le_bytes()));
        for buffer in &column.buffers {
            places.extend([len(body.len()), len(buffer.len())].map(i64::to_le_bytes).concat());
            body.extend_from_slice(buffer);
            pad(&mut body);
        }
    }
    let count = |bytes: &[u8]| u32::try_from(bytes.len() / 16).unwrap();
    let mut fields = vec![
        (0, Value::Long(columns[0].nodes[0][0])),
        (1, Value::Structs(count(&nodes), nodes)),
        (2, Value::Structs(count(&places), places)),
    ];
    fields.extend(codec.map(|codec| (3, Value::Table(vec![(0, Value::Byte(codec))]))));
    (fields, body)
}

/// A message with this header, and its body.
pub(crate) fn message(kind: u8, header: Fields, body: &[u8]) -> Vec<u8> {
    let fields = vec![
        (0, Value::Short(4)),
        (1, Value::Byte(kind)),
        (2, Value::Table(header)),
        (3, Value::Long(len(body.len()))),
    ];
    let metadata = flatbuffer(&fields);
    [&[0xFF; 4][..], &u32::try_from(metadata.len()).unwrap().to_le_bytes(), &metadata, body].concat()
}

pub(crate) fn schema_message(columns: &[Column], notes: &str) -> Vec<u8> {
    message(SCHEMA, schema(columns, notes), &[])
}

/// A message with rows.
pub(crate) fn rows(columns: &[Column]) -> Vec<u8> {
    let (header, body) = record(columns, None);
    message(ROWS, header, &body)
}

/// A message with a dictionary of words, or with more of them.
pub(crate) fn dictionary(id: i64, is_added: bool, values: &[&str]) -> Vec<u8> {
    let (header, body) = record(&[words("", values)], None);
    let header = vec![(0, Value::Long(id)), (1, Value::Table(header)), (2, Value::Byte(is_added.into()))];
    message(DICTIONARY, header, &body)
}

/// What ends the messages.
pub(crate) const END: [u8; 8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0];

/// A stream with these record batches.
pub(crate) fn stream(batches: &[Vec<Column>], notes: &str) -> Vec<u8> {
    let parts = batches.iter().flat_map(|columns| rows(columns));
    schema_message(&batches[0], notes).into_iter().chain(parts).chain(END).collect()
}

/// A file with these record batches.
pub(crate) fn file(batches: &[Vec<Column>], notes: &str) -> Vec<u8> {
    let mut bytes = [MAGIC, &schema_message(&batches[0], notes)].concat();
    let mut blocks = Vec::new();
    for columns in batches {
        let (header, body) = record(columns, None);
        let part = message(ROWS, header, &body);
        blocks.extend([len(bytes.len()), len(part.len() - body.len()), len(body.len())].map(i64::to_le_bytes).concat());
        bytes.extend(part);
    }
    let count = u32::try_from(batches.len()).unwrap();
    let footer = vec![(1, Value::Table(schema(&batches[0], notes))), (3, Value::Structs(count, blocks))];
    let footer = flatbuffer(&footer);
    [&bytes[..], &END, &footer, &u32::try_from(footer.len()).unwrap().to_le_bytes(), &MAGIC[..6]].concat()
}
