//! NumPy arrays of one or two dimensions, in either order, and of a text for each item.

use super::{ClassNames, Content, Fault, Table, words::Words};
use crate::{
    error::{Error, NpyFault},
    format::{
        layout::Layout,
        npy::{self, Npy},
    },
};

pub(super) use crate::format::npy::MAGIC;

/// An array of one or two dimensions, of which the characters of a text are one.
pub(super) fn read(file: &[u8], names: &ClassNames) -> Result<Content, Fault> {
    let Npy { layout, is_fortran, are_texts } = match Npy::parse(file) {
        Ok(Some(npy)) => npy,
        Err(Error::Npy(NpyFault::ElementType | NpyFault::Objects)) => return Err(Fault::ElementType),
        Ok(None) | Err(_) => return Err(Fault::Other),
    };
    let (rows, columns) = match *layout.shape() {
        [rows, columns] => (rows as usize, columns as usize),
        [rows, 1, len] if are_texts => (rows as usize, len as usize),
        _ if are_texts => return Err(Fault::ElementType),
        [rows] => (rows as usize, 1),
        _ => return Err(Fault::Other),
    };
    let elements = usize::try_from(layout.data_offset()).ok().and_then(|start| file.get(start..)).unwrap_or_default();
    let (expected, found) = (layout.byte_len(), elements.len() as u64);
    if expected > found {
        return Err(Fault::Truncated { expected, found });
    }
    if expected == 0 {
        return Err(Fault::Other);
    }
    let elements = &elements[..usize::try_from(expected).unwrap_or(usize::MAX)];
    if are_texts {
        return words(&layout, elements, names);
    }
    let mut elements = elements.to_vec();
    layout.convert_byte_order(&mut elements);
    let mut values = vec![0.0; rows * columns];
    layout.element_type().decode_into(&elements, &mut values);
    if is_fortran {
        values = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| column * rows + row))
            .map(|at| values[at])
            .collect();
    }
    Ok(Content { table: Table::new(columns, values).with_gaps()?, ..Content::default() })
}

/// A word for each item. `layout` is that of their characters.
fn words(layout: &Layout, characters: &[u8], names: &ClassNames) -> Result<Content, Fault> {
    let mut words = Words::new(names);
    for (stored, row) in characters.chunks_exact(usize::try_from(layout.item_len()).unwrap_or(usize::MAX)).zip(1..) {
        words.push(&npy::text(layout, stored), row)?;
    }
    words.of_classes()
}
