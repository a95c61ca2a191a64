//! Which items are looked at: those in memory at once, others in the course of a search.

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::{Dataset, MaybeByteRange, Query, byte_range, thrown, to_u64};
use crate::dataset::{
    labels::Label,
    selection::{self, Order},
};

#[wasm_bindgen]
impl Dataset {
    /// The numbers of the items that a query asks for, in its order, as far as their labels have arrived.
    ///
    /// # Errors
    /// When there are too many to list.
    pub fn select(&self, query: &Query) -> Result<Uint32Array, JsValue> {
        let items = self.dataset.select(&query.into()).map_err(|error| thrown(&error))?;
        Ok(Uint32Array::from(items.as_slice()))
    }

    /// Begins to look through labels that do not stay in memory. Whether a query needs that: else `select` answers it.
    pub fn search(&mut self, query: &Query) -> bool {
        self.dataset.start_search(&query.into())
    }

    /// The bytes of the labels' file that are wanted next to look through them; undefined when no more are: see `found`.
    #[must_use]
    pub fn unsearched(&self) -> MaybeByteRange {
        byte_range(self.dataset.search_wanted())
    }

    /// How much of the search is over, from 0 to 1.
    #[must_use]
    pub fn searched(&self) -> f64 {
        self.dataset.search_progress()
    }

    /// Takes these bytes, and looks through the labels that they complete.
    ///
    /// # Errors
    /// When the file is not any more what it was, or too many items are found.
    pub fn sift(&mut self, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.dataset.feed_search(to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// What the search has found, in the order asked for; undefined when it did not come to its end.
    ///
    /// # Errors
    /// When there are too many to list.
    pub fn found(&mut self) -> Result<Option<Uint32Array>, JsValue> {
        let items = self.dataset.search_results().map_err(|error| thrown(&error))?;
        Ok(items.map(|items| Uint32Array::from(items.as_slice())))
    }

    /// Looks for nothing any more.
    pub fn cease(&mut self) {
        self.dataset.cancel_search();
    }
}

impl From<&Query> for selection::Query {
    fn from(query: &Query) -> Self {
        let ranges = |ends: Vec<f64>| ends.as_chunks().0.iter().map(|&[start, end]| (start, end)).collect::<Vec<_>>();
        let mut columns: Vec<(u64, Vec<_>)> = Vec::new();
        for &[column, start, end] in query.columns().as_chunks().0 {
            let (column, range) = (to_u64(column), Label(start)..=Label(end));
            match columns.last_mut().filter(|last| last.0 == column) {
                Some((_, ranges)) => ranges.push(range),
                None => columns.push((column, vec![range])),
            }
        }
        Self {
            labels: query
                .label_ranges()
                .map(|ends| ranges(ends).into_iter().map(|(start, end)| Label(start)..=Label(end)).collect()),
            except: query.except(),
            columns,
            items: query
                .item_ranges()
                .map(|ends| ranges(ends).into_iter().map(|(start, end)| to_u64(start)..=to_u64(end)).collect()),
            order: match query.order().as_str() {
                "label" => Order::Label,
                "column" => Order::Column(to_u64(query.column())),
                "ink" => Order::Mean,
                "random" => Order::Random { seed: query.seed() },
                _ => Order::Number,
            },
            descending: query.descending(),
        }
    }
}
