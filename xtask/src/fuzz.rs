//! Trying what has to hold for any input: of the core with libFuzzer, of the page's own parsers with fast-check.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::{npm, process, root};

/// What makes up inputs for the page's parsers.
const FAST_CHECK: &str = "fast-check@4.10.2";

/// Targets of the core, and the most bytes of an input: enough to reach everything, and few enough to be quick.
const CORE: [(&str, u32); 7] = [
    ("decode", 192),
    ("checkpoints", 160),
    ("header", 1100),
    ("store", 512),
    ("selection", 200),
    ("page", 512),
    ("pairing", 400),
];

/// Targets of the page.
const PAGE: [&str; 2] = ["hash", "mapping"];

/// What to try, and how often.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The targets, which are in fuzz/; all if none is named
    targets: Vec<String>,
    /// Executions of each
    #[arg(long, default_value_t = 10_000_000)]
    runs: u64,
    /// Another one makes up other inputs
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Tries the targets one after the other, and stops at the first input that fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let Options { targets, runs, seed } = options;
    let all = CORE.iter().map(|(name, _)| *name).chain(PAGE);
    let named = targets.iter().map(String::as_str);
    for name in if targets.is_empty() { all.collect() } else { named.collect::<Vec<_>>() } {
        if let Some((_, length)) = CORE.iter().find(|(core, _)| *core == name) {
            core(name, *length, *runs, *seed)?;
        } else if PAGE.contains(&name) {
            page(&[name], *runs, *seed, &["--timed"])?;
        } else {
            bail!("there is no target {name}");
        }
    }
    Ok(())
}

/// As `cargo fuzz run` does, but without a sanitizer, which finds only what `unsafe` code can do, and without a look at
/// what is compared: both take most of the time. What is found goes to target/, and not among the few that are kept.
fn core(name: &str, length: u32, runs: u64, seed: u32) -> Result<()> {
    let found = root().join("target/fuzz-found").join(name);
    fs::create_dir_all(&found)?;
    process::run(
        Command::new(process::find("rustup").context("this needs rustup, for a nightly compiler")?)
            .current_dir(root())
            .args(["run", "nightly", "cargo", "fuzz", "run", "--sanitizer=none", "--no-trace-compares", name])
            .arg(found)
            .arg(root().join("fuzz/corpus").join(name))
            .arg("--")
            .args([format!("-runs={runs}"), format!("-seed={seed}"), format!("-max_len={length}")])
            .args(["-entropic=0", "-print_final_stats=1"]),
    )
}

/// Tries targets of the page, all if none is named; what is kept, too. `flags` are of fuzz/js/main.js.
pub(crate) fn page(names: &[&str], runs: u64, seed: u32, flags: &[&str]) -> Result<()> {
    let folder = root().join("target/fast-check");
    npm::install(&folder, &[FAST_CHECK])?;
    process::run(
        Command::new(process::find("node").context("this needs Node.js")?)
            .current_dir(root())
            .arg("fuzz/js/main.js")
            .arg(folder)
            .args([format!("--runs={runs}"), format!("--seed={seed}")])
            .args(flags)
            .args(names),
    )
}
