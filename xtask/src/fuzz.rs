//! Trying what has to hold for any input: of the core with libFuzzer, of the page's own parsers with fast-check.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::{npm, process, root};

/// What makes up inputs for the page's parsers.
const FAST_CHECK: &str = "fast-check@4.10.2";

/// What has to hold; all but the last two are of the core, those are of the page.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Decode,
    Checkpoints,
    Header,
    Store,
    Selection,
    Page,
    Pairing,
    Hash,
    Mapping,
}

impl Target {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The most bytes of an input of the core: enough to reach everything, and few enough to be quick.
    fn length(self) -> Option<u32> {
        match self {
            Self::Decode => Some(192),
            Self::Checkpoints => Some(160),
            Self::Header => Some(1100),
            Self::Store | Self::Page => Some(512),
            Self::Selection => Some(200),
            Self::Pairing => Some(400),
            Self::Hash | Self::Mapping => None,
        }
    }
}

/// What to try, and how often.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The targets; all if none is named
    #[arg(value_enum)]
    targets: Vec<Target>,
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
    for target in if targets.is_empty() { Target::value_variants() } else { targets } {
        let name = target.name();
        match target.length() {
            Some(length) => core(&name, length, *runs, *seed)?,
            None => page(&[&name], *runs, *seed, &["--timed"])?,
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
        Command::new(which::which("rustup").context("this needs rustup, for a nightly compiler")?)
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
        Command::new(which::which("node").context("this needs Node.js")?)
            .current_dir(root())
            .arg("fuzz/js/main.js")
            .arg(folder)
            .args([format!("--runs={runs}"), format!("--seed={seed}")])
            .args(flags)
            .args(names),
    )
}
