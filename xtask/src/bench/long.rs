//! A long use of the page: memory and workers return to where they were.

use std::thread;

use anyhow::Result;
use serde_json::{Value, json};

use super::drop::LOOK;
use super::lab::Lab;
use super::large::FLAT;
use super::memory::Use;
use super::repeated::Repeated;
use super::table::Row;
use crate::session::Session;

/// Times within one call, which a driver does not wait for as long as one likes.
const PART: u32 = 500;

/// What somebody does over and over.
struct Habit<'a> {
    what: &'a str,
    /// As benches/long.js calls it.
    function: &'a str,
    times: u32,
    /// What the function is told besides.
    arguments: &'a [Value],
}

/// Opens and closes datasets, turns pages and changes filters.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let file = Repeated::gzip(&lab.input, 1)?;
    let session = lab.fresh_session()?;
    lab.visit_site(&session)?;
    thread::sleep(LOOK);
    let times = |many| if lab.quick { many / 50 } else { many };

    let recipe = [file.recipe()];
    let what = format!("datasets ({}) opened and closed", file.description());
    let mut rows = rows(&session, &Habit { what: &what, function: "open", times: times(100), arguments: &recipe })?;
    session.call("/benches/long.js", "sample", &[])?;
    for (what, function, many) in [("pages turned", "flip", 10_000), ("filters changed", "filter", 2_000)] {
        rows.extend(self::rows(&session, &Habit { what, function, times: times(many), arguments: &[] })?);
    }
    Ok(rows)
}

/// What the page takes after that, and took after a fifth of it, when everything had been done for a first time.
fn rows(session: &Session, habit: &Habit<'_>) -> Result<Vec<Row>> {
    let Habit { what, function, times, arguments } = habit;
    let mut taken = Vec::new();
    for times in [times / 5, times - times / 5] {
        for begun in (0..times).step_by(PART as usize) {
            let mut all = vec![json!(PART.min(times - begun))];
            all.extend_from_slice(arguments);
            session.call("/benches/long.js", function, &all)?;
        }
        session.collect_garbage()?;
        thread::sleep(LOOK);
        taken.extend(Use::now(session.process()));
    }
    let [before, after] = &taken[..] else { return Ok(Vec::new()) };
    let grown = after.megabytes - before.megabytes;
    Ok(vec![
        Row::bound(
            &format!("memory of the page, {times} {what}"),
            (grown, FLAT),
            format!("{:.1} MB, {grown:+.1} MB since a fifth of them", after.megabytes),
            format!("≤ {FLAT} MB more"),
        ),
        Row::bound(
            &format!("its workers, {times} {what}"),
            (after.workers.into(), before.workers.into()),
            after.workers.to_string(),
            format!("≤ {}, as before", before.workers),
        ),
    ])
}
