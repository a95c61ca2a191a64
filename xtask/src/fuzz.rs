//! Fuzzes the core with libFuzzer and the page's parsers with fast-check.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::{npm, process, root};

/// Generates inputs for the page's parsers.
const FAST_CHECK: &str = "fast-check@4.10.2";

/// A fuzz target; the last three are parsers of the page, the others belong to the core.
#[derive(Clone, Copy, ValueEnum)]
enum Target {
    Decode,
    Checkpoints,
    Recall,
    Header,
    Store,
    Selection,
    Page,
    Pairing,
    Predictions,
    Table,
    Tar,
    TextLabels,
    Json,
    Zip,
    Unpack,
    Safetensors,
    Matlab,
    Pickle,
    Parquet,
    Arrow,
    Gallery,
    Sheet,
    DecisionList,
    Hash,
    Mapping,
}

impl Target {
    /// The longest input in bytes, for targets of the core: enough to reach all code, and still quick.
    fn length(self) -> Option<u32> {
        match self {
            Self::Checkpoints => Some(160),
            Self::Decode => Some(192),
            Self::Selection => Some(200),
            Self::Recall => Some(256),
            Self::Predictions => Some(300),
            Self::Pairing => Some(400),
            Self::Json | Self::Store | Self::Page | Self::Safetensors | Self::TextLabels => Some(512),
            Self::Gallery | Self::Sheet | Self::Unpack => Some(640),
            Self::Table | Self::Zip | Self::Matlab => Some(1024),
            Self::Header => Some(1100),
            Self::Pickle => Some(1200),
            Self::Tar => Some(2560),
            Self::Arrow | Self::Parquet => Some(2700),
            Self::DecisionList | Self::Hash | Self::Mapping => None,
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
        let name = target.to_possible_value().context("every target has a name")?;
        match target.length() {
            Some(length) => core(name.get_name(), length, *runs, *seed)?,
            None => page(&[name.get_name()], *runs, *seed, &["--timed"])?,
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
            // fuzz/Cargo.toml says which crates have debug assertions; without --release all would have them.
            .args([
                "run",
                "nightly",
                "cargo",
                "fuzz",
                "run",
                "--release",
                "--sanitizer=none",
                "--no-trace-compares",
                name,
            ])
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn targets_are_the_folders_of_the_corpus() {
        let targets = Target::value_variants().iter().filter_map(Target::to_possible_value);
        let targets: BTreeSet<String> = targets.map(|target| target.get_name().into()).collect();
        let folders = fs::read_dir(root().join("fuzz/corpus")).unwrap();
        let folders = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect();
        assert_eq!(targets, folders);
    }
}
