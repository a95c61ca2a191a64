//! The label of a row.

use super::{
    field::{Bad, decimal, fields, word},
    label::Gaps,
    plan::Plan,
    roles::Role,
    rows::{Held, Rows},
};
use crate::{
    error::{CsvFault, Error},
    format::words::Words,
};

/// The label of a row.
pub(super) enum RowLabel {
    /// The table has none.
    None,
    Some(f64),
    /// The row has none, and is left out.
    Missing,
    /// A later pass will know it.
    Unknown,
    /// The words or the columns are no classes, or a label is missing.
    Other,
}

impl Rows {
    /// The label of a row.
    pub(super) fn label_of(&mut self, row: &[u8], line: u64, plan: &mut Plan) -> Result<RowLabel, Error> {
        match plan.label.and_then(|at| Some((at, fields(row, plan.separator).nth(at)?))) {
            Some((at, _)) if plan.roles[at] == Role::OneHot => {
                let label = one_hot(row, line, plan)?;
                self.are_no_classes |= matches!(label, RowLabel::Other);
                Ok(label)
            }
            Some((at, field)) => self.label(field, line, at as u64 + 1, plan),
            None => Ok(RowLabel::None),
        }
    }

    /// The label in a field.
    fn label(&mut self, field: &[u8], line: u64, column: u64, plan: &mut Plan) -> Result<RowLabel, Error> {
        let (word, number) = (word(field), decimal(field, plan.mark));
        if plan.gaps == Gaps::LeftOut && (word.is_empty() || plan.words.is_none() && number == Err(Bad::Missing)) {
            return Ok(RowLabel::Missing);
        }
        if plan.gaps == Gaps::Filled && word.is_empty() {
            self.unlabelled += 1;
            return Ok(if self.held.is_some() { RowLabel::Unknown } else { RowLabel::Some(-1.0) });
        }
        if word.is_empty() && plan.words.is_some() && !plan.is_named {
            // A label that was only guessed has no gaps.
            plan.leave_out_label();
            return Ok(RowLabel::Other);
        }
        // Beside its image, as the page exports it. At the end of a line, the file may be cut off.
        let has_image = plan.values > 0 && column < plan.roles.len() as u64;
        if word.is_empty() && has_image && self.held.is_none() && plan.words.is_none() {
            self.missing += 1;
            return Ok(RowLabel::Some(f64::NAN));
        }
        if word.is_empty() {
            return Err(Error::Csv(CsvFault::Missing { line, column }));
        }
        if let Some(Held::Word { numbers, count, words, .. }) = &mut self.held {
            *(if number.is_ok() { numbers } else { count }) += 1;
            words.add(&word);
            return Ok(RowLabel::Unknown);
        }
        if let Some(words) = &mut plan.words {
            words.add(&word);
            // Too many are no classes.
            return Ok(words.label(&word).map_or(RowLabel::Other, |label| RowLabel::Some(label.into())));
        }
        match number {
            Ok(label) => Ok(RowLabel::Some(label)),
            Err(bad @ Bad::Word) => {
                let mut words = Words::default();
                words.add(&word);
                let fault = bad.at(line, column, field);
                self.held = Some(Held::Word { fault, numbers: self.count.into(), count: 1, words });
                Ok(RowLabel::Unknown)
            }
            Err(bad) => Err(Error::Csv(bad.at(line, column, field))),
        }
    }
}

/// The label of a row that has a column for each class: the place of the only 1.
fn one_hot(row: &[u8], line: u64, plan: &Plan) -> Result<RowLabel, Error> {
    let fields = (1..).zip(fields(row, plan.separator).zip(&plan.roles));
    let classes = fields.filter(|(_, (_, role))| **role == Role::OneHot).map(|(column, (field, _))| (column, field));
    let (mut label, mut others) = (None, 0);
    for (class, (column, field)) in (0..).map(f64::from).zip(classes) {
        let value = decimal(field, plan.mark).map_err(|bad| Error::Csv(bad.at(line, column, field)))?;
        if value - 1.0 == 0.0 && label.is_none() {
            label = Some(class);
        } else if value != 0.0 {
            others += 1;
        }
    }
    Ok(label.filter(|_| others == 0).map_or(RowLabel::Other, RowLabel::Some))
}
