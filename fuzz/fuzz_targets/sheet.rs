//! See `idxlens_fuzz::sheet`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::sheet(input));
