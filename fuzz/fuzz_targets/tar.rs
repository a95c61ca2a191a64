//! See `idxlens_fuzz::tar`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::tar(input));
