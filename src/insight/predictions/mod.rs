//! What a model predicts for the items of a dataset, and how it compares with their labels.
//!
//! [`Predictions::read`] takes a file in any format that predictions usually come in. An [`Evaluation`] compares them
//! with the labels, and a [`Comparison`] compares two of them.

mod calibration;
mod class_names;
mod columns;
mod comparison;
mod csv;
mod evaluation;
mod fault;
mod frame;
mod idx;
mod items;
mod json;
mod names;
mod npy;
mod ranking;
mod scale;
mod table;
mod words;

use std::{borrow::Cow, io::Read as _};

use flate2::read::MultiGzDecoder;

pub use self::{
    calibration::{Bin, Calibration},
    class_names::ClassNames,
    comparison::Comparison,
    evaluation::{Cell, ClassFigures, Evaluation},
    fault::Fault,
    scale::Scale,
};
use self::{scale::Row, table::Table};
use crate::{dataset::labels::Label, format::encoding};

/// The predictions in a file: for each item a class, or a number for each class.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictions {
    table: Table,
    scale: Scale,
    /// The class of each column of the table, in ascending order; empty if the table has classes.
    classes: Vec<Label>,
    order: ColumnOrder,
    unknown: Vec<(Label, String)>,
}

/// How the columns of a file belong to classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnOrder {
    /// There is one: the class itself, or the probability of one of two.
    Single,
    /// The header names the classes.
    Named,
    /// In ascending order of the classes.
    Ascending,
    /// In this order, too, although there is a header: it names no class.
    Misnamed,
}

/// What a file holds.
#[derive(Default)]
struct Content {
    /// A row of NaN stands for an item without a prediction.
    table: Table,
    /// The names of its columns; empty if they have none.
    columns: Vec<String>,
    /// If there are some, the table has places among them instead of numbers.
    words: Vec<String>,
}

impl Predictions {
    /// Limit of the bytes of a file, and of the bytes that it unpacks to.
    pub const MAX_LEN: usize = 512 << 20;

    /// Reads a file as predictions for items with these labels, NaN where an item has none, and these names of their classes.
    /// The content decides the format, never a name: IDX, NPY, JSON, lines of JSON, or CSV; plain or gzip.
    ///
    /// A column of numbers stands for the class that its header names. Without such a header, columns stand for the classes 0,
    /// 1, 2 and so on if all labels are below their number; else for the labels that occur, in ascending order, as
    /// scikit-learn has them; else for the classes from 1 on. One number from 0 to 1 per item is the probability of the class
    /// that its header names, or else of class 1, if some are fractions.
    ///
    /// A line of CSV without a number or a class, and the items that no line numbers, have no prediction. Neither has NaN in an
    /// array of one number per item.
    ///
    /// ```
    /// use idxlens::insight::predictions::{ClassNames, Evaluation, Predictions, Scale};
    ///
    /// let labels = [7.0, 2.0, 1.0];
    /// let names = ClassNames::new([(1.0, "one"), (2.0, "two"), (7.0, "seven")]);
    /// let predictions = Predictions::read(b"ImageId,Label\n1,seven\n2,two\n3,7\n", &labels, &names)?;
    /// assert_eq!(predictions.scale(), Scale::Class);
    /// assert_eq!(Evaluation::new(&predictions, &labels).accuracy(), Some(2.0 / 3.0));
    /// # Ok::<(), idxlens::insight::predictions::Fault>(())
    /// ```
    ///
    /// # Errors
    /// Each [`Fault`] says why. [`Fault::Other`] means that the file holds something else.
    pub fn read(file: &[u8], labels: &[f64], names: &ClassNames) -> Result<Self, Fault> {
        let content = content(&unpacked(file)?, labels.len(), names)?;
        let found = content.table.len();
        let mismatch = Fault::Rows { expected: labels.len() as u64, found: found as u64 };
        let fits = found == labels.len();
        let predictions = Self::of(content, labels, names).map_err(|fault| match fault {
            Fault::Columns { .. } if !fits => Fault::Other,
            fault if fits || fault == Fault::Other => fault,
            _ => mismatch,
        })?;
        if fits { Ok(predictions) } else { Err(mismatch) }
    }

    fn of(Content { table, columns, words }: Content, labels: &[f64], names: &ClassNames) -> Result<Self, Fault> {
        if table.full_rows().next().is_none() {
            return Err(Fault::Other);
        }
        if !words.is_empty() {
            let (classes, unknown) = names.of_words(words, labels);
            return Ok(Self { unknown, ..Self::of_classes(table.translated(&classes)) });
        }
        let are_pairs = table.columns() == 1;
        let (scale, table) = scale::detect(table)?;
        if scale == Scale::Class {
            return Ok(Self::of_classes(table));
        }
        let (table, classes, unknown, order) = if are_pairs {
            let classes = columns::in_order(2, labels)?;
            let about = columns.first().and_then(|name| columns::single(name, names));
            match about.map(|class| classes.iter().position(|&other| other == class)) {
                None | Some(Some(1)) => (table, classes, Vec::new(), ColumnOrder::Single),
                Some(Some(_)) => (table.select(&[1, 0]), classes, Vec::new(), ColumnOrder::Single),
                // The name of a class that the labels do not have.
                Some(None) => return Err(Fault::ColumnName { column: 1 }),
            }
        } else if let Some((classes, unknown)) = columns::named(&columns, scale != Scale::Logits, labels, names)? {
            let (table, classes) = columns::sorted(&table, &classes);
            (table, classes, unknown, ColumnOrder::Named)
        } else {
            let classes = columns::in_order(table.columns(), labels)?;
            let order = if columns.is_empty() { ColumnOrder::Ascending } else { ColumnOrder::Misnamed };
            (table, classes, Vec::new(), order)
        };
        if scale == Scale::Logits && is_pictures(&table) {
            Err(Fault::Other)
        } else {
            Ok(Self { table, scale, classes, order, unknown })
        }
    }

    fn of_classes(table: Table) -> Self {
        let order = ColumnOrder::Single;
        Self { table, scale: Scale::Class, classes: Vec::new(), order, unknown: Vec::new() }
    }

    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are no items.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the numbers are.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The class of each column, in the order of the columns; none if an item has only a class.
    #[must_use]
    pub fn classes(&self) -> &[Label] {
        &self.classes
    }

    /// How the columns of the file belong to classes.
    #[must_use]
    pub fn order(&self) -> ColumnOrder {
        self.order
    }

    /// The classes that are predicted by names which no class of the labels has, with these names.
    #[must_use]
    pub fn unknown_classes(&self) -> &[(Label, String)] {
        &self.unknown
    }

    /// The class predicted for an item: of several that are as likely, the first; NaN where none is predicted.
    ///
    /// # Panics
    /// When there is no such item.
    #[must_use]
    pub fn class(&self, item: usize) -> Label {
        // Of an item without a prediction, the first number is NaN in any case.
        self.row(item).map_or_else(|| Label(self.table.row(item)[0]), |row| self.classes[row.best()])
    }

    /// The probability of each class of an item, in the order of [`Predictions::classes`]; empty where none is predicted.
    ///
    /// # Panics
    /// When there is no such item.
    #[must_use]
    pub fn probabilities(&self, item: usize) -> Vec<f64> {
        self.row(item).map_or_else(Vec::new, |row| row.probabilities())
    }

    /// The numbers of an item; none if it has only a class, or nothing.
    fn row(&self, item: usize) -> Option<Row<'_>> {
        let numbers = self.table.row(item);
        (self.scale != Scale::Class && !Table::is_empty_row(numbers)).then(|| Row::new(numbers, self.scale))
    }
}

/// The content of a file, out of its gzip layers.
fn unpacked(file: &[u8]) -> Result<Cow<'_, [u8]>, Fault> {
    const GZIP: [u8; 2] = [0x1F, 0x8B];
    const LAYERS: usize = 3;
    let limit = Predictions::MAX_LEN;
    let too_large = Fault::TooLarge { expected: limit as u64 };
    let mut content = Cow::Borrowed(file);
    for _ in 0..LAYERS {
        if content.len() > limit {
            return Err(too_large);
        }
        if !content.starts_with(&GZIP) {
            break;
        }
        let mut bytes = Vec::new();
        let mut decoder = MultiGzDecoder::new(&content[..]).take(limit as u64 + 1);
        decoder.read_to_end(&mut bytes).map_err(|_| Fault::Damaged)?;
        content = Cow::Owned(bytes);
    }
    if content.len() > limit { Err(too_large) } else { Ok(content) }
}

/// What is in a file of any format.
fn content(file: &[u8], items: usize, names: &ClassNames) -> Result<Content, Fault> {
    let of = |table: Table| Ok(Content { table: table.with_gaps()?, ..Content::default() });
    if file.starts_with(npy::MAGIC) {
        return npy::read(file, names);
    }
    if idx::is_like(file) {
        return of(idx::read(file)?);
    }
    if let Some(fault) = archive(file) {
        return Err(fault);
    }
    let text = encoding::unmarked(file);
    if text.contains('\0') {
        return Err(Fault::Other);
    }
    match text.trim_ascii_start().chars().next() {
        Some('[' | '{') => json::read(&text, items, names),
        Some('<') | None => Err(Fault::Other),
        Some(_) => csv::read(&text, items, names),
    }
}

/// Why an archive or a pickle is refused, if the file is one.
fn archive(file: &[u8]) -> Option<Fault> {
    match *file {
        // The first entry of a PyTorch file is its pickle; the name of an entry starts at byte 30.
        [b'P', b'K', 3, 4, ..] => {
            let start = &file[..file.len().min(256)];
            let has_pickle = start.windows(4).any(|part| part == b".pkl");
            Some(if has_pickle { Fault::Pickle } else { Fault::Other })
        }
        [0x80, 2..=5, ..] => Some(Fault::Pickle),
        _ => None,
    }
}

/// Whether the rows are pixels rather than predictions: as many whole numbers as the smallest pictures have.
fn is_pictures(table: &Table) -> bool {
    table.columns() >= 64 && table.rows().all(|row| row.iter().all(|number| number.fract() == 0.0 || number.is_nan()))
}
