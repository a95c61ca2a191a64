//! The bytes of a first visit, compressed, until the page is ready for a file.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::host::Host;
use super::lab::Lab;
use super::table::Row;

/// The target in bytes.
const LIMIT: u32 = 200_000;
/// A page that has asked for nothing for this long has everything it needs.
const QUIET: Duration = Duration::from_secs(2);
/// The kinds of files that count: whether a browser asks for an icon is up to the browser.
const COUNTED: [&str; 4] = ["css", "html", "js", "wasm"];

/// Adds up the compressed size of everything that a browser asks for on a first visit.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let host = Host::start(lab)?;
    let session = lab.fresh_session()?;
    session.visit(&host.address)?;
    let mut before = 0;
    while host.sent().len() > before {
        before = host.sent().len();
        thread::sleep(QUIET);
    }
    let sent = host.sent();
    let is = |path: &str, kind: &str| Path::new(path).extension().is_some_and(|extension| extension == kind);
    ensure!(sent.keys().any(|path| is(path, "wasm")), "the page did not start: it asked for {:?}", sent.keys());
    let counted = |path: &str| path == "/" || COUNTED.iter().any(|kind| is(path, kind));
    let total: u64 = sent.iter().filter(|(path, _)| counted(path)).map(|(_, bytes)| bytes).sum();
    let total = u32::try_from(total)?;
    Ok(vec![Row::bound(
        &format!("first visit over the wire, compressed ({} requests)", sent.len()),
        (total.into(), LIMIT.into()),
        format!("{} KB", (total + 500) / 1000),
        format!("≤ {} KB", LIMIT / 1000),
    )])
}
