//! See `idxlens_fuzz::header`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::header(input));
