//! Says what IDX files hold: element type, shape, how often each label occurs, and what is wrong with them.
//!
//! ```sh
//! cargo run --example info train-images-idx3-ubyte.gz train-labels-idx1-ubyte.gz
//! ```

use std::{collections::BTreeMap, env, error::Error, fs::File, process::ExitCode};

use idxlens::format::{
    element::Element,
    reader::{ReadError, Reader},
};

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for path in env::args().skip(1) {
        if let Err(error) = info(&path) {
            let reason = error.source().map(|source| format!(": {source}")).unwrap_or_default();
            eprintln!("{path}: {error}{reason}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn info(path: &str) -> Result<(), ReadError> {
    let mut reader = Reader::new(File::open(path)?)?;
    let layout = reader.layout().clone();
    let sizes: Vec<String> = layout.shape().iter().map(u32::to_string).collect();
    let gzip = if reader.layers() > 0 { ", gzip" } else { "" };
    println!("{path}: {} {}{gzip}", layout.element_type().name(), sizes.join(" × "));

    // Integers along one dimension are labels. All elements are read in any case: damage shows only then.
    let is_labels = layout.rank() == 1 && !layout.element_type().is_float();
    let (mut counts, mut values) = (BTreeMap::new(), vec![0.0; 4096]);
    let result = loop {
        match reader.read_values(&mut values) {
            Ok(0) => break Ok(()),
            Ok(count) if is_labels => {
                for label in values[..count].iter().copied().filter_map(i32::from_f64) {
                    *counts.entry(label).or_insert(0_u64) += 1;
                }
            }
            Ok(_) => {}
            Err(error) => break Err(error),
        }
    };
    for (label, count) in counts {
        println!("  label {label}: {count}");
    }
    for warning in reader.warnings() {
        println!("  warning: {warning}");
    }
    result
}
