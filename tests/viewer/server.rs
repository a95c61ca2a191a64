//! The server of the page.

use std::collections::BTreeSet;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use crate::Result;

/// A server of a test's own; dropping it stops it.
pub(crate) struct Server {
    /// Absent when the test itself serves.
    child: Option<Child>,
    /// The address of the page.
    pub(crate) address: String,
}

impl Server {
    /// Serves a folder below a path of the host.
    pub(crate) fn start(site: &Path, base: &str) -> Result<Self> {
        loop {
            let server = Self::start_anywhere(site, base)?;
            if is_new_port(&server.address) {
                return Ok(server);
            }
        }
    }

    fn start_anywhere(site: &Path, base: &str) -> Result<Self> {
        let mut child = Command::new(variable("IDXLENS_XTASK")?)
            .args(["serve", "--no-open", "--port", "0", "--base", base, "--site"])
            .arg(site)
            .stdout(Stdio::piped())
            .spawn()?;
        let mut address = String::new();
        let output = child.stdout.take().ok_or("the server has no output")?;
        BufReader::new(output).read_line(&mut address)?;
        Ok(Self { child: Some(child), address: address.trim().to_owned() })
    }

    /// A server that the test runs itself.
    pub(crate) fn at(address: &str) -> Self {
        Self { child: None, address: address.to_owned() }
    }

    /// Answers no more.
    pub(crate) fn stop(&mut self) {
        if let Some(child) = &mut self.child {
            child.kill().ok();
            child.wait().ok();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Whether an address has a port that no test has had yet. Tests share browsers, which keep what a page has stored for
/// its origin, and the system may give out a port again.
pub(crate) fn is_new_port(address: &str) -> bool {
    static PORTS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let port = address.split('/').nth(2).and_then(|host| host.split(':').next_back()).unwrap_or_default();
    PORTS.lock().unwrap_or_else(PoisonError::into_inner).insert(port.to_owned())
}

/// The folder that holds the page.
pub(crate) fn site() -> Result<PathBuf> {
    Ok(variable("IDXLENS_SITE")?.into())
}

/// The folder that holds the page without its service worker, as in browsers that allow none. Its work takes a quarter of
/// a test's time.
pub(crate) fn site_without_worker() -> Result<PathBuf> {
    Ok(variable("IDXLENS_SITE_WITHOUT_WORKER")?.into())
}

/// The folder that holds the page as it is without Node.js: every script is a file of its own.
pub(crate) fn plain_site() -> Result<PathBuf> {
    Ok(variable("IDXLENS_PLAIN_SITE")?.into())
}

/// An environment variable that `cargo xtask test` sets.
pub(crate) fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|_| format!("{name} is not set: run `cargo xtask test viewer`").into())
}
