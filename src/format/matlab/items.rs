//! Which dimension counts the items, and the elements of each item in row-major order.

use crate::{
    error::Error,
    format::{layout::Layout, row_major::RowMajor},
};

/// The lengths of images of 28 × 28, and of 32 × 32 in colour. A side of a matrix with such a length counts values.
const IMAGE_LENS: [u32; 2] = [784, 3072];

/// How an array comes out.
#[derive(Debug)]
pub(super) struct Arranged {
    pub(super) layout: Layout,
    /// Whether it is left to others to put its elements in row-major order.
    pub(super) is_fortran: bool,
    /// Puts them in order, where they are not.
    pub(super) pieces: Option<Pieces>,
}

impl Arranged {
    /// The array that is stored with its first dimension fastest. A row or a column is a vector. `max_ordered` limits the bytes
    /// that are put in order here: of an item, or of an array whose items are not in one piece.
    pub(super) fn of(stored: &Layout, max_ordered: u64) -> Option<Self> {
        let shape = stored.shape();
        let is_vector = |shape: &[u32]| shape.iter().filter(|&&size| size > 1).count() <= 1;
        let (&last, item) = shape.split_last()?;
        let item_len = stored.byte_len().checked_div(last.into())?;
        let is_flat = is_vector(item);
        let element_size = stored.element_type().size();
        let (layout, pieces) = if is_vector(shape) {
            (vec![*shape.iter().max()?], None)
        } else if counts_items_last(shape) && (is_flat || item_len <= max_ordered) {
            ([&[last], item].concat(), (!is_flat).then(|| Pieces::new(item, element_size, item_len)))
        } else if stored.byte_len() <= max_ordered {
            (shape.to_vec(), Some(Pieces::new(shape, element_size, stored.byte_len())))
        } else {
            return Some(Self { layout: stored.clone(), is_fortran: true, pieces: None });
        };
        let layout = Layout::new(stored.element_type(), layout).ok()?.with_byte_order(stored.byte_order());
        Some(Self { layout, is_fortran: false, pieces })
    }
}

/// Whether the last dimension counts the items, as is usual for images, and not the first, as in a matrix with an item in
/// each row. No file says so: an image that is square tells, or the length of one, or else that there are more items than
/// rows or columns.
fn counts_items_last(shape: &[u32]) -> bool {
    if let &[rows, columns] = shape {
        match [rows, columns].map(|len| IMAGE_LENS.contains(&len)) {
            [true, false] => return true,
            [false, true] => return false,
            _ => {}
        }
    }
    let is_square = |sides: Option<&[u32; 2]>| shape.len() > 2 && sides.is_some_and(|[rows, columns]| rows == columns);
    match (is_square(shape.first_chunk()), is_square(shape.last_chunk())) {
        (true, false) => true,
        (false, true) => false,
        _ => shape.last() > shape.first(),
    }
}

/// Pieces of an array that come one after the other, each with its first dimension fastest: items, or the whole array.
#[derive(Debug)]
pub(super) struct Pieces {
    row_major: RowMajor,
    /// Bytes of a piece.
    len: u64,
    /// Bytes of the next one that have come.
    seen: u64,
}

impl Pieces {
    fn new(shape: &[u32], element_size: usize, len: u64) -> Self {
        let rows = shape.first().copied().unwrap_or(1).into();
        let row_len = len.checked_div(rows).unwrap_or(0);
        Self { row_major: RowMajor::new(shape, element_size, row_len, 0..rows), len, seen: 0 }
    }

    /// Takes the next bytes of elements; gives the pieces that are whole, in row-major order.
    pub(super) fn take(&mut self, mut data: &[u8], output: &mut Vec<u8>) -> Result<(), Error> {
        while !data.is_empty() {
            let left = usize::try_from(self.len - self.seen).unwrap_or(usize::MAX);
            let (part, rest) = data.split_at(data.len().min(left));
            self.row_major.take(part)?;
            self.seen += part.len() as u64;
            data = rest;
            if self.seen == self.len {
                self.row_major.take_items(output)?;
                self.seen = 0;
            }
        }
        Ok(())
    }
}
