//! Dictionaries: values that others are numbers of.

use std::{collections::VecDeque, ops::Range, rc::Rc};

use super::{
    Trouble,
    batch::{KnownDictionaries, KnownDictionary},
    buffer::BufferReader,
    column::ColumnReader,
    schema::Dictionary,
};
use crate::format::{
    columnar::{
        chunk::{ChunkReader as _, Levels, MAX_PAGE_LEN, MAX_PAGE_VALUES, Values},
        schema::Column,
    },
    words::{Classes, MAX_WORD_LEN, MAX_WORDS, is_numbered},
};

/// Limit of the bytes of dictionaries that are kept for the next rows.
const MAX_KEPT: usize = 16 << 20;

/// Reads a dictionary, which comes in batches.
#[derive(Debug)]
pub(super) struct DictionaryReader {
    told: Dictionary,
    /// The places of its batches among all, and how many were read before.
    places: Vec<usize>,
    read: usize,
    /// Those that are still to be read.
    batches: VecDeque<ColumnReader>,
    values: Rc<DictionaryValues>,
    known: KnownDictionaries,
    limit: u64,
}

/// The values of a dictionary, some of which may be missing.
#[derive(Clone, Debug)]
pub(super) enum DictionaryValues {
    Numbers(Vec<Option<f64>>),
    Bytes { bytes: Vec<u8>, ranges: Vec<Option<Range<usize>>> },
}

impl DictionaryReader {
    /// The dictionary in the batches at these places, as far as it is not known.
    pub(super) fn new(told: Dictionary, places: Vec<usize>, known: KnownDictionaries, limit: u64) -> Self {
        let is_begun = |(of, read, _): &&KnownDictionary| *of == told && places.starts_with(read);
        let found = known.borrow().get(&told.id).filter(is_begun).cloned();
        let (read, values) = found.map_or_else(
            || (0, Rc::new(DictionaryValues::Numbers(Vec::new()))),
            |(_, read, values)| (read.len(), values),
        );
        Self { told, places, read, batches: VecDeque::new(), values, known, limit }
    }

    /// The places of the batches that are to be read.
    pub(super) fn unread(&self) -> Vec<usize> {
        self.places[self.read..].to_vec()
    }

    /// Adds the next of them.
    pub(super) fn add(&mut self, batch: ColumnReader) {
        self.batches.push_back(batch);
    }

    /// The batch that is read, if there is one.
    pub(super) fn batch(&mut self) -> Option<&mut ColumnReader> {
        self.batches.front_mut()
    }

    /// The buffer that is read, if there is one.
    pub(super) fn buffer(&self) -> Option<&BufferReader> {
        self.batches.front().map(ColumnReader::buffer)
    }

    pub(super) fn values(&self) -> &DictionaryValues {
        &self.values
    }

    /// The classes that the dictionary numbers: in an order that means something, or in that of their names, as those of Pandas
    /// are. Other dictionaries have the order in which words came.
    pub(super) fn classes(&self) -> Option<Classes> {
        let DictionaryValues::Bytes { bytes, ranges } = &*self.values else { return None };
        let words = ranges.iter().map(|range| bytes.get(range.clone()?)).collect::<Option<Vec<_>>>()?;
        let is_one = self.places.len() == 1 && words.len() <= MAX_WORDS;
        let has_order = self.told.is_ordered || words.is_sorted();
        let name = |word: &&[u8]| String::from_utf8_lossy(word).into_owned();
        // Numbers among words are those of their classes.
        let is_name = |word: &&[u8]| (1..=MAX_WORD_LEN).contains(&word.len()) && !is_numbered(word);
        let is_named = words.iter().all(is_name);
        (is_one && has_order && is_named).then(|| (0..).zip(words.iter().map(name)).collect())
    }

    /// Reads on. `false` while more bytes are wanted.
    pub(super) fn advance(&mut self, column: &Column) -> Result<bool, Trouble> {
        while let Some(batch) = self.batches.front_mut() {
            while !batch.is_done() {
                if !batch.advance(column)? {
                    return Ok(false);
                }
                let (levels, values) = batch.page(column).ok_or(Trouble::Damaged)?;
                Rc::make_mut(&mut self.values).add(levels, &values, column, self.limit)?;
            }
            self.batches.pop_front();
            if self.batches.is_empty() {
                self.keep();
            }
        }
        Ok(true)
    }

    /// Keeps the values for the next rows, instead of others if there is no room.
    fn keep(&self) {
        let mut known = self.known.borrow_mut();
        known.remove(&self.told.id);
        let size = self.values.size();
        if size + known.values().map(|(_, _, values)| values.size()).sum::<usize>() > MAX_KEPT {
            known.clear();
        }
        if size <= MAX_KEPT {
            known.insert(self.told.id, (self.told, self.places.clone(), Rc::clone(&self.values)));
        }
    }
}

impl DictionaryValues {
    /// Adds the values of a page, up to a limit of their bytes and of their number.
    fn add(&mut self, levels: &Levels, values: &Values<'_>, column: &Column, limit: u64) -> Result<(), Trouble> {
        if let (Self::Numbers(numbers), Values::Bytes(_)) = (&*self, values)
            && numbers.is_empty()
        {
            *self = Self::Bytes { bytes: Vec::new(), ranges: Vec::new() };
        }
        let max_values = limit.min(MAX_PAGE_VALUES);
        let check = |count: usize, max: u64| if count as u64 > max { Err(Trouble::Limit(max)) } else { Ok(()) };
        let is_there = (0..levels.len).map(|at| levels.has(at, column));
        match (self, values) {
            (Self::Numbers(all), Values::Numbers(numbers)) => {
                check(all.len() + levels.len, max_values)?;
                let mut numbers = numbers.iter().copied();
                all.extend(is_there.map(|is_there| if is_there { numbers.next() } else { None }));
            }
            (Self::Bytes { bytes, ranges }, Values::Bytes(words)) => {
                check(ranges.len() + levels.len, max_values)?;
                check(bytes.len() + words.iter().map(|word| word.len()).sum::<usize>(), limit.min(MAX_PAGE_LEN))?;
                let mut words = words.iter();
                for is_there in is_there {
                    let start = bytes.len();
                    let word = if is_there { words.next() } else { None };
                    bytes.extend_from_slice(word.copied().unwrap_or_default());
                    ranges.push(word.map(|_| start..bytes.len()));
                }
            }
            _ => return Err(Trouble::Damaged),
        }
        Ok(())
    }

    /// Bytes of memory, about.
    fn size(&self) -> usize {
        match self {
            Self::Numbers(numbers) => size_of_val(&numbers[..]),
            Self::Bytes { bytes, ranges } => bytes.len() + size_of_val(&ranges[..]),
        }
    }

    /// Whether the value with this number is missing.
    pub(super) fn is_missing(&self, number: usize) -> bool {
        match self {
            Self::Numbers(numbers) => matches!(numbers.get(number), Some(None)),
            Self::Bytes { ranges, .. } => matches!(ranges.get(number), Some(None)),
        }
    }

    /// The values with these numbers. `None` when one is unknown.
    pub(super) fn values(&self, numbers: impl Iterator<Item = Option<usize>>) -> Option<Values<'_>> {
        Some(match self {
            Self::Numbers(all) => Values::Numbers(numbers.map(|number| *all.get(number?)?).collect::<Option<_>>()?),
            Self::Bytes { bytes, ranges } => {
                let word = |number: usize| bytes.get(ranges.get(number)?.clone()?);
                Values::Bytes(numbers.map(|number| word(number?)).collect::<Option<_>>()?)
            }
        })
    }
}
