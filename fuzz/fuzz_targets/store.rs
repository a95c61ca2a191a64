//! See `idxlens_fuzz::store`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::store(input));
