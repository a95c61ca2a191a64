//! IDX files: a class per item in an array of rank 1, a row of numbers per item in one of rank 2.

use std::io::Cursor;

use super::{Fault, Table};
use crate::format::{
    layout::Layout,
    reader::{ReadError, Reader},
};

/// Whether bytes start like an IDX file.
pub(super) fn is_like(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0, 0]) || bytes.first_chunk().is_some_and(|&magic| Layout::is_little_endian(magic))
}

pub(super) fn read(file: &[u8]) -> Result<Table, Fault> {
    let mut reader = Reader::new(Cursor::new(file)).map_err(|_| Fault::Other)?;
    let columns = match *reader.header().shape() {
        [_] => 1,
        [_, columns] => usize::try_from(columns).unwrap_or(usize::MAX),
        _ => return Err(Fault::Other),
    };
    let mut values = Vec::new();
    let mut chunk = [0.0; 1024];
    loop {
        match reader.read_values(&mut chunk) {
            Ok(0) => break,
            Ok(count) => values.extend_from_slice(&chunk[..count]),
            Err(ReadError::Damaged(_) | ReadError::Format(_)) => return Err(Fault::Damaged),
            Err(_) => return Err(Fault::Other),
        }
    }
    if values.is_empty() { Err(Fault::Other) } else { Ok(Table::new(columns, values)) }
}
