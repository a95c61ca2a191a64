//! Which values of a column are there, and in which lists.

use std::ops::Range;

use super::{Trouble, schema::Storage};
use crate::format::columnar::{chunk::Levels, schema::Physical};

/// A field of a column: which of its values are there, and where each list, text or file in it is.
#[derive(Debug)]
pub(super) struct Layer {
    pub(super) storage: Storage,
    /// A bit for each value; none where all are there.
    pub(super) validity: Vec<u8>,
    /// Where each list, text or file begins, and where the last one ends; of views, the views themselves.
    pub(super) offsets: Vec<u8>,
}

/// The levels of some rows, and where their values are.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub(super) levels: Levels,
    /// How many rows they are of.
    pub(super) rows: u64,
    /// The places of missing values among these levels.
    missing: Vec<usize>,
    start: u64,
    end: u64,
    has_lists: bool,
    /// Limit of the values.
    limit: usize,
}

impl Layer {
    /// Whether a value is there. `None` when that is not known.
    pub(super) fn has(&self, at: u64) -> Option<bool> {
        if self.validity.is_empty() {
            return Some(true);
        }
        Some(self.validity.get(usize::try_from(at / 8).ok()?)? >> (at % 8) & 1 == 1)
    }

    /// Where the list, text or file at this place is. `None` when that makes no sense.
    pub(super) fn range(&self, at: u64) -> Option<(u64, u64)> {
        let (start, end) = match self.storage {
            Storage::FixedList(len) => (at.checked_mul(len)?, at.checked_add(1)?.checked_mul(len)?),
            Storage::List { is_large: true } | Storage::Bytes { is_large: true } => {
                let at = usize::try_from(at.checked_mul(8)?).ok()?;
                let end = |at| Some(u64::from_le_bytes(*self.offsets.get(at..)?.first_chunk()?));
                (end(at)?, end(at + 8)?)
            }
            _ => {
                let at = usize::try_from(at.checked_mul(4)?).ok()?;
                let end = |at| Some(u32::from_le_bytes(*self.offsets.get(at..)?.first_chunk()?).into());
                (end(at)?, end(at + 4)?)
            }
        };
        (start <= end).then_some((start, end))
    }

    /// Where the bytes of these values are. `None` when that makes no sense.
    pub(super) fn bytes(&self, values: &Range<u64>) -> Option<Range<u64>> {
        Some(match self.storage {
            _ if values.is_empty() => 0..0,
            Storage::Plain(Physical::Boolean) => values.start / 8..values.end.div_ceil(8),
            Storage::Plain(physical) => {
                let size = physical.size()? as u64;
                values.start.checked_mul(size)?..values.end.checked_mul(size)?
            }
            Storage::Bytes { .. } => {
                let (start, end) = (self.range(values.start)?.0, self.range(values.end - 1)?.1);
                (start <= end).then_some(start..end)?
            }
            _ => 0..0,
        })
    }
}

impl Walk {
    /// The levels of at most so many rows from this one on, and of fewer if these have at least `enough` values.
    pub(super) fn new(layers: &[Layer], first: u64, rows: u64, enough: usize, limit: usize) -> Result<Self, Trouble> {
        let has_lists =
            layers.iter().any(|layer| matches!(layer.storage, Storage::List { .. } | Storage::FixedList(_)));
        let mut walk = Self { start: first, end: first, has_lists, limit, ..Self::default() };
        for row in first..first + rows {
            walk.visit(layers, row, [0, 0])?;
            walk.rows += 1;
            if walk.levels.len >= enough {
                break;
            }
        }
        if !has_lists {
            walk.end = first + walk.levels.len as u64;
        }
        Ok(walk)
    }

    /// Visits a value of the first of these layers, which is in `depth` lists and goes on with the one at that `level`.
    fn visit(&mut self, layers: &[Layer], at: u64, [level, depth]: [u8; 2]) -> Result<(), Trouble> {
        let Some((layer, below)) = layers.split_first() else { return Ok(()) };
        let is_there = layer.has(at).ok_or(Trouble::Damaged)?;
        match layer.storage {
            Storage::Struct if is_there => self.visit(below, at, [level, depth]),
            Storage::List { .. } | Storage::FixedList(_) if is_there => {
                let (start, end) = layer.range(at).ok_or(Trouble::Damaged)?;
                if let [values] = below
                    && values.validity.is_empty()
                    && start < end
                {
                    return self.add_all(start..end, [level, depth + 1]);
                }
                for value in start..end {
                    let level = if value == start { level } else { depth + 1 };
                    self.visit(below, value, [level, depth + 1])?;
                }
                if start == end { self.add(level, false) } else { Ok(()) }
            }
            Storage::Struct | Storage::List { .. } | Storage::FixedList(_) => self.add(level, false),
            _ => {
                if self.has_lists && self.levels.len == self.missing.len() {
                    self.start = at;
                }
                self.end = at.saturating_add(1);
                self.add(level, is_there)
            }
        }
    }

    /// Adds the values of a list, all of which are there.
    fn add_all(&mut self, values: Range<u64>, [level, depth]: [u8; 2]) -> Result<(), Trouble> {
        let count = usize::try_from(values.end - values.start).unwrap_or(usize::MAX);
        if count > self.limit - self.levels.len {
            return Err(Trouble::Limit(self.limit as u64));
        }
        if self.levels.len == self.missing.len() {
            self.start = values.start;
        }
        self.end = values.end;
        self.levels.repetition.push(level);
        self.levels.len += count;
        self.levels.repetition.resize(self.levels.len, depth);
        Ok(())
    }

    fn add(&mut self, level: u8, is_there: bool) -> Result<(), Trouble> {
        if self.levels.len >= self.limit {
            return Err(Trouble::Limit(self.limit as u64));
        }
        if self.has_lists {
            self.levels.repetition.push(level);
        }
        if !is_there {
            self.missing.push(self.levels.len);
        }
        self.levels.len += 1;
        Ok(())
    }

    /// Which values are read: those of all rows, or all in lists. Where some in lists are missing, no row is complete.
    pub(super) fn values(&self) -> Range<u64> {
        if self.has_lists && !self.missing.is_empty() { 0..0 } else { self.start..self.end }
    }

    /// The levels, where the values at these places are missing, too.
    pub(super) fn finish(mut self, more: &[usize]) -> Levels {
        self.missing.extend(more);
        if !self.missing.is_empty() {
            self.levels.definition = vec![1; self.levels.len];
            for at in self.missing {
                self.levels.definition[at] = 0;
            }
        }
        self.levels
    }
}
