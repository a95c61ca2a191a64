//! How long the check takes in the browser, and how much memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result};
use idxlens::format::encode::{encode, gzip};
use serde_json::Value;

use super::super::lab::{FOLDER, Lab};
use super::super::memory::Memory;
use super::super::table::{Row, milliseconds};
use crate::root;

/// A number of images, and the targets for them: seconds of the check, its megabytes, and seconds of the map.
struct Case {
    images: usize,
    check: f64,
    memory: f64,
    map: f64,
}

const CASES: [Case; 3] = [
    Case { images: 10_000, check: 4.0, memory: 400.0, map: 5.0 },
    Case { images: 60_000, check: 35.0, memory: 400.0, map: 30.0 },
    Case { images: 70_000, check: 35.0, memory: 400.0, map: 35.0 },
];

/// The time to find the images most similar to one of 60,000, in milliseconds.
const SIMILAR: f64 = 16.0;

/// The time of a picture of the map at 60 a second, in milliseconds.
const PICTURE: f64 = 1000.0 / 60.0;

/// The time to group equal images by their hashes, as a share of the time to unpack them.
const DUPLICATES: f64 = 0.2;

/// The time between two looks at the progress.
const PAUSE: Duration = Duration::from_millis(200);

/// Checks so many images, each in a fresh browser.
pub(super) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let cases = if lab.quick { &CASES[..1] } else { &CASES[..] };
    let mut rows = Vec::new();
    for case in cases {
        rows.extend(check(lab, case)?);
    }
    Ok(rows)
}

fn check(lab: &Lab, case: &Case) -> Result<Vec<Row>> {
    let files = write(lab, case.images)?;
    let session = lab.fresh_session()?;
    lab.visit_benches(&session)?;
    for file in &files {
        session.choose(file)?;
    }
    let memory = Memory::before(session.process());
    session.call("/benches/check.js", "start", &[])?;
    let mut peak: f64 = 0.0;
    let times = loop {
        thread::sleep(PAUSE);
        peak = peak.max(memory.growth().unwrap_or_default());
        let times = session.call("/benches/check.js", "times", &[])?;
        if !times.is_null() {
            break times;
        }
    };
    let time = |key: &str| times[key].as_f64().with_context(|| format!("no time of {key}"));
    let images = case.images;
    let mut rows = vec![
        seconds(&format!("check of {images} images, without the map"), time("check")?, case.check),
        Row::bound(
            &format!("memory while {images} images are checked, maximum"),
            (peak, case.memory),
            format!("{peak:.0} MB"),
            format!("≤ {} MB", case.memory),
        ),
    ];
    let duplicates = time("duplicates")?;
    rows.push(Row::bound(
        &format!("equal images of {images} grouped by their hashes, as a share of the time to unpack them"),
        (duplicates, DUPLICATES),
        format!("{duplicates:.3}"),
        format!("≤ {DUPLICATES}"),
    ));
    let (similar, picture) = (time("similar")?, time("picture")?);
    rows.push(seconds(&format!("map of {images} images"), time("map")?, case.map));
    rows.push(Row::bound(
        &format!("images most similar to one of {images}"),
        (similar, SIMILAR),
        milliseconds(similar),
        format!("≤ {SIMILAR} ms"),
    ));
    rows.push(Row::bound(
        &format!("picture of the map of {images} images"),
        (picture, PICTURE),
        milliseconds(picture),
        format!("≤ {PICTURE:.1} ms"),
    ));
    if let Value::Object(stages) = &times["stages"] {
        let stages =
            stages.iter().map(|(stage, time)| format!("{stage} {}", milliseconds(time.as_f64().unwrap_or(0.0))));
        println!("{images} images: {}", stages.collect::<Vec<_>>().join(", "));
    }
    Ok(rows)
}

fn seconds(what: &str, milliseconds: f64, target: f64) -> Row {
    let seconds = milliseconds / 1e3;
    Row::bound(what, (seconds, target), format!("{seconds:.1} s"), format!("≤ {target} s"))
}

/// Writes so many images and their labels: those of the input, and copies that are shifted, because equal images would
/// be compared only once.
fn write(lab: &Lab, count: usize) -> Result<[PathBuf; 2]> {
    let folder = root().join(FOLDER).join("insight");
    fs::create_dir_all(&folder)?;
    let &[once, rows, columns] = &lab.input.shape[..] else { anyhow::bail!("images have rank 3") };
    let (once, length) = (once as usize, (rows * columns) as usize);
    let labels = labels(lab, once)?;
    let (mut images, mut all) = (Vec::with_capacity(count * length), Vec::with_capacity(count));
    for item in 0..count {
        let (copy, source) = (item / once, item % once);
        let image = &lab.input.once[source * length..][..length];
        // Each copy is shifted to another place: by no, one or two rows, and by columns.
        let shift = (copy % 3) * columns as usize + copy / 3 * 2 + copy % 2;
        images.extend((0..length).map(|pixel| image[(pixel + length - shift) % length]));
        all.push(labels[source]);
    }
    let count = u32::try_from(count)?;
    Ok([
        save(&folder.join(format!("check-{count}-images-idx3-ubyte.gz")), &encode(&[count, rows, columns], &images)?)?,
        save(&folder.join(format!("check-{count}-labels-idx1-ubyte.gz")), &encode(&[count], &all)?)?,
    ])
}

/// The labels of the input, where they stand beside it; else made-up ones.
fn labels(lab: &Lab, count: usize) -> Result<Vec<u8>> {
    if !lab.input.labels.exists() {
        return Ok((0..10).cycle().take(count).collect());
    }
    let file = fs::read(&lab.input.labels)?;
    let mut reader = idxlens::format::reader::Reader::new(&file[..])?;
    reader.items::<u8>().map(|label| Ok(label?[0])).collect()
}

fn save(path: &Path, file: &[u8]) -> Result<PathBuf> {
    fs::write(path, gzip(file))?;
    Ok(path.canonicalize()?)
}
