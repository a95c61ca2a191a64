//! NumPy arrays in Fortran's order, item after item.
//!
//! In Fortran's order the first dimension varies fastest, so the elements of an item are spread over the whole file. Each
//! pass over the file collects some of the items, as many as fit a limit of memory, and the items come out in order as a
//! file in the usual order.

use std::{mem, ops::Range};

use crate::{
    error::{Error, NpyFault},
    format::{decode::Decoder, feed::MAX_OUTPUT, layout::Layout, npy},
};

/// Limit of the bytes of items that are collected in one pass.
const BLOCK_LEN: u64 = 64 << 20;

/// Bytes of the file that are read at a time.
const READ_LEN: u64 = 4 << 20;

/// Takes the bytes of a file in Fortran's order, as often as it wants them; gives the file in the usual order.
///
/// ```
/// use idxlens::format::{reader::Reader, reorder::Reorder};
///
/// let dictionary = "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }";
/// let file = [b"\x93NUMPY\x01\0\x3A\0", dictionary.as_bytes(), &[0, 3, 1, 4, 2, 5]].concat();
/// let (mut reorder, mut output) = (Reorder::new(file.len() as u64), Vec::new());
/// while let Some(wanted) = reorder.wanted() {
///     reorder.push(&file[wanted.start as usize..wanted.end as usize])?;
///     output.extend(reorder.take_output());
/// }
/// assert_eq!(Reader::new(&output[..]).unwrap().read_to_end::<u8>().unwrap(), [0, 1, 2, 3, 4, 5]);
/// # Ok::<(), idxlens::error::Error>(())
/// ```
#[derive(Debug)]
pub struct Reorder {
    size: u64,
    /// Limit of the bytes of items that are collected in one pass.
    block_len: u64,
    decoder: Decoder,
    /// Bytes of the file that the pass has read.
    read: u64,
    block: Block,
    output: Vec<u8>,
    ended: bool,
}

/// The items that a pass collects.
#[derive(Debug, Default)]
struct Block {
    /// Number of the first.
    first: u64,
    bytes: Vec<u8>,
    /// Bytes of elements that the pass has seen.
    position: u64,
    /// Bytes of an element that has not come whole.
    partial: Vec<u8>,
}

/// Elements that follow one another in the file: they have the same place in items that follow one another.
#[derive(Debug)]
struct Run<'a> {
    /// The item of the first.
    item: u64,
    /// Their place in bytes.
    place: u64,
    elements: &'a [u8],
}

/// The items that are filled at once, so that they stay in the cache while all runs come by.
const TILE: usize = 32;

impl Reorder {
    /// A file of `size` bytes, plain or gzip, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        let (block, output) = (Block::default(), Vec::new());
        Self { size, block_len: BLOCK_LEN, decoder: Decoder::fortran(), read: 0, block, output, ended: false }
    }

    /// The same, with another limit of the bytes of items that are collected in one pass, instead of 64 MiB. One item is
    /// always collected.
    #[must_use]
    pub fn with_block_len(self, block_len: u64) -> Self {
        Self { block_len, ..self }
    }

    /// The bytes of the file that are wanted next; `None` when all has come out.
    #[must_use]
    pub fn wanted(&self) -> Option<Range<u64>> {
        (!self.ended).then(|| self.read..self.size.min(self.read + READ_LEN))
    }

    /// Takes the bytes that are wanted.
    ///
    /// # Errors
    /// Those of [`Decoder::push`]. [`NpyFault::Fortran`] when the elements take more than 2 GiB, or are not all there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        let Self { decoder, block, block_len, .. } = self;
        decoder.push(bytes, &mut |layout, elements| block.take(layout, elements, *block_len))?;
        let Some(layout) = self.decoder.layout() else { return self.decoder.finish(0) };
        let byte_len = layout.byte_len();
        // The file is read once for each block.
        if byte_len > MAX_OUTPUT || self.read >= self.size && self.block.position < byte_len {
            return Err(Error::Npy(NpyFault::Fortran));
        }
        if self.block.position == byte_len {
            self.end_pass();
        }
        Ok(())
    }

    /// The bytes of the file in the usual order that have come out since.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output)
    }

    fn end_pass(&mut self) {
        let Some(stored) = self.decoder.layout() else { return };
        let items = items(stored);
        let next = self.block.first + block_items(stored, self.block_len).min(items - self.block.first);
        if self.block.first == 0 {
            let shape: Vec<u32> = stored.shape().iter().rev().copied().collect();
            self.output = npy::header(stored.element_type(), stored.byte_order(), &shape, false);
        }
        self.output.append(&mut self.block.bytes);
        self.ended = next >= items;
        self.block = Block { first: next, ..Block::default() };
        (self.decoder, self.read) = (Decoder::fortran(), 0);
    }
}

/// The number of items: `stored` is the layout of the file, whose dimensions are those of the array backwards.
fn items(stored: &Layout) -> u64 {
    stored.shape().last().copied().unwrap_or(1).into()
}

fn item_len(stored: &Layout) -> u64 {
    stored.byte_len().checked_div(items(stored)).unwrap_or(0)
}

/// How many items a block has.
fn block_items(stored: &Layout, block_len: u64) -> u64 {
    block_len.checked_div(item_len(stored)).unwrap_or(u64::MAX).max(1)
}

impl Block {
    /// Puts those of the next elements that belong to its items in their places.
    fn take(&mut self, stored: &Layout, elements: &[u8], block_len: u64) -> Result<(), Error> {
        let size = stored.element_type().size();
        let (items, item_len) = (items(stored), item_len(stored));
        let end = items.min(self.first.saturating_add(block_items(stored, block_len)));
        if self.bytes.is_empty() && stored.byte_len() <= MAX_OUTPUT {
            let wanted = (end - self.first) * item_len;
            let out_of_memory = Error::OutOfMemory { offset: self.first * item_len, expected: wanted };
            let len = usize::try_from(wanted).map_err(|_| out_of_memory.clone())?;
            self.bytes.try_reserve_exact(len).map_err(|_| out_of_memory)?;
            self.bytes.resize(len, 0);
        }
        let joined = [mem::take(&mut self.partial), elements.to_vec()].concat();
        let (mut whole, partial) = joined.split_at(joined.len() / size * size);
        self.partial = partial.to_vec();
        let mut number = self.position / size as u64;
        self.position += elements.len() as u64;
        let mut runs = Vec::new();
        while !whole.is_empty() {
            let item = number % items;
            let len = (whole.len() / size).min(usize::try_from(items - item).unwrap_or(usize::MAX));
            let (elements, rest) = whole.split_at(len * size);
            runs.push(Run { item, place: place(stored, number / items) * size as u64, elements });
            whole = rest;
            number += len as u64;
        }
        match size {
            1 => self.scatter::<1>(&runs, end, item_len),
            2 => self.scatter::<2>(&runs, end, item_len),
            4 => self.scatter::<4>(&runs, end, item_len),
            _ => self.scatter::<8>(&runs, end, item_len),
        }
        Ok(())
    }

    /// Puts the elements of items before `end` in their places.
    fn scatter<const SIZE: usize>(&mut self, runs: &[Run<'_>], end: u64, item_len: u64) {
        let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX);
        for start in (self.first..end).step_by(TILE) {
            for run in runs {
                let run_end = run.item + (run.elements.len() / SIZE) as u64;
                let items = start.max(run.item)..(start + TILE as u64).min(end).min(run_end);
                let Some(places) = self.bytes.get_mut(index((items.start - self.first) * item_len + run.place)..)
                else {
                    continue;
                };
                let elements = run.elements.as_chunks::<SIZE>().0.iter().skip(index(items.start - run.item));
                let places = places.chunks_mut(index(item_len)).take(index(items.end.saturating_sub(items.start)));
                for (place, element) in places.zip(elements) {
                    place[..SIZE].copy_from_slice(element);
                }
            }
        }
    }
}

/// The place in an item of the element that comes after `rest` others of it, in the usual order.
fn place(stored: &Layout, mut rest: u64) -> u64 {
    // All dimensions but the first, which is the last in the file.
    let mut stride: u64 = stored.shape().iter().rev().skip(1).map(|&size| u64::from(size)).product();
    let mut place = 0;
    for &size in stored.shape().iter().rev().skip(1) {
        stride /= u64::from(size).max(1);
        place += rest % u64::from(size).max(1) * stride;
        rest /= u64::from(size).max(1);
    }
    place
}
