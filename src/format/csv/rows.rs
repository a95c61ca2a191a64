//! The rows of a table, as the elements of images and labels.

use std::mem;

use super::{
    field::{self, Bad, fields, listed, number, pair, pairs, word},
    plan::{MAX_PLACES, Plan, row},
    roles::Role,
};
use crate::{
    error::{CsvFault, Error},
    format::{
        columns::{TYPES, append},
        element::{Element, ElementType},
        header::Header,
    },
};

/// What has come out of a pass over a table.
#[derive(Debug)]
pub(super) struct Rows {
    /// Of the values and of the labels.
    pub(super) types: [ElementType; 2],
    pub(super) count: u32,
    /// A row with too few fields: its line, and its fault. It may only be the last.
    pub(super) short: Option<(u64, CsvFault)>,
    /// The lowest place and the highest one of values that stand in pairs.
    places: Option<[usize; 2]>,
    output: [Vec<u8>; 2],
    /// Those of a row.
    bytes: Vec<u8>,
    values: Vec<f64>,
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            types: [ElementType::U8; 2],
            count: 0,
            short: None,
            places: None,
            output: Default::default(),
            bytes: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Begins another pass with what this one has taught.
    pub(super) fn restart(&mut self) {
        *self = Self { types: self.types, places: self.places, ..Self::new() };
    }

    pub(super) fn take_output(&mut self) -> [Vec<u8>; 2] {
        mem::take(&mut self.output)
    }

    /// Bytes of the elements that have not been taken.
    pub(super) fn output_len(&self) -> usize {
        self.output.iter().map(Vec::len).sum()
    }

    /// Takes a line whose values are all bytes, which nearly all files have. Gives the number of its bytes.
    pub(super) fn take_bytes(&mut self, text: &[u8], line: u64, plan: &Plan) -> Option<usize> {
        let run = plan.run.as_ref()?;
        if self.types != [ElementType::U8; 2] || self.short.is_some() || line <= plan.header {
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
        at += field::bytes(&text[at..], run.separator, &mut self.bytes)?;
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
            let roles = &plan.roles[plan.columns() - run.behind..];
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

    /// Takes any other line. `false` when a type does not hold its values.
    pub(super) fn take_line(&mut self, text: &[u8], line: u64, plan: &mut Plan) -> Result<bool, Error> {
        let Some(row) = row(text, line).filter(|_| line > plan.header) else { return Ok(true) };
        if let Some((_, fault)) = &self.short {
            return Err(Error::Csv(fault.clone()));
        }
        if plan.roles.is_empty() {
            return self.take_pairs(row, line, plan);
        }
        let in_row = || fields(row, plan.separator).zip(&plan.roles);
        let (mut found, mut expected) = (fields(row, plan.separator).count(), plan.columns());
        if let Some((list, _)) = in_row().find(|(_, role)| **role == Role::List).filter(|_| found == expected) {
            (found, expected) = (listed(list).count(), plan.values);
        }
        if found != expected {
            let fault = CsvFault::Ragged { line, expected: expected as u64, found: found as u64 };
            if found > expected {
                return Err(Error::Csv(fault));
            }
            self.short = Some((line, fault));
            return Ok(true);
        }
        for (column, (field, role)) in (1..).zip(fields(row, plan.separator).zip(&plan.roles)) {
            let (numbers, slot) = match (role, &mut plan.words) {
                (Role::LeftOut, _) => continue,
                (Role::Label, Some(words)) => {
                    let word = word(field);
                    words.add(&word);
                    // Too many are no classes.
                    let Some(label) = words.label(&word) else { return Ok(false) };
                    if !self.append(label.into(), 1) {
                        return Ok(false);
                    }
                    continue;
                }
                (Role::Label, None) => (vec![field], 1),
                (Role::Value, _) => (vec![field], 0),
                (Role::List, _) => (listed(field).collect(), 0),
            };
            for number in numbers {
                if !self.append(value_at(number, line, column)?, slot) {
                    return Ok(false);
                }
            }
        }
        self.count_row()
    }

    /// Takes a line with a label, and pairs of places and values.
    fn take_pairs(&mut self, row: &[u8], line: u64, plan: &Plan) -> Result<bool, Error> {
        let mut fields = (1..).zip(pairs(row));
        let Some((column, label)) = fields.next() else { return Ok(true) };
        let label = value_at(label, line, column)?;
        self.values.clear();
        self.values.resize(plan.values, 0.0);
        let mut fits = true;
        for (column, field) in fields {
            let bad = |bad: Bad| Error::Csv(bad.at(line, column, field));
            let (place, value) = pair(field).ok_or_else(|| bad(Bad::Word))?;
            if place > MAX_PLACES {
                return Err(bad(Bad::TooLarge));
            }
            let [first, last] = self.places.unwrap_or([place; 2]);
            self.places = Some([first.min(place), last.max(place)]);
            match place.checked_sub(plan.first_place).and_then(|at| self.values.get_mut(at)) {
                Some(element) => *element = value,
                None => fits = false,
            }
        }
        // At the end of the pass, another begins.
        if !fits {
            return Ok(true);
        }
        let values = mem::take(&mut self.values);
        let holds = values.iter().all(|&value| self.append(value, 0)) && self.append(label, 1);
        self.values = values;
        if holds { self.count_row() } else { Ok(false) }
    }

    /// Whether what has come out is right, now that the pass has seen all words and places. Otherwise the plan is right now.
    pub(super) fn settle(&self, plan: &mut Plan) -> bool {
        if let Some([first, last]) = self.places {
            let first_place = plan.first_place.min(first);
            let values = last + 1 - first_place;
            if (first_place, values) != (plan.first_place, values.min(plan.values)) {
                plan.first_place = first_place;
                plan.widen(values);
                return false;
            }
        }
        let before = plan.words.clone();
        plan.number_words();
        plan.words == before
    }

    /// Appends a value; `false` when its type does not hold it, which is a wider one then.
    fn append(&mut self, value: f64, slot: usize) -> bool {
        let holds = append(value, self.types[slot], &mut self.output[slot]).is_some();
        if !holds {
            let next = TYPES.iter().skip_while(|&&wider| wider != self.types[slot]).nth(1);
            self.types[slot] = *next.unwrap_or(&ElementType::F64);
        }
        holds
    }

    fn count_row(&mut self) -> Result<bool, Error> {
        self.count = self.count.checked_add(1).ok_or(Error::TooLarge { offset: Header::MAGIC_LEN as u64 })?;
        Ok(true)
    }
}

/// The number in a field at this place.
fn value_at(field: &[u8], line: u64, column: u64) -> Result<f64, Error> {
    number(field).map_err(|bad| Error::Csv(bad.at(line, column, field)))
}

/// The label in a field, if it is a byte.
fn byte_label(field: &[u8], plan: &Plan) -> Option<u8> {
    match &plan.words {
        Some(words) => words.label(&word(field))?.try_into().ok(),
        None => u8::from_f64(number(field).ok()?),
    }
}
