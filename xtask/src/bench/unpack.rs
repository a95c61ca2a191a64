//! Decompressing a gzip file, from a file handle to the last byte.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::lab::Lab;
use super::table::{Row, Times};
use crate::session::Session;

/// The decoders of benches/unpack.js, their descriptions, and the target ratio against each. The first is the page's.
const IN_BROWSER: [(&str, &str, Option<f64>); 6] = [
    ("page", "the page's worker", None),
    ("core", "the core without pauses", None),
    ("flate2", "flate2 with zlib-rs alone", None),
    // zlib-rs alone takes three quarters of this decoder's time; reading and counting take the rest.
    ("DecompressionStream", "`DecompressionStream`", Some(1.0)),
    ("fflate", "fflate", Some(0.4)),
    ("pako", "pako", None),
];

/// Programs that decompress to a pipe, and the target ratio against each.
const NATIVE: [(&str, &[&str], Option<f64>); 3] =
    [("libdeflate-gunzip", &["-c"], Some(1.7)), ("igzip", &["-d", "-c"], None), ("gzip", &["-d", "-c"], None)];

/// Measures all decoders in alternation.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let mut native: Vec<_> = NATIVE
        .iter()
        .filter_map(|(name, arguments, limit)| {
            Some((which::which(name).ok()?, *name, *arguments, *limit, Times::default()))
        })
        .collect();
    let mut times = IN_BROWSER.map(|_| Times::default());
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds {
        for ((decoder, ..), times) in IN_BROWSER.iter().zip(&mut times) {
            times.push(in_browser(lab, &lab.session, decoder)?);
        }
        for (program, _, arguments, _, times) in &mut native {
            times.push_duration(to_pipe(program, arguments, lab)?);
        }
    }
    let [ours, others @ ..] = &times;
    let what = format!("decompressed by {}", IN_BROWSER[0].1);
    let in_browser = IN_BROWSER[1..]
        .iter()
        .zip(others)
        .map(|((_, name, limit), times)| Row::ratio(&what, ours, name, times, *limit));
    let native = native
        .iter()
        .map(|(_, name, _, limit, times)| Row::ratio(&what, ours, &format!("native `{name}`"), times, *limit));
    Ok(in_browser.chain(native).collect())
}

/// Milliseconds that a decoder of benches/unpack.js takes. The session must show benches/.
pub(crate) fn in_browser(lab: &Lab, session: &Session, decoder: &str) -> Result<f64> {
    session
        .call("/benches/unpack.js", "unpack", &[json!(decoder), json!(lab.input.unpacked)])?
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
