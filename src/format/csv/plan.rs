//! What the columns of a table are, by its header line or else by their number and their first values.

use std::cmp::Reverse;

use super::{
    field::{fields, listed, number, pair, pairs},
    header::Heading,
    roles::{Role, Roles},
    sample::{Values, value},
};
use crate::format::{
    columns::{image_len, is_pixel, is_square, shape},
    words::Words,
};

/// Values of an item at most, where they stand in pairs: no header says how many there are.
pub(super) const MAX_PLACES: usize = 1 << 16;

/// What the columns are.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) separator: u8,
    /// The number of the last line before the rows; 0 if there is none.
    pub(super) header: u64,
    /// Of the fields of a line; empty if the values stand in pairs with their places.
    pub(super) roles: Vec<Role>,
    /// The numbers that follow one another in a line.
    pub(super) run: Option<Run>,
    /// The place of the first value, where they stand in pairs.
    pub(super) first_place: usize,
    /// Whether pixels at the end may be 0 in all rows, and so be missing there.
    lacks_pixels: bool,
    /// How many an item has.
    pub(super) values: usize,
    /// The field with the label, from 0.
    pub(super) label: Option<usize>,
    /// Whether the header line says which field it is, if any.
    pub(super) is_named: bool,
    /// The labels, if they are words, and the names of their classes.
    pub(super) words: Option<Words>,
    pub(super) class_names: Vec<(u32, String)>,
    /// The names of the columns, if they have some.
    names: Vec<String>,
    /// How many of the first ones number the rows.
    numbering: usize,
    /// Of an item without its label.
    pub(super) shape: Vec<u32>,
    /// Whether the values are the pixels of images, and nothing else.
    pub(super) are_images: bool,
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
    /// The plan for a text that starts like this. `None` when it is no table of numbers: when fewer than two columns have
    /// numbers, or fewer than have words.
    pub(super) fn of(text: &[u8], is_whole: bool) -> Option<Self> {
        let complete = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let text = if is_whole { text } else { &text[..complete] };
        let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
        let lines: Vec<(u64, &[u8])> = lines.filter_map(|(at, line)| Some((at, row(line, at)?))).collect();
        let heading = Heading::of(&lines, separator(lines.first()?.1))?;
        let rows: Vec<&[u8]> =
            lines.into_iter().skip_while(|&(at, _)| at <= heading.line).map(|(_, line)| line).collect();
        if are_pairs(rows.first()?) { Some(Self::of_pairs(&rows)) } else { Self::of_fields(&rows, heading) }
    }

    /// That of rows with a field for each value, or one for all of them.
    fn of_fields(rows: &[&[u8]], Heading { line, names }: Heading) -> Option<Self> {
        let separator = separator(rows.first()?);
        let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        let Roles { all: roles, is_numbered, label, is_certain, words, values } = Roles::of(rows, separator, &lower)?;
        let has_values = |role: &Role| matches!(role, Role::Value | Role::List);
        let last_name = roles.iter().rposition(has_values).and_then(|at| lower.get(at)).map_or("", |name| name);
        let are_pixels = is_pixel(last_name);
        let fields =
            rows.iter().flat_map(|row| fields(row, separator).zip(&roles)).filter(|(_, role)| has_values(role));
        let sample = Values::of(fields.flat_map(|(field, _)| listed(field)).map(value));
        let can_be_pixels = are_pixels || roles.contains(&Role::List) || sample.can_be_pixels();
        let mut plan = Self {
            separator,
            header: line,
            run: None,
            first_place: 0,
            lacks_pixels: false,
            values,
            is_named: is_certain || label.is_none() && are_pixels,
            label,
            words,
            class_names: Vec::new(),
            numbering: is_numbered.into(),
            shape: shape(values, last_name, can_be_pixels),
            are_images: are_pixels || is_square(values) && sample.are_gray_bytes(),
            roles,
            names,
        };
        plan.run = plan.find_run();
        plan.number_words();
        Some(plan)
    }

    /// That of rows with a label and pairs of places and values, as LIBSVM has them. Values that are 0 are left out.
    fn of_pairs(rows: &[&[u8]]) -> Self {
        let pairs = || {
            let pairs = rows.iter().flat_map(|row| pairs(row).skip(1).filter_map(pair));
            // Others are refused.
            pairs.filter(|&(place, _)| place <= MAX_PLACES)
        };
        let first_place = usize::from(pairs().all(|(place, _)| place > 0));
        let sample = Values::of(pairs().map(|(_, value)| value));
        let mut plan = Self {
            separator: b' ',
            header: 0,
            roles: Vec::new(),
            run: None,
            first_place,
            lacks_pixels: !sample.are_flags(),
            values: 0,
            label: Some(0),
            is_named: true,
            words: None,
            class_names: Vec::new(),
            names: Vec::new(),
            numbering: 0,
            shape: Vec::new(),
            are_images: sample.are_gray_bytes(),
        };
        plan.widen(pairs().map(|(place, _)| (place + 1).saturating_sub(first_place)).max().unwrap_or(1));
        plan.are_images &= plan.shape.len() > 1;
        plan
    }

    /// Makes room for so many values of an item, whose values stand in pairs.
    pub(super) fn widen(&mut self, values: usize) {
        self.values = image_len(values).filter(|_| self.lacks_pixels).unwrap_or(values);
        self.shape = shape(self.values, "", true);
    }

    /// Numbers the words that are labels. Words that are no classes are left out.
    pub(super) fn number_words(&mut self) {
        let Some(words) = &mut self.words else { return };
        match words.number() {
            Some(names) => self.class_names = names,
            None => self.drop_label(),
        }
    }

    fn drop_label(&mut self) {
        if let Some(at) = self.label.take() {
            self.roles[at] = Role::LeftOut;
        }
        self.words = None;
        self.class_names.clear();
        self.run = self.find_run();
    }

    fn find_run(&self) -> Option<Run> {
        let roles = &self.roles;
        if let Some(list) = roles.iter().position(|&role| role == Role::List) {
            let behind = roles.len() - list - 1;
            return Some(Run { before: list, behind, len: self.values, separator: b' ', label: None });
        }
        let is_number = |role: &Role| *role == Role::Value || *role == Role::Label && self.words.is_none();
        let before = roles.iter().position(is_number)?;
        let behind = roles.iter().rev().position(is_number)?;
        let run = &roles[before..roles.len() - behind];
        let label = run.iter().position(|&role| role == Role::Label);
        run.iter().all(is_number).then_some(Run { before, behind, len: run.len(), separator: self.separator, label })
    }

    /// The columns of words that are left out: their names, or their numbers from 1.
    pub(super) fn left_out(&self) -> Vec<String> {
        let is_left_out = |&at: &usize| self.roles[at] == Role::LeftOut;
        let name = |at: usize| self.names.get(at).cloned().unwrap_or_else(|| (at + 1).to_string());
        (self.numbering..self.roles.len()).filter(is_left_out).map(name).collect()
    }

    /// How many columns a line has; 0 if it has pairs.
    pub(super) fn columns(&self) -> usize {
        self.roles.len()
    }
}

/// The separator of the fields in a line: spaces, where no other is found.
pub(super) fn separator(line: &[u8]) -> u8 {
    let count = |separator: &u8| fields(line, *separator).count();
    let most = [b',', b';', b'\t'].into_iter().min_by_key(|separator| Reverse(count(separator)));
    most.filter(|separator| count(separator) > 1).unwrap_or(b' ')
}

/// Whether a row has a label, and then pairs of places and values.
pub(super) fn are_pairs(row: &[u8]) -> bool {
    let mut pairs = pairs(row).peekable();
    let has_label = pairs.next().is_some_and(|label| number(label).is_ok());
    has_label && pairs.peek().is_some() && pairs.all(|field| pair(field).is_some())
}

/// A line without its end and the mark before the first; `None` for one without values, and for a comment as NumPy or Weka
/// writes it.
pub(super) fn row(line: &[u8], at: u64) -> Option<&[u8]> {
    let line = if at == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (!line.trim_ascii().is_empty() && !line.starts_with(b"#") && !line.starts_with(b"%")).then_some(line)
}
