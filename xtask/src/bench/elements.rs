//! Images of every element type, compared with as many bytes of u8.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::lab::Lab;
use super::table::{Row, Times};

/// With the bytes of an element.
const TYPES: [(&str, f64); 5] = [("u8", 1.0), ("i16", 2.0), ("i32", 4.0), ("f32", 4.0), ("f64", 8.0)];
/// What is measured, by its name in `benches/element-types.js`.
const STEPS: [(&str, &str); 2] =
    [("measured", "statistics of 64 MiB"), ("composed", "page of 1,000 items composed, per byte of an element")];

/// Measures all types in each round, so that all have the same conditions.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let mut times = TYPES.map(|_| STEPS.map(|_| Times::default()));
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        for ((element_type, size), times) in TYPES.iter().zip(&mut times) {
            let found = lab.session.call("/benches/element-types.js", "measure", &[json!(element_type)])?;
            for ((step, _), times) in STEPS.iter().zip(times) {
                // A page has as many elements, of whatever size.
                let share = if *step == "composed" { *size } else { 1.0 };
                times.push(found[step].as_f64().context("no time")? / share);
            }
        }
    }
    let [of_bytes, others @ ..] = &times;
    let mut rows = Vec::new();
    for ((element_type, _), times) in TYPES[1..].iter().zip(others) {
        for ((_, what), (times, of_bytes)) in STEPS.iter().zip(times.iter().zip(of_bytes)) {
            rows.push(Row::ratio(&format!("{what}, {element_type}"), times, "u8", of_bytes, Some(1.5)));
        }
    }
    Ok(rows)
}
