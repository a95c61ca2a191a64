//! Properties that hold for any input. Each function takes bytes that `cargo fuzz` generates, and panics where a
//! property does not hold. `cargo test` tries the inputs in `corpus/`, which include every input that once failed.

mod arrays;
mod checkpoints;
mod columnar;
mod decode;
mod gallery;
mod header;
mod json;
mod page;
mod pairing;
mod predictions;
mod recall;
mod selection;
mod store;
mod table;
mod tar;
mod text_labels;
mod unpack;
mod zip;

pub use arrays::{matlab, pickle, safetensors};
pub use checkpoints::checkpoints;
pub use columnar::{arrow, parquet};
pub use decode::decode;
pub use gallery::{gallery, sheet};
pub use header::header;
pub use json::json;
pub use page::page;
pub use pairing::pairing;
pub use predictions::predictions;
pub use recall::recall;
pub use selection::selection;
pub use store::store;
pub use table::table;
pub use tar::tar;
pub use text_labels::text_labels;
pub use unpack::unpack;
pub use zip::zip;

use idxlens::format::encode::checksum;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The result of `run`, and the peak of the memory that it took.
fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = run();
    (result, MEMORY.peak_usage().saturating_sub(before))
}

/// A gzip member around the compressed form of `bytes`.
fn member(packed: &[u8], bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap();
    let trailer = [checksum(bytes), length].map(u32::to_le_bytes);
    [&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255], packed, trailer.as_flattened()].concat()
}

/// A hash that continues from `state`, so it does not depend on how the bytes were cut.
fn hash(state: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
}

/// `bytes` in pieces whose lengths follow from them, so the input stays a file that can be opened.
fn pieces(mut bytes: &[u8]) -> Vec<&[u8]> {
    // Enough bytes that the lengths differ between inputs, and few enough to be fast.
    let mut state = hash(bytes.len() as u64, &bytes[..bytes.len().min(1 << 12)]);
    let mut pieces = Vec::new();
    while !bytes.is_empty() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Many single bytes, some long pieces.
        let limit = 1_u64 << (state >> 60);
        let length = usize::try_from((state >> 20) % limit).unwrap_or(0).clamp(1, bytes.len());
        let (piece, rest) = bytes.split_at(length);
        pieces.push(piece);
        bytes = rest;
    }
    pieces
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    type Target = (&'static str, fn(&[u8]));

    // One test, because memory is measured.
    #[test]
    fn the_properties_hold_for_the_corpus() {
        let targets: [Target; 22] = [
            ("decode", super::decode),
            ("checkpoints", super::checkpoints),
            ("header", super::header),
            ("store", super::store),
            ("selection", super::selection),
            ("page", super::page),
            ("pairing", super::pairing),
            ("predictions", super::predictions),
            ("recall", super::recall),
            ("tar", super::tar),
            ("unpack", super::unpack),
            ("zip", super::zip),
            ("safetensors", super::safetensors),
            ("matlab", super::matlab),
            ("pickle", super::pickle),
            ("arrow", super::arrow),
            ("parquet", super::parquet),
            ("table", super::table),
            ("text-labels", super::text_labels),
            ("json", super::json),
            ("gallery", super::gallery),
            ("sheet", super::sheet),
        ];
        for (name, target) in targets {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
            let mut inputs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            inputs.sort();
            assert!(!inputs.is_empty(), "no corpus for {name}");
            for input in inputs {
                println!("{}", input.display());
                target(&fs::read(input).unwrap());
            }
        }
    }
}
