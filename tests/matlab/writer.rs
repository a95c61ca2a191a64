//! MATLAB 5 files, written byte by byte.

use std::io::Write as _;

use flate2::{Compression, write::ZlibEncoder};

/// The kinds of elements.
pub(crate) const U8: u32 = 2;
pub(crate) const I32: u32 = 5;
pub(crate) const F64: u32 = 9;

/// The classes of matrices.
pub(crate) const STRUCTURE: u32 = 2;
pub(crate) const DOUBLE: u32 = 6;
pub(crate) const BYTE: u32 = 9;

/// A file with these variables.
pub(crate) fn file(variables: &[Vec<u8>]) -> Vec<u8> {
    let text = format!("{:124}", "MATLAB 5.0 MAT-file, written by a test");
    [text.as_bytes(), b"\0\x01IM", &variables.concat()].concat()
}

/// A part: its kind and length, and padding. A short one stands in its tag.
pub(crate) fn part(kind: u32, bytes: &[u8]) -> Vec<u8> {
    let len = u32::try_from(bytes.len()).unwrap();
    let (tag, padded) = match len {
        1..=4 => ((len << 16 | kind).to_le_bytes().to_vec(), 4),
        _ => ([kind.to_le_bytes(), len.to_le_bytes()].concat(), bytes.len().next_multiple_of(8)),
    };
    [tag, bytes.to_vec(), vec![0; padded - bytes.len()]].concat()
}

fn numbers(kind: u32, numbers: &[u32]) -> Vec<u8> {
    part(kind, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>())
}

/// A matrix with these parts after its name.
pub(crate) fn matrix(class: u32, shape: &[u32], name: &str, parts: &[Vec<u8>]) -> Vec<u8> {
    let head = [numbers(6, &[class, 0]), numbers(5, shape), part(1, name.as_bytes())].concat();
    part(14, &[head, parts.concat()].concat())
}

/// An array of bytes.
pub(crate) fn array(name: &str, shape: &[u32], elements: &[u8]) -> Vec<u8> {
    matrix(BYTE, shape, name, &[part(U8, elements)])
}

/// A structure with these values of its fields; if they are more than the fields, a list of structures.
pub(crate) fn structure(name: &str, fields: &[&str], values: &[Vec<u8>]) -> Vec<u8> {
    let names: Vec<u8> = fields.iter().flat_map(|name| format!("{name:\0<32}").into_bytes()).collect();
    let entries = u32::try_from(values.len() / fields.len()).unwrap();
    matrix(STRUCTURE, &[1, entries], name, &[numbers(5, &[32]), part(1, &names), values.concat()])
}

/// A variable, compressed.
pub(crate) fn compressed(variable: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(variable).unwrap();
    let packed = encoder.finish().unwrap();
    [&15_u32.to_le_bytes(), &u32::try_from(packed.len()).unwrap().to_le_bytes()[..], &packed].concat()
}
