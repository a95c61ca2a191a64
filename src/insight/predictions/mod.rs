//! What a model predicts for the items of a dataset, and how it compares with their labels.
//!
//! [`Predictions::read`] takes a file in any format that predictions usually come in. An [`Evaluation`] compares them
//! with the labels, and a [`Comparison`] compares two of them.

mod calibration;
mod comparison;
mod csv;
mod evaluation;
mod fault;
mod idx;
mod json;
mod names;
mod npy;
mod ranking;
mod scale;
mod table;

use std::{borrow::Cow, io::Read as _};

use flate2::read::MultiGzDecoder;

pub use self::{
    calibration::{Bin, Calibration},
    comparison::Comparison,
    evaluation::{Cell, ClassFigures, Evaluation},
    fault::Fault,
    scale::Scale,
};
use self::{scale::Row, table::Table};
use crate::dataset::labels::Label;
use crate::format::encoding;

/// The predictions in a file: for each item a class, or a number for each class.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictions {
    table: Table,
    scale: Scale,
    /// The class of each column of the table; empty if the table has classes.
    classes: Vec<Label>,
}

impl Predictions {
    /// Limit of the bytes of a file, and of the bytes that it unpacks to.
    pub const MAX_LEN: usize = 512 << 20;

    /// Reads a file as predictions for items with these labels, NaN where an item has none. The content decides the
    /// format, never a name: IDX, NPY, JSON, lines of JSON, or CSV; plain or gzip.
    ///
    /// Columns stand for the classes 0, 1, 2 and so on if all labels are below their number; else for the labels that
    /// occur, in ascending order, as scikit-learn has them; else for the classes from 1 on. One number from 0 to 1 per
    /// item is the probability of class 1, if some are fractions.
    ///
    /// ```
    /// use idxlens::insight::predictions::{Evaluation, Predictions, Scale};
    ///
    /// let labels = [7.0, 2.0, 1.0];
    /// let predictions = Predictions::read(b"ImageId,Label\n1,7\n2,2\n3,7\n", &labels)?;
    /// assert_eq!(predictions.scale(), Scale::Class);
    /// assert_eq!(Evaluation::new(&predictions, &labels).accuracy(), Some(2.0 / 3.0));
    /// # Ok::<(), idxlens::insight::predictions::Fault>(())
    /// ```
    ///
    /// # Errors
    /// Each [`Fault`] says why. [`Fault::Other`] means that the file holds something else.
    pub fn read(file: &[u8], labels: &[f64]) -> Result<Self, Fault> {
        let table = table(&unpacked(file)?, labels.len())?;
        let mismatch = Fault::Rows { expected: labels.len() as u64, found: table.len() as u64 };
        let fits = table.len() == labels.len();
        let predictions = Self::of(table, labels).map_err(|fault| match fault {
            Fault::Columns { .. } if !fits => Fault::Other,
            fault if fits || fault == Fault::Other => fault,
            _ => mismatch,
        })?;
        if fits { Ok(predictions) } else { Err(mismatch) }
    }

    fn of(table: Table, labels: &[f64]) -> Result<Self, Fault> {
        let (scale, table) = scale::detect(table)?;
        let classes = if scale == Scale::Class { Vec::new() } else { classes(table.columns(), labels)? };
        if scale == Scale::Logits && is_pictures(&table) {
            Err(Fault::Other)
        } else {
            Ok(Self { table, scale, classes })
        }
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

    /// The class predicted for an item: of several that are as likely, the first.
    ///
    /// # Panics
    /// When there is no such item.
    #[must_use]
    pub fn class(&self, item: usize) -> Label {
        self.row(item).map_or_else(|| Label(self.table.row(item)[0]), |row| self.classes[row.best()])
    }

    /// The probability of each class of an item, in the order of [`Predictions::classes`].
    ///
    /// # Panics
    /// When there is no such item.
    #[must_use]
    pub fn probabilities(&self, item: usize) -> Vec<f64> {
        self.row(item).map_or_else(Vec::new, |row| row.probabilities())
    }

    /// The numbers of an item; none if it has only a class.
    fn row(&self, item: usize) -> Option<Row<'_>> {
        (self.scale != Scale::Class).then(|| Row::new(self.table.row(item), self.scale))
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

/// The table in a file of any format.
fn table(file: &[u8], items: usize) -> Result<Table, Fault> {
    if file.starts_with(npy::MAGIC) {
        return npy::read(file);
    }
    if idx::is_like(file) {
        return idx::read(file);
    }
    if let Some(fault) = archive(file) {
        return Err(fault);
    }
    let text = encoding::unmarked(file);
    if text.contains('\0') {
        return Err(Fault::Other);
    }
    match text.trim_ascii_start().chars().next() {
        Some('[' | '{') => json::read(&text),
        Some('<') | None => Err(Fault::Other),
        Some(_) => csv::read(&text, items),
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
    table.columns() >= 64 && table.rows().all(|row| row.iter().all(|number| number.fract() == 0.0))
}

/// The class of each column: see [`Predictions::read`].
fn classes(columns: usize, labels: &[f64]) -> Result<Vec<Label>, Fault> {
    let mut occurring: Vec<_> = labels.iter().filter(|label| !label.is_nan()).copied().map(Label).collect();
    occurring.sort_unstable();
    occurring.dedup();
    let from = |first: u32| (first..).map(|class| Label(class.into())).take(columns).collect::<Vec<_>>();
    let are_among = |classes: &[Label]| occurring.iter().all(|label| classes.binary_search(label).is_ok());
    if are_among(&from(0)) {
        Ok(from(0))
    } else if occurring.len() == columns {
        Ok(occurring)
    } else if are_among(&from(1)) {
        Ok(from(1))
    } else {
        Err(Fault::Columns { expected: occurring.len() as u64, found: columns as u64 })
    }
}
