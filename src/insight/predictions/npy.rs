//! NumPy arrays, by the [format's description](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
//!
//! A header of 2 KB in the page instead of a library of 77 KB: predictions need one array of numbers, and no archives.

use super::{Fault, Table};

pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The elements of a type: their size in bytes, and their values.
type Decode = fn(&[u8]) -> f64;

/// An array of one or two dimensions.
pub(super) fn read(file: &[u8]) -> Result<Table, Fault> {
    let (header, elements) = split(file).ok_or(Fault::Other)?;
    let (is_big, size, decode) = element_type(entry(header, "descr").ok_or(Fault::Other)?)?;
    let is_fortran = entry(header, "fortran_order").ok_or(Fault::Other)?.starts_with("True");
    let (rows, columns) = shape(entry(header, "shape").ok_or(Fault::Other)?).ok_or(Fault::Other)?;
    let found = elements.len() as u64;
    let expected = rows.checked_mul(columns).and_then(|count| count.checked_mul(size as u64)).ok_or(Fault::Other)?;
    if expected > found {
        return Err(Fault::Truncated { expected, found });
    }
    if expected == 0 {
        return Err(Fault::Other);
    }
    // Both fit: the elements are in memory.
    let [rows, columns] = [rows, columns].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
    let value = |place: usize| {
        let mut bytes = [0; 8];
        let element = &elements[place * size..][..size];
        bytes[..size].copy_from_slice(element);
        if is_big {
            bytes[..size].reverse();
        }
        decode(&bytes)
    };
    let values = if is_fortran {
        (0..rows).flat_map(|row| (0..columns).map(move |column| column * rows + row)).map(value).collect()
    } else {
        (0..rows * columns).map(value).collect()
    };
    Ok(Table::new(columns, values))
}

/// The header's text, and what follows it.
fn split(file: &[u8]) -> Option<(&str, &[u8])> {
    let rest = file.strip_prefix(MAGIC)?;
    let (&[major, _minor], rest) = rest.split_first_chunk()?;
    let (length, rest) = match major {
        1 => rest.split_first_chunk().map(|(&length, rest)| (u32::from(u16::from_le_bytes(length)), rest))?,
        2 | 3 => rest.split_first_chunk().map(|(&length, rest)| (u32::from_le_bytes(length), rest))?,
        _ => return None,
    };
    let (header, elements) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    Some((str::from_utf8(header).ok()?, elements))
}

/// What follows a key in the header, which is the text of a Python dictionary.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let rest = &header[header.find(&format!("'{key}'")).or_else(|| header.find(&format!("\"{key}\"")))?..];
    Some(rest[key.len() + 2..].trim_start().strip_prefix(':')?.trim_start())
}

/// Whether elements are big-endian, their size, and how eight bytes that start with one, little-endian, become a number.
fn element_type(entry: &str) -> Result<(bool, usize, Decode), Fault> {
    let mut parts = entry.splitn(3, ['\'', '"']).skip(1);
    let name = parts.next().filter(|_| entry.starts_with(['\'', '"'])).ok_or(Fault::ElementType)?;
    let is_big = name.starts_with('>');
    #[expect(clippy::cast_precision_loss, reason = "class numbers lie far below 2^53")]
    let (size, decode): (usize, Decode) = match name.trim_start_matches(['<', '>', '|', '=']) {
        "b1" | "u1" => (1, |bytes| f64::from(bytes[0])),
        "i1" => (1, |bytes| f64::from(bytes[0].cast_signed())),
        "u2" => (2, |bytes| f64::from(u16::from_le_bytes(first(bytes)))),
        "i2" => (2, |bytes| f64::from(i16::from_le_bytes(first(bytes)))),
        "u4" => (4, |bytes| f64::from(u32::from_le_bytes(first(bytes)))),
        "i4" => (4, |bytes| f64::from(i32::from_le_bytes(first(bytes)))),
        "u8" => (8, |bytes| u64::from_le_bytes(first(bytes)) as f64),
        "i8" => (8, |bytes| i64::from_le_bytes(first(bytes)) as f64),
        "f2" => (2, |bytes| half(u16::from_le_bytes(first(bytes)))),
        "f4" => (4, |bytes| f64::from(f32::from_le_bytes(first(bytes)))),
        "f8" => (8, |bytes| f64::from_le_bytes(first(bytes))),
        _ => return Err(Fault::ElementType),
    };
    Ok((is_big, size, decode))
}

fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
    *bytes.first_chunk().expect("eight bytes")
}

/// The value of a float of IEEE 754's binary16.
fn half(bits: u16) -> f64 {
    let [sign, exponent, fraction] = [bits >> 15, bits >> 10 & 0x1F, bits & 0x3FF];
    let magnitude = match exponent {
        0 => f64::from(fraction) * 2_f64.powi(-24),
        0x1F if fraction == 0 => f64::INFINITY,
        0x1F => f64::NAN,
        _ => f64::from(fraction | 0x400) * 2_f64.powi(i32::from(exponent) - 25),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// Rows and columns of an array of one or two dimensions. Python 2 writes an L behind large ones.
fn shape(entry: &str) -> Option<(u64, u64)> {
    let (sizes, _) = entry.strip_prefix('(')?.split_once(')')?;
    let mut sizes = sizes.split(',').map(|size| size.trim().trim_end_matches('L')).filter(|size| !size.is_empty());
    let rows = sizes.next()?.parse().ok()?;
    let columns = sizes.next().map_or(Some(1), |columns| columns.parse().ok())?;
    sizes.next().is_none().then_some((rows, columns))
}
