//! See `idxlens_fuzz::arrow`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::arrow(input));
