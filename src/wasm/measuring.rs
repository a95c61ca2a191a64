//! What the images are like: a survey of all of them, and one item.

use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, MaybeByteRange, byte_range, ends, number, record, thrown, to_u64};
use crate::dataset::{Slot, statistics::Summary};

#[wasm_bindgen]
extern "C" {
    /// What has been measured, or nothing.
    #[wasm_bindgen(typescript_type = "Statistics | undefined")]
    pub type MaybeStatistics;
}

#[wasm_bindgen]
impl Dataset {
    /// Begins to measure the images, from the first one on. Whether they can be measured now.
    pub fn survey(&mut self) -> bool {
        self.dataset.start_scan()
    }

    /// The bytes of the images' file that are wanted next to measure them, none where they are in memory; undefined
    /// when all are measured.
    #[must_use]
    pub fn unmeasured(&self) -> MaybeByteRange {
        byte_range(self.dataset.scan_wanted())
    }

    /// Takes these bytes, and measures what they complete; without bytes, some of what is in memory.
    ///
    /// # Errors
    /// When the file is not any more what it was.
    pub fn measure(&mut self, offset: f64, bytes: &[u8]) -> Result<(), JsValue> {
        self.dataset.feed_scan(to_u64(offset), bytes).map_err(|error| thrown(&error))
    }

    /// What has been measured so far; undefined before that has begun.
    #[must_use]
    pub fn statistics(&self) -> MaybeStatistics {
        let Some((statistics, images)) = self.dataset.statistics().zip(self.dataset.store(Slot::Images)) else {
            return JsValue::UNDEFINED.unchecked_into();
        };
        let blank: Array = statistics
            .blank_ranges()
            .iter()
            .flat_map(|range| [*range.start(), *range.end()])
            .map(JsValue::from)
            .collect();
        let bins: Array = statistics.bins().into_iter().map(number).collect();
        let classes: Array = statistics.classes().iter().map(|label| JsValue::from(label.0)).collect();
        let spread = statistics.spread().map(|spread| (spread.mean, spread.deviation));
        let statistics = record(&[
            ("items", number(statistics.items())),
            ("total", number(images.items())),
            ("spread", ends(spread)),
            ("range", ends(Some(statistics.range()))),
            ("bins", bins.into()),
            ("blanks", number(statistics.blank_items())),
            ("blank", blank.into()),
            ("classes", classes.into()),
            ("pictured", statistics.has_images().into()),
        ]);
        statistics.unchecked_into()
    }

    /// The least and the greatest value of an item, its mean, and its standard deviation; empty when there are none.
    #[must_use]
    pub fn summary(&self, item: f64) -> Float64Array {
        let summary = self.dataset.store(Slot::Images).and_then(|store| {
            let (layout, item) = store.layout().zip(store.item(to_u64(item)))?;
            Summary::of(layout.element_type(), item)
        });
        let numbers = summary.map(|Summary { min, max, spread }| [min, max, spread.mean, spread.deviation]);
        Float64Array::from(numbers.as_ref().map_or(&[][..], |numbers| numbers))
    }
}
