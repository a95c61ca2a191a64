//! A page of 1,000 items.

use anyhow::{Context as _, Result};

use super::lab::Lab;
use super::table::{Row, Times, milliseconds};

/// A frame at 60 Hz, in milliseconds.
pub(crate) const FRAME: f64 = 1000.0 / 60.0;

/// Composes pages with the core and with plain JavaScript, and paints them.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let (mut core, mut plain, mut painted) = (Times::default(), Times::default(), Times::default());
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        let times = lab.session.call("/benches/compose.js", "compose", &[])?;
        core.push(times["core"].as_f64().context("no time")?);
        plain.push(times["plain"].as_f64().context("no time")?);
        let time = lab.session.call("/benches/compose.js", "paint", &[])?;
        painted.push(time.as_f64().context("no time")?);
    }
    Ok(vec![
        Row::ratio("page of 1,000 items composed", &core, "plain JavaScript", &plain, Some(0.5)),
        Row::bound(
            "the same, asked for and painted",
            (painted.median(), FRAME / 2.0),
            painted.to_string(),
            format!("≤ {}, half a frame", milliseconds(FRAME / 2.0)),
        ),
    ])
}
