//! The statistics of all images, also by class.

use anyhow::{Context as _, Result};

use super::lab::Lab;
use super::table::{Row, Times};

/// Decodes the input with the core, then computes its statistics.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let (mut decoded, mut measured) = (Times::default(), Times::default());
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        let times = lab.session.call("/benches/statistics.js", "measure", &[])?;
        decoded.push(times["decoded"].as_f64().context("no time")?);
        measured.push(times["measured"].as_f64().context("no time")?);
    }
    Ok(vec![Row::ratio(
        "statistics of all images, in ten classes",
        &measured,
        "decoding them in the core",
        &decoded,
        Some(1.0),
    )])
}
