//! Which columns are images and labels.

use super::{
    chunk::File,
    schema::{Column, Kind, Physical, Schema},
};
use crate::error::ColumnarFault;
use crate::format::columns::{
    are_predictions, is_label, is_pixel, is_prediction, is_row_number, may_have_label, names_files,
};

/// Words in the names of columns of images.
const IMAGES: [&str; 4] = ["im", "pic", "pixel", "png"];

/// Limits of the columns of labels that come out, and of their bytes if each label has eight: the columns wait for each other.
const MAX_LABELS: usize = 16;
const MAX_LABELS_LEN: u64 = 128 << 20;

/// The start of the names that Pandas gives columns that number the rows.
const INDEX: &str = "__index_level_";

/// Limits of what comes out as text: its fields, and the bytes of a word as they are stored, on average.
const MAX_CELLS: u64 = 1 << 25;
const MAX_WORD_LEN: u64 = 256;

/// What is known of predictions in a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    /// Whether its name calls it so.
    pub(super) is_predicted: bool,
    /// How many labels there are, of each dataset.
    pub(super) labelled: Vec<u64>,
}

/// How the columns are used. A number is the place of a column among those that can be shown.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) images: Images,
    /// The column with the names of the files of pictures.
    pub(super) file_names: Option<usize>,
    /// The columns of labels. The first is the label.
    pub(super) labels: Vec<usize>,
    /// Whether its name says that it holds labels, or there is none to be expected.
    pub(super) is_named: bool,
    /// What is known of lists of a number for each class.
    pub(super) scores: Option<Scores>,
    /// Whether the label may be the first of the values, or the last.
    pub(super) is_guessed: bool,
    /// The names of columns of labels that are left out, and of all that are.
    pub(super) other_labels: Vec<String>,
    pub(super) left_out: Vec<String>,
}

/// Which items lists of a number for each class are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    InOrder,
    /// Those that this column numbers.
    NumberedBy(usize),
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
    /// Nowhere. These columns can have labels or predictions, and come out as text.
    Text(Vec<usize>),
}

impl Plan {
    /// The plan for the columns of a file of so many rows. It fails when nothing in them can be shown.
    pub(super) fn of(file: &File, rows: u64, told: &Told) -> Result<Self, ColumnarFault> {
        let schema = &file.schema;
        let columns = &schema.columns;
        if columns.is_empty() {
            return Err(nothing_in(schema));
        }
        let is_named = |column: &Column| {
            let name = column.name.to_lowercase();
            matches!(column.kind, Kind::Number | Kind::Text)
                && (is_label(&name) || name.ends_with("_label") || file.notes.has(&column.name))
        };
        let count = columns.iter().filter(|column| column.kind != Kind::FileNames).count();
        let is_numbering = |(at, column): (usize, &Column)| {
            let name = column.name.to_lowercase();
            name.starts_with(INDEX) || at == 0 && count > 2 && is_row_number(&name)
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
            let is_whole = |&at: &usize| {
                let Column { kind, physical, .. } = columns[at];
                kind == Kind::Number && (physical.is_integer() || physical == Physical::Boolean)
            };
            let is_class = |&at: &usize| is_whole(&at) && !is_numbering((at, &columns[at]));
            let are_scores = |at: usize| columns[at].kind == Kind::List(1) && are_predictions(&columns[at].name);
            // Rows that name files are not in the order of the items.
            let names_items = |column: &Column| column.kind == Kind::Text && names_files(&column.name);
            let has_scores = matches!(images, Images::Lists(at) if are_scores(at)) && !columns.iter().any(names_items);
            let numbers_items = |at: &usize| has_scores && is_whole(at) && numbers_rows(&columns[*at]);
            let numbering = (0..columns.len()).find(numbers_items);
            let is_named = label.is_some();
            label = label.or_else(|| (0..columns.len()).find(|at| is_class(at) && Some(*at) != numbering));
            let (more, others): (Vec<usize>, Vec<usize>) = named.partition(is_whole);
            let labels: Vec<usize> = label.into_iter().chain(more).chain(numbering).collect();
            let are_names = |column: &Column| column.kind == Kind::FileNames;
            let file_names = match images {
                Images::Files(at) => {
                    let beside = Some(at + 1).filter(|&next| columns.get(next).is_some_and(are_names));
                    (0..columns.len()).find(|at| names_items(&columns[*at]) && !labels.contains(at)).or(beside)
                }
                _ => None,
            };
            Self {
                images,
                file_names,
                scores: has_scores.then_some(numbering.map_or(Scores::InOrder, Scores::NumberedBy)),
                is_named: is_named || label.is_none(),
                is_guessed: false,
                labels,
                other_labels: others.into_iter().map(|at| columns[at].name.clone()).collect(),
                left_out: Vec::new(),
            }
        } else {
            Self::of_columns(file, rows, told, label, is_numbering)?
        };
        let is_unused = |&at: &usize| !plan.uses(at) && columns[at].kind != Kind::FileNames;
        let unused = (0..columns.len()).filter(is_unused).map(|at| columns[at].name.clone());
        plan.left_out = unused.chain(schema.others.iter().cloned()).collect();
        Ok(plan)
    }

    /// The plan for columns with a number or a word in each row.
    fn of_columns(
        file: &File,
        rows: u64,
        told: &Told,
        label: Option<usize>,
        is_numbering: impl Fn((usize, &Column)) -> bool,
    ) -> Result<Self, ColumnarFault> {
        let Schema { columns, others } = &file.schema;
        let is_value =
            |&at: &usize| columns[at].kind == Kind::Number && Some(at) != label && !is_numbering((at, &columns[at]));
        let values: Vec<usize> = (0..columns.len()).filter(is_value).collect();
        let has_pixels = values.last().is_some_and(|&at| is_pixel(&columns[at].name.to_lowercase()));
        let is_small = rows.saturating_mul(columns.len() as u64) <= MAX_CELLS;
        let are_called = |known: fn(&str) -> bool| columns.iter().any(|column| known(&column.name));
        // Rows of numbers beside labels are those of the items that they number. In their order, they can be asked about.
        let is_numbered = || label.is_none() && columns.iter().any(numbers_rows);
        let may_be_predictions = || told.is_predicted || told.labelled.contains(&rows) && is_numbered();
        let may_be_text = !has_pixels && is_small && (are_called(is_prediction) || may_be_predictions());
        let plan = Self {
            images: Images::Table(Vec::new()),
            file_names: None,
            labels: label.into_iter().collect(),
            is_named: true,
            scores: None,
            is_guessed: false,
            other_labels: Vec::new(),
            left_out: Vec::new(),
        };
        if values.len() > 1 && !may_be_text {
            let is_guessed = label.is_none() && may_have_label(values.len());
            let is_named = label.is_some() || !is_guessed && has_pixels;
            return Ok(Self { images: Images::Table(values), is_named, is_guessed, ..plan });
        }
        // Tables about other things are not read to their end.
        let is_told =
            may_be_text || label.is_some() || are_called(names_files) || columns.len() < 3 && others.is_empty();
        let is_field = |&at: &usize| match columns[at].kind {
            Kind::Number => true,
            Kind::Text => file.stored_len(&columns[at]) <= MAX_WORD_LEN,
            _ => false,
        };
        // Pandas has its index last.
        let (numberings, others): (Vec<_>, Vec<_>) =
            (0..columns.len()).filter(is_field).partition(|&at| numbers_rows(&columns[at]));
        let fields = [numberings, others].concat();
        let labels = plan.labels.iter().copied().filter(|at| fields.contains(at)).collect();
        if !is_told || fields.is_empty() {
            return Err(nothing_in(&file.schema));
        }
        if !is_small {
            return Err(ColumnarFault::Limit { offset: file.end, expected: MAX_CELLS });
        }
        Ok(Self { images: Images::Text(fields), labels, ..plan })
    }

    /// Leaves out a column of a text, whose numbers are not exact. Whether others are left.
    pub(super) fn drop_field(&mut self, at: usize, columns: &[Column]) -> bool {
        let Images::Text(fields) = &mut self.images else { return false };
        fields.retain(|&field| field != at);
        self.labels.retain(|&label| label != at);
        self.left_out.push(columns[at].name.clone());
        !fields.is_empty()
    }

    /// Takes the first of the values for the label, or the last.
    pub(super) fn guess(&mut self, is_last: bool) {
        if let Images::Table(values) = &mut self.images {
            self.labels = vec![values.remove(if is_last { values.len() - 1 } else { 0 })];
        }
    }

    /// Leaves out columns of labels that have no room for so many rows.
    pub(super) fn fit_labels(&mut self, rows: u64, columns: &[Column]) {
        let most = MAX_LABELS_LEN / 8 / rows.max(1);
        let most = usize::try_from(most).unwrap_or(usize::MAX).clamp(1, MAX_LABELS);
        for at in self.labels.drain(self.labels.len().min(most)..) {
            self.other_labels.push(columns[at].name.clone());
            self.left_out.push(columns[at].name.clone());
        }
    }

    /// Leaves out a column of labels, whose values are none.
    pub(super) fn drop_label(&mut self, at: usize, columns: &[Column]) {
        self.labels.retain(|&label| label != at);
        self.left_out.push(columns[at].name.clone());
        // The page lists the columns that are left out.
        self.is_named = true;
    }

    fn uses(&self, at: usize) -> bool {
        self.labels.contains(&at)
            || self.file_names == Some(at)
            || match &self.images {
                Images::Files(column) | Images::Lists(column) => *column == at,
                Images::Table(columns) | Images::Text(columns) => columns.contains(&at),
            }
    }
}

fn nothing_in(schema: &Schema) -> ColumnarFault {
    ColumnarFault::Columns { found: (schema.columns.len() + schema.others.len()) as u64 }
}

/// Whether a column numbers the rows.
pub(super) fn numbers_rows(column: &Column) -> bool {
    is_row_number(&title(column).to_lowercase())
}

/// The name of a column in a text: none of one that only numbers the rows.
pub(super) fn title(column: &Column) -> &str {
    if column.name.starts_with(INDEX) { "" } else { &column.name }
}
