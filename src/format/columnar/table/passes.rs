//! The passes over the row groups: first one that decides what the columns are, where that is needed, and then one in which
//! everything comes out, which may begin again.

use super::Table;
use crate::{
    error::ColumnarFault,
    format::{
        columnar::{
            plan::{Images, title},
            reads::{self, Position, Read, Role},
            rows::Rows,
            schema::{Column, Kind, Physical},
        },
        columns::is_last_label,
        element::ElementType,
        words::Classes,
    },
};

/// Bytes of text of a packed byte, about.
const PACKING: u64 = 4;

/// By how much fewer rows are put together at once, where their text had no room.
const SHRINKING: u64 = 8;

impl Table {
    /// The reads of a pass in which everything comes out.
    pub(super) fn plan_reads(&mut self) {
        self.reads = reads::all(&self.plan);
        if let Images::Text(fields) = &self.plan.images {
            // The columns of a text are packed.
            let len = |&at: &usize| self.file.stored_len(self.column(at)).saturating_mul(PACKING);
            let row_len = fields.iter().map(len).fold(self.row_len, u64::saturating_add);
            self.rows = Rows::of_text(fields.iter().map(|&at| title(self.column(at))), row_len, self.limit);
            return;
        }
        // Pandas makes floats of whole numbers, one of which is missing.
        let has_floats = self.plan.labels.iter().any(|&at| self.column(at).physical.is_float());
        let label = match (self.has_files(), has_floats) {
            (true, true) => ElementType::F64,
            (true, false) => ElementType::I32,
            _ => ElementType::U8,
        };
        self.rows = Rows::new([ElementType::U8, label], self.values(), self.limit);
    }

    /// How many values of a row are put together, and how many labels.
    fn values(&self) -> [usize; 2] {
        let values = if let Images::Table(values) = &self.plan.images { values.len() } else { 0 };
        [values, self.plan.labels.len()]
    }

    pub(super) fn begin_pass(&mut self) -> Result<(), ColumnarFault> {
        self.position = Position::default();
        self.done = 0;
        let band = self.rows.band_rows();
        let len = |(group, rows): (usize, &u64)| {
            let chunk = |read: &Read| self.file.chunks.len(group, self.column(read.column));
            let bands = if self.is_put_together() { rows.div_ceil(band) } else { 1 };
            self.reads.iter().map(chunk).fold(0, u64::saturating_add).saturating_mul(bands)
        };
        self.all = self.file.groups.iter().enumerate().map(len).fold(0, u64::saturating_add);
        self.begin_chunk()
    }

    fn is_put_together(&self) -> bool {
        matches!(self.reads[0].role, Role::Value(_) | Role::Field(_))
    }

    fn begin_chunk(&mut self) -> Result<(), ColumnarFault> {
        let Position { group, row, read } = self.position;
        let rows = self.file.groups[group];
        let reader = self.file.chunks.reader(group, self.column(self.reads[read].column), self.limit)?;
        if read == 0 && self.is_put_together() {
            self.rows.begin_band(row..rows.min(row + self.rows.band_rows()));
        }
        self.rows.begin_column();
        // The first rows may need no bytes.
        self.is_full = reader.wanted().is_empty();
        self.chunk = Some(reader);
        Ok(())
    }

    /// Goes on with the next column, after one that ended there.
    pub(super) fn end_chunk(&mut self, offset: u64) -> Result<(), ColumnarFault> {
        let Position { group, row, read } = self.position;
        let at = self.reads[read].column;
        let rows = self.file.groups[group];
        let ended = self.rows.end_column(self.column(at).kind, rows);
        ended.map_err(|stop| self.fault(stop, at, offset))?;
        self.position.read += 1;
        if self.position.read == self.reads.len() {
            self.rows.end_labels();
            let end = if self.is_put_together() {
                self.rows.end_band().map_err(|stop| self.fault(stop, at, offset))?;
                row + self.rows.band_rows()
            } else {
                rows
            };
            self.position = if end < rows {
                Position { group, row: end, read: 0 }
            } else {
                Position { group: group + 1, row: 0, read: 0 }
            };
        }
        // A sample of the first rows is enough.
        let is_sample = matches!(self.reads[0].role, Role::End(_)) && self.position.group > 0;
        if self.position.group < self.file.groups.len() && !is_sample { self.begin_chunk() } else { self.end_pass() }
    }

    fn end_pass(&mut self) -> Result<(), ColumnarFault> {
        match self.reads[0].role {
            Role::Words => match self.words.number(&self.known_classes()) {
                Some(names) => self.word_names = names,
                None => self.plan.drop_label(self.reads[0].column, &self.file.schema.columns),
            },
            Role::End(_) => self.plan.guess(is_last_label(&self.ends)),
            // All has come out.
            _ => return self.check_shape(),
        }
        self.plan_reads();
        self.begin_pass()
    }

    /// Classes of other labels, and those that the file numbers itself.
    fn known_classes(&self) -> Vec<Classes> {
        self.known.iter().chain(&self.numbering).cloned().collect()
    }

    /// Lists in one list may differ, all lists being like the first.
    fn check_shape(&self) -> Result<(), ColumnarFault> {
        let Images::Lists(at) = self.plan.images else { return Ok(()) };
        let Column { kind: Kind::List(rank), ref name, .. } = *self.column(at) else { return Ok(()) };
        let pattern = self.rows.pattern();
        let ragged = || ColumnarFault::Ragged { row: 1, expected: pattern.len() as u64, column: name.clone() };
        pattern.shape(rank).map(|_| ()).ok_or_else(ragged)
    }

    /// Begins again, after a value that the type of elements does not hold.
    pub(super) fn widen(&mut self, at: usize, role: Role) -> Result<(), ColumnarFault> {
        if self.has_files() {
            // Such labels are no classes.
            return self.begin_without(at);
        }
        let slot = usize::from(matches!(role, Role::Label(_)));
        let is_double = |at: &usize| self.column(*at).physical == Physical::Double;
        // A double may come after others.
        let has_double = match &self.plan.images {
            _ if slot == 1 => self.plan.labels.iter().any(is_double),
            Images::Table(values) => values.iter().any(is_double),
            _ => is_double(&at),
        };
        let types = self.rows.widened(slot, has_double);
        self.rows = Rows::new(types, self.values(), self.limit);
        self.restarts += 1;
        self.begin_pass()
    }

    /// Begins again without a column of labels.
    pub(super) fn begin_without(&mut self, column: usize) -> Result<(), ColumnarFault> {
        self.plan.drop_label(column, &self.file.schema.columns);
        self.begin_again()
    }

    /// Begins again with fewer rows of a text at once: the same word can stand in many of them, and is stored once.
    pub(super) fn shrink_band(&mut self) -> Result<(), ColumnarFault> {
        self.row_len = SHRINKING.saturating_mul(self.rows.row_len().max(1));
        self.begin_again()
    }

    pub(super) fn begin_again(&mut self) -> Result<(), ColumnarFault> {
        self.plan_reads();
        self.restarts += 1;
        self.begin_pass()
    }
}
