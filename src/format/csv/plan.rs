//! What the columns of a table are, by its header line or else by their number and their first values.

use super::{
    field::{decimal, entry, fields, listed, row, sparse_fields},
    header::Heading,
    label::{Gaps, Label, Search},
    roles::{Role, Roles},
    sample::Sample,
    sparse::{are_sparse, says_zero_based},
    values::Values,
};
use crate::format::{
    columns::{image_len, is_pixel, is_square, shape},
    words::{Classes, Words},
};

/// Limit of an index in a sparse row: no header says how many values there are.
pub(super) const MAX_INDEX: usize = 1 << 16;

/// Limit of the columns among which the label can be chosen by name.
const MAX_CHOICES: usize = 512;

/// How a line holds the values of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In a field for each, or one for all of them.
    Dense,
    /// In entries of an index and a value, behind the label. The others are 0.
    Sparse {
        /// The index of the first value.
        first_index: usize,
        /// Whether the values are those of pixels. The last ones of an image may be 0 in all rows, and have no entries then.
        are_pixels: bool,
    },
}

/// What the columns are.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) form: Form,
    pub(super) separator: u8,
    /// The decimal mark of numbers: a point, or a comma besides.
    pub(super) mark: u8,
    /// The number of the last line before the rows; 0 if there is none.
    pub(super) header: u64,
    /// Of the fields of a line; none of a sparse one.
    pub(super) roles: Vec<Role>,
    /// The numbers that follow one another in a line.
    pub(super) run: Option<Run>,
    /// How many an item has; none in a table of labels alone.
    pub(super) values: usize,
    /// The field with the label, from 0.
    pub(super) label: Option<usize>,
    /// Whether it is certain which field that is, if any.
    pub(super) is_named: bool,
    /// What becomes of rows without a label.
    pub(super) gaps: Gaps,
    /// The labels, if they are words, and the names of their classes.
    pub(super) words: Option<Words>,
    pub(super) class_names: Vec<(u32, String)>,
    /// The columns that are left out, other than numbers of the rows: their names, or their numbers from 1.
    pub(super) left_out: Vec<String>,
    /// Classes of other labels, by which words are numbered if they are the same.
    known: Vec<Classes>,
    label_name: Option<String>,
    choices: Vec<(u64, String)>,
    /// Of an item without its label.
    pub(super) shape: Vec<u32>,
    /// Whether the values are the pixels of images, and nothing else.
    pub(super) are_images: bool,
}

/// What became of the columns of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// How many there are; 0 of a sparse one.
    pub count: u64,
    /// The one with the labels, from 1, or the first of those for the classes.
    pub label: Option<u64>,
    /// How many columns are for a class each; 0 if one has the labels.
    pub one_hot: u64,
    /// Its name, if it has one.
    pub label_name: Option<String>,
    /// Whether that is certain, by the header line or because the caller chose it.
    pub is_named: bool,
    /// The names of the classes, with their labels, where the labels are words or have a column each.
    pub class_names: Vec<(u32, String)>,
    /// The columns that can be chosen as the label, with their numbers from 1 and their names, which may be empty; none of a table
    /// with many columns.
    pub choices: Vec<(u64, String)>,
    /// The columns that are left out, other than numbers of the rows: their names, or their numbers from 1.
    pub left_out: Vec<String>,
    /// How many values are missing. They are NaN.
    pub missing: u64,
    /// How many rows have no label. It is -1 there.
    pub unlabelled: u64,
    /// The line that was left out because it is the last and has too few fields, from 1.
    pub short_line: Option<u64>,
}

/// Numbers that follow one another in a line, with the same separator between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// Fields before them and behind them.
    pub(super) before: usize,
    pub(super) behind: usize,
    pub(super) len: usize,
    pub(super) separator: u8,
    /// Which of them is the label.
    pub(super) label: Option<usize>,
}

impl Plan {
    /// The plan for a text that starts like this. `None` when it is no table of numbers: see [`Roles::of`].
    pub(super) fn of(text: &[u8], is_whole: bool, search: Search, known: &[Classes]) -> Option<Self> {
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = if is_whole { text } else { &text[..complete] };
        let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
        let lines: Vec<(u64, &[u8])> = lines.filter_map(|(at, line)| Some((at, row(line, at)?))).collect();
        if are_sparse(lines.iter().map(|&(_, row)| row)) {
            let mut comments = text.split(|&byte| byte == b'\n').take_while(|line| line.starts_with(b"#"));
            return Some(Self::of_sparse(&lines, comments.any(says_zero_based)));
        }
        let heading = if search.is_headed { Heading::first(&lines)? } else { Heading::of(&lines)? };
        let rows = lines.iter().skip_while(|&&(at, _)| at <= heading.line);
        let rows: Vec<&[u8]> = rows.map(|&(_, row)| row).collect();
        let mut plan = Self::of_dense(
            &Sample::of(&rows, &heading, is_whole, search.gaps == Gaps::Filled)?,
            &rows,
            &heading,
            search,
        )?;
        plan.known = known.to_vec();
        plan.number_words();
        Some(plan)
    }

    /// That of rows with a field for each value, or one for all of them.
    fn of_dense(sample: &Sample, rows: &[&[u8]], heading: &Heading, search: Search) -> Option<Self> {
        let separator = heading.separator;
        let Roles { all: roles, label, words, values, left_out } = Roles::of(sample, search)?;
        let Label { column: label, is_named, is_one_hot, .. } = label;
        let has_values = |role: &Role| matches!(role, Role::Value | Role::List);
        let last_name = roles.iter().rposition(has_values).and_then(|at| heading.name(at));
        let last_name = last_name.unwrap_or_default().to_lowercase();
        let are_pixels = is_pixel(&last_name);
        let fields = rows.iter().flat_map(|row| fields(row, separator).zip(&roles));
        // Damage says nothing of the others.
        let sample = Values::of(fields.flat_map(|(field, role)| values_in(field, *role, heading.mark)));
        let can_be_pixels = are_pixels || roles.contains(&Role::List) || sample.can_be_pixels();
        let are_bytes = sample.are_gray_bytes() || sample.are_bytes() && label.is_some();
        let mut plan = Self {
            form: Form::Dense,
            separator,
            mark: heading.mark,
            header: heading.line,
            run: None,
            values,
            is_named: is_named || label.is_none() && are_pixels,
            label,
            gaps: match search.gaps {
                Gaps::LeftOut if !roles.contains(&Role::Name) => Gaps::Refused,
                gaps => gaps,
            },
            words,
            class_names: if is_one_hot { one_hot_names(&roles, heading) } else { Vec::new() },
            left_out,
            known: Vec::new(),
            label_name: label.and_then(|at| heading.name(at)),
            choices: if roles.len() > MAX_CHOICES { Vec::new() } else { choices(&roles, heading) },
            shape: if values > 0 { shape(values, &last_name, can_be_pixels) } else { Vec::new() },
            are_images: are_pixels || values > 0 && is_square(values) && are_bytes,
            roles,
        };
        plan.run = plan.find_run();
        Some(plan)
    }

    /// That of sparse rows, as LIBSVM has them.
    fn of_sparse(lines: &[(u64, &[u8])], is_zero_based: bool) -> Self {
        let entries = || {
            let entries = lines.iter().flat_map(|&(_, row)| sparse_fields(row).skip(1).filter_map(entry));
            // Others are refused.
            entries.filter(|&(index, _)| index <= MAX_INDEX)
        };
        let first_index = usize::from(!is_zero_based && entries().all(|(index, _)| index > 0));
        let sample = Values::of(entries().map(|(_, value)| value));
        let mut plan = Self {
            form: Form::Sparse { first_index, are_pixels: sample.are_gray() },
            separator: b' ',
            mark: b'.',
            header: 0,
            roles: Vec::new(),
            run: None,
            values: 0,
            label: Some(0),
            is_named: true,
            gaps: Gaps::Refused,
            words: None,
            class_names: Vec::new(),
            left_out: Vec::new(),
            known: Vec::new(),
            label_name: None,
            choices: Vec::new(),
            shape: Vec::new(),
            are_images: false,
        };
        let last = entries().map(|(index, _)| index).max();
        plan.cover(first_index, last.unwrap_or(first_index));
        plan
    }

    /// Makes sparse rows hold values with these indices. Whether that changes them.
    pub(super) fn cover(&mut self, first: usize, last: usize) -> bool {
        let Form::Sparse { first_index, are_pixels } = &mut self.form else { return false };
        let before = (*first_index, self.values);
        *first_index = first.min(*first_index);
        let values = last + 1 - *first_index;
        self.values = image_len(values).filter(|_| *are_pixels).unwrap_or(values);
        self.shape = shape(self.values, "", true);
        self.are_images = *are_pixels && self.shape.len() > 1;
        (*first_index, self.values) != before
    }

    /// Numbers the words that are labels. Words that are no classes are left out.
    pub(super) fn number_words(&mut self) {
        let Some(words) = &mut self.words else { return };
        match words.number(&self.known) {
            Some(names) => self.class_names = names,
            None => self.leave_out_label(),
        }
    }

    /// Leaves out the column with the label.
    pub(super) fn leave_out_label(&mut self) {
        if let Some(at) = self.label.take() {
            self.roles[at] = Role::LeftOut;
            self.left_out.push(self.label_name.take().unwrap_or_else(|| (at + 1).to_string()));
        }
        self.words = None;
        self.class_names.clear();
        self.run = self.find_run();
    }

    /// Takes the labels as words, though some are written as numbers.
    pub(super) fn take_words(&mut self, words: Words) {
        self.words = Some(words);
        self.number_words();
        self.run = self.find_run();
    }

    /// What became of the columns, as far as the plan says.
    pub(super) fn columns(&self) -> Columns {
        Columns {
            count: self.roles.len() as u64,
            label: self.label.map(|column| column as u64 + 1),
            one_hot: self.roles.iter().filter(|&&role| role == Role::OneHot).count() as u64,
            label_name: self.label_name.clone(),
            is_named: self.is_named,
            class_names: self.class_names.clone(),
            choices: self.choices.clone(),
            left_out: self.left_out.clone(),
            missing: 0,
            unlabelled: 0,
            short_line: None,
        }
    }

    fn find_run(&self) -> Option<Run> {
        let roles = &self.roles;
        if let Some(list) = roles.iter().position(|&role| role == Role::List) {
            let behind = roles.len() - list - 1;
            return Some(Run { before: list, behind, len: self.values, separator: b' ', label: None });
        }
        if self.values == 0 {
            return None;
        }
        let is_number = |role: &Role| *role == Role::Value || *role == Role::Label && self.words.is_none();
        let before = roles.iter().position(is_number)?;
        let behind = roles.iter().rev().position(is_number)?;
        let run = &roles[before..roles.len() - behind];
        let label = run.iter().position(|&role| role == Role::Label);
        run.iter().all(is_number).then_some(Run { before, behind, len: run.len(), separator: self.separator, label })
    }
}

/// The values of an item that are in a field.
fn values_in(field: &[u8], role: Role, mark: u8) -> impl Iterator<Item = f64> {
    let alone = Some(field).filter(|_| role == Role::Value);
    let list = Some(field).filter(|_| role == Role::List);
    let fields = alone.into_iter().chain(list.into_iter().flat_map(listed));
    fields.filter_map(move |field| decimal(field, mark).ok())
}

/// The columns that can be the label: all but a list and names of the rows.
fn choices(roles: &[Role], heading: &Heading) -> Vec<(u64, String)> {
    let columns = (1..).zip(roles.iter().enumerate()).filter(|(_, (_, role))| !matches!(role, Role::List | Role::Name));
    columns.map(|(number, (at, _))| (number, heading.name(at).unwrap_or_default())).collect()
}

/// The names of the columns of classes, with their labels.
fn one_hot_names(roles: &[Role], heading: &Heading) -> Vec<(u32, String)> {
    let columns = roles.iter().enumerate().filter(|&(_, &role)| role == Role::OneHot);
    (0..).zip(columns).filter_map(|(label, (at, _))| Some((label, heading.name(at)?))).collect()
}
