//! The tests, in stages from the quickest to the slowest.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context as _, Result};
use clap::ValueEnum;

use crate::browser::Browser;
use crate::wasm::{TARGET, cargo};
use crate::{dist, process, root, serve, wasm};

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
        if *stage == Stage::Types && !named && process::find("npx").is_none() {
            summary.push(format!("skipped  {}, because Node.js is not here", stage.title()));
            continue;
        }
        let begun = Instant::now();
        match stage {
            Stage::Native => native(),
            Stage::Types => types(),
            Stage::Web => web(options.browser),
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
        process::run(Command::new(process::find("npx").context("this needs Node.js")?).current_dir(root()).args([
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
const PATIENCE: Duration = Duration::from_mins(1);

fn web(browser: Browser) -> Result<()> {
    wasm::add_target()?;
    let test = ["test", "--package", "idxlens", "--target", TARGET, "--test", "web"];
    process::run(cargo().args(test).arg("--no-run"))?;
    let run = || -> Result<(Result<()>, Duration)> {
        let driver = browser.start()?;
        let begun = Instant::now();
        let result = process::run(
            cargo()
                .args(test)
                .env(browser.runner_variable()?, driver.url())
                // The default of 20 is short for a busy machine.
                .env("WASM_BINDGEN_TEST_TIMEOUT", PATIENCE.as_secs().to_string()),
        );
        Ok((result, begun.elapsed()))
    };
    match run()? {
        // The runner's server can leave a module waiting behind connections that are idle; then no test ever starts.
        (Err(_), time) if time > PATIENCE => run()?.0,
        (result, _) => result,
    }
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
