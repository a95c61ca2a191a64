//! Compiles the wasm module, generates its JavaScript, and runs its tests.

use std::env;
use std::ffi::{OsStr, OsString};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, iter, thread};

use anyhow::{Context as _, Result, ensure};
use wasm_bindgen_cli::{wasm_bindgen, wasm_bindgen_test_runner};

use crate::{process, root};

/// The target triple of everything that runs in the browser.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Compiles the modules of the page, and writes them and their JavaScript to `www/pkg`: `idxlens`, as `wasm-pack build`
/// writes it, and others, which the page loads on demand.
pub(crate) fn build() -> Result<()> {
    add_target()?;
    let package = root().join("www/pkg");
    if package.exists() {
        fs::remove_dir_all(&package).context("could not empty www/pkg")?;
    }
    // Set explicitly, so that the module is found whatever the environment sets.
    let target = root().join("target");
    // A folder for each, because all are the same library with other features. They are built at the same time, because
    // most of that is the work of a linker with one thread.
    thread::scope(|scope| {
        let viewer = scope.spawn(|| module("idxlens", &[], &target, &package));
        let others = ["insight", "convert", "large"].map(|name| {
            let (folder, package) = (target.join(name), &package);
            scope.spawn(move || {
                module(name, &["--no-default-features", "--features", &format!("{name}-wasm")], &folder, package)
            })
        });
        let mut builds = iter::once(viewer).chain(others);
        builds.try_for_each(|build| build.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Compiles the library with these features, and writes it as `name`.
fn module(name: &str, features: &[&str], target: &Path, package: &Path) -> Result<()> {
    process::run(
        cargo()
            .args(["build", "--package", "idxlens", "--lib", "--release", "--target", TARGET])
            .args(features)
            .arg("--target-dir")
            .arg(target)
            .args(["--config", &anonymous()]),
    )?;
    wasm_bindgen::run_cli_with_args([
        OsStr::new("wasm-bindgen"),
        OsStr::new("--target=web"),
        // Function names are a quarter of the module, and a trap is clear without them.
        OsStr::new("--remove-name-section"),
        OsStr::new("--remove-producers-section"),
        OsStr::new("--out-name"),
        OsStr::new(name),
        OsStr::new("--out-dir"),
        package.as_os_str(),
        target.join(TARGET).join("release/idxlens.wasm").as_os_str(),
    ])
}

/// A cargo setting that keeps local folder names, which often contain a person's name, out of panic messages.
fn anonymous() -> String {
    let cargo_home = env::var_os("CARGO_HOME").map(PathBuf::from);
    // The last prefix that matches wins.
    let flags = env::home_dir().into_iter().chain(cargo_home).map(|folder| {
        // Literal strings, because Windows paths contain backslashes.
        format!("'--remap-path-prefix={}=home'", folder.display())
    });
    format!("target.{TARGET}.rustflags=[{}]", flags.collect::<Vec<_>>().join(", "))
}

/// Runs one compiled test file in a browser.
pub(crate) fn run_test(arguments: Vec<OsString>) -> Result<()> {
    let name = OsString::from("wasm-bindgen-test-runner");
    wasm_bindgen_test_runner::run_cli_with_args(std::iter::once(name).chain(arguments))
}

/// Adds the wasm target if rustup did not add it when it read rust-toolchain.toml.
pub(crate) fn add_target() -> Result<()> {
    let output = Command::new("rustc")
        .current_dir(root())
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("could not start rustc")?;
    ensure!(output.status.success(), "rustc does not know {TARGET}");
    if Path::new(String::from_utf8(output.stdout)?.trim()).is_dir() {
        return Ok(());
    }
    process::run(Command::new("rustup").current_dir(root()).args(["target", "add", TARGET]))
        .with_context(|| format!("rustc cannot compile for {TARGET}: add that target to your Rust installation"))
}

/// The cargo that runs this program, in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
