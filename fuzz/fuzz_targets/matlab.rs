//! See `idxlens_fuzz::matlab`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| idxlens_fuzz::matlab(input));
