//! The rows of a table, as the elements of images and labels.

use std::mem;

use super::{
    field::{Bad, decimal, fields, listed, number, row, word},
    plan::{Form, Plan},
    roles::Role,
    row_label::RowLabel,
    sample::are_all_words,
};
use crate::{
    error::{CsvFault, Error},
    format::{
        columns::{TYPES, append},
        element::ElementType,
        header::Header,
        words::Words,
    },
};

/// The places of values and of labels.
pub(super) const VALUES: usize = 0;
pub(super) const LABELS: usize = 1;

/// Limit of the bytes of a name that come out. No path is longer.
const MAX_NAME_LEN: usize = 4096;

/// What has come out of a pass over a table.
#[derive(Debug)]
pub(super) struct Rows {
    /// Of the values and of the labels.
    pub(super) types: [ElementType; 2],
    pub(super) count: u32,
    /// A row with too few fields: its line, and its fault. It may only be the last.
    pub(super) short: Option<(u64, CsvFault)>,
    /// Why no more rows come out of this pass.
    pub(super) held: Option<Held>,
    /// Whether a row has shown that columns of bits are none of classes.
    pub(super) are_no_classes: bool,
    /// The lowest and the highest index in sparse rows.
    pub(super) indices: Option<[usize; 2]>,
    pub(super) output: [Vec<u8>; 2],
    /// The names of the rows, each in a line.
    names: Vec<u8>,
    /// How many values are missing.
    pub(super) missing: u64,
    /// The first empty line behind a label that is alone in its line. If rows follow, a label is missing there.
    blank: Option<u64>,
    /// Rows without a label.
    pub(super) unlabelled: u64,
    /// Those of a row.
    pub(super) bytes: Vec<u8>,
    pub(super) values: Vec<f64>,
}

/// What is open until a pass has ended. Rows come out of the next one.
#[derive(Debug)]
pub(super) enum Held {
    /// A sparse row has an index outside the others.
    Index,
    /// A word is among labels that are numbers: damage, or all labels are words.
    Word { fault: CsvFault, numbers: u64, count: u64, words: Words },
}

impl Rows {
    pub(super) fn new() -> Self {
        Self {
            types: [ElementType::U8; 2],
            count: 0,
            short: None,
            held: None,
            are_no_classes: false,
            indices: None,
            output: Default::default(),
            names: Vec::new(),
            missing: 0,
            blank: None,
            unlabelled: 0,
            bytes: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Begins another pass with what this one has taught.
    pub(super) fn restart(&mut self) {
        *self = Self { types: self.types, indices: self.indices, ..Self::new() };
    }

    pub(super) fn take_output(&mut self) -> [Vec<u8>; 2] {
        mem::take(&mut self.output)
    }

    pub(super) fn take_names(&mut self) -> Vec<u8> {
        mem::take(&mut self.names)
    }

    /// Bytes of the elements that have not been taken.
    pub(super) fn output_len(&self) -> usize {
        self.output.iter().map(Vec::len).sum::<usize>() + self.names.len()
    }

    /// Bytes of all values of the pass and of the next row.
    pub(super) fn next_len(&self, plan: &Plan) -> u64 {
        (u64::from(self.count) + 1) * plan.values as u64 * self.types[VALUES].size() as u64
    }

    /// Takes any other line. `false` when a type does not hold its values.
    pub(super) fn take_line(&mut self, text: &[u8], line: u64, plan: &mut Plan) -> Result<bool, Error> {
        let Some(row) = row(text, line).filter(|_| line > plan.header) else {
            let is_gap = plan.values == 0 && plan.roles.len() == 1 && text.trim_ascii().is_empty();
            self.blank = self.blank.or((is_gap && self.count > 0).then_some(line));
            return Ok(true);
        };
        if let Some(line) = self.blank {
            return Err(Error::Csv(CsvFault::Missing { line, column: 1 }));
        }
        if let Some((_, fault)) = &self.short {
            return Err(Error::Csv(fault.clone()));
        }
        let lens = self.output.each_ref().map(Vec::len);
        let has_come = match plan.form {
            Form::Dense => self.take_dense(row, line, plan),
            Form::Sparse { first_index, .. } => self.take_sparse(row, line, plan.values, first_index),
        };
        // A row with a fault in it does not come out in part.
        if has_come.is_err() {
            self.output.iter_mut().zip(lens).for_each(|(output, len)| output.truncate(len));
        }
        has_come
    }

    /// Leaves out the last line of a file if it was cut off, and not only its line end: behind a separator or in an entry.
    pub(super) fn take_cut(&mut self, fault: Error, line: u64, is_cut: bool, plan: &Plan) -> Result<(), Error> {
        let is_at_end = |fault: &CsvFault| match *fault {
            CsvFault::Missing { column, .. } => column == plan.roles.len() as u64,
            CsvFault::Word { .. } => plan.form != Form::Dense,
            _ => false,
        };
        match fault {
            Error::Csv(fault) if is_cut && self.count > 0 && is_at_end(&fault) => {
                self.short = Some((line, fault));
                Ok(())
            }
            fault => Err(fault),
        }
    }

    fn take_dense(&mut self, row: &[u8], line: u64, plan: &mut Plan) -> Result<bool, Error> {
        let in_row = || fields(row, plan.separator).zip(&plan.roles);
        let (mut found, mut expected) = (fields(row, plan.separator).count(), plan.roles.len());
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
        let holds = match self.label_of(row, line, plan)? {
            RowLabel::None => true,
            RowLabel::Some(label) => self.append(label, LABELS),
            RowLabel::Unknown | RowLabel::Missing => return Ok(true),
            RowLabel::Other => return Ok(false),
        };
        if !holds {
            return Ok(false);
        }
        for (column, (field, role)) in (1..).zip(fields(row, plan.separator).zip(&plan.roles)) {
            let holds = match role {
                Role::LeftOut | Role::Label | Role::OneHot => true,
                Role::Name => {
                    let name = word(field);
                    self.names.extend_from_slice(&name[..name.len().min(MAX_NAME_LEN)]);
                    self.names.push(b'\n');
                    true
                }
                Role::Value => self.append_value(field, line, column, plan)?,
                Role::List => {
                    let mut holds = true;
                    for number in listed(field) {
                        holds = holds && self.append(value_at(number, line, column)?, VALUES);
                    }
                    holds
                }
            };
            if !holds {
                return Ok(false);
            }
        }
        self.count_row()
    }

    /// Appends a value that is alone in its field. One that is missing is NaN, except in images, where that is damage.
    fn append_value(&mut self, field: &[u8], line: u64, column: u64, plan: &Plan) -> Result<bool, Error> {
        match decimal(field, plan.mark) {
            Ok(value) => Ok(self.append(value, VALUES)),
            Err(Bad::Missing) if !plan.are_images => {
                self.missing += 1;
                Ok(self.append(f64::NAN, VALUES))
            }
            Err(bad) => Err(Error::Csv(bad.at(line, column, field))),
        }
    }

    /// Whether what has come out is right, now that the pass has seen all words and indices. Otherwise the plan is right now.
    ///
    /// # Errors
    /// [`Error::Csv`] for a word among labels that are numbers.
    pub(super) fn settle(&mut self, plan: &mut Plan) -> Result<bool, Error> {
        if let Some(Held::Word { fault, numbers, count, words }) = self.held.take() {
            if !are_all_words(numbers, count) {
                return Err(Error::Csv(fault));
            }
            plan.take_words(words);
            return Ok(false);
        }
        if let Some([first, last]) = self.indices {
            return Ok(!plan.cover(first, last));
        }
        // One word alone makes no classes, unless its column is called so.
        if !plan.is_named && plan.words.as_ref().is_some_and(|words| words.all().len() == 1) {
            plan.leave_out_label();
            return Ok(false);
        }
        let before = plan.words.clone();
        plan.number_words();
        Ok(plan.words == before)
    }

    /// Appends a value; `false` when its type does not hold it, which is a wider one then.
    pub(super) fn append(&mut self, value: f64, slot: usize) -> bool {
        let holds = append(value, self.types[slot], &mut self.output[slot]).is_some();
        if !holds {
            let next = TYPES.iter().skip_while(|&&wider| wider != self.types[slot]).nth(1);
            self.types[slot] = *next.unwrap_or(&ElementType::F64);
        }
        holds
    }

    pub(super) fn count_row(&mut self) -> Result<bool, Error> {
        self.count = self.count.checked_add(1).ok_or(Error::TooLarge { offset: Header::MAGIC_LEN as u64 })?;
        Ok(true)
    }
}

/// The number in a field at this place.
pub(super) fn value_at(field: &[u8], line: u64, column: u64) -> Result<f64, Error> {
    number(field).map_err(|bad| Error::Csv(bad.at(line, column, field)))
}
