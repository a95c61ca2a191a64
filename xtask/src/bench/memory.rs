//! The memory of the process that runs the page and its worker, as Linux reports it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The memory that a browser's pages used before they had a worker.
pub(crate) struct Memory {
    browser: Option<u32>,
    before: BTreeMap<u32, f64>,
}

impl Memory {
    /// Call this before the page starts a worker. `browser` is the id of the browser's first process.
    pub(crate) fn before(browser: Option<u32>) -> Self {
        Self { browser, before: renderers(browser) }
    }

    /// Resident megabytes that the worker's process has gained since then, if the system reports them.
    pub(crate) fn growth(&self) -> Option<f64> {
        let now = Use::now(self.browser)?;
        Some(now.megabytes - self.before.get(&now.process)?)
    }
}

/// The memory that a page and its workers use now.
pub(crate) struct Use {
    process: u32,
    /// Resident memory.
    pub(crate) megabytes: f64,
    pub(crate) workers: u32,
}

impl Use {
    /// The use of the page that has workers, if the system reports it. `browser` is the id of the browser's first
    /// process.
    pub(crate) fn now(browser: Option<u32>) -> Option<Self> {
        let mut pages = renderers(browser).into_iter();
        pages.find_map(|(process, megabytes)| {
            let workers = workers(process);
            (workers > 0).then_some(Self { process, megabytes, workers })
        })
    }
}

/// The processes that run pages, with the resident megabytes of each.
fn renderers(browser: Option<u32>) -> BTreeMap<u32, f64> {
    let mut found = BTreeMap::new();
    let mut processes: Vec<_> = browser.into_iter().collect();
    while let Some(process) = processes.pop() {
        processes.extend(children(process));
        let command = fs::read(folder(process).join("cmdline")).unwrap_or_default();
        // Chromium separates the arguments of such a process with spaces, not with zeros.
        if String::from_utf8_lossy(&command).contains("--type=renderer") {
            found.extend(resident(process).map(|memory| (process, memory)));
        }
    }
    found
}

fn children(process: u32) -> Vec<u32> {
    let lists = tasks(process).filter_map(|task| fs::read_to_string(task.join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<_>>()).collect()
}

/// How many workers run in a process.
fn workers(process: u32) -> u32 {
    let names = tasks(process).filter_map(|task| fs::read(task.join("comm")).ok());
    names.map(|name| u32::from(name.starts_with(b"DedicatedWorker"))).sum()
}

fn resident(process: u32) -> Option<f64> {
    let status = fs::read_to_string(folder(process).join("status")).ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"))?;
    Some(f64::from(kibibytes.parse::<u32>().ok()?) * 1024.0 / 1e6)
}

/// The threads of a process.
fn tasks(process: u32) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder(process).join("task")).into_iter().flatten().flatten().map(|task| task.path())
}

fn folder(process: u32) -> PathBuf {
    format!("/proc/{process}").into()
}
