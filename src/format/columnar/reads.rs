//! Which columns are read of each row group, and what for.

use super::{
    plan::{Images, Plan},
    schema::{Column, Kind},
};

/// A column that is read, and what for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) column: usize,
    pub(super) role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// To find the words in it.
    Words,
    /// To find out whether the first column or the last one is the label.
    End(usize),
    Images,
    /// A value of each row, at this place.
    Value(usize),
    /// A field of each line of text, at this place.
    Field(usize),
    /// Labels, of this column among them.
    Label(usize),
    /// The names of the files of pictures.
    FileNames,
}

/// The read at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    pub(super) group: usize,
    /// The first row that is put together.
    pub(super) row: u64,
    pub(super) read: usize,
}

/// The reads of a first pass: a column of words, to number them, or the two columns one of which may be the label.
pub(super) fn first(plan: &Plan, columns: &[Column]) -> Option<Vec<Read>> {
    match (plan.labels.first(), &plan.images) {
        (_, Images::Text(_)) => None,
        (Some(&column), _) if columns[column].kind == Kind::Text => Some(vec![Read { column, role: Role::Words }]),
        (None, Images::Table(values)) if plan.is_guessed => {
            let ends = [values.first(), values.last()].into_iter().flatten().enumerate();
            Some(ends.map(|(end, &column)| Read { column, role: Role::End(end) }).collect())
        }
        _ => None,
    }
}

/// The reads of the pass in which everything comes out.
pub(super) fn all(plan: &Plan) -> Vec<Read> {
    let mut reads: Vec<Read> = match &plan.images {
        &Images::Files(column) | &Images::Lists(column) => vec![Read { column, role: Role::Images }],
        Images::Table(values) => {
            let value = |(place, &column): (usize, &usize)| Read { column, role: Role::Value(place) };
            values.iter().enumerate().map(value).collect()
        }
        Images::Text(fields) => {
            let field = |(place, &column): (usize, &usize)| Read { column, role: Role::Field(place) };
            return fields.iter().enumerate().map(field).collect();
        }
    };
    let label = |(place, &column)| Read { column, role: Role::Label(place) };
    reads.extend(plan.labels.iter().enumerate().map(label));
    reads.extend(plan.file_names.map(|column| Read { column, role: Role::FileNames }));
    reads
}
