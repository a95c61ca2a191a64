//! Safetensors files: the header names the arrays, whose elements stay where they are.
//!
//! ```text
//! byte 0    40 00 00 00 00 00 00 00   length of the header, 64 bits, little-endian
//! byte 8    {"x":{"dtype":"U8","shape":[2,3],"data_offsets":[0,6]}, ...}   JSON, padded with spaces
//! byte 72   00 01 02 03 04 05 ...     the elements, row-major and little-endian; offsets count from here
//! ```
//!
//! Source: the [format's description](https://github.com/huggingface/safetensors#format).

use std::{fmt, mem, ops::Range};

use serde::{
    Deserialize,
    de::{Deserializer, IgnoredAny, MapAccess, Visitor},
};

use crate::{
    error::{Error, SafetensorsFault},
    format::{
        element::ElementType,
        layout::{ByteOrder, Layout},
        member::Member,
        zip::MAX_MEMBERS,
    },
};

/// Limit of the bytes of a header, which is that of the format.
const MAX_HEADER_LEN: u64 = 100_000_000;

/// Bytes of the length before the header.
const LENGTH_LEN: usize = 8;

/// Bytes of the file that are read at a time.
const READ_LEN: u64 = 1 << 20;

/// The names of the types that can be read.
const TYPES: [(&str, ElementType); 13] = [
    ("BOOL", ElementType::Bool),
    ("U8", ElementType::U8),
    ("I8", ElementType::I8),
    ("U16", ElementType::U16),
    ("I16", ElementType::I16),
    ("U32", ElementType::U32),
    ("I32", ElementType::I32),
    ("U64", ElementType::U64),
    ("I64", ElementType::I64),
    ("F16", ElementType::F16),
    ("BF16", ElementType::Bf16),
    ("F32", ElementType::F32),
    ("F64", ElementType::F64),
];

/// Reads which arrays a file holds.
///
/// ```
/// use idxlens::format::safetensors::Safetensors;
///
/// let header = br#"{"x":{"dtype":"U8","shape":[2,3],"data_offsets":[0,6]}}"#;
/// let file = [&(header.len() as u64).to_le_bytes()[..], header, &[0, 1, 2, 3, 4, 5]].concat();
/// let mut safetensors = Safetensors::new(file.len() as u64);
/// while let Some(wanted) = safetensors.wanted() {
///     safetensors.push(&file[wanted.start as usize..wanted.end as usize])?;
/// }
/// assert_eq!((safetensors.members()[0].name(), safetensors.members()[0].range()), ("x.npy", 63..69));
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Safetensors {
    size: u64,
    /// The first bytes of the file.
    bytes: Vec<u8>,
    ended: bool,
    members: Vec<Member>,
    /// Arrays beyond the limit.
    unlisted: u64,
}

/// The arrays in a header, in order.
struct Header(Vec<(String, Tensor)>);

/// What a header says about an array.
#[derive(Deserialize)]
struct Tensor {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

impl Safetensors {
    /// A file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self { size, bytes: Vec::new(), ended: false, members: Vec::new(), unlisted: 0 }
    }

    /// The bytes of the file that are wanted next; `None` when it is known what it holds.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        let read = self.bytes.len() as u64;
        let end = self.data_offset().unwrap_or(LENGTH_LEN as u64);
        (!self.ended).then(|| read..end.min(read + READ_LEN).min(self.size))
    }

    /// Takes the bytes that are wanted, or the first of them.
    ///
    /// # Errors
    /// [`Error::Safetensors`] when the file is damaged. If it only ends early, the arrays before its end are there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.ended {
            return Ok(());
        }
        self.bytes.extend_from_slice(bytes);
        let result = self.advance(bytes.is_empty());
        self.ended |= result.is_err();
        result.map_err(Error::Safetensors)
    }

    /// The arrays, in the order of the header; complete once nothing more is wanted.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// How many more arrays there are: beyond [`MAX_MEMBERS`], and with names of which nothing can be shown, they are
    /// counted only.
    #[must_use]
    pub fn unlisted(&self) -> u64 {
        self.unlisted
    }

    /// Where the header ends, once its length has come.
    fn data_offset(&self) -> Option<u64> {
        self.bytes.first_chunk().map(|&length| u64::from_le_bytes(length).saturating_add(LENGTH_LEN as u64))
    }

    fn advance(&mut self, is_last: bool) -> Result<(), SafetensorsFault> {
        let read = self.bytes.len() as u64;
        match self.data_offset() {
            Some(start) if start > MAX_HEADER_LEN + LENGTH_LEN as u64 => {
                let found = start - LENGTH_LEN as u64;
                Err(SafetensorsFault::HeaderLength { expected: MAX_HEADER_LEN, found })
            }
            Some(start) if read >= start => self.list(start),
            _ if is_last || read >= self.size => Err(SafetensorsFault::End { offset: read }),
            _ => Ok(()),
        }
    }

    /// Lists the arrays: the header is there.
    fn list(&mut self, start: u64) -> Result<(), SafetensorsFault> {
        self.ended = true;
        let bytes = mem::take(&mut self.bytes);
        let header = serde_json::from_slice(&bytes[LENGTH_LEN..]);
        let Header(tensors) = header.map_err(|_| SafetensorsFault::Header)?;
        let mut ranges = Vec::new();
        let mut members = Vec::new();
        for (name, tensor) in tensors {
            let (layout, range) = tensor.place(start)?;
            ranges.push(range.clone());
            let layout = layout.filter(|layout| layout.rank() > 0 && layout.byte_len() > 0);
            if range.start >= self.size && !range.is_empty() {
                continue;
            }
            let range = range.start..range.end.min(self.size);
            let member = Member::new(&name, layout.as_ref(), false, range).filter(|_| members.len() < MAX_MEMBERS);
            match member {
                Some(member) => members.push(member),
                None => self.unlisted += 1,
            }
        }
        ranges.retain(|range| !range.is_empty());
        ranges.sort_unstable_by_key(|range| (range.start, range.end));
        if let Some(pair) = ranges.windows(2).find(|pair| pair[1].start < pair[0].end) {
            return Err(SafetensorsFault::Overlap { offset: pair[1].start });
        }
        self.members = members;
        let is_cut = ranges.last().is_some_and(|range| range.end > self.size);
        if is_cut { Err(SafetensorsFault::End { offset: self.size }) } else { Ok(()) }
    }
}

impl Tensor {
    /// Its layout, if its type and its shape can be read, and where its elements are in a file whose data starts there.
    fn place(self, start: u64) -> Result<(Option<Layout>, Range<u64>), SafetensorsFault> {
        let [first, end] = self.data_offsets.map(|offset| offset.checked_add(start));
        let fault = SafetensorsFault::Offsets { offset: first.unwrap_or(u64::MAX) };
        let range = first.ok_or(fault)?..end.ok_or(fault)?;
        let len = range.end.checked_sub(range.start).ok_or(fault)?;
        let Some((_, element_type)) = TYPES.into_iter().find(|(name, _)| *name == self.dtype) else {
            return Ok((None, range));
        };
        let Ok(shape) = self.shape.into_iter().map(u32::try_from).collect() else { return Ok((None, range)) };
        let layout = Layout::new(element_type, shape).map_err(|_| fault)?.with_byte_order(ByteOrder::Little);
        if layout.byte_len() == len { Ok((Some(layout), range)) } else { Err(fault) }
    }
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Names)
    }
}

struct Names;

impl<'de> Visitor<'de> for Names {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with an entry for each array")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Header, A::Error> {
        let mut tensors = Vec::new();
        while let Some(name) = object.next_key::<String>()? {
            if name == "__metadata__" {
                object.next_value::<IgnoredAny>()?;
            } else {
                tensors.push((name, object.next_value()?));
            }
        }
        Ok(Header(tensors))
    }
}
