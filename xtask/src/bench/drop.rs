//! The time from the drop of a file to its first page.

use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::lab::Lab;
use super::table::{Row, Times, milliseconds};
use super::unpack::{self, State};

/// A task longer than this is a long task by the Long Tasks specification, in milliseconds.
const LONG: f64 = 50.0;

/// How long users need to find a file after the page has loaded.
pub(crate) const TIME_TO_FIND: Duration = Duration::from_secs(1);

/// Drops the input on the page in a fresh browser, then decompresses it there with fflate, in alternation.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let (mut first, mut fflate) = (Times::default(), Times::default());
    let mut longest: f64 = 0.0;
    for _ in 0..lab.rounds {
        let session = lab.fresh_session()?;
        lab.visit_site(&session)?;
        thread::sleep(TIME_TO_FIND);
        session.call("/benches/drop.js", "watch", &[])?;
        session.drop_file(&lab.input.path)?;
        let result = session.call("/benches/drop.js", "result", &[])?;
        first.push(result["painted"].as_f64().context("no first page")?);
        longest = longest.max(result["longest"].as_f64().context("no longest task")?);

        lab.visit_benches(&session)?;
        fflate.push(unpack::in_browser(lab, &session, "fflate", State::Warm)?);
    }
    let measured = if longest > 0.0 { milliseconds(longest) } else { "none".into() };
    Ok(vec![
        Row::ratio("drop to first page painted", &first, "fflate, whole file", &fflate, Some(0.25)),
        Row::bound(
            "longest main-thread task while the file opens",
            (longest, LONG),
            measured,
            format!("none over {LONG} ms"),
        ),
    ])
}
