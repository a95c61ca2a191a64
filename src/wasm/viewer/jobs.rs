//! Jobs: scanning for statistics, searching, and preparing lines, in steps that the worker takes one by one.
#![expect(missing_docs, reason = "wasm-bindgen adds items without documentation to the enum")]

use js_sys::Uint32Array;
use wasm_bindgen::prelude::*;

use super::{Dataset, Query};
use crate::{
    dataset,
    wasm::{MaybeByteRange, byte_range, refused, thrown, to_u64},
};

/// The kind of a job: statistics of the images, or of some of them, the distances from the means of their classes, the items that match a query, or the line through the labels.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug)]
pub enum JobKind {
    Statistics = "statistics",
    Filtered = "filtered",
    Distances = "distances",
    Search = "search",
    Profile = "profile",
}

impl TryFrom<JobKind> for dataset::JobKind {
    type Error = JsValue;

    fn try_from(kind: JobKind) -> Result<Self, JsValue> {
        match kind {
            JobKind::Statistics => Ok(Self::Statistics),
            JobKind::Filtered => Ok(Self::Filtered),
            JobKind::Distances => Ok(Self::Distances),
            JobKind::Search => Ok(Self::Search),
            JobKind::Profile => Ok(Self::Profile),
            JobKind::__Invalid => Err(refused("unknown job")),
        }
    }
}

#[wasm_bindgen]
impl Dataset {
    /// Starts to scan the images for statistics. Whether they can be scanned now.
    pub fn scan(&mut self) -> bool {
        self.dataset.start_scan()
    }

    /// Starts to take the statistics of these images. Whether they can be taken now.
    #[wasm_bindgen(js_name = startFiltered)]
    pub fn start_filtered(&mut self, items: &[u32]) -> bool {
        self.dataset.start_filtered(items)
    }

    /// Starts to take the distance of each image from the mean of its class, or goes on with it. Whether the scan is
    /// over and has means.
    #[wasm_bindgen(js_name = startDistances)]
    pub fn start_distances(&mut self) -> bool {
        self.dataset.start_distances()
    }

    /// Starts to search labels that do not stay in memory. Whether a query needs that: `select` answers any other.
    ///
    /// # Errors
    /// For an unknown order.
    pub fn search(&mut self, query: &Query) -> Result<bool, JsValue> {
        Ok(self.dataset.start_search(&query.try_into()?))
    }

    /// Starts to prepare the line through the labels of these items, in this order, or of all items.
    #[wasm_bindgen(js_name = startProfile)]
    pub fn start_profile(&mut self, items: Option<Vec<u32>>) {
        self.dataset.start_profile(items);
    }

    /// The bytes of the file that a job needs next, none where it needs only items in memory; undefined at its end.
    ///
    /// # Errors
    /// For an unknown job.
    #[wasm_bindgen(js_name = wantedFor)]
    pub fn wanted_for(&self, job: JobKind) -> Result<MaybeByteRange, JsValue> {
        Ok(byte_range(self.dataset.job_wanted(job.try_into()?)))
    }

    /// Gives a job the bytes that it wants, or lets it take some items from memory.
    ///
    /// # Errors
    /// For an unknown job, when the file has changed since it was read, or when a search finds too many items.
    pub fn feed(&mut self, job: JobKind, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.dataset.feed_job(job.try_into()?, to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// How much of a job is done, from 0 to 1.
    ///
    /// # Errors
    /// For an unknown job.
    pub fn progress(&self, job: JobKind) -> Result<f64, JsValue> {
        Ok(self.dataset.job_progress(job.try_into()?))
    }

    /// Ends a job. Its results are lost.
    ///
    /// # Errors
    /// For an unknown job.
    pub fn cancel(&mut self, job: JobKind) -> Result<(), JsValue> {
        self.dataset.cancel_job(job.try_into()?);
        Ok(())
    }

    /// The items that the search found, in the order of the query; undefined when it did not reach its end.
    ///
    /// # Errors
    /// When there are too many to list.
    pub fn results(&mut self) -> Result<Option<Uint32Array>, JsValue> {
        let items = self.dataset.search_results().map_err(|error| thrown(&error))?;
        Ok(items.map(|items| Uint32Array::from(items.as_slice())))
    }
}
