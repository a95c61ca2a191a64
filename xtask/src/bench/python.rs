//! Programs in Python that the page is compared with.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

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

/// What a program prints.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(Stdio::inherit()).output().context("could not start a program")?;
    process::check(command, output.status)?;
    Ok(String::from_utf8(output.stdout)?)
}

/// The fields of a line, between tabs.
pub(crate) fn fields<const N: usize>(line: &str) -> Result<[&str; N]> {
    let fields: Vec<_> = line.split('\t').collect();
    ensure!(fields.len() == N, "not {N} fields: {line}");
    Ok(std::array::from_fn(|at| fields[at]))
}
