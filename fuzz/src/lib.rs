//! What has to hold for any input. Each function takes bytes that `cargo fuzz` makes up, and panics where something
//! does not hold. `cargo test` tries those that are kept in `corpus/`: every input that once failed is among them.

mod checkpoints;
mod decode;
mod header;
mod page;
mod pairing;
mod selection;
mod store;

pub use checkpoints::checkpoints;
pub use decode::decode;
pub use header::header;
pub use page::page;
pub use pairing::pairing;
pub use selection::selection;
pub use store::store;

use idxlens::format::encode::checksum;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What `run` gives, and the bytes that it has taken at most.
fn peak<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = run();
    (result, MEMORY.peak_usage().saturating_sub(before))
}

/// A gzip member around what `bytes` were packed into.
fn member(packed: &[u8], bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap();
    let trailer = [checksum(bytes), length].map(u32::to_le_bytes);
    [&[0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255], packed, trailer.as_flattened()].concat()
}

/// Goes on from `state`, so that it is the same however the bytes were cut.
fn hash(state: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
}

/// `bytes` in pieces that follow from them: the input stays a file that can be looked at.
fn pieces(mut bytes: &[u8]) -> Vec<&[u8]> {
    // Enough of them to be another one each time, and few enough to take no time.
    let mut state = hash(bytes.len() as u64, &bytes[..bytes.len().min(1 << 12)]);
    let mut pieces = Vec::new();
    while !bytes.is_empty() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // Many of a byte, some large ones.
        let most = 1_u64 << (state >> 60);
        let length = usize::try_from((state >> 20) % most).unwrap_or(0).clamp(1, bytes.len());
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
    fn what_is_kept_holds() {
        let targets: [Target; 7] = [
            ("decode", super::decode),
            ("checkpoints", super::checkpoints),
            ("header", super::header),
            ("store", super::store),
            ("selection", super::selection),
            ("page", super::page),
            ("pairing", super::pairing),
        ];
        for (name, target) in targets {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
            let mut inputs: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            inputs.sort();
            assert!(!inputs.is_empty(), "nothing is kept for {name}");
            for input in inputs {
                println!("{}", input.display());
                target(&fs::read(input).unwrap());
            }
        }
    }
}
