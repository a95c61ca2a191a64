//! Which dimension counts the items, and the elements of each item in row-major order.

use std::mem;

use crate::format::layout::Layout;

/// Limit of the bytes of an item that is put in order here.
const MAX_ITEM_LEN: u64 = 64 << 20;

/// How an array comes out.
#[derive(Debug)]
pub(super) struct Arranged {
    pub(super) layout: Layout,
    /// Whether it is left to others to put its elements in row-major order.
    pub(super) is_fortran: bool,
    /// Puts them in order, where they are not.
    pub(super) items: Option<Items>,
}

impl Arranged {
    /// The array that is stored with its first dimension fastest. A row or a column is a vector.
    pub(super) fn of(stored: &Layout) -> Option<Self> {
        let shape = stored.shape();
        let is_vector = |shape: &[u32]| shape.iter().filter(|&&size| size > 1).count() <= 1;
        let (&last, item) = shape.split_last()?;
        let item_len = stored.byte_len().checked_div(last.into())?;
        let is_flat = is_vector(item);
        let (layout, items) = if is_vector(shape) {
            (vec![*shape.iter().max()?], None)
        } else if counts_items_last(shape) && (is_flat || item_len <= MAX_ITEM_LEN) {
            let items = (!is_flat).then(|| Items::new(item, stored.element_type().size(), item_len));
            ([&[last], item].concat(), items)
        } else {
            return Some(Self { layout: stored.clone(), is_fortran: true, items: None });
        };
        let layout = Layout::new(stored.element_type(), layout).ok()?.with_byte_order(stored.byte_order());
        Some(Self { layout, is_fortran: false, items })
    }
}

/// Whether the last dimension counts the items, as is usual for images, and not the first, as in a matrix with an item in
/// each row. No file says so: an image that is square tells, or else that there are more items than rows or columns.
fn counts_items_last(shape: &[u32]) -> bool {
    let is_square = |sides: Option<&[u32; 2]>| shape.len() > 2 && sides.is_some_and(|[rows, columns]| rows == columns);
    match (is_square(shape.first_chunk()), is_square(shape.last_chunk())) {
        (true, false) => true,
        (false, true) => false,
        _ => shape.last() > shape.first(),
    }
}

/// Items that come one after the other, each with its first dimension fastest.
#[derive(Debug)]
pub(super) struct Items {
    shape: Vec<usize>,
    element_size: usize,
    len: usize,
    /// Bytes of the item that is coming.
    item: Vec<u8>,
}

impl Items {
    fn new(shape: &[u32], element_size: usize, len: u64) -> Self {
        let shape = shape.iter().map(|&size| size as usize).collect();
        Self { shape, element_size, len: usize::try_from(len).unwrap_or(usize::MAX), item: Vec::new() }
    }

    /// Takes the next bytes of elements; gives the items that are whole, in row-major order.
    pub(super) fn take(&mut self, mut data: &[u8], output: &mut Vec<u8>) {
        while !data.is_empty() {
            let (part, rest) = data.split_at(data.len().min(self.len - self.item.len()));
            self.item.extend_from_slice(part);
            data = rest;
            if self.item.len() == self.len {
                self.arrange(output);
            }
        }
    }

    fn arrange(&mut self, output: &mut Vec<u8>) {
        let item = mem::take(&mut self.item);
        let start = output.len();
        output.resize(start + item.len(), 0);
        let mut index = vec![0; self.shape.len()];
        let mut place = 0;
        for element in item.chunks_exact(self.element_size) {
            output[start + place * self.element_size..][..self.element_size].copy_from_slice(element);
            // To the next element as it is stored: the first dimension advances, and carries over to those after it.
            let mut stride = item.len() / self.element_size;
            for (at, &size) in index.iter_mut().zip(&self.shape) {
                stride /= size;
                *at += 1;
                place += stride;
                if *at < size {
                    break;
                }
                place -= stride * size;
                *at = 0;
            }
        }
    }
}
