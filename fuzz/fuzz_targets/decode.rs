//! See `idxlens_fuzz::decode`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::decode(input));
