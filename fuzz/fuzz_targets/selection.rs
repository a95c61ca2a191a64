//! See `idxlens_fuzz::selection`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::selection(input));
