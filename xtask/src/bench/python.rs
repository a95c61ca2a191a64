//! Programs in Python that the page is compared with.

use std::path::PathBuf;
use std::process::Command;

use super::lab::FOLDER;
use crate::{process, root};

/// An interpreter with these packages, if they can be installed.
pub(crate) fn with(packages: &[&str]) -> Option<PathBuf> {
    let environment = root().join(FOLDER).join("python");
    let program = environment.join("bin/python");
    if !program.exists() {
        process::run(Command::new("python3").args(["-m", "venv"]).arg(&environment)).ok()?;
    }
    process::run(Command::new(&program).args(["-m", "pip", "install", "--quiet"]).args(packages)).ok()?;
    Some(program)
}
