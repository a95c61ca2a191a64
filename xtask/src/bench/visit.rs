//! A first visit on a slow connection and a slow device: when the page appears, and when it is ready for a file.

use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;

use super::connection::Connection;
use super::host::Host;
use super::lab::Lab;
use super::table::{Row, Times};
use crate::root;

/// 1.6 Mbit/s.
const BYTES_PER_SECOND: u32 = 200_000;
/// The time of a round trip.
const LATENCY: Duration = Duration::from_millis(150);
/// How many times slower the page's main thread is than this machine's; browsers do not slow down its worker.
const SLOWDOWN: u32 = 4;

/// Targets in milliseconds.
const PAINTED: f64 = 2500.0;
const READY: f64 = 4000.0;

/// Visits the page in fresh browsers, and drops a small file as soon as the page accepts one.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let host = Host::start_slow(lab, Connection::new(BYTES_PER_SECOND, LATENCY))?;
    let script = fs::read_to_string(root().join("benches/visit.js"))?;
    let (mut painted, mut accepted, mut shown) = (Times::default(), Times::default(), Times::default());
    for _ in 0..lab.rounds {
        let session = lab.fresh_session()?;
        session.command("Emulation.setCPUThrottlingRate", json!({ "rate": SLOWDOWN }))?;
        session.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script }))?;
        session.visit(&host.address)?;
        let times = session.run("return visited()", &[])?;
        for (name, all) in [("painted", &mut painted), ("accepted", &mut accepted), ("shown", &mut shown)] {
            all.push(times[name].as_f64().context("no time")?);
        }
    }
    let row = |what: &str, times: &Times, limit: f64| {
        let what = format!("first visit (1.6 Mbit/s, 150 ms round trip, {SLOWDOWN}x slower CPU): {what}");
        Row::bound(&what, (times.median(), limit), times.to_string(), format!("≤ {limit} ms"))
    };
    Ok(vec![
        row("first paint", &painted, PAINTED),
        row("accepts a drop", &accepted, READY),
        Row::ratio("first visit: shows a small file dropped then", &shown, "accepts a drop", &accepted, None),
    ])
}
