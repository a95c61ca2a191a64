//! Dictionaries: values that others are numbers of.

use std::ops::Range;

use super::Trouble;
use crate::format::columnar::{
    chunk::{Levels, Values},
    schema::{Column, Physical},
};

/// The values of a dictionary, some of which may be missing: numbers, or bytes one after the other.
#[derive(Debug, Default)]
pub(super) struct Words {
    numbers: Vec<Option<f64>>,
    bytes: Vec<u8>,
    ranges: Vec<Option<Range<usize>>>,
}

impl Words {
    /// Adds the values of a page, up to a limit of their bytes and of their number.
    pub(super) fn add(
        &mut self,
        levels: &Levels,
        values: &Values<'_>,
        column: &Column,
        limit: u64,
    ) -> Result<(), Trouble> {
        let len = match values {
            Values::Numbers(_) => 0,
            Values::Bytes(words) => words.iter().map(|word| word.len() as u64).sum(),
        };
        let count = self.numbers.len() + self.ranges.len() + levels.len;
        if self.bytes.len() as u64 + len > limit || count as u64 > limit {
            return Err(Trouble::Limit(limit));
        }
        let is_there = (0..levels.len).map(|at| levels.has(at, column));
        match values {
            Values::Numbers(numbers) => {
                let mut numbers = numbers.iter().copied();
                self.numbers.extend(is_there.map(|is_there| if is_there { numbers.next() } else { None }));
            }
            Values::Bytes(words) => {
                let mut words = words.iter();
                for is_there in is_there {
                    let start = self.bytes.len();
                    let word = if is_there { words.next() } else { None };
                    self.bytes.extend_from_slice(word.copied().unwrap_or_default());
                    self.ranges.push(word.map(|_| start..self.bytes.len()));
                }
            }
        }
        Ok(())
    }

    /// Whether the value with this number is missing.
    pub(super) fn is_missing(&self, number: usize) -> bool {
        matches!(self.numbers.get(number), Some(None)) || matches!(self.ranges.get(number), Some(None))
    }

    /// The values with these numbers. `None` when one is unknown.
    pub(super) fn values(
        &self,
        physical: Physical,
        numbers: impl Iterator<Item = Option<usize>>,
    ) -> Option<Values<'_>> {
        Some(if physical == Physical::Bytes {
            let word = |number: usize| self.bytes.get(self.ranges.get(number)?.clone()?);
            Values::Bytes(numbers.map(|number| word(number?)).collect::<Option<_>>()?)
        } else {
            Values::Numbers(numbers.map(|number| *self.numbers.get(number?)?).collect::<Option<_>>()?)
        })
    }
}
