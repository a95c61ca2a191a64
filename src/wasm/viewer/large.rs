//! What only files need that do not stay in memory: indexes that are kept for the next visit, and jobs that workers share.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

use super::{Dataset, JobKind, Slot};
use crate::{
    dataset::{self, shared::SpanPass},
    wasm::{MaybeByteRange, byte_range, number, record, refused, thrown, to_u64},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("large.d.ts");

#[wasm_bindgen]
extern "C" {
    /// A span, or nothing.
    #[wasm_bindgen(typescript_type = "SpanTask | undefined")]
    pub type MaybeSpanTask;
}

/// A span of images that a job of a dataset in another worker passes over here.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Span(SpanPass);

#[wasm_bindgen]
impl Span {
    /// The pass that a dataset's task describes.
    ///
    /// # Errors
    /// For bytes that are no task.
    #[wasm_bindgen(constructor)]
    pub fn new(task: &[u8]) -> Result<Self, JsValue> {
        SpanPass::from_bytes(task).map(Self).ok_or_else(|| refused("these bytes are no task"))
    }

    /// The bytes of the file that are wanted next; undefined at the end.
    #[must_use]
    pub fn wanted(&self) -> MaybeByteRange {
        byte_range(self.0.wanted())
    }

    /// Takes the bytes that are wanted.
    ///
    /// # Errors
    /// When the file has changed.
    pub fn feed(&mut self, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.0.feed(to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// What was found, for `finishSpan`.
    #[must_use]
    pub fn found(&mut self) -> Uint8Array {
        Uint8Array::from(&self.0.to_bytes()[..])
    }
}

#[wasm_bindgen]
impl Dataset {
    /// Part `number` of all that a pass has found out about items in a slot's .gz that do not stay in memory, to be kept;
    /// undefined after the last, and where there is nothing to keep.
    ///
    /// # Errors
    /// For an unknown slot.
    #[wasm_bindgen(js_name = indexPart)]
    pub fn index_part(&self, slot: Slot, number: usize) -> Result<Option<Uint8Array>, JsValue> {
        let part = self.dataset.index_part(slot.try_into()?, number);
        Ok(part.map(|part| Uint8Array::from(&part[..])))
    }

    /// Takes the next part of an index that was kept, and ends the pass over the slot's file at the last. Whether it did;
    /// undefined while parts are still to come.
    ///
    /// # Errors
    /// For an unknown slot.
    pub fn recall(&mut self, slot: Slot, part: &[u8]) -> Result<Option<bool>, JsValue> {
        Ok(self.dataset.recall(slot.try_into()?, part))
    }

    /// A span of a job for another worker; undefined when none is left.
    ///
    /// # Errors
    /// For an unknown job.
    #[wasm_bindgen(js_name = takeSpan)]
    pub fn take_span(&mut self, job: JobKind) -> Result<MaybeSpanTask, JsValue> {
        let task = self
            .dataset
            .take_span(job.try_into()?)
            .map(|(span, task)| record(&[("span", number(span as u64)), ("task", Uint8Array::from(&task[..]).into())]));
        Ok(task.unwrap_or_default().unchecked_into())
    }

    /// Takes what another worker has found in a span. If it found nothing, the job takes the span here.
    ///
    /// # Errors
    /// For an unknown job.
    #[wasm_bindgen(js_name = finishSpan)]
    pub fn finish_span(&mut self, job: JobKind, span: usize, found: &[u8]) -> Result<(), JsValue> {
        self.dataset.finish_span(job.try_into()?, span, found);
        Ok(())
    }

    /// Whether other workers should read some of the images that are wanted.
    #[wasm_bindgen(js_name = isScattered)]
    #[must_use]
    pub fn is_scattered(&self) -> bool {
        self.dataset.is_scattered()
    }

    /// Some of the images that are wanted, for another worker to read as a span; undefined when too few are left.
    #[must_use]
    pub fn lend(&mut self) -> Option<Uint8Array> {
        self.dataset.lend().map(|task| Uint8Array::from(&task[..]))
    }

    /// Takes images that another worker has read. Whether it could: if there are none, all that others were to read is wanted
    /// here again.
    #[wasm_bindgen(js_name = takeBack)]
    pub fn take_back(&mut self, found: &[u8]) -> bool {
        self.dataset.take_back(found)
    }

    /// Part `number` of the statistics and checks, once the scan is over, to be kept; undefined after the last.
    #[wasm_bindgen(js_name = scanPart)]
    #[must_use]
    pub fn scan_part(&mut self, number: usize) -> Option<Uint8Array> {
        self.dataset.scan_part(number).map(|part| Uint8Array::from(&part[..]))
    }

    /// Takes the next part of what an earlier scan found, and ends the scan that has started at the last. Whether it did;
    /// undefined while parts are still to come.
    #[wasm_bindgen(js_name = recallScan)]
    pub fn recall_scan(&mut self, part: &[u8]) -> Option<bool> {
        if self.dataset.store(dataset::Slot::Images).is_none() {
            return Some(false);
        }
        self.dataset.recall_scan(part)
    }
}
