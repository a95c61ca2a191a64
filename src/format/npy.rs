//! NumPy arrays: the header of a `.npy` file, which gives the layout of the elements after it.
//!
//! ```text
//! byte 0    93 4E 55 4D 50 59   "\x93NUMPY"
//! byte 6    01 00               version: 1.0, 2.0 or 3.0
//! byte 8    76 00               length of the dictionary, little-endian: 16 bits, from version 2 on 32
//! byte 10   {'descr': '<f4', 'fortran_order': False, 'shape': (60000, 28, 28), }   padded with spaces
//! ```
//!
//! Source: the [format's description](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html). The
//! dictionary is Python text; of version 3 in UTF-8, which only names of fields need.

use std::{iter, ops::Range};

use crate::{
    error::{Error, NpyFault},
    format::{
        element::ElementType,
        encoding::decoded,
        header::Part,
        layout::{ByteOrder, Layout},
    },
};

/// The first bytes of every file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// Limit of the bytes of a header. NumPy itself reads no dictionaries of more than 10,000.
pub(crate) const MAX_LEN: usize = 12 + 10_000;

/// The names of the types, without their byte order.
const TYPES: [(&str, ElementType); 13] = [
    ("b1", ElementType::Bool),
    ("u1", ElementType::U8),
    ("i1", ElementType::I8),
    ("u2", ElementType::U16),
    ("i2", ElementType::I16),
    ("u4", ElementType::U32),
    ("i4", ElementType::I32),
    ("u8", ElementType::U64),
    ("i8", ElementType::I64),
    ("f2", ElementType::F16),
    ("f4", ElementType::F32),
    ("f8", ElementType::F64),
    // NumPy has no name for it.
    ("V2", ElementType::Bf16),
];

/// The type of that name, without its byte order.
pub(crate) fn type_named(name: &str) -> Option<ElementType> {
    TYPES.into_iter().find(|(known, _)| *known == name).map(|(_, element_type)| element_type)
}

/// What a header says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Npy {
    /// Type, byte order, shape and place of the elements. It is that of the file unless the order is Fortran's.
    pub(crate) layout: Layout,
    /// Whether the first dimension varies fastest, and that is not the usual order all the same.
    pub(crate) is_fortran: bool,
    /// Whether the elements are texts: each is a run of characters, in UTF-32 or as bytes, in one more dimension.
    pub(crate) are_texts: bool,
}

impl Npy {
    /// Parses the header in the first bytes of a file that starts with [`MAGIC`]. `None` when it needs more of them.
    ///
    /// # Errors
    /// [`Error::Npy`] for what cannot be read, [`Error::TooLarge`] when the elements take 2^64 bytes or more.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Option<Self>, Error> {
        let Some(dictionary) = dictionary(bytes)? else { return Ok(None) };
        let Some(text) = bytes.get(dictionary.clone()) else { return Ok(None) };
        let entry = |key| str::from_utf8(text).ok().and_then(|text| entry(text, key)).ok_or(NpyFault::Header);
        let (name, byte_order) = type_name(entry("descr").map_err(Error::Npy)?).map_err(Error::Npy)?;
        let (element_type, text_len) = element_type(name).map_err(Error::Npy)?;
        let order = entry("fortran_order").map_err(Error::Npy)?;
        let shape = shape(entry("shape").map_err(Error::Npy)?).map_err(Error::Npy)?;
        let is_fortran = match order {
            order if order.starts_with("True") => shape.iter().filter(|&&size| size > 1).count() > 1,
            order if order.starts_with("False") => false,
            _ => return Err(Error::Npy(NpyFault::Header)),
        };
        let start = dictionary.start as u64;
        let too_large = |_| Error::TooLarge { offset: start };
        let layout = Layout::new(element_type, shape.into_iter().chain(text_len).collect())
            .map_err(too_large)?
            .with_byte_order(byte_order);
        let layout = layout.with_data_offset(dictionary.end as u64).ok_or(Error::TooLarge { offset: start })?;
        Ok(Some(Self { layout, is_fortran, are_texts: text_len.is_some() }))
    }

    /// Bytes of the header, as far as the bytes present tell.
    pub(crate) fn expected_len(bytes: &[u8]) -> usize {
        dictionary(bytes).ok().flatten().map_or(10, |dictionary| dictionary.end)
    }

    /// The parts of a header, in order, and where they are.
    pub(crate) fn parts(bytes: &[u8]) -> Vec<(Part, Range<usize>)> {
        let Ok(Some(dictionary)) = dictionary(bytes) else { return Vec::new() };
        let version = MAGIC.len()..MAGIC.len() + 2;
        let length = version.end..dictionary.start;
        vec![
            (Part::Magic, 0..MAGIC.len()),
            (Part::Version, version),
            (Part::Length, length),
            (Part::Dictionary, dictionary),
        ]
    }
}

/// Where the dictionary is. `None` when that takes more bytes.
fn dictionary(bytes: &[u8]) -> Result<Option<Range<usize>>, Error> {
    let Some(&[major, _minor]) = bytes.get(MAGIC.len()..).and_then(<[u8]>::first_chunk) else { return Ok(None) };
    let rest = &bytes[MAGIC.len() + 2..];
    let (start, length) = match major {
        1 => (10, rest.first_chunk().map(|&length| u32::from(u16::from_le_bytes(length)))),
        2 | 3 => (12, rest.first_chunk().map(|&length| u32::from_le_bytes(length))),
        found => return Err(Error::Npy(NpyFault::Version { found })),
    };
    let Some(length) = length else { return Ok(None) };
    let end = usize::try_from(length).ok().and_then(|length| length.checked_add(start));
    let end = end.filter(|&end| end <= MAX_LEN).ok_or(Error::Npy(NpyFault::Header))?;
    Ok(Some(start..end))
}

/// What follows a key of the dictionary.
fn entry<'a>(dictionary: &'a str, key: &str) -> Option<&'a str> {
    let start = ['\'', '"'].into_iter().find_map(|quote| dictionary.find(&format!("{quote}{key}{quote}")))?;
    Some(dictionary[start + key.len() + 2..].trim_start().strip_prefix(':')?.trim_start())
}

/// The name of the type and the byte order in an entry like `'<f4'`.
fn type_name(entry: &str) -> Result<(&str, ByteOrder), NpyFault> {
    // A list describes records.
    let quoted = entry.strip_prefix(['\'', '"']).and_then(|rest| rest.split(['\'', '"']).next());
    let name = quoted.ok_or(if entry.starts_with('[') { NpyFault::ElementType } else { NpyFault::Header })?;
    // "=" is the order of the machine that wrote it; all that run NumPy today are little-endian.
    let byte_order = if name.starts_with('>') { ByteOrder::Big } else { ByteOrder::Little };
    Ok((name.trim_start_matches(['<', '>', '|', '=']), byte_order))
}

/// The type of that name, without its byte order. Of texts it is that of their characters, with the number of these.
pub(crate) fn element_type(name: &str) -> Result<(ElementType, Option<u32>), NpyFault> {
    if let Some(element_type) = type_named(name) {
        return Ok((element_type, None));
    }
    let (kind, len) = name.split_at_checked(1).ok_or(NpyFault::ElementType)?;
    match (kind, len.parse()) {
        ("U", Ok(len)) => Ok((ElementType::U32, Some(len))),
        ("S" | "a", Ok(len)) => Ok((ElementType::U8, Some(len))),
        ("O", _) => Err(NpyFault::Objects),
        _ => Err(NpyFault::ElementType),
    }
}

/// The sizes in a tuple like `(60000, 28, 28)`. Python 2 writes an L behind large ones.
fn shape(entry: &str) -> Result<Vec<u32>, NpyFault> {
    let (sizes, _) = entry.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or(NpyFault::Header)?;
    let sizes = sizes.split(',').map(|size| size.trim().trim_end_matches('L')).filter(|size| !size.is_empty());
    let size = |(index, size): (u8, &str)| {
        let size: u64 = size.parse().map_err(|_| NpyFault::Header)?;
        u32::try_from(size).map_err(|_| NpyFault::Dimension { index })
    };
    (0..=u8::MAX).zip(sizes).map(size).collect()
}

/// The text that is stored so, without the zeros that fill it up, and without spaces around it. `layout` is that of its
/// characters.
pub(crate) fn text(layout: &Layout, stored: &[u8]) -> String {
    let text = if layout.element_type() == ElementType::U8 {
        decoded(stored)
    } else {
        let (codes, _) = stored.as_chunks();
        let character = |&code| char::from_u32(layout.byte_order().u32(code)).unwrap_or(char::REPLACEMENT_CHARACTER);
        codes.iter().map(character).collect()
    };
    text.trim_end_matches('\0').trim().to_owned()
}

/// The header of a file of version 1, in the usual order or Fortran's, as NumPy pads it.
pub(crate) fn header(element_type: ElementType, byte_order: ByteOrder, shape: &[u32], is_fortran: bool) -> Vec<u8> {
    let (name, _) = TYPES.into_iter().find(|(_, known)| *known == element_type).expect("all types have names");
    header_of(name, element_type, byte_order, shape, is_fortran)
}

/// The same of an array of texts, whose characters have this layout.
pub(crate) fn text_header(characters: &Layout) -> Vec<u8> {
    let (&len, shape) = characters.shape().split_last().unwrap_or((&0, &[]));
    let kind = if characters.element_type() == ElementType::U8 { 'S' } else { 'U' };
    header_of(&format!("{kind}{len}"), characters.element_type(), characters.byte_order(), shape, false)
}

/// A file with an array of these texts: shorter ones end with zeros. `None` when they are too many.
pub(crate) fn texts(texts: &[String]) -> Option<Vec<u8>> {
    let count = u32::try_from(texts.len()).ok()?;
    let width = texts.iter().map(|text| text.chars().count()).max()?.max(1);
    let mut file = header_of(&format!("U{width}"), ElementType::U32, ByteOrder::Little, &[count], false);
    let characters = texts.iter().flat_map(|text| text.chars().chain(iter::repeat('\0')).take(width));
    file.extend(characters.flat_map(|character| u32::from(character).to_le_bytes()));
    Some(file)
}

fn header_of(name: &str, element_type: ElementType, byte_order: ByteOrder, shape: &[u32], is_fortran: bool) -> Vec<u8> {
    let order = match byte_order {
        _ if element_type.size() == 1 => '|',
        ByteOrder::Big => '>',
        ByteOrder::Little => '<',
    };
    let sizes: Vec<String> = shape.iter().map(u32::to_string).collect();
    let comma = if let [_] = shape { "," } else { "" };
    let fortran = if is_fortran { "True" } else { "False" };
    let text =
        format!("{{'descr': '{order}{name}', 'fortran_order': {fortran}, 'shape': ({}{comma}), }}", sizes.join(", "));
    // The elements start at a multiple of 64 bytes.
    let length = (10 + text.len() + 1).next_multiple_of(64) - 10;
    let [low, high, ..] = length.to_le_bytes();
    [MAGIC, &[1, 0, low, high], format!("{text:<0$}\n", length - 1).as_bytes()].concat()
}
