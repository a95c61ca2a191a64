//! See `idxlens_fuzz::json`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::json(input));
