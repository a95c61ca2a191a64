//! What the check finds of planted faults, and how long it takes.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::lab::{FOLDER, Lab};
use super::table::Row;
use super::{fields, python};
use crate::process::output;
use crate::root;
use crate::wasm::cargo;

mod times;

/// What the methods are compared with in Python.
const PACKAGES: [&str; 2] = ["scikit-learn==1.9.1", "cleanlab==2.9.0"];

/// Measures the quality natively; then compares with Python where it is installed.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let folder = root().join(FOLDER).join("insight");
    fs::create_dir_all(&folder)?;
    let mut rows = times::run(lab)?;
    rows.extend(quality(&folder)?);
    // It takes minutes, and shows nothing about whether the benchmark runs.
    if !lab.quick {
        compare(&folder)?;
    }
    Ok(rows)
}

/// Runs benches/insight, which also writes the cases for Python to a folder.
fn quality(folder: &Path) -> Result<Vec<Row>> {
    let mut command = cargo();
    command.args(["run", "--package", "idxlens", "--example", "insight", "--features", "insight", "--release", "--"]);
    let text = output(command.arg(folder))?;
    let row = |line: &str| {
        let [what, value, target] = fields(line)?;
        let target = if target.is_empty() { None } else { Some(target.parse()?) };
        Ok(Row::quality(what, value.parse()?, target))
    };
    text.lines().map(row).collect()
}

/// Prints what other programs need and find in the same cases.
fn compare(folder: &Path) -> Result<()> {
    let Some(python) = python::with(&PACKAGES) else {
        println!("Python with {} is missing: there is no comparison with it.\n", PACKAGES.join(" and "));
        return Ok(());
    };
    let text = output(Command::new(python).arg(root().join("benches/insight/peers.py")).arg(folder))?;
    println!("| 1 % of the labels changed to the runner-up class | program | time | average precision |");
    println!("|---|---|--:|--:|");
    for line in text.lines() {
        let [data, program, seconds, precision] = fields(line)?;
        let (seconds, precision): (f64, f64) = (seconds.parse()?, precision.parse()?);
        println!("| {data} | {program} | {seconds:.1} s | {precision:.3} |");
    }
    println!();
    Ok(())
}
