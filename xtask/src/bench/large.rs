//! Files larger than memory, plain and gzipped.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::again;
use super::compose::FRAME;
use super::drop::TIME_TO_FIND;
use super::lab::Lab;
use super::memory::Memory;
use super::repeated::{self, Repeated};
use super::table::{Row, Times, median, milliseconds};
use crate::session::Session;

/// Approximate bytes of images: the size of infinite MNIST.
const LARGE: u64 = 6_350_400_000;
/// The same for `--quick`; still more than the page keeps in memory.
const QUICK: u64 = 800_000_000;
/// How many passes to measure at most, because each takes long.
pub(crate) const PASSES: usize = 3;
/// How many random pages to show, twice.
pub(crate) const FLIPS: u32 = 100;

/// The worker's memory limit in megabytes.
pub(crate) const MEMORY: f64 = 160.0;
/// Growth in megabytes that is within noise.
pub(crate) const FLAT: f64 = 16.0;
/// The time between two memory readings.
const PAUSE: Duration = Duration::from_millis(250);
/// Approximate number of lines in the memory table.
const LINES: usize = 16;

/// Compares the images of the input, repeated many times, with the images alone.
pub(crate) fn run(lab: &Lab) -> Result<Vec<Row>> {
    let times = u32::try_from(if lab.quick { QUICK } else { LARGE } / lab.input.once.len() as u64)?.max(1);
    let small = Repeated::plain(&lab.input, 1)?;
    let plain = Repeated::plain(&lab.input, times)?;
    let gzip = Repeated::gzip(&lab.input, times)?;

    let mut rows = first_pages(lab, &small, [&plain, &gzip])?;
    rows.push(passes(lab, &gzip)?);
    for file in [&plain, &gzip] {
        let (session, memory) = prepare(lab)?;
        let (times, found) = pages(&session, &memory, file)?;
        rows.extend(found);
        if file.is_compressed() {
            rows.extend(again::run(lab, &session, &memory, &file.description(), &times)?);
        }
    }
    Ok(rows)
}

/// The time from the drop to the first page, each in a fresh browser.
fn first_pages(lab: &Lab, small: &Repeated, large: [&Repeated; 2]) -> Result<Vec<Row>> {
    let mut times = [(); 3].map(|()| Times::default());
    for _ in 0..lab.rounds {
        for (file, times) in [small, large[0], large[1]].into_iter().zip(&mut times) {
            let session = lab.fresh_session()?;
            lab.visit_site(&session)?;
            thread::sleep(TIME_TO_FIND);
            session.call("/benches/large-files.js", "drop", &[file.recipe()])?;
            let time = session.call("/benches/drop.js", "painted", &[])?;
            times.push(time.as_f64().context("no first page")?);
        }
    }
    let [of_small, of_large @ ..] = &times;
    let row = |(file, times): (&Repeated, &Times)| {
        let what = format!("drop to first page painted, {}", file.description());
        Row::ratio(&what, times, &small.description(), of_small, Some(1.5))
    };
    Ok(large.into_iter().zip(of_large).map(row).collect())
}

/// The time to read all of a gzip file.
fn passes(lab: &Lab, file: &Repeated) -> Result<Row> {
    let decoders = ["page", "DecompressionStream"];
    let mut times = decoders.map(|_| Times::default());
    lab.visit_benches(&lab.session)?;
    for _ in 0..lab.rounds.min(PASSES) {
        for (decoder, times) in decoders.iter().zip(&mut times) {
            let time = lab.session.call(
                "/benches/large.js",
                "pass",
                &[json!(decoder), file.recipe(), json!(file.unpacked)],
            )?;
            times.push(time.as_f64().context("no time")?);
        }
    }
    let what = format!("pass over {}", file.description());
    Ok(Row::ratio(&what, &times[0], "`DecompressionStream`, bytes dropped", &times[1], Some(1.0)))
}

/// A fresh browser without a worker, and its memory.
fn prepare(lab: &Lab) -> Result<(Session, Memory)> {
    let session = lab.fresh_session()?;
    lab.visit_benches(&session)?;
    thread::sleep(TIME_TO_FIND);
    let memory = Memory::before(session.process());
    Ok((session, memory))
}

/// How long pages take after the pass, and how much memory the worker uses.
fn pages(session: &Session, memory: &Memory, file: &Repeated) -> Result<(Times, Vec<Row>)> {
    let name = file.description();
    // A .gz is small enough to be written, and is on a disk where it is opened a second time.
    let recipe = if file.is_compressed() {
        session.choose(&file.write_whole()?)?;
        Value::Null
    } else {
        file.recipe()
    };
    let pass = read(session, memory, recipe)?;
    let mut times = Times::default();
    let mut after = Vec::new();
    for _ in 0..2 {
        show(session, "flips", FLIPS, &mut times)?;
        // Images that the page has shown do not count as the worker's memory.
        session.collect_garbage()?;
        after.extend(memory.growth());
    }
    let what = format!("random page of 200 items, from request to pixels, {name}");
    let mut rows = vec![
        Row::bound(
            &format!("{what}, median"),
            (times.median(), FRAME),
            times.to_string(),
            format!("≤ {}, a frame", milliseconds(FRAME)),
        ),
        Row::bound(
            &format!("{what}, 95th percentile"),
            (times.percentile(95), 3.0 * FRAME),
            milliseconds(times.percentile(95)),
            format!("≤ {}, three frames", milliseconds(3.0 * FRAME)),
        ),
    ];
    rows.extend(memory_rows(&name, &pass, &after));
    Ok((times, rows))
}

/// Shows random pages of a kind, each as soon as the one before is there.
pub(crate) fn show(session: &Session, kind: &str, count: u32, times: &mut Times) -> Result<()> {
    let pages = session.call("/benches/large.js", kind, &[json!(count), json!(repeated::once())])?;
    for time in pages.as_array().context("no times")? {
        times.push(time.as_f64().context("no time")?);
    }
    Ok(())
}

/// The memory at one moment of the pass.
struct Sample {
    seconds: f64,
    /// Megabytes of the file read so far.
    read: f64,
    /// Megabytes of memory that the worker added.
    growth: f64,
}

/// Reads a file to its end, and records the memory meanwhile.
fn read(session: &Session, memory: &Memory, recipe: Value) -> Result<Vec<Sample>> {
    session.call("/benches/large.js", "open", &[recipe])?;
    let begun = Instant::now();
    let mut samples = Vec::new();
    loop {
        let progress = session.call("/benches/large.js", "progress", &[])?;
        let read = progress["read"].as_f64().context("no progress")? / 1e6;
        let seconds = begun.elapsed().as_secs_f64();
        samples.extend(memory.growth().map(|growth| Sample { seconds, read, growth }));
        if progress["done"] == true {
            break;
        }
        thread::sleep(PAUSE);
    }
    Ok(samples)
}

/// Prints the memory over time as a table, and returns its targets; nothing if the system does not report memory.
fn memory_rows(name: &str, pass: &[Sample], after: &[f64]) -> Vec<Row> {
    let &[flipped, flipped_again] = after else { return Vec::new() };
    println!("| {name} | read | worker memory |\n|---|--:|--:|");
    for Sample { seconds, read, growth } in pass.iter().step_by(pass.len().div_ceil(LINES).max(1)) {
        println!("| {seconds:.1} s | {read:.1} MB | {growth:.1} MB |");
    }
    for (growth, pages) in after.iter().zip([FLIPS, 2 * FLIPS]) {
        println!("| {pages} random pages later | | {growth:.1} MB |");
    }
    println!();

    let growth: Vec<_> = pass.iter().map(|sample| sample.growth).collect();
    let max = growth.iter().chain(after).copied().fold(0.0, f64::max);
    let row = |what: &str, found: f64, limit: f64| {
        let what = format!("{what}, {name}");
        Row::bound(&what, (found, limit), format!("{found:.1} MB"), format!("≤ {limit} MB"))
    };
    let mut rows = vec![row("worker memory, maximum", max, MEMORY)];
    // A plain file has no pass. Medians, because uncollected garbage comes and goes.
    if let [.., third, fourth] = growth.chunks(growth.len().div_ceil(4)).collect::<Vec<_>>()[..]
        && growth.len() > 4
    {
        rows.push(row("growth of worker memory in the second half of the pass", median(fourth) - median(third), FLAT));
    }
    rows.push(row(&format!("growth of worker memory over {FLIPS} more pages"), flipped_again - flipped, FLAT));
    rows
}
