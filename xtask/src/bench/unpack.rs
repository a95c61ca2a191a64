//! Decompressing a gzip file, from a file handle to the last byte: by cold decoders, then by warm ones.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::lab::Lab;
use super::table::{Row, Times};
use crate::session::Session;

/// The decoders of benches/unpack.js, their descriptions, and the target ratio against each, cold and warm. The first is
/// the page's.
const IN_BROWSER: [(&str, &str, [Option<f64>; 2]); 8] = [
    ("page", "the page's worker", [None; 2]),
    ("core", "the core without pauses", [None; 2]),
    ("gunzip", "flate2 with zlib-rs alone", [None; 2]),
    ("inflate", "zlib-rs without the checksum", [None; 2]),
    ("keep", "zlib-rs without the checksum, all kept in memory", [None; 2]),
    ("DecompressionStream", "`DecompressionStream`", [Some(0.9), Some(0.6)]),
    ("fflate", "fflate", [Some(0.35), Some(0.3)]),
    ("pako", "pako", [None; 2]),
];

/// Programs that decompress to a pipe, and the target ratio of the warm page against each.
const NATIVE: [(&str, &[&str], Option<f64>); 3] =
    [("libdeflate-gunzip", &["-c"], Some(1.25)), ("igzip", &["-d", "-c"], None), ("gzip", &["-d", "-c"], None)];

/// Whether the browser has had the time to optimize a decoder.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum State {
    Cold,
    Warm,
}

const STATES: [State; 2] = [State::Cold, State::Warm];

/// Measures all decoders in alternation.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let mut native: Vec<_> = NATIVE
        .iter()
        .filter_map(|(name, arguments, limit)| {
            Some((which::which(name).ok()?, *name, *arguments, *limit, Times::default()))
        })
        .collect();
    let mut times = STATES.map(|_| IN_BROWSER.map(|_| Times::default()));
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        for (state, times) in STATES.into_iter().zip(&mut times) {
            for ((decoder, ..), times) in IN_BROWSER.iter().zip(times) {
                times.push(in_browser(lab, &lab.session, decoder, state)?);
            }
        }
        for (program, _, arguments, _, times) in &mut native {
            times.push_duration(to_pipe(program, arguments, lab)?);
        }
    }
    let mut rows = Vec::new();
    for (state, [ours, others @ ..]) in STATES.into_iter().zip(&times) {
        let is_warm = state == State::Warm;
        let what = format!("decompressed by {}, {}", IN_BROWSER[0].1, if is_warm { "warm" } else { "cold" });
        for ((_, name, limits), times) in IN_BROWSER[1..].iter().zip(others) {
            rows.push(Row::ratio(&what, ours, name, times, limits[usize::from(is_warm)]));
        }
        for (_, name, _, limit, times) in &native {
            rows.push(Row::ratio(&what, ours, &format!("native `{name}`"), times, limit.filter(|_| is_warm)));
        }
    }
    Ok(rows)
}

/// Milliseconds that a decoder of benches/unpack.js takes. The session must show benches/.
pub(crate) fn in_browser(lab: &Lab, session: &Session, decoder: &str, state: State) -> Result<f64> {
    session
        .call(
            "/benches/unpack.js",
            "unpack",
            &[json!(decoder), json!(lab.input.unpacked), json!(state == State::Warm)],
        )?
        .as_f64()
        .context("no time")
}

/// How long a program takes to send the decompressed file through a pipe.
fn to_pipe(program: &PathBuf, arguments: &[&str], lab: &Lab) -> Result<Duration> {
    let begun = Instant::now();
    let mut child = Command::new(program).args(arguments).arg(&lab.input.path).stdout(Stdio::piped()).spawn()?;
    let mut pipe = child.stdout.take().context("the program has no output")?;
    let mut buffer = vec![0; 64 << 10];
    let mut length = 0;
    loop {
        match pipe.read(&mut buffer)? {
            0 => break,
            read => length += read as u64,
        }
    }
    let status = child.wait()?;
    let time = begun.elapsed();
    let name = Path::new(program).display();
    ensure!(status.success() && length == lab.input.unpacked, "{name} unpacked {length} bytes: {status}");
    Ok(time)
}
