//! Where an item's bytes are. Today: in memory, in blocks of whole items, as they have arrived.
//!
//! The store is the file's door: it says which bytes of the file it wants, takes them, and hands out items. Offsets
//! and counts are `u64` throughout; only positions inside one block are `usize`. No block is larger than its bytes.

use std::ops;

use crate::{
    dataset::images::ImageSize,
    error::{Error, Warning},
    format::{
        decode::Decoder,
        header::{ElementType, Header},
    },
};

/// Bytes per block; an item larger than this has a block of its own.
const BLOCK: u64 = 1 << 20;

/// First read: enough for a header and, in most files, for the first page.
const FIRST_READ: u64 = 64 << 10;

/// Every further read. Each one has a cost of its own in a browser, so they are not small.
const READ: u64 = 1 << 20;

/// One file's array, as far as it has arrived.
#[derive(Debug)]
pub struct Store {
    size: u64,
    read: u64,
    stopped: bool,
    decoder: Decoder,
    blocks: Blocks,
    range: Range,
}

/// The elements, cut into blocks that each hold a whole number of items.
#[derive(Debug, Default)]
struct Blocks {
    blocks: Vec<Vec<u8>>,
    /// Bytes in all blocks.
    len: u64,
}

/// The least and the greatest value of the items looked at so far.
#[derive(Debug, Default)]
struct Range {
    bounds: Option<(f64, f64)>,
    items: u64,
}

impl Store {
    /// A store for a file of `size` bytes, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            read: 0,
            stopped: false,
            decoder: Decoder::new(),
            blocks: Blocks::default(),
            range: Range::default(),
        }
    }

    /// The bytes of the file that are wanted next; `None` when no more are.
    #[must_use]
    pub fn wanted(&self) -> Option<ops::Range<u64>> {
        let len = if self.read == 0 { FIRST_READ } else { READ };
        (!self.is_done()).then(|| self.read..self.size.min(self.read + len))
    }

    /// Takes the next bytes of the file. No bytes at all mean that it ended before its time.
    ///
    /// # Errors
    /// When the file cannot be opened: see [`Decoder::push`].
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        let blocks = &mut self.blocks;
        self.decoder.push(bytes, &mut |header, elements| blocks.extend(header, elements))?;
        if bytes.is_empty() || self.read >= self.size || self.decoder.is_done() {
            let unread = if bytes.is_empty() { 0 } else { self.size.saturating_sub(self.read) };
            self.decoder.finish(unread)?;
        }
        Ok(())
    }

    /// Wants no more; what has arrived stays.
    pub fn stop(&mut self) {
        self.stopped |= !self.is_done();
    }

    /// Nothing more will arrive.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stopped || self.decoder.is_done()
    }

    /// The person had enough before the file was read.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Bytes of the file.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Bytes of the file read so far.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    /// The header, as soon as its bytes were there.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        self.decoder.header()
    }

    /// The number of gzip layers around the array.
    #[must_use]
    pub fn layers(&self) -> u8 {
        self.decoder.layers()
    }

    /// What is wrong with the file; final once it is done.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        self.decoder.warnings()
    }

    /// Whole items that have arrived.
    #[must_use]
    pub fn items(&self) -> u64 {
        self.header().map_or(0, |header| self.blocks.len.checked_div(header.item_len()).unwrap_or(header.items()))
    }

    /// The elements of item `index`, big-endian and row-major, if it has arrived as a whole.
    #[must_use]
    pub fn item(&self, index: u64) -> Option<&[u8]> {
        if index < self.items() { self.blocks.item(self.header()?, index) } else { None }
    }

    /// The numbers in a part of item `index` drawn as a picture (see [`ImageSize`]), row by row, as far as the
    /// picture goes; nothing if the item has not arrived.
    #[must_use]
    pub fn values(&self, index: u64, rows: ops::Range<u64>, columns: ops::Range<u64>) -> Vec<f64> {
        let Some((header, item)) = self.header().zip(self.item(index)) else {
            return Vec::new();
        };
        let (size, element_type) = (ImageSize::of(header), header.element_type());
        // Beyond what is in memory all lengths are alike.
        let clamp = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
        let row_len = clamp(size.columns * element_type.size() as u64).max(1);
        let rows = item.chunks_exact(row_len).take(clamp(rows.end)).skip(clamp(rows.start));
        rows.flat_map(|row| element_type.values(row).take(clamp(columns.end)).skip(clamp(columns.start))).collect()
    }

    /// The range that values are shown in: that of the type for u8, else from the least to the greatest value that
    /// has arrived, leaving out NaN and infinities. `None` while there is no such value.
    ///
    /// Items are looked at once each, when this is first called after they arrived.
    pub fn range(&mut self) -> Option<(f64, f64)> {
        let header = self.header()?;
        let element_type = header.element_type();
        if element_type == ElementType::U8 {
            return Some((0.0, 255.0));
        }
        if header.item_len() == 0 {
            // There may be 2^32 such items, all of them here at once.
            return None;
        }
        let Range { mut bounds, items } = self.range;
        for value in
            (items..self.items()).filter_map(|index| self.item(index)).flat_map(|item| element_type.values(item))
        {
            if value.is_finite() {
                let (least, greatest) = bounds.unwrap_or((value, value));
                bounds = Some((least.min(value), greatest.max(value)));
            }
        }
        self.range = Range { bounds, items: self.items() };
        bounds
    }
}

impl Blocks {
    fn items_per_block(header: &Header) -> u64 {
        (BLOCK / header.item_len().max(1)).max(1)
    }

    fn extend(&mut self, header: &Header, mut elements: &[u8]) -> Result<(), Error> {
        let block_len = Self::items_per_block(header) * header.item_len();
        while !elements.is_empty() {
            let filled = self.len % block_len;
            let left = block_len - filled;
            let (taken, rest) =
                elements.split_at(usize::try_from(left).map_or(elements.len(), |left| left.min(elements.len())));
            if filled == 0 {
                self.blocks.push(Vec::new());
            }
            let block = self.blocks.last_mut().expect("pushed when the block before it was full");
            if block.capacity() - block.len() < taken.len() {
                // All that the block will take, but no more than doubles it: the header has only promised that much.
                let promised = left.min(header.byte_len() - self.len);
                let doubled = (2 * filled).max(1).next_multiple_of(BLOCK) - filled;
                let wanted = usize::try_from(promised.min(doubled)).unwrap_or(usize::MAX).max(taken.len());
                let out_of_memory = |_| Error::OutOfMemory { offset: self.len, expected: wanted as u64 };
                block.try_reserve_exact(wanted).map_err(out_of_memory)?;
            }
            block.extend_from_slice(taken);
            self.len += taken.len() as u64;
            elements = rest;
        }
        Ok(())
    }

    fn item(&self, header: &Header, index: u64) -> Option<&[u8]> {
        let items_per_block = Self::items_per_block(header);
        let item_len = usize::try_from(header.item_len()).ok()?;
        if item_len == 0 {
            return Some(&[]);
        }
        let block = self.blocks.get(usize::try_from(index / items_per_block).ok()?)?;
        let start = usize::try_from(index % items_per_block).ok()? * item_len;
        block.get(start..start + item_len)
    }
}
