//! What a first visit takes over the wire until the page is ready for a file.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{fs, thread};

use anyhow::{Error, Result, ensure};
use idxlens::format::encode::gzip;
use tiny_http::{Request, Server};

use super::lab::{Lab, site};
use super::table::Row;
use crate::static_files::{answer, text};
use crate::{process, serve};

/// Bytes to hold.
const MOST: u32 = 150_000;
/// A page that has asked for nothing so long has all that it needs.
const QUIET: Duration = Duration::from_secs(2);
/// What is counted: a browser may ask for an icon, or not.
const COUNTED: [&str; 4] = ["html", "css", "js", "wasm"];

/// Adds up what a browser that has never been here asks for, each file compressed.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let requested = visit(lab)?;
    ensure!(requested.iter().any(|path| is(path, "wasm")), "the page did not start: it asked for {requested:?}");
    let mut total: u32 = 0;
    for path in requested.iter().filter(|path| COUNTED.iter().any(|kind| is(path, kind))) {
        total += u32::try_from(compressed(&site().join(path))?)?;
    }
    Ok(vec![Row::bound(
        "first load over the wire, as a browser asks for it (.html, .css, .js, .wasm; gzip -9)",
        (total.into(), MOST.into()),
        format!("{} KB", (total + 500) / 1000),
        format!("≤ {} KB", MOST / 1000),
    )])
}

/// The length of a file as hosts send it: by the gzip that they have, too, where it is here, else by the one that the
/// sample is packed with, which takes a little more.
fn compressed(path: &Path) -> Result<usize> {
    let Some(program) = process::find("gzip") else { return Ok(gzip(&fs::read(path)?).len()) };
    let output = Command::new(program).args(["-9", "-n", "-c"]).arg(path).output()?;
    ensure!(output.status.success(), "gzip failed: {}", output.status);
    Ok(output.stdout.len())
}

/// The files that the page asks for, without the service worker: that fetches everything, in the background.
fn visit(lab: &Lab) -> Result<BTreeSet<String>> {
    let server = Server::http((Ipv4Addr::LOCALHOST, 0)).map_err(Error::from_boxed)?;
    let address = format!("http://localhost:{}/", server.server_addr().to_ip().map_or(0, |address| address.port()));
    let requested = Mutex::new(BTreeSet::new());
    thread::scope(|scope| {
        for _ in 0..serve::THREADS {
            scope.spawn(|| server.incoming_requests().for_each(|request| hand_out(request, &requested)));
        }
        let settled = settle(lab, &address, &requested);
        for _ in 0..serve::THREADS {
            server.unblock();
        }
        settled
    })?;
    Ok(requested.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Visits the page and waits until it asks for nothing more.
fn settle(lab: &Lab, address: &str, requested: &Mutex<BTreeSet<String>>) -> Result<()> {
    let count = || requested.lock().unwrap_or_else(PoisonError::into_inner).len();
    let session = lab.fresh_session()?;
    session.visit(address)?;
    let mut before = 0;
    while count() > before {
        before = count();
        thread::sleep(QUIET);
    }
    Ok(())
}

/// Answers and remembers a request. A service worker is not to be had, as in a private window.
fn hand_out(request: Request, requested: &Mutex<BTreeSet<String>>) {
    let path = match request.url().trim_start_matches('/') {
        "" => "index.html".to_owned(),
        path => path.to_owned(),
    };
    let response = if path == "sw.js" { text(404, "not here") } else { answer(&site(), &path, None) };
    requested.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    serve::send(request, response).ok();
}

fn is(path: &str, kind: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == kind)
}
