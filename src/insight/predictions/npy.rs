//! NumPy arrays of one or two dimensions, in either order.

use super::{Fault, Table};
use crate::{
    error::{Error, NpyFault},
    format::npy::Npy,
};

pub(super) use crate::format::npy::MAGIC;

/// An array of one or two dimensions.
pub(super) fn read(file: &[u8]) -> Result<Table, Fault> {
    let Npy { layout, is_fortran } = match Npy::parse(file) {
        Ok(Some(npy)) => npy,
        Err(Error::Npy(NpyFault::ElementType | NpyFault::Objects)) => return Err(Fault::ElementType),
        Ok(None) | Err(_) => return Err(Fault::Other),
    };
    let (rows, columns) = match *layout.shape() {
        [rows] => (rows as usize, 1),
        [rows, columns] => (rows as usize, columns as usize),
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
    let mut elements = elements[..usize::try_from(expected).unwrap_or(usize::MAX)].to_vec();
    layout.convert_byte_order(&mut elements);
    let mut values = vec![0.0; rows * columns];
    layout.element_type().decode_into(&elements, &mut values);
    if is_fortran {
        values = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| column * rows + row))
            .map(|at| values[at])
            .collect();
    }
    Ok(Table::new(columns, values))
}
