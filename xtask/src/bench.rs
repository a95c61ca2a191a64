//! Benchmarks. Their figures are ratios of medians, each from one run on one machine.
//!
//! A slow result is no failure: the table shows which targets were met.

mod again;
mod compose;
mod connection;
mod drop;
mod elements;
mod formats;
mod host;
mod huge;
mod input;
mod insight;
mod lab;
mod large;
mod load;
mod long;
mod memory;
mod python;
mod repeated;
mod statistics;
mod table;
mod unpack;
mod visit;

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::browser::Browser;
use lab::Lab;
use table::Row;

/// What to measure, and how.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The benchmarks to run; all if none is named
    #[arg(value_enum)]
    benchmarks: Vec<Benchmark>,
    /// How many times to measure everything
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Check only that the benchmarks run: one round and a small file
    #[arg(long)]
    quick: bool,
    /// An IDX file of 8-bit images to measure with, repeated six times; by default MNIST if available, else the sample
    #[arg(long, value_name = "FILE")]
    images: Option<PathBuf>,
    /// The browser to measure in
    #[arg(long, value_enum, default_value_t = Browser::Chromium)]
    browser: Browser,
}

/// A benchmark that can run alone.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Benchmark {
    /// Decompress a .gz with the page's worker and with other decoders
    Unpack,
    /// First paint and ready-for-a-drop on a slow connection and CPU; needs Chromium
    First,
    /// Time from a drop to the first page, and the longest task of the main thread
    Drop,
    /// Compose and paint a page of 1,000 items
    Compose,
    /// Compute the statistics of all images, compared with decoding them
    Statistics,
    /// Read and measure images of each element type, compared with bytes
    Elements,
    /// A page of images of 64 MiB each
    Huge,
    /// Files larger than memory: first page, full pass, random pages, a second visit, memory
    Large,
    /// Memory and workers after long use
    Long,
    /// Compressed size of a first visit
    Load,
    /// Files of other formats: first page and all of it, compared with Python
    Formats,
    /// What the check finds of planted faults
    Insight,
}

impl Benchmark {
    fn run(self, lab: &Lab) -> Result<Vec<Row>> {
        match self {
            Self::Unpack => unpack::run(lab),
            Self::First => visit::run(lab),
            Self::Drop => drop::run(lab),
            Self::Compose => compose::run(lab),
            Self::Statistics => statistics::run(lab),
            Self::Elements => elements::run(lab),
            Self::Huge => huge::run(lab),
            Self::Large => large::run(lab),
            Self::Long => long::run(lab),
            Self::Load => load::run(lab),
            Self::Formats => formats::run(lab),
            Self::Insight => insight::run(lab),
        }
    }
}

/// The fields of a line, between tabs.
fn fields<const N: usize>(line: &str) -> Result<[&str; N]> {
    let fields: Vec<_> = line.split('\t').collect();
    ensure!(fields.len() == N, "not {N} fields: {line}");
    Ok(std::array::from_fn(|at| fields[at]))
}

/// Runs the benchmarks and prints one table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let lab = Lab::prepare(options)?;
    let mut rows = Vec::new();
    for benchmark in Benchmark::value_variants() {
        if options.benchmarks.contains(benchmark) || options.benchmarks.is_empty() {
            rows.extend(benchmark.run(&lab)?);
        }
    }
    println!("{}\n", lab.description());
    table::print(&rows);
    Ok(())
}
