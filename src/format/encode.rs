//! Arrays to IDX files in memory.

use std::io::Write;

use crate::{
    error::Error,
    format::{
        crc::Crc,
        element::Element,
        writer::{WriteError, Writer, gzip_encoder},
    },
};

/// An IDX file of these dimensions (slowest first) and elements (row-major). A [`Writer`] streams one.
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
/// takes 2^64 bytes or more, and [`Error::RankOutOfRange`] above 255 dimensions, or for none, because readers disagree
/// about rank 0.
///
/// # Panics
/// Never: writing to memory cannot fail.
pub fn encode<T: Element>(shape: &[u32], elements: &[T]) -> Result<Vec<u8>, Error> {
    let write = || {
        let mut writer = Writer::new(Vec::new(), shape)?;
        writer.write(elements)?;
        writer.finish()
    };
    write().map_err(|error| match error {
        WriteError::Format(error) => error,
        WriteError::Io(_) => unreachable!("writing to memory cannot fail"),
    })
}

/// These bytes as one gzip member, as [`Writer::gzip`] writes it.
///
/// # Panics
/// Never: writing to memory cannot fail.
#[must_use]
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = gzip_encoder(Vec::new());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory cannot fail")
}

/// The CRC-32 of these bytes, as a gzip member of them ends with.
///
/// ```
/// assert_eq!(idxlens::format::encode::checksum(b"123456789"), 0xCBF4_3926);
/// ```
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
