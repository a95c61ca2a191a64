//! Statistics and checks of all images, and a summary of one.

use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

use super::{Dataset, ends};
use crate::{
    dataset::{
        Slot,
        checks::CheckResult,
        distances::Distance,
        labels::Label,
        statistics::{FigureTable, Figures, Spread, Summary},
    },
    wasm::{number, record, to_u64},
};

#[wasm_bindgen]
extern "C" {
    /// Statistics, or nothing.
    #[wasm_bindgen(typescript_type = "Statistics | undefined")]
    pub type MaybeStatistics;
    /// Figures, or nothing.
    #[wasm_bindgen(typescript_type = "FigureTable | undefined")]
    pub type MaybeFigures;
}

#[wasm_bindgen]
impl Dataset {
    /// The statistics of the images scanned so far; undefined when no scan has started.
    #[must_use]
    pub fn statistics(&self) -> MaybeStatistics {
        let Some((statistics, images)) = self.dataset.statistics().zip(self.dataset.store(Slot::Images)) else {
            return JsValue::UNDEFINED.unchecked_into();
        };
        let checks: Array = self.dataset.check_results().iter().map(check_result).collect();
        let classes: Array = statistics.classes().iter().map(|label| JsValue::from(label.0)).collect();
        let statistics = record(&[
            ("items", number(statistics.items())),
            ("total", number(images.items())),
            ("table", table(statistics.table())),
            ("checks", checks.into()),
            ("classes", classes.into()),
            ("pictured", statistics.has_images().into()),
        ]);
        statistics.unchecked_into()
    }

    /// The figures of the images that `startFiltered` named, as far as they are taken.
    #[wasm_bindgen(js_name = filteredFigures)]
    #[must_use]
    pub fn filtered_figures(&self) -> MaybeFigures {
        let statistics = self.dataset.filtered_statistics();
        statistics.map_or(JsValue::UNDEFINED, |statistics| table(statistics.table())).unchecked_into()
    }

    /// The distance of an item from the mean of its class, its rank (1 is the farthest) and the number of items in the
    /// class; empty until the distances are taken.
    #[must_use]
    pub fn distance(&self, item: f64) -> Float64Array {
        let distance = self.dataset.distance(to_u64(item));
        #[expect(clippy::cast_precision_loss, reason = "users see these counts")]
        let numbers = distance.map(|Distance { value, rank, class_size }| [value, rank as f64, class_size as f64]);
        Float64Array::from(numbers.as_ref().map_or(&[][..], |numbers| numbers))
    }

    /// The smallest and the largest finite value of an item, the mean and the standard deviation of these (NaN where there
    /// are none), how many values are NaN, and how many infinite. Empty when the item is not known.
    #[must_use]
    pub fn summary(&self, item: f64) -> Float64Array {
        let summary = self.dataset.store(Slot::Images).and_then(|store| {
            let (layout, item) = store.layout().zip(store.item(to_u64(item)))?;
            Some(Summary::of(layout.element_type(), item))
        });
        let numbers = summary.map(|Summary { range, spread, not_finite }| {
            let (min, max) = range.unwrap_or((f64::NAN, f64::NAN));
            let Spread { mean, deviation } = spread.unwrap_or(Spread { mean: f64::NAN, deviation: f64::NAN });
            let infinite = not_finite.infinity + not_finite.negative_infinity;
            #[expect(clippy::cast_precision_loss, reason = "users see these counts")]
            let [nan, infinite] = [not_finite.nan, infinite].map(|count| count as f64);
            [min, max, mean, deviation, nan, infinite]
        });
        Float64Array::from(numbers.as_ref().map_or(&[][..], |numbers| numbers))
    }
}

fn table(table: &FigureTable) -> JsValue {
    let bins: Array = table.bins().into_iter().map(number).collect();
    let classes: Array = table.classes().map(|(label, figures)| record_of(&figures, Some(label))).collect();
    record(&[
        ("range", ends(Some(table.range()))),
        ("bins", bins.into()),
        ("all", record_of(&table.all(), None)),
        ("classes", classes.into()),
    ])
}

fn record_of(figures: &Figures, label: Option<Label>) -> JsValue {
    let Figures { items, values, spread, range, not_finite } = figures;
    let counts = [not_finite.nan, not_finite.negative_infinity, not_finite.infinity];
    record(&[
        ("label", label.map_or(JsValue::NULL, |label| label.0.into())),
        ("items", number(*items)),
        ("values", number(*values)),
        ("spread", ends(spread.map(|spread| (spread.mean, spread.deviation)))),
        ("range", ends(*range)),
        ("notFinite", counts.into_iter().map(number).collect::<Array>().into()),
    ])
}

fn check_result(result: &CheckResult) -> JsValue {
    let ends = result.ranges.iter().flat_map(|range| [*range.start(), *range.end()]);
    record(&[
        ("name", result.name.into()),
        ("items", number(result.items)),
        ("ranges", ends.map(JsValue::from).collect::<Array>().into()),
    ])
}
