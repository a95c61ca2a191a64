//! Checksums that identify a file, where little has to be read for them.

use std::ops::Range;

use crate::{
    dataset::{slot::Slot, store::Store},
    format::encode,
};

/// Limit in bytes of the plain files that are read whole.
const MAX_PLAIN: u64 = 512 * 1024;

/// The trailer at the end of a gzip file: the CRC-32 and the length of the unpacked data, little-endian.
const GZIP_TRAILER: u64 = 8;

impl Store {
    /// The bytes of the file that tell its checksum: the trailer of a gzip file, or a whole small file of labels.
    ///
    /// ```
    /// use idxlens::{dataset::{Slot, store::Store}, format::encode::{checksum, encode, gzip}};
    ///
    /// let labels = encode(&[3], &[7_u8, 2, 7])?;
    /// for file in [gzip(&labels), labels.clone()] {
    ///     let mut store = Store::new(Some(file.len() as u64), 0);
    ///     store.push(0, &file)?;
    ///     let range = store.checksum_range(Slot::Labels).expect("the file is small");
    ///     assert_eq!(store.checksum(&file[range.start as usize..range.end as usize]), checksum(&labels));
    /// }
    /// # Ok::<(), idxlens::error::Error>(())
    /// ```
    #[must_use]
    pub fn checksum_range(&self, slot: Slot) -> Option<Range<u64>> {
        let size = self.size()?;
        if self.layers() > 0 {
            return Some(size.checked_sub(GZIP_TRAILER)?..size);
        }
        (slot == Slot::Labels && size <= MAX_PLAIN).then_some(0..size)
    }

    /// The CRC-32 of the file without its outermost gzip layer, from the bytes of [`Store::checksum_range`].
    #[must_use]
    pub fn checksum(&self, bytes: &[u8]) -> u32 {
        match bytes.first_chunk() {
            Some(&checksum) if self.layers() > 0 => u32::from_le_bytes(checksum),
            _ => encode::checksum(bytes),
        }
    }
}
