//! See `idxlens_fuzz::predictions`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::predictions(input));
