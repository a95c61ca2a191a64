//! Long use of the page: memory and workers stay at their level.

use std::thread;

use anyhow::Result;
use serde_json::{Value, json};

use super::drop::TIME_TO_FIND;
use super::lab::Lab;
use super::large::FLAT;
use super::memory::Use;
use super::repeated::Repeated;
use super::table::Row;
use crate::session::Session;

/// Repetitions within one call, because a driver does not wait forever.
const PART: u32 = 500;

/// An action that is repeated.
struct Action<'a> {
    what: &'a str,
    /// Its function in benches/long.js.
    function: &'a str,
    times: u32,
    /// The function's other arguments.
    arguments: &'a [Value],
}

/// Opens and closes datasets, shows page after page, and changes filters.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let file = Repeated::gzip(&lab.input, 1)?;
    let session = lab.fresh_session()?;
    lab.visit_site(&session)?;
    thread::sleep(TIME_TO_FIND);
    let times = |many| if lab.quick { many / 50 } else { many };

    let recipe = [file.recipe()];
    let what = format!("datasets ({}) opened and closed", file.description());
    let mut rows = rows(&session, &Action { what: &what, function: "open", times: times(100), arguments: &recipe })?;
    session.call("/benches/long.js", "sample", &[])?;
    for (what, function, many) in [("pages shown", "flip", 10_000), ("filters changed", "filter", 2_000)] {
        rows.extend(self::rows(&session, &Action { what, function, times: times(many), arguments: &[] })?);
    }
    Ok(rows)
}

/// Compares memory and workers after all repetitions with those after a fifth, when everything had been done once.
fn rows(session: &Session, action: &Action<'_>) -> Result<Vec<Row>> {
    let Action { what, function, times, arguments } = action;
    let mut taken = Vec::new();
    for times in [times / 5, times - times / 5] {
        for begun in (0..times).step_by(PART as usize) {
            let mut all = vec![json!(PART.min(times - begun))];
            all.extend_from_slice(arguments);
            session.call("/benches/long.js", function, &all)?;
        }
        session.collect_garbage()?;
        thread::sleep(TIME_TO_FIND);
        taken.extend(Use::now(session.process()));
    }
    let [before, after] = &taken[..] else { return Ok(Vec::new()) };
    let grown = after.megabytes - before.megabytes;
    Ok(vec![
        Row::bound(
            &format!("memory of the page after {times} {what}"),
            (grown, FLAT),
            format!("{:.1} MB, {grown:+.1} MB since a fifth", after.megabytes),
            format!("≤ {FLAT} MB more"),
        ),
        Row::bound(
            &format!("workers after {times} {what}"),
            (after.workers.into(), before.workers.into()),
            after.workers.to_string(),
            format!("≤ {}, as before", before.workers),
        ),
    ])
}
