//! See `idxlens_fuzz::pickle`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::pickle(input));
