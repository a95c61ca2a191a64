//! The same images in the formats that people have: the time to the first page and to the end, compared with Python.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use anyhow::{Context as _, Result};

use super::drop::TIME_TO_FIND;
use super::lab::{FOLDER, Lab};
use super::python::{self, fields, output};
use super::table::{Row, Times};
use crate::root;

/// What writes the files and reads them in Python.
const PACKAGES: [&str; 6] =
    ["numpy==2.4.6", "pandas==3.1.1", "pillow==13.0.0", "pyarrow==26.0.1", "safetensors==0.8.0", "scipy==1.17.1"];

/// The target of the first page, as a share of what Python takes for all.
const FIRST: f64 = 0.25;

/// The target of everything, as a share of what Python takes.
fn whole(format: &str) -> f64 {
    if format == "csv" { 0.5 } else { 1.0 }
}

/// A format that is measured.
struct Case {
    format: String,
    file: String,
    reader: String,
    first: Times,
    whole: Times,
    python: Times,
}

/// Opens each file in a fresh browser, and reads it with Python, in alternation.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    // Files of another number of images stay apart.
    let folder = root().join(FOLDER).join(format!("formats-{}", lab.input.unpacked));
    fs::create_dir_all(&folder)?;
    let Some(python) = python::with(&PACKAGES) else {
        println!("Python with {} is missing: formats are not measured.\n", PACKAGES.join(", "));
        return Ok(Vec::new());
    };
    let peers = |command: &str, what: &Path| {
        let script = root().join("benches/formats/peers.py");
        output(Command::new(&python).arg(script).arg(command).arg(what).arg(&folder))
    };
    let written = peers("write", &lab.input.path)?;
    let mut cases = written.lines().map(case).collect::<Result<Vec<_>>>()?;
    for _ in 0..lab.rounds {
        for case in &mut cases {
            case.python.push(1e3 * peers("time", case.format.as_ref())?.trim().parse::<f64>()?);
            let session = lab.fresh_session()?;
            lab.visit_site(&session)?;
            thread::sleep(TIME_TO_FIND);
            session.call("/benches/drop.js", "watch", &[])?;
            session.drop_file(case.file.as_ref())?;
            let result = session.call("/benches/drop.js", "result", &[])?;
            case.first.push(result["painted"].as_f64().context("no first page")?);
            case.whole.push(result["read"].as_f64().context("no end")?);
        }
    }
    let rows = cases.iter().flat_map(|case| {
        let Case { format, reader, .. } = case;
        [
            Row::ratio(&format!("{format}: first page"), &case.first, reader, &case.python, Some(FIRST)),
            Row::ratio(&format!("{format}: all of it"), &case.whole, reader, &case.python, Some(whole(format))),
        ]
    });
    Ok(rows.collect())
}

/// A line of benches/formats/peers.py.
fn case(line: &str) -> Result<Case> {
    let [format, file, reader] = fields(line)?.map(String::from);
    Ok(Case { format, file, reader, first: Times::default(), whole: Times::default(), python: Times::default() })
}
