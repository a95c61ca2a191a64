//! Common formats: the time to the first page and for the whole file, compared with Python.

use std::ffi::OsStr;
use std::fs;
use std::process::Command;
use std::thread;

use anyhow::{Context as _, Result};

use super::drop::TIME_TO_FIND;
use super::lab::{FOLDER, Lab};
use super::table::{Row, Times};
use super::{fields, python};
use crate::process::output;
use crate::root;

/// What writes the files and reads them in Python.
const PACKAGES: [&str; 6] =
    ["numpy==2.4.6", "pandas==3.1.1", "pillow==13.0.0", "pyarrow==26.0.1", "safetensors==0.8.0", "scipy==1.17.1"];

/// The target for the first page, as a share of Python's time for the whole file.
const FIRST_PAGE_TARGET: f64 = 0.25;

/// Arrays of bytes that the page reads where they are: it has no need to read them to the end.
const PLAIN: [&str; 3] = ["idx", "npy", "safetensors"];

/// The target for the whole file, as a share of Python's time.
fn whole_file_target(format: &str) -> f64 {
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
    let peers = |command: &str, argument: &OsStr| {
        let script = root().join("benches/formats/peers.py");
        output(Command::new(&python).arg(script).arg(command).arg(argument).arg(&folder))
    };
    let written = peers("write", lab.input.path.as_os_str())?;
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
    let rows = cases.iter().flat_map(|Case { format, reader, first, whole, python, .. }| {
        let row =
            |what: &str, times, target| Row::ratio(&format!("{format}: {what}"), times, reader, python, Some(target));
        let is_plain = PLAIN.contains(&format.as_str());
        let whole = (!is_plain).then(|| row("whole file", whole, whole_file_target(format)));
        [Some(row("first page", first, FIRST_PAGE_TARGET)), whole]
    });
    Ok(rows.flatten().collect())
}

/// Parses a line that benches/formats/peers.py prints when it writes the files.
fn case(line: &str) -> Result<Case> {
    let [format, file, reader] = fields(line)?.map(String::from);
    Ok(Case { format, file, reader, first: Times::default(), whole: Times::default(), python: Times::default() })
}
