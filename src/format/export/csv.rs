//! Rows of CSV, as pandas and Kaggle's datasets have them: the label first, then the values of the item.

use std::io::Write as _;

use crate::format::{element::ElementType, layout::Layout};

/// The header line: `label`, then the place of each value, from 1: `1x1,1x2,...,28x28`, or `value1,value2,...` for items
/// of one dimension.
///
/// Source: the header of `mnist_train.csv`, in which 28x28 is the last pixel.
pub(super) fn header(name: &str, layout: &Layout, has_labels: bool) -> Vec<u8> {
    let mut line = Vec::new();
    if has_labels {
        line.extend_from_slice(b"label");
    }
    for element in 0..layout.item_elements() {
        if !line.is_empty() {
            line.push(b',');
        }
        let place = layout.place(element);
        // A number alone could be a value.
        if place.len() < 2 {
            line.extend_from_slice(name.as_bytes());
        }
        for (at, index) in place.into_iter().enumerate() {
            if at > 0 {
                line.push(b'x');
            }
            integer(false, index + 1, &mut line);
        }
    }
    line.push(b'\n');
    line
}

/// Appends the row of an item, whose elements are big-endian.
pub(super) fn row(element_type: ElementType, item: &[u8], label: Option<(ElementType, f64)>, rows: &mut Vec<u8>) {
    if let Some((element_type, label)) = label {
        self::label(element_type, label, rows);
    }
    for (index, element) in item.chunks_exact(element_type.size()).enumerate() {
        if index > 0 || label.is_some() {
            rows.push(b',');
        }
        value(element_type, element, rows);
    }
    rows.push(b'\n');
}

/// An element: the fewest digits that give the same number of its type again.
fn value(element_type: ElementType, bytes: &[u8], text: &mut Vec<u8>) {
    fn signed(number: i64, text: &mut Vec<u8>) {
        integer(number < 0, number.unsigned_abs(), text);
    }
    /// The bytes of an element, which is as long as its type.
    fn array<const SIZE: usize>(bytes: &[u8]) -> [u8; SIZE] {
        *bytes.first_chunk().expect("an element is as long as its type")
    }
    match element_type {
        ElementType::U8 | ElementType::Bool => integer(false, bytes[0].into(), text),
        ElementType::I8 => signed(i8::from_be_bytes(array(bytes)).into(), text),
        ElementType::I16 => signed(i16::from_be_bytes(array(bytes)).into(), text),
        ElementType::I32 => signed(i32::from_be_bytes(array(bytes)).into(), text),
        ElementType::I64 => signed(i64::from_be_bytes(array(bytes)), text),
        ElementType::U16 => integer(false, u16::from_be_bytes(array(bytes)).into(), text),
        ElementType::U32 => integer(false, u32::from_be_bytes(array(bytes)).into(), text),
        ElementType::U64 => integer(false, u64::from_be_bytes(array(bytes)), text),
        ElementType::F16 | ElementType::Bf16 | ElementType::F32 | ElementType::F64 => {
            digits(element_type, element_type.value(bytes), text);
        }
    }
}

/// The label of an item; an empty field for NaN, because the item has none.
fn label(element_type: ElementType, label: f64, text: &mut Vec<u8>) {
    if !label.is_nan() {
        digits(element_type, label, text);
    }
}

fn digits(element_type: ElementType, value: f64, text: &mut Vec<u8>) {
    write!(text, "{}", element_type.digits(value)).expect("memory takes all bytes");
}

/// Digits of an integer. The standard formatting takes several times as long.
fn integer(is_negative: bool, mut magnitude: u64, text: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(magnitude % 10).unwrap_or(0);
        magnitude /= 10;
        if magnitude == 0 {
            break;
        }
    }
    if is_negative {
        text.push(b'-');
    }
    text.extend_from_slice(&digits[start..]);
}
