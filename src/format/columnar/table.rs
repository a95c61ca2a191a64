//! The columns that are read, one after the other in each row group.

use std::ops::Range;

use super::{
    chunk::{ChunkReader, File, Levels, Values},
    plan::{Images, Plan, Told},
    reads::{self, Position, Read, Role},
    rows::{Rows, Stop},
    schema::{Column, Kind},
};
use crate::{
    error::ColumnarFault,
    format::{
        element::ElementType,
        feed::OUTPUT_LEN,
        words::{Classes, Words},
    },
};

mod passes;

/// Limit of the pictures in a file.
const MAX_FILES: u64 = 1 << 22;

/// Values of the first column and of the last one that tell which of them is the label.
const MAX_SAMPLE: usize = 100_000;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) file: File,
    pub(super) plan: Plan,
    words: Words,
    /// Classes of other labels.
    known: Vec<Classes>,
    /// The classes of these words as the file numbers them, if it is the same in all groups.
    numbering: Option<Classes>,
    /// The names of classes that are words.
    word_names: Classes,
    /// Values of the first column and of the last one.
    ends: [Vec<f64>; 2],
    /// The reads of each row group, in order.
    reads: Vec<Read>,
    position: Position,
    chunk: Option<Box<dyn ChunkReader>>,
    /// Whether more may come out without more bytes.
    is_full: bool,
    pub(super) rows: Rows,
    /// Bytes of a row as text beyond what its columns say; 0 if nothing is known.
    row_len: u64,
    restarts: u32,
    /// Limit of the output in bytes.
    limit: u64,
    /// Bytes that this pass has read, and all that it will.
    done: u64,
    all: u64,
}

impl Table {
    /// A file whose output has at most `limit` bytes. `told` is what is known of predictions in it.
    pub(super) fn new(file: File, limit: u64, known: Vec<Classes>, told: &Told) -> Result<Self, ColumnarFault> {
        let schema = &file.schema;
        let rows = file.rows().ok_or(ColumnarFault::Directory { offset: file.end })?;
        let mut plan = Plan::of(&file, rows, told)?;
        if rows == 0 {
            return Err(ColumnarFault::Empty);
        }
        plan.fit_labels(rows, &schema.columns);
        let max_rows = if let Images::Files(_) = plan.images { MAX_FILES } else { u32::MAX.into() };
        if rows > max_rows {
            return Err(ColumnarFault::Limit { offset: file.end, expected: max_rows });
        }
        let mut table = Self {
            file,
            plan,
            words: Words::default(),
            numbering: None,
            known,
            word_names: Vec::new(),
            ends: Default::default(),
            reads: Vec::new(),
            position: Position::default(),
            chunk: None,
            is_full: false,
            rows: Rows::new([ElementType::U8; 2], [0, 0], limit),
            row_len: 0,
            restarts: 0,
            limit,
            done: 0,
            all: 0,
        };
        match reads::first(&table.plan, &table.file.schema.columns) {
            Some(reads) => table.reads = reads,
            None => table.plan_reads(),
        }
        table.begin_pass()?;
        Ok(table)
    }

    pub(super) fn wanted(&self) -> Range<u64> {
        let wanted = self.chunk.as_ref().map_or(0..0, |chunk| chunk.wanted());
        if self.is_full { wanted.start..wanted.start } else { wanted }
    }

    pub(super) fn is_done(&self) -> bool {
        self.chunk.is_none()
    }

    pub(super) fn restarts(&self) -> u32 {
        self.restarts
    }

    pub(super) fn progress(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "it is about a share")]
        let share = self.done as f64 / self.all.max(1) as f64;
        share.min(1.0)
    }

    /// Takes the bytes that are wanted, or the first of them. What is wrong with labels beside the first ones, or with the names of
    /// files, only leaves out their column, and so do identifiers in place of the first label.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Result<(), ColumnarFault> {
        let result = self.read(bytes);
        match (&result, self.reads.get(self.position.read)) {
            (Err(_), Some(&Read { column, role: Role::Label(1..) }))
            | (Err(ColumnarFault::TooLarge { .. }), Some(&Read { column, role: Role::Label(0) })) => {
                self.begin_without(column)
            }
            (Err(_), Some(&Read { role: Role::FileNames, .. })) => {
                self.plan.file_names = None;
                self.begin_again()
            }
            _ => result,
        }
    }

    fn read(&mut self, bytes: &[u8]) -> Result<(), ColumnarFault> {
        let Some(mut chunk) = self.chunk.take() else { return Ok(()) };
        if bytes.is_empty() && !self.is_full {
            return Err(ColumnarFault::End { offset: chunk.wanted().start });
        }
        self.is_full = false;
        self.done += bytes.len() as u64;
        chunk.push(bytes);
        let Read { column: at, role } = self.reads[self.position.read];
        while self.rows.pending() < OUTPUT_LEN {
            let column = &self.file.schema.columns[at];
            let Some(offset) = chunk.next_page(column)? else {
                if chunk.is_done() {
                    if role == Role::Words {
                        let classes = chunk.classes();
                        let is_same = self.position.group == 0 || self.numbering == classes;
                        self.numbering = classes.filter(|_| is_same);
                    }
                    return self.end_chunk(chunk.offset());
                }
                self.chunk = Some(chunk);
                return Ok(());
            };
            let (levels, values) = chunk.page(column).ok_or(ColumnarFault::Page { offset })?;
            match self.take(at, role, levels, &values) {
                Ok(()) => {}
                Err(Stop::Widened) => return self.widen(at, role),
                Err(Stop::Band) => return self.shrink_band(),
                Err(Stop::TooLarge(_))
                    if matches!(role, Role::Field(_)) && self.plan.drop_field(at, &self.file.schema.columns) =>
                {
                    return self.begin_again();
                }
                Err(stop) => return Err(self.fault(stop, at, offset)),
            }
        }
        self.is_full = true;
        self.chunk = Some(chunk);
        Ok(())
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.plan.images, Images::Text(_))
    }

    pub(super) fn has_files(&self) -> bool {
        matches!(self.plan.images, Images::Files(_))
    }

    fn take(&mut self, at: usize, role: Role, levels: &Levels, values: &Values<'_>) -> Result<(), Stop> {
        let column = &self.file.schema.columns[at];
        match role {
            Role::Words => {
                if let Values::Bytes(words) = values {
                    for word in words {
                        self.words.add(word);
                    }
                }
                self.rows.pass_over(levels);
            }
            Role::End(end) => {
                if let Values::Numbers(values) = values {
                    let room = MAX_SAMPLE - self.ends[end].len().min(MAX_SAMPLE);
                    self.ends[end].extend(values.iter().take(room));
                }
                self.rows.pass_over(levels);
            }
            Role::Images if column.kind == Kind::File => self.rows.files(column, levels, values)?,
            Role::Images => self.rows.lists(column, levels, values)?,
            Role::Value(place) => self.rows.column(place, column, levels, values)?,
            Role::Field(place) => self.rows.text(place, column, levels, values)?,
            Role::FileNames => self.rows.file_names(column, levels, values)?,
            Role::Label(place) => self.rows.labels(place, column, levels, values, |word| self.words.label(word))?,
        }
        Ok(())
    }

    /// The names of the classes in a column, with their labels.
    pub(super) fn class_names(&self, column: usize) -> Vec<(u32, String)> {
        let Column { kind, ref name, .. } = *self.column(column);
        if kind == Kind::Text { self.word_names.clone() } else { self.file.notes.names(name) }
    }

    fn column(&self, at: usize) -> &Column {
        &self.file.schema.columns[at]
    }

    fn fault(&self, stop: Stop, at: usize, offset: u64) -> ColumnarFault {
        let column = self.column(at).name.clone();
        let before = self.file.groups[..self.position.group].iter().sum::<u64>() + 1;
        match stop {
            // [`Table::widen`] takes what did not fit, and [`Table::shrink_band`] what had no room.
            Stop::Damaged | Stop::Widened | Stop::Band => ColumnarFault::Page { offset },
            Stop::Limit(expected) => ColumnarFault::Limit { offset, expected },
            Stop::Null(row) => ColumnarFault::Null { row: before + row, column },
            Stop::Ragged(row) => {
                ColumnarFault::Ragged { row: before + row, expected: self.rows.pattern().len() as u64, column }
            }
            Stop::TooLarge(row) => ColumnarFault::TooLarge { row: before + row, column },
        }
    }
}
