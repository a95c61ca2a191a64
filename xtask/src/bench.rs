//! The figures that the README quotes: ratios of medians, each within one run on one machine.
//!
//! Nothing fails because it is slow: the table says what was held and what was not.

mod compose;
mod connection;
mod drop;
mod host;
mod input;
mod lab;
mod large;
mod load;
mod long;
mod memory;
mod repeated;
mod statistics;
mod table;
mod unpack;
mod visit;

use std::path::PathBuf;

use anyhow::Result;
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
    /// How often to measure everything, in turns
    #[arg(long, default_value_t = 7)]
    rounds: usize,
    /// Whether it runs, not how fast: one round and a small file
    #[arg(long)]
    quick: bool,
    /// Images to measure with, six times over: IDX, 8 bits per pixel; MNIST's if they are here, else the sample's
    #[arg(long, value_name = "FILE")]
    images: Option<PathBuf>,
    /// The browser to measure in
    #[arg(long, value_enum, default_value_t = Browser::Chromium)]
    browser: Browser,
}

/// Something that is measured by itself.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Benchmark {
    /// A whole .gz unpacked, by the page's worker and by others
    Unpack,
    /// A first visit on a slow connection: first paint, and ready for a drop; needs Chromium
    First,
    /// From the drop of a file to its first page, and whether the page stays responsive
    Drop,
    /// A page of 1,000 items, composed and painted
    Compose,
    /// All images measured, beside their decoding
    Statistics,
    /// Files that do not fit into memory: first page, the pass, pages after it, memory
    Large,
    /// Memory and workers after a long use
    Long,
    /// The bytes of a first visit
    Load,
}

impl Benchmark {
    fn run(self, lab: &Lab) -> Result<Vec<Row>> {
        match self {
            Self::Unpack => unpack::run(lab),
            Self::First => visit::run(lab),
            Self::Drop => drop::run(lab),
            Self::Compose => compose::run(lab),
            Self::Statistics => statistics::run(lab),
            Self::Large => large::run(lab),
            Self::Long => long::run(lab),
            Self::Load => load::run(lab),
        }
    }
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
