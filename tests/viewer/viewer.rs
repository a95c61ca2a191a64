//! The page in a real browser, with real files, as a user works with it.
//!
//! `cargo xtask test viewer` builds the page, starts the browser's driver and runs these. They find things as assistive
//! technology does, by role and name. Each has a server of its own, and most take over the browser of the test before.

mod accessibility;
mod appearance;
mod arrow;
#[path = "../columnar/arrow_writer.rs"]
mod arrow_writer;
mod axes;
mod bookmarks;
mod browser;
mod by_address;
mod bytes;
mod checking;
mod class_names;
mod closed;
mod columns;
mod compare;
mod containers;
mod damaged;
mod early_predictions;
mod embedding;
mod exported_pictures;
mod exporting;
mod extremes;
mod faults;
mod files;
mod finding;
mod folders;
mod growing;
mod growing_packed;
mod header_faults;
mod heat_maps;
mod history;
mod host;
mod item_counts;
mod json;
mod keyboard;
mod labels;
mod large;
mod line_plots;
mod linked_formats;
mod links;
mod map;
#[path = "../matlab/writer.rs"]
#[allow(dead_code, reason = "the page needs few kinds of arrays")]
mod matlab_writer;
mod mnist;
mod narrow_screens;
mod numbering;
mod opening;
mod packed;
#[path = "../unpack/files.rs"]
mod packed_files;
mod page;
mod paging;
mod pairing;
mod panel;
mod parquet;
mod parquet_rows;
#[path = "../columnar/writer.rs"]
#[allow(dead_code, reason = "the page needs few kinds of columns")]
mod parquet_writer;
#[path = "../pickle/writer.rs"]
#[allow(dead_code, reason = "the page needs few kinds of arrays")]
mod pickle_writer;
mod picture_labels;
mod picture_names;
mod pictures;
mod predictions;
mod presentation;
mod privacy;
mod reading;
mod reloading;
mod reopened;
mod restricted;
mod review;
mod review_cards;
mod sabotage;
mod samples;
mod screenshots;
mod selecting;
mod server;
mod shapes;
#[path = "../skip/mod.rs"]
mod skip;
mod splitting;
mod statistics;
mod stillness;
mod style;
mod tables;
#[path = "../tar/writer.rs"]
mod tar_writer;
mod texts;
mod views;
mod workers;
#[path = "../zip/writer.rs"]
mod zip_writer;

use std::error::Error;

/// The project's folder.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The result of a test.
type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;
