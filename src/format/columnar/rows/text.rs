//! Rows as lines of text, whose fields come one column after the other.

use std::mem;

use super::{Rows, Stop, check_exact};
use crate::format::{
    columnar::{
        chunk::{Levels, Values},
        schema::{Column, Physical},
    },
    csv::field::quoted,
    element::ElementType,
};

/// Bytes of lines that are put together at once.
const BAND_LEN: u64 = 16 << 20;

/// Limit of their bytes: some have more than others.
const MAX_LEN: usize = 64 << 20;

/// Bytes that a line takes beside its fields.
const LINE_LEN: u64 = 48;

/// Rows that are put together as lines.
#[derive(Debug)]
pub(super) struct Lines {
    all: Vec<String>,
    /// Bytes of their fields, and how many a row has, about.
    len: usize,
    row_len: u64,
}

impl Lines {
    /// How many rows are put together at once, where so many bytes come out at most.
    pub(super) fn band_rows(&self, limit: u64) -> u64 {
        BAND_LEN.min(limit) / self.row_len.saturating_add(LINE_LEN)
    }

    pub(super) fn begin(&mut self, rows: usize) {
        self.all = vec![String::new(); rows];
        self.len = 0;
    }
}

impl Rows {
    /// Lines below one with these names of columns, of about so many bytes.
    pub(in crate::format::columnar) fn of_text<'a>(
        names: impl Iterator<Item = &'a str>,
        row_len: u64,
        limit: u64,
    ) -> Self {
        let header = names.map(quoted).collect::<Vec<_>>().join(",") + "\n";
        let lines = Lines { all: Vec::new(), len: 0, row_len };
        let mut rows = Self { lines: Some(lines), ..Self::new([ElementType::U8; 2], [0, 0], limit) };
        rows.len = header.len() as u64;
        rows.output[0] = header.into_bytes();
        rows
    }

    /// Bytes of a row, about.
    pub(in crate::format::columnar) fn row_len(&self) -> u64 {
        self.lines.as_ref().map_or(0, |lines| lines.row_len)
    }

    /// Takes the fields of a column, which is at this place in a line. What is missing is an empty text.
    pub(in crate::format::columnar) fn text(
        &mut self,
        place: usize,
        column: &Column,
        levels: &Levels,
        values: &Values<'_>,
    ) -> Result<(), Stop> {
        let Some(mut lines) = self.lines.take() else { return Err(Stop::Damaged) };
        let taken = self.take_fields(&mut lines, place, column, levels, values);
        self.lines = Some(lines);
        taken
    }

    fn take_fields(
        &mut self,
        lines: &mut Lines,
        place: usize,
        column: &Column,
        levels: &Levels,
        values: &Values<'_>,
    ) -> Result<(), Stop> {
        // The values that are there, one after the other.
        let mut value = 0;
        for at in 0..levels.len {
            let has_value = levels.has(at, column);
            if self.band.contains(&self.row) {
                let field = match values {
                    // An empty line would be no row.
                    _ if !has_value => quoted(""),
                    Values::Numbers(numbers) => {
                        let &number = numbers.get(value).ok_or(Stop::Damaged)?;
                        check_exact(column, number, self.row)?;
                        written(number, column.physical)
                    }
                    Values::Bytes(words) => quoted(&String::from_utf8_lossy(words.get(value).ok_or(Stop::Damaged)?)),
                };
                lines.len += field.len();
                if lines.len > MAX_LEN {
                    let is_one = self.band.end - self.band.start == 1;
                    return Err(if is_one { Stop::Limit(MAX_LEN as u64) } else { Stop::Band });
                }
                #[expect(clippy::cast_possible_truncation, reason = "a band has a limit")]
                let line = &mut lines.all[(self.row - self.band.start) as usize];
                if place > 0 {
                    line.push(',');
                }
                line.push_str(&field);
            }
            value += usize::from(has_value);
            self.row += 1;
        }
        Ok(())
    }

    /// The lines of the band are complete.
    pub(super) fn end_lines(&mut self) -> Result<(), Stop> {
        for line in self.lines.as_mut().map(|lines| mem::take(&mut lines.all)).unwrap_or_default() {
            self.count(line.len() + 1)?;
            self.output[0].extend_from_slice(line.as_bytes());
            self.output[0].push(b'\n');
        }
        Ok(())
    }
}

/// A number in the fewest digits that mean the same number of its type; nothing for one that is none.
fn written(number: f64, physical: Physical) -> String {
    #[expect(clippy::cast_possible_truncation, reason = "the number is of that type")]
    match physical {
        _ if number.is_nan() => quoted(""),
        Physical::Half | Physical::Float => (number as f32).to_string(),
        _ => number.to_string(),
    }
}
