//! Arrays in which the first dimension varies fastest, in row-major order.
//!
//! The elements of an item are spread over such an array. They are put in their places several megabytes at a time, and
//! for a few items at a time: these, and the elements that they take, stay in the processor's cache.

use std::{mem, ops::Range};

use crate::error::Error;

/// Bytes of elements that are worth putting in their places.
const PENDING_LEN: u64 = 8 << 20;

/// The items get their memory when as many bytes have come as this fraction of it, 1/8: a header may lie.
const FIRST_SHARE: u64 = 8;

/// Runs of elements that are put in their places at once: a cache line of each fits the processor's cache.
const MAX_RUNS: usize = 2048;

/// Bytes of items that get their elements together. They fit the fastest cache.
const BLOCK_LEN: usize = 16 << 10;

/// As many of large items do: it takes as long to find a run's elements for one as to put a few in their places.
const MIN_BLOCK_ITEMS: usize = 4;

/// Some items of an array, whose elements come in the order in which they are stored.
#[derive(Debug)]
pub(super) struct RowMajor {
    element_size: usize,
    /// Items of the whole array.
    count: u64,
    item_len: u64,
    /// The items that are collected.
    items: Range<u64>,
    /// These in row-major order; empty before the first elements have their places.
    bytes: Vec<u8>,
    /// Elements that have come and have no place yet. The last one may not be whole.
    pending: Vec<u8>,
    /// The item of the first of them, and its place there.
    item: u64,
    place: Place,
}

/// A place in an item.
#[derive(Debug)]
struct Place {
    /// The dimensions of an item.
    dimensions: Vec<Dimension>,
    byte: usize,
}

#[derive(Debug)]
struct Dimension {
    size: u32,
    index: u32,
    /// Bytes from one index to the next.
    stride: usize,
}

/// Elements that follow one another: they have the same place in items that follow one another.
#[derive(Debug)]
struct Run<'a, const SIZE: usize> {
    /// The item of the first.
    item: usize,
    /// Byte of their place.
    place: usize,
    elements: &'a [[u8; SIZE]],
}

impl RowMajor {
    /// Those items, of `item_len` bytes each, of an array of this shape, whose first dimension counts them. None of its
    /// elements has come.
    pub(super) fn new(shape: &[u32], element_size: usize, item_len: u64, items: Range<u64>) -> Self {
        let (&count, item) = shape.split_first().unwrap_or((&1, &[]));
        Self {
            element_size,
            count: count.into(),
            item_len,
            items,
            bytes: Vec::new(),
            pending: Vec::new(),
            item: 0,
            place: Place::first(item, item_len),
        }
    }

    /// Takes the next elements.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when there is no memory for the items.
    pub(super) fn take(&mut self, elements: &[u8]) -> Result<(), Error> {
        self.pending.extend_from_slice(elements);
        let share = if self.bytes.is_empty() { self.len() / FIRST_SHARE } else { 0 };
        if (self.pending.len() as u64) < PENDING_LEN.max(share) { Ok(()) } else { self.put() }
    }

    /// Gives the items, once all elements of the array have come; then it takes those of the next array.
    ///
    /// # Errors
    /// Those of `take`.
    pub(super) fn take_items(&mut self, output: &mut Vec<u8>) -> Result<(), Error> {
        self.put()?;
        // Many megabytes are not copied.
        if output.is_empty() {
            *output = mem::take(&mut self.bytes);
        } else {
            output.try_reserve(self.bytes.len()).map_err(|_| self.out_of_memory())?;
            output.append(&mut self.bytes);
        }
        Ok(())
    }

    /// Puts the elements that have come in their places.
    fn put(&mut self) -> Result<(), Error> {
        if self.bytes.is_empty() {
            let len = usize::try_from(self.len()).map_err(|_| self.out_of_memory())?;
            self.bytes.try_reserve_exact(len).map_err(|_| self.out_of_memory())?;
            self.bytes.resize(len, 0);
        }
        let pending = mem::take(&mut self.pending);
        match self.element_size {
            1 => self.scatter::<1>(&pending),
            2 => self.scatter::<2>(&pending),
            4 => self.scatter::<4>(&pending),
            _ => self.scatter::<8>(&pending),
        }
        Ok(())
    }

    fn scatter<const SIZE: usize>(&mut self, bytes: &[u8]) {
        let (mut elements, partial) = bytes.as_chunks::<SIZE>();
        let item_len = index(self.item_len);
        let block_items = (BLOCK_LEN / item_len.max(1)).max(MIN_BLOCK_ITEMS);
        while !elements.is_empty() {
            let runs = self.next_runs(&mut elements);
            let starts = (index(self.items.start)..).step_by(block_items);
            for (block, start) in self.bytes.chunks_mut(block_items.saturating_mul(item_len)).zip(starts) {
                for run in &runs {
                    run.put(block, start, item_len);
                }
            }
        }
        self.pending = partial.to_vec();
    }

    /// Takes runs from the front of the elements.
    fn next_runs<'a, const SIZE: usize>(&mut self, elements: &mut &'a [[u8; SIZE]]) -> Vec<Run<'a, SIZE>> {
        let mut runs = Vec::new();
        while !elements.is_empty() && runs.len() < MAX_RUNS {
            let (run, rest) = elements.split_at(elements.len().min(index(self.count - self.item)));
            *elements = rest;
            runs.push(Run { item: index(self.item), place: self.place.byte, elements: run });
            self.item += run.len() as u64;
            if self.item == self.count {
                self.item = 0;
                self.place.advance();
            }
        }
        runs
    }

    /// Bytes of the items.
    fn len(&self) -> u64 {
        (self.items.end - self.items.start) * self.item_len
    }

    fn out_of_memory(&self) -> Error {
        Error::OutOfMemory { offset: self.items.start * self.item_len, expected: self.len() }
    }
}

impl<const SIZE: usize> Run<'_, SIZE> {
    /// Puts the elements of the items in `block` in their places. Its first item is `start`.
    ///
    /// It is a function of its own in wasm, too: a browser takes its optimised code from the next call on.
    #[inline(never)]
    fn put(&self, block: &mut [u8], start: usize, item_len: usize) {
        let skipped = self.item.saturating_sub(start).saturating_mul(item_len);
        let items = block.get_mut(skipped..).unwrap_or_default().chunks_exact_mut(item_len);
        let elements = self.elements.get(start.saturating_sub(self.item)..).unwrap_or_default();
        for (item, element) in items.zip(elements) {
            item[self.place..][..SIZE].copy_from_slice(element);
        }
    }
}

impl Place {
    /// The first place in an item of this shape.
    fn first(shape: &[u32], item_len: u64) -> Self {
        let mut stride = item_len;
        let dimension = |&size| {
            stride = stride.checked_div(u64::from(size)).unwrap_or(0);
            Dimension { size, index: 0, stride: index(stride) }
        };
        Self { dimensions: shape.iter().map(dimension).collect(), byte: 0 }
    }

    /// Goes on to the next element as it is stored: the first dimension advances, and carries over to those after it.
    fn advance(&mut self) {
        for Dimension { size, index, stride } in &mut self.dimensions {
            *index += 1;
            self.byte += *stride;
            if index < size {
                return;
            }
            self.byte -= *stride * *size as usize;
            *index = 0;
        }
    }
}

/// An index into memory; one behind its end for what cannot be in it.
fn index(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
