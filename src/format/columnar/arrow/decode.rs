//! The values of a page.

use super::{
    column::{ColumnReader, Page},
    dictionary::DictionaryReader,
    layers::Walk,
    schema::Storage,
};
use crate::format::columnar::{
    chunk::Values,
    schema::{Column, Physical},
};

impl ColumnReader {
    /// The values that are there. `None` when they make no sense.
    pub(super) fn decoded(&self, page: &Page, column: &Column) -> Option<Values<'_>> {
        let all = 0..usize::try_from(page.values.end - page.values.start).ok()?;
        let places = all.clone().filter(|&at| page.levels.has(at, column));
        Some(match (self.last().storage, self.dictionary.as_ref().map(DictionaryReader::values)) {
            (Storage::Plain(physical), Some(words)) => {
                words.values(places.map(|at| index(self.number(page, physical, at)?)))?
            }
            (Storage::Plain(Physical::Fixed(len)), None) => {
                let values = self.values.bytes();
                Values::Bytes(places.map(|at| values.get(at * len..)?.get(..len)).collect::<Option<_>>()?)
            }
            (Storage::Plain(Physical::Boolean), None) => {
                Values::Numbers(places.map(|at| self.number(page, Physical::Boolean, at)).collect::<Option<_>>()?)
            }
            (Storage::Plain(physical), None) => {
                let size = physical.size()?;
                let values = self.values.bytes().get(..size.checked_mul(all.len())?)?.chunks_exact(size);
                let there = values.enumerate().filter(|&(at, _)| page.levels.has(at, column));
                Values::Numbers(there.map(|(_, value)| physical.number(value)).collect())
            }
            _ => Values::Bytes(places.map(|at| self.bytes(page, at)).collect::<Option<_>>()?),
        })
    }

    /// The places of values that are missing in the dictionary.
    pub(super) fn missing_words(&self, page: &Page, walk: &Walk) -> Vec<usize> {
        let (Storage::Plain(physical), Some(words)) =
            (self.last().storage, self.dictionary.as_ref().map(DictionaryReader::values))
        else {
            return Vec::new();
        };
        let is_missing = |&at: &usize| {
            let number = self.number(page, physical, at).and_then(index);
            number.is_some_and(|number| words.is_missing(number))
        };
        (0..walk.levels.len).filter(is_missing).collect()
    }

    /// The number at this place of a page.
    fn number(&self, page: &Page, physical: Physical, at: usize) -> Option<f64> {
        let bytes = self.values.bytes();
        if physical == Physical::Boolean {
            let bit = at + (page.values.start % 8) as usize;
            return Some(f64::from(bytes.get(bit / 8)? >> (bit % 8) & 1));
        }
        let size = physical.size()?;
        Some(physical.number(bytes.get(at * size..)?.get(..size)?))
    }

    /// The bytes at this place of a page.
    fn bytes(&self, page: &Page, at: usize) -> Option<&[u8]> {
        let place = page.values.start + at as u64;
        if let Storage::Views = self.last().storage {
            return self.view(usize::try_from(place).ok()?);
        }
        let (start, end) = self.last().range(place)?;
        let [start, end] = [start, end].map(|at| at.checked_sub(page.offset).and_then(|at| usize::try_from(at).ok()));
        self.values.bytes().get(start?..end?)
    }

    /// The bytes that a view stands for: up to 12 in it, others in a buffer of their own.
    fn view(&self, place: usize) -> Option<&[u8]> {
        let (len, own) = self.view_at(place)?;
        if let Some(bytes) = own.get(..len) {
            return Some(bytes);
        }
        // Behind the first four bytes are the number of the buffer and the place in it.
        let (numbers, _) = own.as_chunks();
        let &[_, buffer, start] = numbers else { return None };
        let [buffer, start] = [buffer, start].map(|number| u32::from_le_bytes(number) as usize);
        self.data.get(buffer)?.get(start..)?.get(..len)
    }

    /// Bytes of the value of a view.
    pub(super) fn view_len(&self, place: u64) -> Option<u64> {
        Some(self.view_at(usize::try_from(place).ok()?)?.0 as u64)
    }

    fn view_at(&self, place: usize) -> Option<(usize, &[u8])> {
        let view: &[u8; 16] = self.last().offsets.get(place.checked_mul(16)?..)?.first_chunk()?;
        let (&len, own) = view.split_first_chunk()?;
        Some((u32::from_le_bytes(len) as usize, own))
    }
}

/// The number of a word.
fn index(number: f64) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, reason = "a number of a word is whole")]
    usize::try_from(number as i64).ok()
}
