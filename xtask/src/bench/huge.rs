//! A page of images that are each larger than all that may stay in memory for a page.

use std::fs::{self, File};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use idxlens::format::{element::ElementType, layout::Layout};
use serde_json::{Value, json};

use super::drop::TIME_TO_FIND;
use super::lab::{FOLDER, Lab};
use super::large::MEMORY;
use super::memory::Memory;
use super::table::{Row, Times, milliseconds};
use crate::root;

/// Images of 64 MiB.
const SHAPE: [u32; 3] = [100, 8192, 8192];
/// Milliseconds from the drop until every cell on the screen shows its image.
const ALL_SHOWN: f64 = 2000.0;
/// How often the memory is read.
const PAUSE: Duration = Duration::from_millis(20);
/// After so long something is wrong.
const PATIENCE: Duration = Duration::from_mins(2);
/// How many rounds to measure at most, because each takes seconds.
const ROUNDS: usize = 5;

/// Drops a file of huge images on the page, in a fresh browser each time.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let path = zeros()?;
    let (mut times, mut growth, mut cells) = (Times::default(), Vec::new(), 0);
    for _ in 0..lab.rounds.min(ROUNDS) {
        let session = lab.fresh_session()?;
        session.command("Emulation.setDeviceMetricsOverride", screen())?;
        lab.visit_site(&session)?;
        thread::sleep(TIME_TO_FIND);
        let memory = Memory::before(session.process());
        session.call("/benches/huge.js", "watch", &[])?;
        session.drop_file(&path)?;
        let begun = Instant::now();
        loop {
            ensure!(begun.elapsed() < PATIENCE, "not all cells show their images");
            let result = session.call("/benches/huge.js", "result", &[])?;
            growth.extend(memory.growth());
            if let Some(time) = result["shown"].as_f64() {
                times.push(time);
                cells = result["cells"].as_u64().context("no number of cells")?;
                break;
            }
            thread::sleep(PAUSE);
        }
    }
    fs::remove_file(path)?;
    let [images, rows, columns] = SHAPE;
    let name = format!("{images} images of {rows} × {columns}");
    let mut table = vec![Row::bound(
        &format!("drop to {cells} cells painted, {name}"),
        (times.median(), ALL_SHOWN),
        times.to_string(),
        format!("≤ {}", milliseconds(ALL_SHOWN)),
    )];
    if let Some(max) = growth.into_iter().reduce(f64::max) {
        let what = format!("memory until then beyond that of the first screen, maximum, {name}");
        table.push(Row::bound(&what, (max, MEMORY), format!("{max:.1} MB"), format!("≤ {MEMORY} MB")));
    }
    Ok(table)
}

/// A laptop's screen, on which 28 such cells have room.
fn screen() -> Value {
    json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false })
}

/// A file of zeros, which takes no room on most disks.
fn zeros() -> Result<PathBuf> {
    let layout = Layout::new(ElementType::U8, SHAPE.to_vec())?;
    let path = root().join(FOLDER).join("huge-images");
    fs::write(&path, layout.header().to_bytes())?;
    File::options().write(true).open(&path)?.set_len(layout.data_end())?;
    Ok(path)
}
