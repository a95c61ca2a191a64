//! Arrays whose items are not in one piece, item after item.
//!
//! In Fortran's order the first dimension varies fastest, so the elements of an item are spread over the whole file. The same
//! holds if the last dimension counts the items, as in 28 x 28 x 10,000. Each pass over the file collects some of the items,
//! as many as fit a limit of memory, and the items come out in order as a file in the usual order.

use std::{mem, ops::Range};

use crate::{
    error::{Error, NpyFault},
    format::{
        columns::is_square, decode::Decoder, feed::MAX_OUTPUT, header::Header, layout::Layout, npy, row_major::RowMajor,
    },
};

/// Limit of the bytes of items that are collected in one pass.
const BLOCK_LEN: u64 = 64 << 20;

/// Bytes of the file that are read at a time.
const READ_LEN: u64 = 4 << 20;

/// The minimum rows of an image, and the minimum items: fewer are channels.
const MIN_ROWS: u32 = 8;
const MIN_ITEMS: u32 = 5;

/// Values of usual images: gray of 28 rows, and of 32 and 64 rows in three colours. Other lengths are those of embeddings, too.
const LENGTHS: [u32; 3] = [784, 3072, 12_288];

/// So many values are seldom an image in a row.
const MANY: u32 = 10_000;

/// Takes the bytes of a file in Fortran's order, or with its items in the last dimension, as often as it wants them; gives the
/// file in the usual order.
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
    /// Whether the last dimension counts the items.
    is_last: bool,
    decoder: Decoder,
    /// Bytes of the file that the pass has read.
    read: u64,
    /// Bytes of elements that it has seen.
    seen: u64,
    /// The first item that it collects.
    first: u64,
    /// Those that it collects, once an element has come.
    items: Option<RowMajor>,
    /// Whether the header has come out.
    has_header: bool,
    output: Vec<u8>,
    ended: bool,
}

impl Reorder {
    /// A NumPy array in Fortran's order in a file of `size` bytes, plain or gzip, none of which has been read.
    #[must_use]
    pub fn new(size: u64) -> Self {
        Self {
            size,
            block_len: BLOCK_LEN,
            is_last: false,
            decoder: decoder(false),
            read: 0,
            seen: 0,
            first: 0,
            items: None,
            has_header: false,
            output: Vec::new(),
            ended: false,
        }
    }

    /// An array in the usual order, of IDX or NumPy, whose last dimension counts the items. It comes out with that dimension
    /// first: 28 x 28 x 10,000 as 10,000 x 28 x 28.
    #[must_use]
    pub fn items_last(size: u64) -> Self {
        Self { is_last: true, decoder: decoder(true), ..Self::new(size) }
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
    /// Those of [`Decoder::push`]. [`NpyFault::Fortran`] or [`Error::ItemsLast`] when the elements take more than 2 GiB, or are not
    /// all there.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.read += bytes.len() as u64;
        let Self { decoder, block_len, seen, first, items, is_last, .. } = self;
        // The decoder goes on after an error of what takes its elements.
        let mut taken = Ok(());
        decoder.push(bytes, &mut |stored, elements| {
            *seen += elements.len() as u64;
            if taken.is_ok() && stored.byte_len() <= MAX_OUTPUT {
                let block = || new_block(stored, *first, *block_len, *is_last);
                taken = items.get_or_insert_with(block).take(elements);
            }
            Ok(())
        })?;
        taken?;
        let Some(stored) = self.decoder.layout() else { return self.decoder.finish(0) };
        let byte_len = stored.byte_len();
        if byte_len > MAX_OUTPUT || self.read >= self.size && self.seen < byte_len {
            return Err(if self.is_last { Error::ItemsLast } else { Error::Npy(NpyFault::Fortran) });
        }
        if !mem::replace(&mut self.has_header, true) {
            let (element_type, shape) = (stored.element_type(), shape(stored, self.is_last));
            self.output = if self.decoder.head().starts_with(npy::MAGIC) {
                npy::header(element_type, stored.byte_order(), &shape, false)
            } else {
                Header::new(element_type, shape)?.to_bytes()
            };
        }
        // The file is read once for each block.
        if self.seen == byte_len { self.end_pass() } else { Ok(()) }
    }

    /// The bytes of the file in the usual order that have come out since.
    pub fn take_output(&mut self) -> Vec<u8> {
        mem::take(&mut self.output)
    }

    fn end_pass(&mut self) -> Result<(), Error> {
        let Some(stored) = self.decoder.layout() else { return Ok(()) };
        if let Some(mut items) = self.items.take() {
            items.take_items(&mut self.output)?;
        }
        self.first = block(stored, self.first, self.block_len).end;
        self.ended = self.first >= items(stored);
        (self.decoder, self.read, self.seen) = (decoder(self.is_last), 0, 0);
        Ok(())
    }
}

/// Whether the last dimension of an array may count its items: the others have the sizes of an image, and that it had as many
/// items as rows would be chance.
///
/// ```
/// use idxlens::format::reorder::items_may_be_last;
///
/// assert!(items_may_be_last(&[28, 28, 10_000]) && items_may_be_last(&[32, 32, 3, 500]) && items_may_be_last(&[784, 10_000]));
/// assert!(!items_may_be_last(&[10_000, 28, 28]) && !items_may_be_last(&[28, 28, 28]) && !items_may_be_last(&[784, 1024]));
/// ```
#[must_use]
pub fn items_may_be_last(shape: &[u32]) -> bool {
    let Some(&items) = shape.last().filter(|&&items| items >= MIN_ITEMS) else { return false };
    match *shape {
        // The values of an image are as many items only by chance, and as many as a row has of another.
        [len, _] => LENGTHS.contains(&len) && items > len && (items >= MANY || !is_square(items as usize)),
        [rows, columns, _] => rows >= MIN_ROWS && rows == columns && items != columns,
        [rows, columns, channels, _] => rows >= MIN_ROWS && rows == columns && matches!(channels, 1 | 3 | 4),
        _ => false,
    }
}

fn decoder(is_last: bool) -> Decoder {
    if is_last { Decoder::new() } else { Decoder::fortran() }
}

/// The shape of the array: `stored` is the layout of the file. In Fortran's order it has the dimensions backwards.
fn shape(stored: &Layout, is_last: bool) -> Vec<u32> {
    let mut shape = stored.shape().to_vec();
    if is_last {
        shape.rotate_right(1);
    } else {
        shape.reverse();
    }
    shape
}

/// The number of items, which are the last dimension in both.
fn items(stored: &Layout) -> u64 {
    stored.shape().last().copied().unwrap_or(1).into()
}

/// Takes the elements of the items from `first` on that take at most so many bytes.
fn new_block(stored: &Layout, first: u64, block_len: u64, is_last: bool) -> RowMajor {
    let (size, item_len) = (stored.element_type().size(), item_len(stored));
    let mut shape = shape(stored, is_last);
    if is_last {
        // The elements of each item are already in order.
        shape.truncate(1);
        shape.push(u32::try_from(item_len / size as u64).unwrap_or(u32::MAX));
    }
    RowMajor::new(&shape, size, item_len, block(stored, first, block_len))
}

fn item_len(stored: &Layout) -> u64 {
    stored.byte_len().checked_div(items(stored)).unwrap_or(0)
}

/// The items from `first` on that take at most so many bytes, at least one.
fn block(stored: &Layout, first: u64, block_len: u64) -> Range<u64> {
    let count = block_len.checked_div(item_len(stored)).unwrap_or(u64::MAX).max(1);
    first..items(stored).min(first.saturating_add(count))
}
