//! Rows as lines of text, whose fields come one column after the other.

use std::mem;

use super::{MAX_STEP, Rows, Stop, check_exact};
use crate::format::{
    csv::field::quoted,
    element::ElementType,
    parquet::{
        page::{Page, Values},
        schema::Column,
    },
};

/// Bytes that a field takes, with its part of the line.
pub(super) const FIELD_LEN: usize = 64;

impl Rows {
    /// Lines below one with these names of columns.
    pub(in crate::format::parquet) fn of_text<'a>(names: impl Iterator<Item = &'a str>, limit: u64) -> Self {
        let names: Vec<_> = names.map(quoted).collect();
        let mut rows = Self { is_text: true, ..Self::new([ElementType::U8; 2], [names.len(), 0], limit) };
        rows.output[0] = (names.join(",") + "\n").into_bytes();
        rows
    }

    /// Takes the fields of a column, which is at this place in a line. What is missing is an empty field.
    pub(in crate::format::parquet) fn text(
        &mut self,
        place: usize,
        column: &Column,
        page: &Page,
        values: &Values<'_>,
    ) -> Result<(), Stop> {
        // The values that are there, one after the other.
        let mut value = 0;
        for at in 0..page.len() {
            let has_value = page.has(at, column);
            if self.band.contains(&self.row) {
                let field = match values {
                    _ if !has_value => String::new(),
                    Values::Numbers(numbers) => {
                        let &number = numbers.get(value).ok_or(Stop::Damaged)?;
                        check_exact(column, number, self.row)?;
                        number.to_string()
                    }
                    Values::Bytes(words) => quoted(&String::from_utf8_lossy(words.get(value).ok_or(Stop::Damaged)?)),
                };
                self.lines_len += field.len();
                if self.lines_len > MAX_STEP {
                    return Err(Stop::Limit(MAX_STEP as u64));
                }
                #[expect(clippy::cast_possible_truncation, reason = "a band has a limit")]
                let line = &mut self.lines[(self.row - self.band.start) as usize];
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
        for line in mem::take(&mut self.lines) {
            self.count(line.len() + 1)?;
            self.output[0].extend_from_slice(line.as_bytes());
            self.output[0].push(b'\n');
        }
        Ok(())
    }
}
