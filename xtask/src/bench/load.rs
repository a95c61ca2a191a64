//! What a first visit takes over the wire.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use idxlens::format::encode::gzip;

use super::lab::{Lab, site};
use super::table::Row;

/// Bytes to hold.
const MOST: u32 = 150_000;

/// Adds up what is published, each file compressed.
pub(crate) fn run(_: &Lab) -> Result<Vec<Row>> {
    let mut total: u32 = 0;
    let mut paths: Vec<PathBuf> = vec![site()];
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                paths.push(entry?.path());
            }
        } else if path
            .extension()
            .is_some_and(|kind| ["html", "css", "js", "wasm"].iter().any(|counted| kind == *counted))
        {
            total += u32::try_from(gzip(&fs::read(path)?).len())?;
        }
    }
    Ok(vec![Row::bound(
        "first load over the wire (.html, .css, .js, .wasm; gzip -9)",
        (total.into(), MOST.into()),
        format!("{} KB", (total + 500) / 1000),
        format!("≤ {} KB", MOST / 1000),
    )])
}
