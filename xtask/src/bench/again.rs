//! A large .gz that is opened again: the browser keeps what the pass found out, and workers share what comes after it.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::lab::Lab;
use super::large::{FLIPS, PASSES, show};
use super::memory::Memory;
use super::table::{Row, Times, milliseconds};
use crate::session::Session;

/// The memory limit of all workers together, in megabytes.
const MEMORY: f64 = 256.0;
/// Milliseconds that do not interrupt a user's thoughts, by Nielsen's rule.
const OPENED: f64 = 1000.0;
/// The part of one worker's time that two take.
const SHARED: f64 = 0.6;
/// How many pages of scattered items to show; each takes about a second.
const SCATTERED: u32 = 7;
/// After so long something is wrong.
const PATIENCE: Duration = Duration::from_mins(5);
/// The time between two memory readings. Each takes a few milliseconds of a processor that the workers need.
const PAUSE: Duration = Duration::from_millis(250);

/// Opens the file of the last pass again, alternately with a worker that shares nothing and with one that does.
pub(crate) fn run(
    lab: &Lab,
    session: &Session,
    memory: &Memory,
    name: &str,
    pages_after_pass: &Times,
) -> Result<Vec<Row>> {
    let [mut opened, mut pages] = [(); 2].map(|()| Times::default());
    let [mut alone, mut shared, mut scattered_alone, mut scattered_shared] = [(); 4].map(|()| Times::default());
    let mut growth = Vec::new();
    for _ in 0..lab.rounds.min(PASSES) {
        let both = [(true, &mut alone, &mut scattered_alone), (false, &mut shared, &mut scattered_shared)];
        for (is_alone, times, scattered) in both {
            let time = session.call("/benches/large.js", "reopen", &[json!(is_alone)])?;
            opened.push(time.as_f64().context("no time")?);
            if !is_alone {
                show(session, "flips", FLIPS, &mut pages)?;
            }
            session.collect_garbage()?;
            // Both are watched, so that neither is slower for it.
            let (time, watched) = measure(session, memory)?;
            times.push(time);
            if !is_alone {
                growth.extend(watched);
            }
            show(session, "scattered", SCATTERED, scattered)?;
        }
    }
    let mut rows = vec![
        Row::ratio(
            &format!("random page of 200 items on a second visit, {name}"),
            &pages,
            "after a pass",
            pages_after_pass,
            Some(1.25),
        ),
        Row::bound(
            &format!("opened on a second visit until a page at the end is there, {name}"),
            (opened.median(), OPENED),
            opened.to_string(),
            format!("≤ {}", milliseconds(OPENED)),
        ),
        Row::ratio(&format!("statistics of all images, shared, {name}"), &shared, "one worker", &alone, Some(SHARED)),
        Row::ratio(
            &format!("page of 200 items in random places, shared, {name}"),
            &scattered_shared,
            "one worker",
            &scattered_alone,
            Some(SHARED),
        ),
    ];
    if let Some(max) = growth.into_iter().reduce(f64::max) {
        let what = format!("memory of all workers during the statistics, maximum, {name}");
        rows.push(Row::bound(&what, (max, MEMORY), format!("{max:.1} MB"), format!("≤ {MEMORY} MB")));
    }
    Ok(rows)
}

/// Milliseconds of the statistics, and the memory again and again meanwhile.
fn measure(session: &Session, memory: &Memory) -> Result<(f64, Vec<f64>)> {
    session.call("/benches/large.js", "measure", &[])?;
    let begun = Instant::now();
    let mut growth = Vec::new();
    loop {
        let measured = session.call("/benches/large.js", "measuredIn", &[])?;
        ensure!(begun.elapsed() < PATIENCE, "the statistics do not end: they are at {} of 1", measured["progress"]);
        growth.extend(memory.growth());
        if let Some(time) = measured["time"].as_f64() {
            return Ok((time, growth));
        }
        thread::sleep(PAUSE);
    }
}
