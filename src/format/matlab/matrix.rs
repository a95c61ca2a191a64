//! The head of a matrix, which is MATLAB's word for any value: what it is, up to its elements or fields.
//!
//! ```text
//! byte 0    0E 00 00 00 38 00 00 00   a matrix, and the length of what follows
//! byte 8    06 00 00 00 08 00 00 00   flags, 8 bytes: class 06 (double), 0800 complex
//!           06 00 00 00 00 00 00 00
//! byte 24   05 00 00 00 08 00 00 00   dimensions, 4 bytes each: 2 and 3
//!           02 00 00 00 03 00 00 00
//! byte 40   01 00 01 00 78 00 00 00   name: 1 byte, "x". Up to 4 bytes stand in the tag, whose length has 16 bits
//! byte 48   02 00 00 00 06 00 00 00   elements: 6 bytes, of type 02 (u8). Parts are padded to 8 bytes
//! byte 56   ...
//! ```

use crate::format::{
    element::ElementType,
    layout::{ByteOrder, Layout},
};

/// The kind of a matrix.
pub(super) const MATRIX: u32 = 14;

/// Limit of the bytes of a head. Names of fields have 64 bytes.
pub(super) const MAX_HEAD_LEN: usize = 256 << 10;

/// Limit of the bytes of a name.
const MAX_NAME_LEN: usize = 255;

/// Classes of matrices. All from 6 on are numbers, up to 15.
const STRUCTURE: u32 = 2;
const TEXT: u32 = 4;
const DOUBLE: u32 = 6;
const U64: u32 = 15;
const OPAQUE: u32 = 17;

/// The flag of an array with an imaginary part.
const COMPLEX: u32 = 0x0800;

/// Kinds of elements, and the types that they stand for.
const TYPES: [(u32, ElementType); 10] = [
    (1, ElementType::I8),
    (2, ElementType::U8),
    (3, ElementType::I16),
    (4, ElementType::U16),
    (5, ElementType::I32),
    (6, ElementType::U32),
    (7, ElementType::F32),
    (9, ElementType::F64),
    (12, ElementType::I64),
    (13, ElementType::U64),
];

/// Why a head cannot be parsed.
#[derive(Debug)]
pub(super) enum Stop {
    /// More bytes are needed.
    Short,
    Damaged,
}

#[derive(Debug)]
pub(super) struct Matrix {
    /// Empty if a structure holds it.
    pub(super) name: String,
    /// Bytes of all of it.
    pub(super) len: u64,
    /// Bytes before its elements or fields.
    pub(super) head_len: usize,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    /// Elements of this type and shape, the first dimension fastest.
    Array(Layout),
    Structure(Fields),
    /// What cannot be shown: cells, objects, sparse or complex numbers.
    Other,
    /// What is not worth a word: text, single numbers, nothing.
    Nothing,
}

/// The fields of a structure, or of each entry in a list of such.
#[derive(Debug)]
pub(super) struct Fields {
    names: Vec<u8>,
    name_len: usize,
    pub(super) is_list: bool,
}

impl Fields {
    pub(super) fn count(&self) -> usize {
        self.names.len() / self.name_len
    }

    pub(super) fn name(&self, index: usize) -> String {
        text(&self.names[index * self.name_len..][..self.name_len])
    }
}

impl Matrix {
    /// Parses the head in these bytes, which start with it.
    pub(super) fn parse(bytes: &[u8], byte_order: ByteOrder) -> Result<Self, Stop> {
        let mut parts = Parts { bytes, at: 0, end: u64::MAX, byte_order };
        let tag = parts.tag()?;
        if tag.kind != MATRIX {
            return Err(Stop::Damaged);
        }
        parts.at = tag.start;
        parts.end = tag.start as u64 + tag.len;
        // What needs bytes beyond the end does not get them.
        let is_whole = bytes.len() as u64 >= parts.end;
        parts.bytes = usize::try_from(parts.end).ok().and_then(|end| bytes.get(..end)).unwrap_or(bytes);
        let parsed = if tag.len == 0 { Ok((String::new(), Content::Nothing)) } else { parts.content() };
        let (name, content) = parsed.map_err(|stop| if is_whole { Stop::Damaged } else { stop })?;
        Ok(Self { name, len: parts.end, head_len: parts.at, content })
    }
}

/// Parts of a matrix, one after the other.
struct Parts<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The end of the matrix.
    end: u64,
    byte_order: ByteOrder,
}

/// What is before a part.
struct Tag {
    kind: u32,
    len: u64,
    /// Where the part starts.
    start: usize,
    /// Where the next one does.
    next: u64,
}

impl<'a> Parts<'a> {
    /// Takes the head. It ends before the elements, before the fields, or wherever it is clear that there are none.
    fn content(&mut self) -> Result<(String, Content), Stop> {
        let flags = self.numbers()?.next().ok_or(Stop::Damaged)?;
        let class = flags & 0xFF;
        if class == OPAQUE {
            // It has no dimensions.
            return Ok((String::new(), Content::Nothing));
        }
        let shape: Vec<u32> = self.numbers()?.collect();
        let name = self.part()?;
        if name.len() > MAX_NAME_LEN {
            return Err(Stop::Damaged);
        }
        let elements = shape.iter().try_fold(1_u64, |product, &size| product.checked_mul(size.into()));
        let elements = elements.ok_or(Stop::Damaged)?;
        let content = match class {
            STRUCTURE => self.fields(elements != 1)?,
            TEXT => Content::Nothing,
            _ if elements <= 1 => Content::Nothing,
            DOUBLE..=U64 if flags & COMPLEX == 0 => Content::Array(self.elements(shape)?),
            _ => Content::Other,
        };
        Ok((text(name), content))
    }

    fn fields(&mut self, is_list: bool) -> Result<Content, Stop> {
        let name_len = self.numbers()?.next().and_then(|len| usize::try_from(len).ok());
        let names = self.part()?.to_vec();
        let name_len = name_len.filter(|len| (1..=MAX_NAME_LEN).contains(len)).ok_or(Stop::Damaged)?;
        let fields = Fields { names, name_len, is_list };
        Ok(if fields.count() == 0 { Content::Nothing } else { Content::Structure(fields) })
    }

    /// The layout of the elements, which start here.
    fn elements(&mut self, shape: Vec<u32>) -> Result<Layout, Stop> {
        let tag = self.tag()?;
        let (_, element_type) = TYPES.into_iter().find(|(kind, _)| *kind == tag.kind).ok_or(Stop::Damaged)?;
        let layout = Layout::new(element_type, shape).map_err(|_| Stop::Damaged)?.with_byte_order(self.byte_order);
        self.at = tag.start;
        let fits = layout.byte_len() == tag.len && tag.start as u64 + tag.len <= self.end;
        if fits { Ok(layout) } else { Err(Stop::Damaged) }
    }

    /// The next part as numbers of 32 bits.
    fn numbers(&mut self) -> Result<impl Iterator<Item = u32> + use<'a>, Stop> {
        let byte_order = self.byte_order;
        let (numbers, _) = self.part()?.as_chunks();
        Ok(numbers.iter().map(move |&number| byte_order.u32(number)))
    }

    fn part(&mut self) -> Result<&'a [u8], Stop> {
        let tag = self.tag()?;
        let next = usize::try_from(tag.next).map_err(|_| Stop::Damaged)?;
        let padded = self.bytes.get(tag.start..next).ok_or(Stop::Short)?;
        self.at = next;
        Ok(usize::try_from(tag.len).ok().and_then(|len| padded.get(..len)).unwrap_or(padded))
    }

    /// The tag that is next, which stays there.
    fn tag(&self) -> Result<Tag, Stop> {
        let (words, _) = self.bytes.get(self.at..).unwrap_or_default().as_chunks();
        let first = self.byte_order.u32(*words.first().ok_or(Stop::Short)?);
        match (first & 0xFFFF, first >> 16) {
            (kind, 0) => {
                let len = u64::from(self.byte_order.u32(*words.get(1).ok_or(Stop::Short)?));
                let start = self.at + 8;
                Ok(Tag { kind, len, start, next: start as u64 + len.next_multiple_of(8) })
            }
            (kind, len @ 1..=4) => {
                let start = self.at + 4;
                Ok(Tag { kind, len: len.into(), start, next: start as u64 + 4 })
            }
            _ => Err(Stop::Damaged),
        }
    }
}

/// A name, which may be padded with zeros.
fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name.split(|&byte| byte == 0).next().unwrap_or_default()).into_owned()
}
