//! See `idxlens_fuzz::zip`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::zip(input));
