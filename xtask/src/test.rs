//! The tests, in stages from the quickest to the slowest.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;

use crate::browser::Browser;
use crate::wasm::{TARGET, cargo};
use crate::{dist, fuzz, process, root, serve, wasm};

/// The compiler that checks the JavaScript's types.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// What to test.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The stages to run; all if none is named
    #[arg(value_enum)]
    stages: Vec<Stage>,
    /// The browser of the stages "web" and "viewer"
    #[arg(long, value_enum, default_value_t = Browser::Chromium)]
    browser: Browser,
    /// Only the tests of the stage "viewer" whose names contain one of these
    #[arg(last = true)]
    names: Vec<String>,
    /// Keep the pictures that the stage "viewer" takes and the README shows
    #[arg(long)]
    screenshots: bool,
}

/// The pictures that the README shows, of those in target/screenshots.
const SCREENSHOTS: [&str; 5] =
    ["page-light.png", "page-dark.png", "page-narrow.png", "panel-light.png", "error-light.png"];

/// A part of the tests that can be run by itself.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Stage {
    /// Unit, integration and documentation tests on this machine
    Native,
    /// The types of the JavaScript; needs Node.js
    Types,
    /// What has to hold of the page's parsers for any input; needs Node.js
    Properties,
    /// The wasm boundary, in the browser
    Web,
    /// A person's use of the page, in the browser
    Viewer,
}

impl Stage {
    fn title(self) -> &'static str {
        match self {
            Self::Native => "native: unit, integration and documentation tests",
            Self::Types => "types: the JavaScript's types",
            Self::Properties => "properties: the page's parsers, given any input",
            Self::Web => "web: the wasm boundary in the browser",
            Self::Viewer => "viewer: a person's use in the browser",
        }
    }
}

/// Runs the stages in their order and stops at the first that fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    // Asked now: a stage that compiles this program again removes the file it runs from.
    let program = env::current_exe()?;
    let mut summary = Vec::new();
    for stage in Stage::value_variants() {
        let named = options.stages.contains(stage);
        if !(named || options.stages.is_empty()) {
            continue;
        }
        println!("\n== {}", stage.title());
        let needs_node = matches!(stage, Stage::Types | Stage::Properties);
        if needs_node && !named && which::which("npx").is_err() {
            summary.push(format!("skipped  {}, because Node.js is not here", stage.title()));
            continue;
        }
        let begun = Instant::now();
        match stage {
            Stage::Native => native(),
            Stage::Types => types(),
            Stage::Properties => fuzz::page(&[], 20_000, 1, &[]),
            Stage::Web => web(options.browser, &program),
            Stage::Viewer => viewer(options, &program),
        }
        .with_context(|| format!("failed at the stage {}", stage.title()))?;
        summary.push(format!("passed   {} ({:.0} s)", stage.title(), begun.elapsed().as_secs_f64()));
    }
    println!("\n{}", summary.join("\n"));
    Ok(())
}

fn native() -> Result<()> {
    process::run(cargo().args(["test", "--package", "idxlens"]))?;
    process::run(cargo().args(["test", "--package", "xtask"]))?;
    // A workspace of its own, of which only what is kept is tried here.
    let fuzz = ["test", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "target/fuzz", "--no-default-features"];
    process::run(cargo().args(fuzz))
}

/// The page and the workers have different globals, hence two projects.
fn types() -> Result<()> {
    wasm::build()?;
    for project in ["www/tsconfig.json", "www/tsconfig.worker.json"] {
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

/// What the tests at the boundary do not take, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// How often they are tried. One time in three the runner's server leaves a module waiting behind connections that are
/// idle (`tiny_http` queues it for a thread that has other work already), and then no test ever starts. Firefox opens
/// more of them: webdriver.json has it close them after a second.
const TRIES: u32 = 6;

fn web(browser: Browser, program: &Path) -> Result<()> {
    wasm::add_target()?;
    let file = boundary()?;
    for _ in 0..TRIES {
        let driver = browser.start()?;
        // Not by cargo, which would leave the runner behind when it is ended.
        let mut runner = Command::new(program)
            .current_dir(root())
            .arg("wasm-test-runner")
            .arg(&file)
            .env(browser.runner_variable()?, driver.url())
            .env("WASM_BINDGEN_TEST_TIMEOUT", PATIENCE.as_secs().to_string())
            .spawn()?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = runner.try_wait()? {
                ensure!(status.success(), "the tests at the boundary: {status}");
                return Ok(());
            }
            thread::sleep(Duration::from_millis(100));
        }
        runner.kill()?;
        runner.wait()?;
        println!("Nothing has come of it for {} s: once more", PATIENCE.as_secs());
    }
    bail!("the tests at the boundary did not start {TRIES} times");
}

/// The compiled tests of the boundary.
fn boundary() -> Result<PathBuf> {
    let test = ["test", "--package", "idxlens", "--target", TARGET, "--test", "web", "--no-run"];
    let output =
        cargo().args(test).arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "the tests at the boundary do not compile");
    let artifacts = output.stdout.split(|&byte| byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok());
    let mut files =
        artifacts.filter_map(|artifact: serde_json::Value| artifact["executable"].as_str().map(PathBuf::from));
    files.next().context("cargo does not say where the tests at the boundary are")
}

fn viewer(options: &Options, program: &Path) -> Result<()> {
    let site = serve::folder();
    dist::build(&site)?;
    options.browser.provide()?;
    process::run(
        cargo()
            .args(["test", "--package", "idxlens", "--test", "viewer", "--", "--include-ignored"])
            .args(&options.names)
            .env("IDXLENS_SITE", site.canonicalize()?)
            .env("IDXLENS_XTASK", program)
            .env("IDXLENS_BROWSER", options.browser.name()),
    )?;
    if options.screenshots {
        let [taken, kept] = ["target/screenshots", ".github/screenshots"].map(|folder| root().join(folder));
        fs::create_dir_all(&kept)?;
        for name in SCREENSHOTS {
            fs::copy(taken.join(name), kept.join(name)).with_context(|| format!("{name} was not taken"))?;
        }
    }
    Ok(())
}
