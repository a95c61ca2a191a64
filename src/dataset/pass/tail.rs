//! What is read after the pass itself, because it tells how long the array is, or what follows it.

use std::ops::Range;

use crate::{
    error::{Error, Warning},
    format::{decode::Decoder, header::Header, layout::Layout, sample::Sample},
};

/// Bytes of the length field at the end of gzip data: the length of the unpacked data, little-endian, modulo 2^32
/// (RFC 1952, section 2.3.1).
const GZIP_LENGTH_LEN: u64 = 4;

/// The first bytes after the elements of a plain file; the last bytes of gzip data that continues after the elements.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    /// The part of the tail that is still to be read, of a file of `size` bytes that the pass has read up to `read`.
    pub(super) fn wanted(&self, decoder: &Decoder, size: Option<u64>, read: u64) -> Option<Range<u64>> {
        let layout = decoder.layout()?;
        let layers = decoder.layers();
        let (start, end) = if layers > 0 {
            let continues = matches!(decoder.warnings().last(), Some(Warning::Stopped(Error::Excess { .. })));
            let size = size.filter(|_| continues && layers == 1)?;
            (size.checked_sub(GZIP_LENGTH_LEN)?, size)
        } else {
            let start = layout.data_end();
            let end = size?.min(start.saturating_add(Header::MAX_LEN as u64));
            if read >= end {
                return None;
            }
            (start, end)
        };
        let start = start + self.bytes.len() as u64;
        (start < end).then_some(start..end)
    }

    /// Takes the bytes that are wanted, or the first of them.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The length of all elements in bytes, if it is known, and the bytes that follow the last element.
    pub(super) fn length_and_following<'a>(
        &'a self,
        decoder: &Decoder,
        layout: &Layout,
        sample: &'a Sample,
    ) -> (Option<u64>, &'a [u8]) {
        match self.bytes.first_chunk() {
            // The length field of gzip data: of its last member, without what exceeds 32 bits.
            Some(&length) if decoder.layers() > 0 => {
                let length = u64::from(u32::from_le_bytes(length)).checked_sub(layout.data_offset());
                (length.filter(|&length| length > layout.byte_len()), sample.following())
            }
            Some(_) => (decoder.length(), &self.bytes),
            None => (decoder.length(), sample.following()),
        }
    }
}
