//! Lush matrices, the older relatives of IDX that NORB uses: the header, which gives the layout of the elements after it.
//!
//! ```text
//! byte 0    55 4C 3D 1E   0x1E3D4C55: 51 f32, 53 f64, 54 i32, 55 u8, 56 i16; EBLearn's 59 u32, 5A u64, 5B i64
//! byte 4    04 00 00 00   rank: the number of dimensions
//! byte 8    EC 5E 00 00   first dimension: 24,300 items
//! byte 12   02 00 00 00   second dimension, and so on; at least three are there, those beyond the rank are 1
//! byte 24   ...           the elements, row-major
//! ```
//!
//! All numbers have the byte order of the machine that wrote them; all known files are little-endian.
//!
//! Source: the description on the [small NORB page](https://cs.nyu.edu/~ylclab/data/norb-v1.0-small/), and `EBLearn`'s
//! `idxIO.h`.

use std::ops::Range;

use crate::{
    error::{Error, Foreign},
    format::{
        element::ElementType,
        header::Part,
        layout::{ByteOrder, Layout},
    },
};

/// The upper bytes of every magic number.
const MAGIC: u32 = 0x1E3D_4C00;

/// Sizes that are always there.
const MIN_SIZES: usize = 3;

/// The lowest byte of a magic number, and the type that it stands for. 52 (fixed-point numbers), 57 and 58 are not read:
/// no file with them is known.
const TYPES: [(u32, ElementType); 8] = [
    (0x51, ElementType::F32),
    (0x53, ElementType::F64),
    (0x54, ElementType::I32),
    (0x55, ElementType::U8),
    (0x56, ElementType::I16),
    (0x59, ElementType::U32),
    (0x5A, ElementType::U64),
    (0x5B, ElementType::I64),
];

/// The type and the byte order of a matrix that starts with these bytes. `None` if it is none, or of a type that is not read.
fn magic(bytes: &[u8]) -> Option<(ElementType, ByteOrder)> {
    let first: [u8; 4] = *bytes.first_chunk()?;
    let orders = [(u32::from_le_bytes(first), ByteOrder::Little), (u32::from_be_bytes(first), ByteOrder::Big)];
    let (magic, byte_order) = orders.into_iter().find(|(magic, _)| magic & !0xFF == MAGIC)?;
    let (_, element_type) = TYPES.into_iter().find(|(code, _)| *code == magic & 0xFF)?;
    Some((element_type, byte_order))
}

/// Whether a file that starts with these bytes is a matrix of a type that is read.
pub(crate) fn is_matrix(bytes: &[u8]) -> bool {
    magic(bytes).is_some()
}

/// Parses the header in the first bytes of a matrix. `None` when it needs more of them.
///
/// # Errors
/// [`Error::Foreign`] when it has more than 255 dimensions, [`Error::TooLarge`] when the elements take 2^64 bytes or more.
pub(crate) fn parse(bytes: &[u8]) -> Result<Option<Layout>, Error> {
    let Some((element_type, byte_order)) = magic(bytes) else { return Ok(None) };
    let (numbers, _) = bytes.as_chunks();
    let Some(&rank) = numbers.get(1) else { return Ok(None) };
    let rank = u8::try_from(byte_order.u32(rank)).map_err(|_| Error::Foreign(Foreign::Lush))?;
    let sizes = usize::from(rank).max(MIN_SIZES);
    let Some(sizes) = numbers.get(2..2 + sizes) else { return Ok(None) };
    let shape: Vec<u32> = sizes.iter().take(rank.into()).map(|&size| byte_order.u32(size)).collect();
    let layout = Layout::new(element_type, shape)?.with_byte_order(byte_order);
    let data_offset = 8 + 4 * sizes.len() as u64;
    layout.with_data_offset(data_offset).map(Some).ok_or(Error::TooLarge { offset: 8 })
}

/// Bytes of the header, as far as the bytes present tell.
pub(crate) fn expected_len(bytes: &[u8]) -> u64 {
    // A rank has one byte.
    let rank = match magic(bytes) {
        Some((_, ByteOrder::Little)) => bytes.get(4),
        _ => bytes.get(7),
    };
    8 + 4 * rank.map_or(0, |&rank| usize::from(rank)).max(MIN_SIZES) as u64
}

/// The parts of a header, in order, and where they are.
pub(crate) fn parts(bytes: &[u8]) -> Vec<(Part, Range<usize>)> {
    let Ok(Some(layout)) = parse(bytes) else { return Vec::new() };
    let kinds = [Part::ElementType, Part::Rank].into_iter();
    let sizes = (0..layout.rank().max(MIN_SIZES))
        .map(|size| if size < layout.rank() { Part::Dimension } else { Part::Padding });
    kinds.chain(sizes).enumerate().map(|(index, part)| (part, 4 * index..4 * index + 4)).collect()
}
