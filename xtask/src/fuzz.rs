//! Fuzzes the core with libFuzzer and the page's parsers with fast-check.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::{npm, process, root};

/// Generates inputs for the page's parsers.
const FAST_CHECK: &str = "fast-check@4.10.2";

/// A fuzz target; the last two are parsers of the page, the others belong to the core.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Target {
    Decode,
    Checkpoints,
    Header,
    Store,
    Selection,
    Page,
    Pairing,
    Predictions,
    Hash,
    Mapping,
}

impl Target {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The longest input in bytes, for targets of the core: enough to reach all code, and still quick.
    fn length(self) -> Option<u32> {
        match self {
            Self::Decode => Some(192),
            Self::Checkpoints => Some(160),
            Self::Header => Some(1100),
            Self::Store | Self::Page => Some(512),
            Self::Selection => Some(200),
            Self::Pairing => Some(400),
            Self::Predictions => Some(300),
            Self::Hash | Self::Mapping => None,
        }
    }
}

/// What to fuzz, and for how long.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The targets; all if none is named
    #[arg(value_enum)]
    targets: Vec<Target>,
    /// Executions per target
    #[arg(long, default_value_t = 10_000_000)]
    runs: u64,
    /// The seed of the generated inputs
    #[arg(long, default_value_t = 1)]
    seed: u32,
}

/// Runs the targets one after another, and stops at the first input that fails.
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

/// Runs `cargo fuzz` without a sanitizer, which only finds errors of `unsafe` code, and without traces of comparisons:
/// both are slow. New inputs go to target/, not to the committed corpus.
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

/// Runs targets of the page, all if none is named, also on the committed inputs. `flags` are options of
/// fuzz/js/main.js.
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
