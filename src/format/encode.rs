//! Arrays to IDX files.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::{
    error::Error,
    format::{element::Element, layout::Layout},
};

/// An IDX file of these dimensions (slowest first) and elements (row-major, in the machine's own order).
///
/// ```
/// use idxlens::format::encode::encode;
///
/// assert_eq!(encode(&[2], &[7_i16, -1])?, [0, 0, 0x0B, 1, 0, 0, 0, 2, 0, 7, 0xFF, 0xFF]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
///
/// # Errors
/// [`Error::LengthMismatch`] when there are fewer or more elements than the shape says, [`Error::TooLarge`] when it
/// says too much, and [`Error::RankOutOfRange`] for a scalar, because readers disagree about rank 0, or past 255.
pub fn encode<T: Element>(shape: &[u32], elements: &[T]) -> Result<Vec<u8>, Error> {
    if shape.is_empty() {
        return Err(Error::RankOutOfRange { found: 0 });
    }
    let layout = Layout::new(T::TYPE, shape.to_vec())?;
    let (expected, found) = (layout.byte_len(), size_of_val(elements) as u64);
    if expected != found {
        return Err(Error::LengthMismatch { expected, found });
    }
    let mut file = layout.header().to_bytes();
    file.reserve_exact(size_of_val(elements));
    for &element in elements {
        element.write(&mut file);
    }
    Ok(file)
}

/// `bytes` as one gzip member, at the highest level, without a name or a time in it: the same bytes always
/// give the same file.
///
/// # Panics
/// Never: writing to memory cannot fail.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory cannot fail")
}

/// The CRC-32 of these bytes, as a gzip member of them ends with.
///
/// ```
/// assert_eq!(idxlens::format::encode::checksum(b"123456789"), 0xCBF4_3926);
/// ```
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}
