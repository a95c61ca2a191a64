//! Packages from npm, for tests and benchmarks. The page itself uses none.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::process;

/// Installs packages, each `name@version`, in a folder, unless they are installed.
pub(crate) fn install(folder: &Path, packages: &[&str]) -> Result<()> {
    if packages.iter().all(|package| is_installed(&folder.join("node_modules"), package)) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    // Without this file npm would look for one in the parent folders.
    fs::write(folder.join("package.json"), "{}\n")?;
    process::run(
        Command::new(which::which("npm").context("this needs Node.js")?)
            .current_dir(folder)
            .args(["install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"])
            .args(packages),
    )
}

/// Whether a `node_modules` folder has `name@version`.
fn is_installed(folder: &Path, package: &str) -> bool {
    package.split_once('@').is_some_and(|(name, version)| {
        fs::read(folder.join(name).join("package.json"))
            .ok()
            .and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok())
            .is_some_and(|manifest| manifest["version"] == version)
    })
}
