//! The footer: the schema, and where the columns of each row group are.

use super::{
    schema::Element,
    thrift::{BINARY, FALSE, I32, I64, LIST, Reader, STRUCT},
};

/// Limit of the elements of a schema, of the row groups, and of the notes.
const MAX_ELEMENTS: u64 = 100_000;

/// Limit of the columns of all row groups together.
const MAX_CHUNKS: u64 = 1 << 20;

/// The contents of the footer.
#[derive(Debug)]
pub(super) struct Footer {
    /// The elements of the schema, each before those in it.
    pub(super) schema: Vec<Element>,
    pub(super) groups: Vec<Group>,
    /// The notes of the library `datasets` about the columns, as JSON.
    pub(super) notes: String,
    pub(super) is_encrypted: bool,
}

/// Rows that are stored together.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) rows: u64,
    /// Where each column is, in the order of the schema.
    pub(super) chunks: Vec<Chunk>,
}

/// A column of a row group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    pub(super) codec: u64,
    /// Values, the missing ones among them.
    pub(super) values: u64,
    pub(super) start: u64,
    pub(super) len: u64,
    pub(super) is_encrypted: bool,
}

/// Reads a footer. `None` when it makes no sense.
pub(super) fn read(bytes: &[u8]) -> Option<Footer> {
    let mut reader = Reader(bytes);
    let mut footer = Footer { schema: Vec::new(), groups: Vec::new(), notes: String::new(), is_encrypted: false };
    let mut chunks = MAX_CHUNKS;
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (2, LIST) => footer.schema = reader.list(MAX_ELEMENTS, element)?,
            (4, LIST) => footer.groups = reader.list(MAX_ELEMENTS, |reader| group(reader, &mut chunks))?,
            (5, LIST) => _ = reader.list(MAX_ELEMENTS, |reader| note(reader, &mut footer.notes))?,
            (number, kind) => {
                footer.is_encrypted |= number == 8;
                reader.skip(kind)?;
            }
        }
    }
    Some(footer)
}

fn element(reader: &mut Reader<'_>) -> Option<Element> {
    let mut element = Element::default();
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (1, I32) => element.physical = Some(reader.count()?),
            (2, I32) => element.len = reader.count()?,
            (3, I32) => element.repetition = reader.count()?,
            (4, BINARY) => element.name = reader.text()?,
            (5, I32) => element.children = reader.count()?,
            (6, I32) => element.converted = Some(reader.count()?),
            (10, STRUCT) => logical(reader, &mut element)?,
            (_, kind) => reader.skip(kind)?,
        }
    }
    Some(element)
}

/// The logical type: a structure with one field, whose number is the type.
fn logical(reader: &mut Reader<'_>, element: &mut Element) -> Option<()> {
    let mut last = 0;
    while let (number, kind @ 1..) = reader.field(&mut last)? {
        element.logical = Some(number);
        if kind != STRUCT {
            reader.skip(kind)?;
            continue;
        }
        let mut last = 0;
        while let (inner, kind @ 1..) = reader.field(&mut last)? {
            // Field 2 of an integer says whether it is signed.
            element.is_unsigned |= number == super::schema::LOGICAL_INTEGER && (inner, kind) == (2, FALSE);
            reader.skip(kind)?;
        }
    }
    Some(())
}

/// Reads a row group, of at most so many columns, which are fewer then.
fn group(reader: &mut Reader<'_>, left: &mut u64) -> Option<Group> {
    let mut group = Group { rows: 0, chunks: Vec::new() };
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (1, LIST) => {
                group.chunks = reader.list(*left, chunk)?;
                *left -= group.chunks.len() as u64;
            }
            (3, I64) => group.rows = reader.count()?,
            (_, kind) => reader.skip(kind)?,
        }
    }
    (!group.chunks.is_empty()).then_some(group)
}

fn chunk(reader: &mut Reader<'_>) -> Option<Chunk> {
    let mut found = None;
    let mut is_encrypted = false;
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            // The column is in another file.
            (1, BINARY) => return None,
            (3, STRUCT) => found = Some(place(reader)?),
            (number, kind) => {
                is_encrypted |= matches!(number, 8 | 9);
                reader.skip(kind)?;
            }
        }
    }
    // An encrypted chunk may lack its metadata.
    let nowhere = Chunk { codec: 0, values: 0, start: 0, len: 0, is_encrypted };
    let chunk = found.or(is_encrypted.then_some(nowhere))?;
    Some(Chunk { is_encrypted, ..chunk })
}

fn place(reader: &mut Reader<'_>) -> Option<Chunk> {
    let (mut codec, mut values, mut len, mut data, mut dictionary) = (0, 0, 0, None, None);
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (4, I32) => codec = reader.count()?,
            (5, I64) => values = reader.count()?,
            (7, I64) => len = reader.count()?,
            (9, I64) => data = Some(reader.count::<u64>()?),
            // Some writers give 0 where there is none.
            (11, I64) => dictionary = Some(reader.count()?).filter(|&offset: &u64| offset > 0),
            (_, kind) => reader.skip(kind)?,
        }
    }
    let start = data?.min(dictionary.unwrap_or(u64::MAX));
    Some(Chunk { codec, values, start, len, is_encrypted: false })
}

/// Adds a note of `datasets`, and no other's.
fn note(reader: &mut Reader<'_>, notes: &mut String) -> Option<()> {
    let (mut key, mut value) = (&b""[..], &b""[..]);
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (1, BINARY) => key = reader.binary()?,
            (2, BINARY) => value = reader.binary()?,
            (_, kind) => reader.skip(kind)?,
        }
    }
    if key == b"huggingface" {
        notes.push_str(&String::from_utf8_lossy(value));
    }
    Some(())
}

/// The header of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PageHeader {
    pub(super) kind: u64,
    /// Bytes of the page, and of what is in it once it is unpacked.
    pub(super) len: u64,
    pub(super) unpacked_len: u64,
    pub(super) values: u64,
    pub(super) encoding: u64,
    /// How the levels are encoded, in pages of version 1.
    pub(super) level_encodings: [u64; 2],
    /// Bytes of the levels of repetition and of definition, in pages of version 2.
    pub(super) level_lens: [u64; 2],
    pub(super) is_plain: bool,
}

/// The kinds of pages.
pub(super) const DATA: u64 = 0;
pub(super) const DICTIONARY: u64 = 2;
pub(super) const DATA_V2: u64 = 3;

/// Reads the header of a page, and gives the number of its bytes. `None` also while these are not all there.
pub(super) fn page_header(bytes: &[u8]) -> Option<(PageHeader, usize)> {
    let mut reader = Reader(bytes);
    let mut header = PageHeader::default();
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (1, I32) => header.kind = reader.count()?,
            (2, I32) => header.unpacked_len = reader.count()?,
            (3, I32) => header.len = reader.count()?,
            (number @ (5 | 7 | 8), STRUCT) => page_details(&mut reader, number, &mut header)?,
            (_, kind) => reader.skip(kind)?,
        }
    }
    Some((header, bytes.len() - reader.0.len()))
}

fn page_details(reader: &mut Reader<'_>, number: i64, header: &mut PageHeader) -> Option<()> {
    let is_v2 = number == 8;
    let mut last = 0;
    while let field @ (_, 1..) = reader.field(&mut last)? {
        match field {
            (1, I32) => header.values = reader.count()?,
            (2, I32) if !is_v2 => header.encoding = reader.count()?,
            (4, I32) if is_v2 => header.encoding = reader.count()?,
            (3, I32) if !is_v2 => header.level_encodings[1] = reader.count()?,
            (4, I32) => header.level_encodings[0] = reader.count()?,
            (5, I32) if is_v2 => header.level_lens[1] = reader.count()?,
            (6, I32) if is_v2 => header.level_lens[0] = reader.count()?,
            (7, FALSE) if is_v2 => header.is_plain = true,
            (_, kind) => reader.skip(kind)?,
        }
    }
    Some(())
}
