//! Lines whose values are all bytes, which nearly all tables of images have.

use super::{
    field::{fields, is_comment, number, word},
    plan::Plan,
    roles::Role,
    rows::Rows,
};
use crate::format::element::{Element, ElementType};

impl Rows {
    /// Takes a line whose values are all bytes, if it is one. Gives the number of its bytes.
    pub(super) fn take_bytes(&mut self, text: &[u8], line: u64, plan: &Plan) -> Option<usize> {
        let run = plan.run.as_ref()?;
        let is_open = self.short.is_some() || self.held.is_some();
        if self.types != [ElementType::U8; 2] || is_open || line <= plan.header || is_comment(text) {
            return None;
        }
        let mut at = 0;
        let mut label = None;
        for &role in &plan.roles[..run.before] {
            let len = text[at..].iter().position(|&byte| byte == plan.separator || byte == b'\n' || byte == b'"')?;
            let field = &text[at..at + len];
            at += len + 1;
            if text[at - 1] != plan.separator || field.is_empty() {
                return None;
            }
            if role == Role::Label {
                label = Some(byte_label(field, plan)?);
            }
        }
        self.bytes.clear();
        at += bytes(&text[at..], run.separator, &mut self.bytes)?;
        if self.bytes.len() != run.len {
            return None;
        }
        let (ends_field, rest) = (text[..at].ends_with(&[plan.separator]), &text[at..]);
        let len = if run.behind == 0 {
            let len = if rest.starts_with(b"\r\n") { 2 } else { usize::from(rest.starts_with(b"\n")) };
            (len > 0 && (!ends_field || plan.separator == b' ')).then_some(len)?
        } else {
            let len = rest.iter().position(|&byte| byte == b'\n')?;
            let line = rest[..len].strip_suffix(b"\r").unwrap_or(&rest[..len]);
            let behind = if ends_field { line } else { line.strip_prefix(&[plan.separator])? };
            let roles = &plan.roles[plan.roles.len() - run.behind..];
            if fields(behind, plan.separator).count() != roles.len() {
                return None;
            }
            for (field, _) in fields(behind, plan.separator).zip(roles).filter(|(_, role)| **role == Role::Label) {
                label = Some(byte_label(field, plan)?);
            }
            len + 1
        };
        let [images, labels] = &mut self.output;
        if let Some(at) = run.label {
            label = Some(self.bytes.remove(at));
        }
        images.extend_from_slice(&self.bytes);
        labels.extend(label);
        self.count = self.count.checked_add(1)?;
        Some(at + len)
    }
}

/// The label in a field, if it is a byte.
fn byte_label(field: &[u8], plan: &Plan) -> Option<u8> {
    match &plan.words {
        Some(words) => words.label(&word(field))?.try_into().ok(),
        None => u8::from_f64(number(field).ok()?),
    }
}

/// Reads whole numbers from 0 to 255 with nothing else between them than the separator. Gives the place behind them: the end
/// of the last one, or a field that starts with no digit. `None` for other numbers, and in the last bytes of the text.
fn bytes(text: &[u8], separator: u8, row: &mut Vec<u8>) -> Option<usize> {
    // Most pixels of digits are 0. Four of them take one comparison.
    let zeros = [b'0', separator, b'0', separator, b'0', separator, b'0', separator];
    let mut at = 0;
    loop {
        while text[at..].starts_with(&zeros) {
            row.extend_from_slice(&[0; 4]);
            at += zeros.len();
        }
        // Up to three digits and the byte after them: the high bit of each byte that is no digit, the first of which ends
        // the field.
        let field: &[u8; 4] = text[at..].first_chunk()?;
        let digits = u32::from_le_bytes(*field) ^ 0x3030_3030;
        let others = (digits.wrapping_add(0x7676_7676) | digits) & 0x8080_8080;
        let len = match others.trailing_zeros() / 8 {
            0 => return Some(at),
            len @ 1..=3 => len,
            _ => return None,
        };
        let [_, hundreds, tens, ones] = (digits << (8 * (4 - len))).to_le_bytes().map(u32::from);
        row.push(u8::try_from(100 * hundreds + 10 * tens + ones).ok()?);
        let len = len as usize;
        at += len;
        if field[len] != separator {
            return Some(at);
        }
        at += 1;
    }
}
