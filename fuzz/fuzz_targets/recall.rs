//! See `idxlens_fuzz::recall`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::recall(input));
