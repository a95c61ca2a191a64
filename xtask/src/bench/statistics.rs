//! All images measured, for their means and spreads, by class too.

use anyhow::{Context as _, Result};

use super::lab::Lab;
use super::table::{Row, Times};

/// Decodes the input with the core, and measures what came out.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let (mut decoded, mut measured) = (Times::default(), Times::default());
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        let times = lab.session.call("/benches/statistics.js", "measure", &[])?;
        decoded.push(times["decoded"].as_f64().context("no time")?);
        measured.push(times["measured"].as_f64().context("no time")?);
    }
    Ok(vec![Row::ratio("all images measured, in ten classes", &measured, "the core decodes them", &decoded, Some(1.0))])
}
