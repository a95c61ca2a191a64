//! The tests, in stages from the quickest to the slowest.

mod viewer;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use clap::ValueEnum;

use crate::browser::Browser;
use crate::count::Count;
use crate::wasm::{TARGET, cargo};
use crate::{fuzz, npm, process, root, wasm};

/// The compiler that checks the JavaScript's types.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// The formatter and linter of the scripts and styles; biome.json has its rules.
const BIOME: &str = "@biomejs/biome@2.6.8";

/// What to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The stages to run; all if none is named
    #[arg(value_enum)]
    stages: Vec<Stage>,
    /// The browsers of the stages "web" and "viewer", with commas between them
    #[arg(long, value_enum, value_delimiter = ',', default_value = "chromium")]
    browser: Vec<Browser>,
    /// Only the tests of the stage "viewer" whose names contain one of these
    #[arg(last = true)]
    names: Vec<String>,
    /// Every test of the stage "viewer" in every browser; otherwise those that depend on what browsers do run in all, and
    /// each other test in one of them
    #[arg(long)]
    everywhere: bool,
    /// Keep the pictures that the stage "viewer" takes and the README shows
    #[arg(long)]
    screenshots: bool,
}

/// A part of the tests that can be run by itself.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Stage {
    /// The format and the lints of the scripts and styles; needs Node.js
    Lint,
    /// Unit, integration and documentation tests on this machine
    Native,
    /// The types of the JavaScript; needs Node.js
    Types,
    /// The page's pure modules; needs Node.js
    Unit,
    /// The page's parsers, with generated input; needs Node.js
    Properties,
    /// The wasm boundary, in the browser
    Web,
    /// The page as its users use it, in the browser
    Viewer,
}

impl Stage {
    fn title(self) -> &'static str {
        match self {
            Self::Lint => "lint: the format and the lints of the scripts and styles",
            Self::Native => "native: unit, integration and documentation tests",
            Self::Types => "types: the types of the JavaScript",
            Self::Unit => "unit: the page's pure modules",
            Self::Properties => "properties: the page's parsers, with generated input",
            Self::Web => "web: the wasm boundary in the browser",
            Self::Viewer => "viewer: the page as its users use it",
        }
    }

    fn needs_node(self) -> bool {
        matches!(self, Self::Lint | Self::Types | Self::Unit | Self::Properties)
    }
}

/// Runs the stages in their order, stops at the first that fails, and reports all results at the end.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut summary = Vec::new();
    let mut count = Count::default();
    let result = run_stages(options, &mut summary, &mut count);
    println!("\n{}\n{count}", summary.join("\n"));
    result
}

fn run_stages(options: &Options, summary: &mut Vec<String>, count: &mut Count) -> Result<()> {
    // Asked now: a stage that compiles this program again removes the file it runs from.
    let program = env::current_exe()?;
    let mut outcome = Ok(());
    for stage in Stage::value_variants() {
        let named = options.stages.contains(stage);
        if !(named || options.stages.is_empty()) {
            continue;
        }
        println!("\n== {}", stage.title());
        if stage.needs_node() && !named && which::which("npx").is_err() {
            ensure!(env::var_os("CI").is_none(), "CI needs Node.js for the stage {}", stage.title());
            count.skip(stage.title(), "Node.js is missing");
            continue;
        }
        let begun = Instant::now();
        let result = match stage {
            Stage::Lint => lint(),
            Stage::Native => native(count),
            Stage::Types => types(),
            Stage::Unit => unit(count),
            Stage::Properties => fuzz::page(&[], 20_000, 1, &[]),
            Stage::Web => web(options, &program, count),
            Stage::Viewer => viewer::run(options, &program, count),
        };
        let verdict = if result.is_ok() { "passed" } else { "failed" };
        summary.push(format!("{verdict}   {} ({:.0} s)", stage.title(), begun.elapsed().as_secs_f64()));
        if let Err(error) = &result {
            eprintln!("{error:#}");
        }
        // The others run even so: one run names all that fails.
        outcome = outcome.and(result.with_context(|| format!("failed at the stage {}", stage.title())));
    }
    outcome
}

fn lint() -> Result<()> {
    let folder = root().join("target/biome");
    npm::install(&folder, &[BIOME])?;
    let node = which::which("node").context("this needs Node.js")?;
    process::run(
        Command::new(node).current_dir(root()).arg(folder.join("node_modules/@biomejs/biome/bin/biome")).arg("ci"),
    )
}

fn native(count: &mut Count) -> Result<()> {
    count.run("native", cargo().args(["test", "--package", "idxlens", "--all-features"]))?;
    // As a library, which brings neither pictures nor JavaScript.
    let library = ["--no-default-features", "--lib", "--test", "library", "--test", "encode", "--test", "decode"];
    count.run("native", cargo().args(["test", "--package", "idxlens"]).args(library))?;
    count.run("native", cargo().args(["test", "--package", "xtask"]))?;
    // A workspace of its own, of which only what is kept is tried here.
    let fuzz = ["test", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz", "--no-default-features"];
    count.run("native", cargo().args(fuzz))
}

/// The page and the workers have different globals, hence two projects.
fn types() -> Result<()> {
    wasm::build()?;
    for project in ["tsconfig.json", "tsconfig.worker.json"] {
        process::run(Command::new(which::which("npx").context("this needs Node.js")?).current_dir(root()).args([
            "--yes",
            "--package",
            TYPESCRIPT,
            "--",
            "tsc",
            "--project",
            project,
        ]))?;
    }
    Ok(())
}

fn unit(count: &mut Count) -> Result<()> {
    let node = which::which("node").context("this needs Node.js")?;
    let test = ["--test", "--test-reporter=tap", "tests/unit/"];
    count.run("unit", Command::new(node).current_dir(root()).args(test))
}

fn web(options: &Options, program: &Path, count: &mut Count) -> Result<()> {
    wasm::add_target()?;
    let file = boundary()?;
    for browser in &options.browser {
        let Some(variable) = browser.runner_variable() else {
            count.skip(&format!("web {}", browser.name()), "wasm-bindgen's test runner does not support it");
            continue;
        };
        let driver = browser.start()?;
        let mut runner = Command::new(program);
        runner.current_dir(root()).arg("wasm-test-runner").arg(&file).env(variable, driver.url());
        // A busy machine needs most of the usual 20 s to compile the module, without optimization.
        runner.env("WASM_BINDGEN_TEST_TIMEOUT", "120");
        count.run(&format!("web {}", browser.name()), &mut runner)?;
    }
    Ok(())
}

/// The compiled tests of the boundary.
fn boundary() -> Result<PathBuf> {
    let test = ["test", "--package", "idxlens", "--all-features", "--target", TARGET, "--test", "web", "--no-run"];
    let output =
        cargo().args(test).arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "the tests at the boundary do not compile");
    let artifacts = output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let mut files =
        artifacts.filter_map(|artifact: serde_json::Value| artifact["executable"].as_str().map(PathBuf::from));
    files.next().context("cargo does not say where the tests at the boundary are")
}
