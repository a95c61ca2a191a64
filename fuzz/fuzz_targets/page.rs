//! See `idxlens_fuzz::page`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::page(input));
