//! Which columns are images and labels.

use super::schema::{Column, Kind, Physical, Schema};
use crate::format::columns::{is_label, is_pixel, is_row_number, may_have_label};

/// Words in the names of columns of images.
const IMAGES: [&str; 4] = ["im", "pic", "pixel", "png"];

/// The start of the names that Pandas gives columns that number the rows.
const INDEX: &str = "__index_level_";

/// How the columns are used. A number is the place of a column among those that can be shown.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) images: Images,
    pub(super) label: Option<usize>,
    /// Whether its name says that it holds labels, or there is none to be expected.
    pub(super) is_named: bool,
    /// Whether the label may be the first of the values, or the last.
    pub(super) is_guessed: bool,
    /// The names of other columns of labels, and of all that are left out.
    pub(super) other_labels: Vec<String>,
    pub(super) left_out: Vec<String>,
}

/// Where images are.
#[derive(Debug)]
pub(super) enum Images {
    /// In files of pictures.
    Files(usize),
    /// In lists of numbers.
    Lists(usize),
    /// In columns of numbers.
    Table(Vec<usize>),
}

impl Plan {
    /// The plan for these columns; `None` when none of them can be images. `has_names` says whether a column is known to
    /// hold classes.
    pub(super) fn of(schema: &Schema, has_names: impl Fn(&str) -> bool) -> Option<Self> {
        let columns = &schema.columns;
        let is_named = |column: &Column| {
            let name = column.name.to_lowercase();
            matches!(column.kind, Kind::Number | Kind::Text)
                && (is_label(&name) || name.ends_with("_label") || has_names(&column.name))
        };
        let is_numbering = |(at, column): (usize, &Column)| {
            let name = column.name.to_lowercase();
            name.starts_with(INDEX) || at == 0 && columns.len() > 2 && is_row_number(&name)
        };
        let best = |fits: fn(Kind) -> bool| {
            let is_image = |column: &Column| IMAGES.iter().any(|word| column.name.to_lowercase().contains(word));
            let fitting = columns.iter().enumerate().filter(|(_, column)| fits(column.kind));
            fitting.min_by_key(|(_, column)| !is_image(column)).map(|(at, _)| at)
        };
        let mut named = (0..columns.len()).filter(|&at| is_named(&columns[at]));
        let single = best(|kind| kind == Kind::File).map(Images::Files);
        let single = single.or_else(|| best(|kind| matches!(kind, Kind::List(_))).map(Images::Lists));
        let mut label = named.next();
        let mut plan = if let Some(images) = single {
            let is_class = |&at: &usize| {
                let column = &columns[at];
                let is_whole = column.physical.is_integer() || column.physical == Physical::Boolean;
                column.kind == Kind::Number && is_whole && !is_numbering((at, column))
            };
            let is_named = label.is_some();
            label = label.or_else(|| (0..columns.len()).find(is_class));
            let other_labels = named.map(|at| columns[at].name.clone()).collect();
            Self {
                images,
                label,
                is_named: is_named || label.is_none(),
                is_guessed: false,
                other_labels,
                left_out: Vec::new(),
            }
        } else {
            let is_value = |&at: &usize| {
                columns[at].kind == Kind::Number && Some(at) != label && !is_numbering((at, &columns[at]))
            };
            let values: Vec<usize> = (0..columns.len()).filter(is_value).collect();
            let last = values.last().map(|&at| columns[at].name.to_lowercase())?;
            if values.len() < 2 {
                return None;
            }
            let is_guessed = label.is_none() && may_have_label(values.len());
            let is_named = label.is_some() || !is_guessed && is_pixel(&last);
            Self {
                images: Images::Table(values),
                label,
                is_named,
                is_guessed,
                other_labels: Vec::new(),
                left_out: Vec::new(),
            }
        };
        let unused = (0..columns.len()).filter(|&at| !plan.uses(at)).map(|at| columns[at].name.clone());
        plan.left_out = unused.chain(schema.others.iter().cloned()).collect();
        Some(plan)
    }

    /// Takes the first of the values for the label, or the last.
    pub(super) fn guess(&mut self, is_last: bool) {
        if let Images::Table(values) = &mut self.images {
            self.label = Some(values.remove(if is_last { values.len() - 1 } else { 0 }));
        }
    }

    /// Takes the next column of whole numbers for the label, if there is one: the values of the first are none.
    pub(super) fn drop_label(&mut self, columns: &[Column]) {
        self.left_out.extend(self.label.take().map(|label| columns[label].name.clone()));
        let is_whole = |column: &Column| column.kind == Kind::Number && column.physical.is_integer();
        let is_next = |column: &Column| is_whole(column) && self.other_labels.contains(&column.name);
        self.label = columns.iter().position(is_next);
        if let Some(label) = self.label {
            let is_other = |name: &String| *name != columns[label].name;
            self.other_labels.retain(is_other);
            self.left_out.retain(is_other);
        }
        // The page lists the columns that are left out.
        self.is_named = true;
    }

    fn uses(&self, at: usize) -> bool {
        self.label == Some(at)
            || match &self.images {
                Images::Files(column) | Images::Lists(column) => *column == at,
                Images::Table(values) => values.contains(&at),
            }
    }
}
